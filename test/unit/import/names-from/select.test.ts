import { expect, test } from "vitest";
import type { EmulatorOptions } from "../../../../provider/src/emulator/index.ts";
import { type NamedObject, selectionFor, takeNamed } from "../../../../provider/src/import/names-from/select.ts";
import { Importer } from "../../../../provider/src/import/resource.ts";
import { takeInventory } from "../../../../provider/src/import/take-inventory.ts";
import type { JsonObject } from "../../../../provider/src/schema/json.ts";
import { startTenant } from "../tenant.ts";

async function someTenant(traits: EmulatorOptions["traits"] = {}) {
  const tenant = await startTenant({
    traits,
    seed: {
      resourceServers: ["orders", "stock"].map((name) => ({
        identifier: `https://${name}.example.com`,
        name,
        scopes: [{ value: "read" }, { value: "write" }],
      })),
      connections: [
        { name: "corp", strategy: "oidc", options: { client_id: "a" }, enabled_clients: ["client_web", "client_app"] },
        { name: "other", strategy: "oidc", options: { client_id: "a" } },
      ],
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
  const { domain, clientId, clientSecret } = tenant.emulator;
  const config = (key: string) => new Map(Object.entries({ domain, clientId, clientSecret })).get(key);
  const importer = new Importer({
    client: tenant.client,
    target: tenant.settings,
    all: false,
    config,
  });
  const declared = async ({ items }: ReturnType<typeof takeNamed>) =>
    Object.fromEntries(
      await Promise.all(
        items.map(async ({ item, object: { name } }) => {
          const { type, args } = await importer.import(item);
          return [`${type.split(":").at(-1)} ${name}`, args];
        }),
      ),
    ) as Readonly<Record<string, JsonObject>>;
  const api = (name: string) => String(resourceServers.get(`https://${name}.example.com`)?.id);
  const take = async (objects: readonly NamedObject[]) => {
    const named = { tool: "terraform" as const, objects, left: [], partsLeft: [] };
    const inventory = await takeInventory(tenant.client, { access: tenant.access, ...selectionFor(named) });
    return takeNamed(named, inventory);
  };
  return { tenant, take, declared, api, connection: String(connections.get("corp")?.id) };
}

const object = (type: NamedObject["type"], id: string, name: string, members?: readonly string[]): NamedObject => ({
  ...{ type, id, name, sources: [`address of ${name}`] },
  ...(members && { members }),
});

test("exactly the objects in the file are imported, under their names, and only these are read", async () => {
  const { tenant, take, api, connection } = await someTenant();
  const { items, left } = await take([
    object("organizationMemberRoles", "org_shop::auth0|ops", "ops"),
    object("resourceServer", api("stock"), "the-stock"),
  ]);
  expect(items.map(({ object: { name }, item }) => [name, item.id])).toEqual([
    ["the-stock", api("stock")],
    ["ops", "org_shop::auth0|ops"],
  ]);
  expect(left).toEqual([]);
  const read = tenant.calls().join("\n");
  expect(read).not.toContain("connections");
  expect(read).not.toContain("org_other");
  expect(connection).toMatch(/^con_/);
});

test("the report names the addresses of objects of another tenant, and of objects that the import leaves out", async () => {
  const { tenant, take, api } = await someTenant();
  const management = tenant.emulator.resourceServers.list().find(({ is_system }) => is_system);
  const { items, left } = await take([
    object("resourceServer", api("orders"), "orders"),
    object("resourceServer", "rs_elsewhere", "elsewhere"),
    object("resourceServer", String(management?.id), "management"),
  ]);
  expect(items.map(({ object }) => object.name)).toEqual(["orders"]);
  const reason = `${new URL(tenant.emulator.url).host} has no object with this id, or the import leaves it out`;
  expect(left).toEqual(
    ["elsewhere", "management"].map((name) => ({ address: `address of ${name}`, type: "ResourceServer", reason })),
  );
});

test("of a set that has other members too, only the members in the file are imported", async () => {
  const { take, declared, api, connection } = await someTenant();
  const orders = "https://orders.example.com";
  const taken = await take([
    object("resourceServer", api("stock"), "stock", ["read"]),
    object("resourceServerScopes", orders, "orders", ["write"]),
    object("organizationMemberRoles", "org_shop::auth0|ops", "ops", ["rol_reader"]),
    object("connectionClients", connection, "clients", ["client_web", "client_gone"]),
  ]);
  expect(taken.left).toEqual([]);
  const declaration = await declared(taken);
  expect(declaration["ResourceServer stock"]).toMatchObject({ scopes: { read: "" }, exclusiveScopes: false });
  expect(declaration["ResourceServerScopes orders"]).toEqual({ identifier: orders, scopes: { write: "" } });
  expect(declaration["OrganizationMemberRoles ops"]).toMatchObject({ roles: ["rol_reader"], exclusive: false });
  expect(declaration["ConnectionClients clients"]).toEqual({ connectionId: connection, clients: ["client_web"] });
});

test("a set that the file declares as a whole is exclusive in the program", async () => {
  const { take, declared, api, connection } = await someTenant();
  const orders = "https://orders.example.com";
  const declaration = await declared(
    await take([
      object("resourceServer", api("stock"), "stock"),
      object("resourceServerScopes", orders, "orders"),
      object("organizationMemberRoles", "org_shop::auth0|ops", "ops"),
      object("connectionClients", connection, "clients"),
    ]),
  );
  expect(declaration["ResourceServer stock"]).toMatchObject({ scopes: { read: "", write: "" } });
  expect(declaration["ResourceServerScopes orders"]).toEqual({ identifier: orders, scopes: { read: "", write: "" } });
  expect(declaration["OrganizationMemberRoles ops"]).toMatchObject({ roles: ["rol_reader", "rol_admin"] });
  expect(declaration["ConnectionClients clients"]).toMatchObject({
    clients: expect.arrayContaining(["client_web", "client_app"]),
    exclusive: true,
  });
  for (const kind of ["ResourceServer stock", "OrganizationMemberRoles ops"]) {
    expect(Object.keys(declaration[kind] ?? {}).filter((name) => name.startsWith("exclusive"))).toEqual([]);
  }
});

test("an object without scopes or clients in the file declares none", async () => {
  const { take, declared, api, connection } = await someTenant();
  const declaration = await declared(
    await take([
      object("resourceServer", api("stock"), "stock", []),
      object("connection", connection, "corp", []),
      object("connectionClients", connection, "clients", ["client_app"]),
    ]),
  );
  expect(declaration["ResourceServer stock"]).toEqual({
    ...{ identifier: "https://stock.example.com", name: "stock", signingAlg: "RS256", allowOfflineAccess: false },
    ...{ tokenLifetime: 86_400, tokenLifetimeForWeb: 7_200, skipConsentForVerifiableFirstPartyClients: false },
    subjectTypeAuthorization: { user: { policy: "allow_all" }, client: { policy: "require_client_grant" } },
  });
  expect(declaration["Connection corp"]).not.toHaveProperty("enabledClients");
  expect(declaration["ConnectionClients clients"]).toMatchObject({ clients: ["client_app"] });
});

test("applications that the listing lacks are read for connections whose applications are in the file", async () => {
  const { tenant, take, connection } = await someTenant({ enabledClients: false });
  const { items } = await take([object("connectionClients", connection, "clients", ["client_app"])]);
  expect(items.map(({ item }) => item.id)).toEqual([connection]);
  const read = tenant.calls().filter((call) => call.includes("/clients"));
  expect(read).toEqual([expect.stringContaining(`/connections/${connection}/clients`)]);
});

test("the report names the addresses of objects that are missing at the tenant", async () => {
  const { tenant, take, connection } = await someTenant();
  const { items, left } = await take([
    object("organizationMemberRoles", "org_shop::auth0|ops", "roles", ["rol_gone"]),
    object("connectionClients", connection, "clients", ["client_gone"]),
  ]);
  expect(items).toEqual([]);
  const reason = `${new URL(tenant.emulator.url).host} no longer has any scope, role or client that the file lists for this object`;
  expect(left.map(({ address, reason }) => [address, reason])).toEqual(
    ["roles", "clients"].map((name) => [`address of ${name}`, reason]),
  );
});
