import { expect, onTestFinished, test } from "vitest";
import { compare } from "../../provider/src/compare/compare.ts";
import { readSide } from "../../provider/src/compare/side.ts";
import type { Seed } from "../../provider/src/emulator/index.ts";
import { enumeratedIn } from "../../provider/src/import/inventory.ts";
import { recordKey, tenantKey } from "../../provider/src/schema/provider-code.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { blankRecord, recordedPaths, writeRecord } from "../../provider/src/state/record.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import type { ExistingObject } from "../../provider/src/types/tenant-object.ts";
import { type Entry, startStack } from "../lifecycle/coalescing/stack.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import { seedOf } from "./whole-seed.ts";

/** Of this size, a tenant has 5,000 resources. */
const share = 1.32;
const maxCpuSeconds = 60;

/** What the comparison of two tenants costs, in one process. */
test("comparing two tenants of 5,000 resources takes at most 60 s of CPU, and each tenant the calls of a refresh", {
  timeout: 600_000,
}, async () => {
  const seed = withAllTypes(await seedOf(share));
  const [dev, prod] = [await startTenant({ seed }), await startTenant({ seed })];
  const before = process.cpuUsage();
  const read = (name: string, { client, access }: TestTenant) => readSide(client, { access, name });
  const [a, b] = await Promise.all([read("dev", dev), read("prod", prod)]);
  const afterRead = process.cpuUsage(before);
  const result = compare(a, b);
  const after = process.cpuUsage(before);
  const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  const calls = dev.calls();
  const refreshed = await callsOfRefresh(seed, a.objects);
  console.log(
    `compare: ${a.objects.length} objects on each side, ${calls.length} calls each; a refresh of the same resources takes ${refreshed.length}; ` +
      `${seconds(after).toFixed(1)} s of CPU with both emulators, ${(seconds(after) - seconds(afterRead)).toFixed(1)} s of them to compare`,
  );
  expect(result).toMatchObject({ different: [], missing: [], ambiguous: [], notCompared: [] });
  expect(a.objects.length).toBeGreaterThanOrEqual(5_000);
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls.length).toBeLessThanOrEqual(refreshed.length);
  expect(seconds(after)).toBeLessThan(maxCpuSeconds);
});

/**
 * A tenant that has an object of each type, and each e-mail, text and partial: a comparison asks for them also where there is none.
 */
function withAllTypes(seed: Seed): Seed {
  const templates = enumeratedIn(definitions.emailTemplate.schema, "template") ?? [];
  const withTexts = enumeratedIn(definitions.promptTexts.schema, "prompt") ?? [];
  const withPartials = enumeratedIn(definitions.promptPartials.schema, "prompt") ?? [];
  return {
    ...seed,
    logStreams: [
      {
        name: "Audit",
        type: "http",
        sink: { httpEndpoint: "https://logs.example.com", httpContentFormat: "JSONLINES" },
      },
    ],
    networkAcls: [
      {
        ...{ description: "Block", active: false, priority: 1 },
        rule: { action: { block: true }, scope: "authentication", match: { geo_country_codes: ["CA"] } },
      },
    ],
    customDomains: [{ domain: "login.example.com", type: "auth0_managed_certs" }],
    settings: [
      ...(seed.settings ?? []),
      ...templates.map((template) => ({
        ...{ id: `email-templates/${template}`, template, body: `<p>${template}</p>`, enabled: true },
      })),
      ...withTexts.map((prompt) => ({
        id: `prompts/${prompt}/custom-text/en`,
        texts: { [prompt]: { title: "Hello" } },
      })),
      ...withPartials.map((prompt) => ({
        ...{ id: `prompts/${prompt}/partials`, partials: { [prompt]: { "form-content-end": "<p>Terms</p>" } } },
      })),
      { id: "prompts/login-id/screen/login-id/rendering", rendering_mode: "advanced" },
    ],
  };
}

/** The calls of a refresh of a stack that declares all values of the objects. */
async function callsOfRefresh(seed: Awaited<ReturnType<typeof seedOf>>, objects: readonly ExistingObject[]) {
  const stack = await startStack({ seed });
  onTestFinished(() => stack.close());
  const host = stack.tenant.domain.replace(/^https?:\/\//, "");
  const entries = objects.map(({ type, id, properties }) => {
    const paths = recordedPaths(leavesOf(definitions[type].schema.fields, properties));
    const record = writeRecord({ ...blankRecord({ at: "tenant", id }), paths }, id);
    return { kind: type, id, inputs: {}, outputs: { ...properties, [tenantKey]: host, [recordKey]: record } };
  });
  await stack.refresh(entries as readonly Entry[]);
  return stack.calls();
}
