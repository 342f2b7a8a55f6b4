import { expect, test } from "vitest";
import { programOf } from "../../../provider/src/import/program.ts";
import { Importer } from "../../../provider/src/import/resource.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import { withNeeded } from "../../subjects/needed-options.ts";
import { startTenant, type TestTenant } from "./tenant.ts";

function importerOf({ client, settings, emulator }: TestTenant): Importer {
  const { domain, clientId, clientSecret } = emulator;
  const config = (key: string) => ({ domain, clientId, clientSecret })[key];
  return new Importer({ client, target: settings, config, all: false });
}

async function importAll(tenant: TestTenant) {
  const { items } = await takeInventory(tenant.client, { access: tenant.access, types: ["connection"] });
  const importer = importerOf(tenant);
  return Promise.all(items.map((item) => importer.import(item)));
}

test("a strategy that this version does not know is imported, although its name resembles a known one", async () => {
  const properties = { id: "con_1", name: "corp", strategy: "oidc2", options: { issuer: "https://idp.example.com/" } };
  const item = { type: "connection", id: "con_1", properties, label: "corp", names: ["corp"] } as const;
  const { args } = await importerOf(await startTenant()).import(item);
  expect(args).toMatchObject({ name: "corp", strategy: "oidc2" });
});

test("only connections that store users are imported with Pulumi's protection", async () => {
  const tenant = await startTenant();
  for (const strategy of ["auth0", "email", "oidc", "samlp", "sms", "github"]) {
    tenant.emulator.connections.create({ name: strategy, strategy, options: withNeeded(strategy) });
  }
  const imported = await importAll(tenant);
  const isProtected = imported.map(({ args, isProtected }) => [args.strategy, isProtected]);
  expect(Object.fromEntries(isProtected)).toEqual({
    ...{ auth0: true, email: true, sms: true },
    ...{ oidc: false, samlp: false, github: false },
  });
});

test("secrets are in the stack's configuration, not in the program", async () => {
  const tenant = await startTenant();
  const options = { client_id: "corp", client_secret: "not-for-the-program", issuer: "https://idp.example.com/" };
  tenant.emulator.connections.create({ name: "corp", strategy: "oidc", options });
  const [resource] = await importAll(tenant);
  expect(resource?.secrets).toEqual([{ pointer: "/options/client_secret", value: "not-for-the-program" }]);
});

test("a list with one secret is a secret as a whole, and keeps its type in the program", async () => {
  const tenant = await startTenant();
  const list = ["portal", ["https://user:hunter2", "idp.example.com"].join("@")];
  const options = { client_id: "corp", allowed_audiences: list };
  tenant.emulator.connections.create({ name: "corp", strategy: "google-oauth2", options });
  const layout = { main: "index", isEntry: true, ending: ".ts" } as const;
  const { files, secrets } = programOf(await importAll(tenant), layout, {
    names: [],
    keys: [],
    chosen: new Map(),
    known: new Map(),
  });
  expect(secrets).toEqual([{ key: "corpAllowedAudiences", value: list }]);
  expect(files[0]?.text).toContain('allowed_audiences: config.requireSecretObject("corpAllowedAudiences")');
});
