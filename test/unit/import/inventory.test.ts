import { describe, expect, test } from "vitest";
import { readTenant } from "../../../provider/src/commands/import.ts";
import {
  declaredMembersOf,
  type InventoryItem,
  type InventoryOptions,
  outsideOwnedTypes,
} from "../../../provider/src/import/inventory.ts";
import { Importer } from "../../../provider/src/import/resource.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import { isOfUnlisted } from "../../../provider/src/schema/definition.ts";
import { identityOf } from "../../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { resourceTypes } from "../../../provider/src/types/resource-types.made.ts";
import { seedOf, startTenant, type TestTenant } from "./tenant.ts";

function inventoryOf({ client, access }: TestTenant, options: Partial<InventoryOptions> = {}) {
  return takeInventory(client, { access, ...options });
}

describe("the inventory of an import", () => {
  test("reads 500 APIs, 100 connections and 200 role sets in at most 61 calls, and writes nothing", async () => {
    const tenant = await startTenant({ seed: seedOf(500, 100, 200) });
    const { items } = await inventoryOf(tenant);
    expect(items).toHaveLength(812);
    expect(tenant.calls().length).toBeLessThanOrEqual(61);
    expect(tenant.calls().filter((call) => !call.startsWith("GET "))).toEqual([]);
  });

  test("leaves out the management API, which the client's own grant is for, and other system APIs", async () => {
    const tenant = await startTenant();
    tenant.emulator.resourceServers.create({ identifier: `${tenant.emulator.url}/me/` });
    const { items, leftOut } = await inventoryOf(tenant);
    expect(items).toEqual([]);
    expect(leftOut.map(({ reason, why }) => [reason, why])).toEqual(
      expect.arrayContaining([
        ["own", "it is the management API, for which the client that this program runs as gets its tokens"],
        ["system", "it is a system API, which belongs to the service"],
      ]),
    );
  });

  test("lists the global application as left out, under the name that the dashboard shows", async () => {
    const client_secret = "s";
    const seed = {
      clients: [{ client_id: "global", name: "All Applications", global: true, owners: [], client_secret }],
    };
    const { leftOut } = await inventoryOf(await startTenant({ seed }), { types: ["client"] });
    expect(leftOut).toContainEqual({
      ...{ type: "client", reason: "system", label: 'application "All Applications"' },
      why: "it is the tenant's global application",
    });
  });

  test("names the tenant's classic login page, a part of the global application, if it is in use", async () => {
    const page = { custom_login_page: "<html>{{ title }}</html>" };
    for (const [more, isNamed] of [
      [{ ...page, custom_login_page_on: true }, true],
      [{ ...page, custom_login_page_on: false }, false],
      [{ custom_login_page: "", custom_login_page_on: true }, false],
      [{ custom_login_page_on: true }, false],
    ] as const) {
      const global = { client_id: "global", name: "All Applications", global: true, owners: [], client_secret: "s" };
      const tenant = await startTenant({ seed: { clients: [{ ...global, ...more }] } });
      const { leftOut } = await inventoryOf(tenant, { types: ["client"] });
      const [{ why = "" } = {}] = leftOut.filter(({ label }) => label === 'application "All Applications"');
      expect(why).toBe(
        `it is the tenant's global application${isNamed ? ". Its classic login page (custom_login_page) stays as it is: no resource type manages the page" : ""}`,
      );
    }
  });

  test("leaves out the API for which this client gets its tokens", async () => {
    const tenant = await startTenant();
    const linked = tenant.emulator.resourceServers.create({ identifier: "https://mine.example.com", name: "Mine" });
    tenant.emulator.inject({
      kind: "status",
      status: 200,
      path: "/api/v2/resource-servers",
      body: { start: 0, limit: 100, total: 1, resource_servers: [{ ...linked, client_id: tenant.access.clientId }] },
    });
    const { items, leftOut } = await inventoryOf(tenant, { types: ["resourceServer"] });
    expect(items).toEqual([]);
    expect(leftOut).toMatchObject([{ label: 'resource server "https://mine.example.com"', reason: "own" }]);
  });

  test("contains memberships only if the user asks for them, and declares only members that were read", async () => {
    const tenant = await startTenant({ seed: seedOf(0, 0, 25) });
    const usual = await inventoryOf(tenant);
    expect(usual.items.some(({ type }) => type === "organizationMembers")).toBe(false);
    const { items } = await inventoryOf(tenant, { types: ["organizationMembers"] });
    expect(items.map(({ id, names }) => [id, names[0]])).toEqual([
      ["org_0", "org-0"],
      ["org_1", "org-1"],
    ]);
    const { domain, clientId, clientSecret } = tenant.emulator;
    const config: Readonly<Record<string, string>> = { domain, clientId, clientSecret };
    const importer = new Importer({
      client: tenant.client,
      target: tenant.settings,
      all: false,
      config: (key) => config[key],
    });
    const { args } = await importer.import(items[1] as InventoryItem);
    expect(args).toEqual({
      organizationId: "org_1",
      members: ["auth0|20", "auth0|21", "auth0|22", "auth0|23", "auth0|24"],
    });
  });

  test("has one object for each API of a role's permissions, read by one listing for each role", async () => {
    const tenant = await startTenant({
      seed: {
        ...seedOf(2, 0, 0),
        roles: [
          { id: "rol_a", name: "a" },
          { id: "rol_b", name: "b" },
        ],
      },
    });
    const { resourceServers, rolePermissions } = tenant.emulator;
    for (const n of [0, 1]) {
      const identifier = `https://api-${n}.example.com`;
      resourceServers.update(identifier, { scopes: [{ value: "read" }, { value: "write" }] });
      const all = ["read", "write"].map((permission_name) => ({
        resource_server_identifier: identifier,
        permission_name,
      }));
      rolePermissions.add("rol_a", all);
    }
    const { items } = await inventoryOf(tenant, { types: ["role", "rolePermissions"] });
    expect(items.map(({ id, names }) => [id, names[0]])).toEqual([
      ["rol_a", "a"],
      ["rol_b", "b"],
      ["rol_a::https://api-0.example.com", "a API 0"],
      ["rol_a::https://api-1.example.com", "a API 1"],
    ]);
    expect(tenant.calls()).toHaveLength(3);
  });

  test("counts members without roles as left out", async () => {
    const seed = seedOf(0, 0, 1);
    const tenant = await startTenant({ seed });
    tenant.emulator.organizationMembers.add("org_0", "auth0|idle");
    const { items, leftOut } = await inventoryOf(tenant, { types: ["organizationMemberRoles"] });
    expect(items.map(({ id }) => id)).toEqual(["org_0::auth0|0"]);
    expect(leftOut).toEqual([
      {
        type: "organizationMemberRoles",
        label: '1 member of organization "org-0"',
        reason: "empty",
        why: "without roles",
      },
    ]);
  });

  test("names a part that is left out of many organizations once, not once for each", async () => {
    const tenant = await startTenant({ seed: seedOf(0, 0, 80) });
    for (const id of ["org_0", "org_1", "org_2"]) tenant.emulator.organizationMembers.add(id, "auth0|idle");
    const { leftOut } = await inventoryOf(tenant, {
      types: ["organizationMemberRoles", "organizationConnection"],
      owners: { organizations: ["org_3"] },
    });
    expect(leftOut.map(({ label, why }) => [label, why])).toEqual([
      ["enabled connections of 3 organizations", "not selected"],
      ["members of 3 organizations", "not selected"],
    ]);
    const all = await inventoryOf(tenant, { types: ["organizationMemberRoles"] });
    expect(all.leftOut.map(({ label, why }) => [label, why])).toEqual([
      ["3 members of 3 organizations", "without roles"],
    ]);
  });

  test("contains the roles of single users only for members that a program declares, with one remark", async () => {
    const tenant = await startTenant({ seed: seedOf(0, 0, 60) });
    const declared = (members: readonly string[]) =>
      declaredMembersOf([
        { type: "organizationMembers", id: "org_1", inputs: { organizationId: "org_1", members: [...members] } },
      ]);
    const types = ["organization", "organizationMemberRoles"] as const;
    for (const [members, roles, calls] of [
      [[], [], []],
      [
        ["auth0|20", "auth0|31", "auth0|0"],
        ["org_1::auth0|20", "org_1::auth0|31"],
        ["GET /api/v2/organizations/org_1/members"],
      ],
    ] as const) {
      const before = tenant.calls().length;
      const { items, leftOut } = await inventoryOf(tenant, { types, declaredMembers: declared(members) });
      expect(items.filter(({ type }) => type === "organizationMemberRoles").map(({ id }) => id)).toEqual(roles);
      expect(leftOut).toEqual([
        {
          ...{ type: "organizationMembers", label: "memberships of organizations", reason: "unselected" },
          why: "users create them at run time; --kinds OrganizationMembers imports them",
        },
        {
          ...{ type: "organizationMemberRoles", label: "roles of members of organizations", reason: "unselected" },
          why: "they belong to single users: imported only for declared members; --kinds OrganizationMemberRoles imports all",
        },
      ]);
      const paths = tenant.calls().map((call) => call.split("?")[0]);
      expect(paths.slice(before)).toEqual(["GET /api/v2/organizations", ...calls]);
    }
  });

  test("has no remark about users of organizations at a tenant without organizations", async () => {
    const { leftOut } = await inventoryOf(await startTenant(), { declaredMembers: new Map() });
    expect(leftOut.filter(({ reason }) => reason === "unselected")).toEqual([]);
  });

  test.each(
    typeNames.filter(
      (name) => identityOf(definitions[name].schema).includes("userId") && !isOfUnlisted(definitions[name]),
    ),
  )("%s: objects are found through the user that a program declares as a member", (name) => {
    expect(outsideOwnedTypes).toContain(name);
    const [owner = "", user = ""] = identityOf(definitions[name].schema);
    const need = resourceTypes[name].needs?.({ [owner]: "org_1", [user]: "auth0|1" })[0];
    expect(need).toMatchObject({ property: user, members: ["auth0|1"] });
    const claims = typeNames.map((other) =>
      resourceTypes[other].claim?.({ [owner]: "org_1", members: ["auth0|1"] }, "org_1"),
    );
    expect(claims.map((claim) => claim?.key)).toContain(need?.key);
  });

  test("contains the objects that patterns select, by name or identifier", async () => {
    const tenant = await startTenant({ seed: seedOf(12, 3, 40) });
    const options = { only: ["https://api-1*", "connection-?", "*::auth0|3"], except: ["API 11", "connection-2"] };
    const { items } = await inventoryOf(tenant, { ...options, owners: { organizations: ["org-1"] } });
    expect(items.map(({ names }) => names[0])).toEqual(["API 1", "API 10", "connection-0", "connection-1"]);
    const members = await inventoryOf(tenant, {
      types: ["organizationMemberRoles"],
      owners: { organizations: ["org_1"] },
    });
    expect(members.items).toHaveLength(20);
    expect(members.leftOut).toMatchObject([{ label: 'members of organization "org-0"', reason: "unselected" }]);
  });

  test("leaves out only the malformed object of 200, and the report names it", async () => {
    const tenant = await startTenant({ seed: seedOf(199, 0, 0) });
    tenant.emulator.resourceServers.create({ identifier: "https://odd.example.com", name: "Odd" });
    tenant.emulator.inject({
      kind: "status",
      status: 200,
      path: /resource-servers/,
      body: {
        start: 0,
        limit: 100,
        total: 2,
        resource_servers: [
          { id: "1", identifier: "https://odd.example.com", name: "Odd", scopes: "all" },
          { id: "2", identifier: "https://even.example.com" },
        ],
      },
    });
    const { items, leftOut } = await inventoryOf(tenant, { types: ["resourceServer"] });
    expect(items.map(({ id }) => id)).toEqual(["2"]);
    expect(leftOut).toMatchObject([{ label: 'resource server "Odd"', reason: "unreadable" }]);
  });

  test("leaves out an object whose id cannot be part of a path, and the report names it", async () => {
    const tenant = await startTenant();
    const rows = ["rs_1", "a/b", "..", "", undefined, 7].map((id, n) => ({
      ...{ id, name: `API ${n}`, identifier: `https://api-${n}.example.com` },
    }));
    tenant.emulator.inject({ kind: "status", status: 200, path: "/api/v2/resource-servers", body: rows });
    const { items, leftOut } = await inventoryOf(tenant, { types: ["resourceServer"] });
    expect(items.map(({ id }) => id)).toEqual(["rs_1"]);
    expect(leftOut.map(({ label, reason }) => [label, reason])).toEqual(
      [1, 2, 3, 4, 5].map((n) => [`resource server "API ${n}"`, "unreadable"]),
    );
  });

  test("leaves out only the type whose listing the service refuses", async () => {
    const tenant = await startTenant({ seed: seedOf(2, 1, 0) });
    tenant.emulator.inject({ kind: "status", path: "/api/v2/token-exchange-profiles", status: 403 });
    const { items, leftOut } = await inventoryOf(tenant);
    expect(items).toHaveLength(5);
    expect(leftOut).toContainEqual(
      expect.objectContaining({ type: "tokenExchangeProfile", label: "all token exchange profiles" }),
    );
  });

  test("has the applications of a connection if the listing contains them, and with `all` in any case", async () => {
    const tenant = await startTenant({ seed: seedOf(0, 1, 0), traits: { enabledClients: false } });
    tenant.emulator.connections.setClients("connection-0", ["a"]);
    const read = async (all: boolean) =>
      (await inventoryOf(tenant, { types: ["connection"], all })).items[0]?.properties;
    expect(await read(false)).not.toHaveProperty("enabledClients");
    expect(await read(true)).toMatchObject({ enabledClients: ["a"] });
  });

  test.each([true, false])(
    "has the applications of a connection in an import, listed or not (%s)",
    async (enabledClients) => {
      const tenant = await startTenant({ seed: seedOf(0, 2, 0), traits: { enabledClients } });
      tenant.emulator.connections.setClients("connection-0", ["a"]);
      const { items } = await readTenant(tenant.client, tenant.settings, { types: ["connection"] });
      expect(items.map(({ properties }) => properties.enabledClients)).toEqual([["a"], []]);
      expect(tenant.calls()).toHaveLength(enabledClients ? 1 : 3);
    },
  );
});
