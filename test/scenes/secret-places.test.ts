import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { driftReport } from "../../provider/src/report/report.ts";
import { isObject, type Json, own, signatureKey } from "../../provider/src/schema/json.ts";
import { secretsKey } from "../../provider/src/schema/provider-code.ts";
import { upNow } from "../e2e/project.ts";
import { expectNoSecretIn, program, secrets } from "../e2e/secret-program.ts";
import { calls, withWorld } from "../e2e/world.ts";

const world = withWorld();

/** What an earlier version has saved: nothing was marked, and what it did not know to be secret is in plain text. */
function earlier(value: Json): Json {
  if (Array.isArray(value)) return value.map(earlier);
  if (!isObject(value)) return value;
  if (own(value, signatureKey) !== undefined) return JSON.parse(String(own(value, "plaintext")));
  const members = Object.entries(value).filter(([name]) => name !== secretsKey);
  return Object.fromEntries(members.map(([name, item]) => [name, earlier(item)]));
}

test("secrets in plain text in an old state are encrypted by an update that sends nothing; no report shows them", async () => {
  // The way: read drift reports and runs after an upgrade, while the state has them in clear.
  const { tenant, stack, up } = world();
  await up(program);
  const { stdout: text } = await stack.run(["stack", "export", "--show-secrets"]);
  const state: { deployment: { resources: { [part: string]: Json }[] } } = JSON.parse(text);
  const ours = state.deployment.resources.filter(({ type }) => String(type).includes("tenant:"));
  for (const resource of ours) {
    for (const part of ["inputs", "outputs"]) resource[part] = earlier(resource[part] ?? {});
  }
  const file = join(stack.folder, "earlier.json");
  await writeFile(file, JSON.stringify(state));
  await stack.run(["stack", "import", "--file", file]);
  expect((await stack.run(["stack", "export"])).stdout).toContain(secrets.header);

  await stack.run(["refresh", "--preview-only", "--expect-no-changes"]);
  tenant.connections.editOptions("texts", { from: "+2" });
  const { resources } = driftReport(parsePreview((await stack.run(["refresh", "--preview-only", "--json"])).stdout));
  // The engine compares the text in clear with a secret. Nobody else can tell whether they are the same.
  const changes = [
    { path: "options.from", was: "+1", is: "+2" },
    { path: "options.gateway_url", secret: true },
  ];
  expect(resources).toMatchObject([{ name: "texts", changes }]);
  expectNoSecretIn(JSON.stringify(resources));
  tenant.connections.editOptions("texts", { from: "+1" });

  tenant.clearRequests();
  // With --diff the engine would print what the state has in clear, for the last time.
  const { stdout } = await stack.run(upNow);
  expect(stdout).toContain("3 updated");
  expectNoSecretIn(stdout);
  expect(calls(tenant)).toEqual([]);
  expectNoSecretIn((await stack.run(["stack", "export"])).stdout);
  await stack.settled();
}, 120_000);
