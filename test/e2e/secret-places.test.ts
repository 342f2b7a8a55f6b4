import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { toMarkdown, toText } from "../../provider/src/report/drift.ts";
import { driftReport } from "../../provider/src/report/report.ts";
import { isObject, type Json, own, signatureKey } from "../../provider/src/schema/json.ts";
import { secretsKey } from "../../provider/src/schema/provider-code.ts";
import { upNow } from "./project.ts";
import { startWatch } from "./watcher.ts";
import { calls, random, withWorld } from "./world.ts";

const world = withWorld();

const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
const secrets = {
  header: random(),
  named: random(),
  password: random(),
  byHand: random(),
  privateKey: key.toString().split("\n")[1] ?? "",
};
/** Put together here, as the files of this repository are looked through for secrets. */
const urlWith = (password: string) => [`https://user:${password}`, "sms.example.com/send"].join("@");

const connection = (name: string, strategy: string, options: object) => ({
  kind: "Connection" as const,
  args: { name, strategy, options },
  opts: { protect: false },
});
const program = {
  social: connection("social", "oauth2", {
    client_id: "portal",
    customHeaders: { Authorization: `Basic ${secrets.header}` },
    scripts: { note: key },
  }),
  users: connection("users", "auth0", {
    custom_headers: [{ name: "x-tenant", value: secrets.named }],
    passwordPolicy: "good",
  }),
  texts: connection("texts", "sms", { twilio_sid: "sid", gateway_url: urlWith(secrets.password), from: "+1" }),
};

function expectNoSecretIn(...texts: readonly string[]): void {
  const text = texts.join("\n");
  const readable = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
  expect(readable.map(([name]) => name)).toEqual([]);
}

test("headers, URLs with a password and private keys: in clear neither on the screen, nor in the state, nor in reports of drift and watch", async () => {
  // The way: declare them without a mark, export the state, edit them by hand, and read both reports.
  const { tenant, stack } = world();
  await stack.declare(program);
  const preview = await stack.run(["preview", "--diff"]);
  const up = await stack.run(upNow);
  const exported = await stack.run(["stack", "export"]);
  expectNoSecretIn(preview.stdout, up.stdout, exported.stdout);
  expect(preview.stdout).toContain('passwordPolicy: "good"');

  tenant.connections.editOptions("social", { customHeaders: { Authorization: `Basic ${secrets.byHand}` } });
  tenant.connections.editOptions("texts", { gateway_url: urlWith(secrets.byHand), from: urlWith(secrets.byHand) });
  const refresh = await stack.run(["refresh", "--preview-only", "--json"]);
  const report = driftReport(parsePreview(refresh.stdout));
  const watch = startWatch(stack, ["--once"]);
  expect(await watch.ended).toBe(7);
  expectNoSecretIn(
    refresh.stdout,
    toText(report),
    toMarkdown(report),
    JSON.stringify([report, watch.reports, watch.log]),
  );
  for (const found of [report.resources, watch.reports]) {
    const leaves = found.flatMap(({ name, changes }) => changes.map(({ path }) => `${name}: ${path}`));
    expect(leaves.toSorted()).toEqual([
      "social: options.customHeaders",
      "texts: options.from",
      "texts: options.gateway_url",
    ]);
  }
  expectNoSecretIn((await stack.run([...upNow, "--refresh"])).stdout);
  await stack.settled();
}, 120_000);

/** What an earlier version has saved: nothing was marked, and what it did not know to be secret is in plain text. */
function earlier(value: Json): Json {
  if (Array.isArray(value)) return value.map(earlier);
  if (!isObject(value)) return value;
  if (own(value, signatureKey) !== undefined) return JSON.parse(String(own(value, "plaintext")));
  const members = Object.entries(value).filter(([name]) => name !== secretsKey);
  return Object.fromEntries(members.map(([name, item]) => [name, earlier(item)]));
}

test("a state that has them in clear is settled by one update that sends nothing, and no report shows them before", async () => {
  // The way: read drift reports and runs after an upgrade, while the state has them in clear.
  const { tenant, stack } = world();
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
