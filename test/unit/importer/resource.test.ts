import { expect, test } from "vitest";
import { Importer, takeInventory } from "../../../provider/src/importer/index.ts";
import { startTenant, type TestTenant } from "./tenant.ts";

async function importAll({ client, settings, access, emulator }: TestTenant) {
  const { items } = await takeInventory(client, { access, kinds: ["connection"] });
  const { domain, clientId, clientSecret } = emulator;
  const config = (key: string) => ({ domain, clientId, clientSecret })[key];
  const importer = new Importer({ client, target: settings, config, all: false });
  return Promise.all(items.map((item) => importer.import(item)));
}

test("connections that hold users are imported with Pulumi's protection, and no others", async () => {
  const tenant = await startTenant();
  for (const strategy of ["auth0", "email", "oidc", "samlp", "sms", "github"]) {
    tenant.emulator.connections.create({ name: strategy, strategy });
  }
  const imported = await importAll(tenant);
  const isProtected = imported.map(({ args, isProtected }) => [args.strategy, isProtected]);
  expect(Object.fromEntries(isProtected)).toEqual({
    ...{ auth0: true, email: true, sms: true },
    ...{ oidc: false, samlp: false, github: false },
  });
});

test("secrets are no part of the program: each is a value beside it", async () => {
  const tenant = await startTenant();
  const options = { client_id: "corp", client_secret: "not-for-the-program", issuer: "https://idp.example.com/" };
  tenant.emulator.connections.create({ name: "corp", strategy: "oidc", options });
  const [resource] = await importAll(tenant);
  expect(resource?.secrets).toEqual([{ pointer: "/options/client_secret", value: "not-for-the-program" }]);
});
