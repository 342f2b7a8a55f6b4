import { expect, test } from "vitest";
import { takeInventory } from "../../../../provider/src/importer/inventory.ts";
import { type NamedObject, selectionFor, takeNamed } from "../../../../provider/src/importer/names-from/index.ts";
import { startTenant } from "../tenant.ts";

async function someTenant() {
  const tenant = await startTenant({
    seed: {
      resourceServers: ["orders", "stock"].map((name) => ({
        identifier: `https://${name}.example.com`,
        name,
        scopes: [{ value: "read" }, { value: "write" }],
      })),
      connections: [{ name: "corp", strategy: "oidc", options: { client_id: "a" } }],
      roles: ["rol_reader", "rol_admin"].map((id) => ({ id, name: id })),
      organizations: ["org_shop", "org_other"].map((id) => ({ id, name: id.replace("_", "-") })),
      organizationMembers: ["org_shop", "org_other"].map((organization_id) => ({
        organization_id,
        user_id: "auth0|ops",
        roles: ["rol_reader", "rol_admin"],
      })),
    },
  });
  const { resourceServers, connections } = tenant.emulator;
  const api = (name: string) => String(resourceServers.get(`https://${name}.example.com`)?.id);
  const take = async (objects: readonly NamedObject[]) => {
    const named = { tool: "terraform" as const, objects, left: [] };
    const inventory = await takeInventory(tenant.client, { access: tenant.access, ...selectionFor(named) });
    return takeNamed(named, inventory);
  };
  return { tenant, take, api, connection: String(connections.get("corp")?.id) };
}

const object = (kind: NamedObject["kind"], id: string, name: string, members?: readonly string[]): NamedObject => ({
  ...{ kind, id, name, sources: [`address of ${name}`] },
  ...(members && { members }),
});

test("the objects of the file are taken under their names, and nothing else is read of the tenant", async () => {
  const { tenant, take, api, connection } = await someTenant();
  const { items, left } = await take([
    object("OrganizationMemberRoles", "org_shop::auth0|ops", "ops"),
    object("ResourceServer", api("stock"), "the-stock"),
  ]);
  expect(items.map(({ name, item }) => [name, item.id])).toEqual([
    ["the-stock", api("stock")],
    ["ops", "org_shop::auth0|ops"],
  ]);
  expect(left).toEqual([]);
  const read = tenant.calls().join("\n");
  expect(read).not.toContain("connections");
  expect(read).not.toContain("org_other");
  expect(connection).toMatch(/^con_/);
});

test("an object of another tenant, and one that the import leaves out, is named with its address", async () => {
  const { tenant, take, api } = await someTenant();
  const management = tenant.emulator.resourceServers.list().find(({ is_system }) => is_system);
  const { items, left } = await take([
    object("ResourceServer", api("orders"), "orders"),
    object("ResourceServer", "rs_elsewhere", "elsewhere"),
    object("ResourceServer", String(management?.id), "management"),
  ]);
  expect(items.map(({ name }) => name)).toEqual(["orders"]);
  const reason = `${new URL(tenant.emulator.url).host} has no such object, or the import leaves it out`;
  expect(left).toEqual(
    ["elsewhere", "management"].map((name) => ({ address: `address of ${name}`, type: "ResourceServer", reason })),
  );
});

test("a set to which others have added is not taken from them", async () => {
  const { take, api, connection } = await someTenant();
  const { items, left } = await take([
    object("ResourceServer", api("orders"), "all", ["read", "write"]),
    object("ResourceServer", api("stock"), "some", ["read"]),
    object("OrganizationMemberRoles", "org_shop::auth0|ops", "some-roles", ["rol_reader"]),
    object("ConnectionClients", connection, "clients", ["client"]),
  ]);
  expect(items.map(({ name }) => name)).toEqual(["all"]);
  const strange = "others have added members to it, which the import would take over as well";
  expect(left.map(({ address, reason }) => [address, reason])).toEqual([
    ["address of some", strange],
    ["address of some-roles", strange],
    ["address of clients", "it is a part of an object that the file does not have, which the import cannot take over"],
  ]);
});
