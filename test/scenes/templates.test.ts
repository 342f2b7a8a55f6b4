import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type JsonObject, signatureKey, unknownValue } from "../../provider/src/schema/json.ts";
import { type Program, upNow } from "../e2e/project.ts";
import { random, withWorld } from "../e2e/world.ts";

const world = withWorld();

const script = `exports.onExecutePostLogin = async (event, api) => {
  if (event.client.client_id === "##CLIENT_ID##") api.redirect.sendUserTo("https://##HOST##/more?key=##KEY##");
};
`;
const key = random();

interface PreviewStep {
  readonly urn: string;
  readonly newState: { readonly inputs: JsonObject };
}

function program(file: string, secrets: Readonly<Record<string, string>>): Program {
  return {
    shop: { kind: "Client", args: { name: "Shop" } },
    more: {
      kind: "Action",
      args: { name: "More", supportedTriggers: [{ id: "post-login", version: "v3" }] },
      templates: { code: { file, outputs: { CLIENT_ID: "shop.clientId", HOST: "domain()" }, secrets } },
    },
  };
}

test("a script with a new application's id is unknown in the preview, complete after the run, and secret with a secret value", async () => {
  // The way: preview, run, preview again; then give the template a secret value and look for it in the state and on the screen.
  const { tenant, stack, up } = world();
  const [plain, secret] = ["plain.js", "secret.js"].map((name) => join(stack.folder, name));
  await writeFile(String(plain), script.replace("##KEY##", "none"));
  await writeFile(String(secret), script);
  await stack.declare(program(String(plain), {}));
  const { stdout } = await stack.run(["preview", "--json"]);
  const { steps = [] } = JSON.parse(stdout) as { readonly steps?: readonly PreviewStep[] };
  const step = steps.find(({ urn }) => urn.endsWith("::more"));
  expect(step?.newState.inputs.code).toBe(unknownValue);

  await up(program(String(plain), {}));
  const [{ client_id: id }] = tenant.clients.list().filter(({ name }) => name === "Shop") as [{ client_id: string }];
  const host = new URL(tenant.url).host;
  const text = script.replace("##CLIENT_ID##", id).replace("##HOST##", host);
  expect(tenant.actions.list()).toMatchObject([{ code: text.replace("##KEY##", "none") }]);
  await stack.settled();

  await stack.declare(program(String(secret), { KEY: key }));
  const preview = await stack.run(["preview", "--diff"]);
  const run = await stack.run([...upNow, "--diff"]);
  expect(tenant.actions.list()).toMatchObject([{ code: text.replace("##KEY##", key) }]);
  const exported = await stack.run(["stack", "export"]);
  for (const shown of [preview.stdout, run.stdout, exported.stdout]) expect(shown).not.toContain(key);
  const { inputs, outputs } = (await stack.entry("more")) ?? {};
  for (const part of [inputs, outputs]) expect(part?.code).toHaveProperty([signatureKey]);
  await stack.settled();
}, 120_000);
