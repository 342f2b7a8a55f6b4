import { beforeEach, expect, test } from "vitest";
import { stack, tenant, withStack } from "../e2e/world.ts";

/** Two providers of one program have the same tenant. The engine runs a process for each. */
withStack();

const identifier = "https://orders.example.com";
const orders = { args: { identifier, name: "Orders" } };
const explicit = () => {
  const { domain, clientId, clientSecret } = tenant;
  return { explicit: { kind: "Provider" as const, args: { domain, clientId, clientSecret } } };
};

beforeEach(async () => {
  await stack.up({ api: orders });
});

test("an API that was renamed without an alias and moved to another provider of its tenant is not deleted", async () => {
  const { stdout } = await stack.up({
    ...explicit(),
    orders: { args: { ...orders.args, adopt: true }, provider: "explicit" },
  });
  expect(stdout).toContain('is not deleted, because ResourceServer "orders" of this program manages the same object');
  expect(tenant.resourceServers.get(identifier)).toBeDefined();
  await stack.up({});
  expect(tenant.resourceServers.get(identifier)).toBeUndefined();
});

test("an API that the program now only reads, through another provider, is not deleted", async () => {
  const { id } = tenant.resourceServers.get(identifier) ?? {};
  const { stdout } = await stack.up({ ...explicit(), orders: { get: String(id), provider: "explicit" } });
  expect(stdout).toContain("is not deleted, because this program still reads it with `get`");
  expect(tenant.resourceServers.get(identifier)).toBeDefined();
});
