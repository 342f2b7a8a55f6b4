import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providerCode } from "../../provider/src/schema/provider-code.ts";
import { connection, issuer, methods, random, withWorld } from "../e2e/world.ts";

const world = withWorld();

test("a hand-written import file with inputs and outputs works: the next preview is empty", async () => {
  const { tenant, stack, settled } = world();
  const identifier = "https://orders.example.com";
  const client_secret = random();
  const api = tenant.resourceServers.create({
    identifier,
    name: "Orders",
    token_lifetime: 1800,
    enforce_policies: true,
  });
  const corp = tenant.connections.create({
    name: "corp",
    strategy: "oidc",
    options: { issuer, client_id: "corp", client_secret },
  });
  const secret = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    plaintext: JSON.stringify(client_secret),
  };
  const entry = (kind: string, handler: string, name: string, id: unknown, args: object, paths: string[]) => {
    const inputs = { ...args, __provider: providerCode(handler, true), __tenant: new URL(tenant.url).host };
    const outputs = { ...inputs, __managed: { v: 2, paths } };
    return { type: `pulumi-nodejs:dynamic/tenant:${kind}`, name, id, inputs, outputs };
  };
  const orders = { identifier, name: "Orders", tokenLifetime: 1800 };
  const options = { issuer, client_secret: secret };
  const resources = [
    entry("ResourceServer", "resourceServer", "orders", api.id, orders, ["/name", "/tokenLifetime"]),
    entry("Connection", "connection", "corp", corp.id, { name: "corp", strategy: "oidc", options }, [
      "/options/issuer",
      "/options/client_secret",
    ]),
  ];
  const file = join(stack.folder, "import.json");
  await writeFile(file, JSON.stringify({ resources }));
  tenant.clearRequests();
  await stack.run(["import", "--file", file, "--generate-code=false", "--protect=false", "--yes", "--skip-preview"]);
  await stack.declare({ orders: { args: orders }, corp: connection({}, { options: { issuer, client_secret } }) });
  await stack.run(["preview", "--expect-no-changes"]);
  await settled();
  expect(methods(tenant)).not.toContain("PATCH");
});
