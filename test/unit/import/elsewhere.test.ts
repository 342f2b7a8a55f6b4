import { expect, test } from "vitest";
import { Elsewhere, type HeldElsewhere } from "../../../provider/src/import/elsewhere.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";
import { startTenant } from "./tenant.ts";

const [identifier, member] = ["https://orders.example.com", "org_shop::auth0|jane"];

async function inventory() {
  const tenant = await startTenant({
    seed: {
      roles: ["rol_reader", "rol_editor"].map((id) => ({ id, name: id })),
      organizations: [{ id: "org_shop", name: "shop" }],
      organizationMembers: [
        { organization_id: "org_shop", user_id: "auth0|jane", name: "Jane", roles: ["rol_reader", "rol_editor"] },
      ],
      resourceServers: [{ identifier, name: "Orders", scopes: ["read", "write"].map((value) => ({ value })) }],
      connections: [
        {
          id: "con_000000000000corp",
          name: "corp",
          strategy: "oidc",
          options: { client_id: "c" },
          enabled_clients: ["shop", "job"],
        },
      ],
    },
  });
  return takeInventory(tenant.client, { access: tenant.access });
}

async function divided(
  held: readonly (readonly [kind: TypeName, id: string, inputs?: JsonObject, more?: Partial<HeldElsewhere>])[],
  how: { takes?: boolean; isOurs?: () => boolean } = {},
) {
  const { items, tenant } = await inventory();
  const resources = held.map(
    ([type, id, inputs = {}, more]): HeldElsewhere => ({
      ...{ stack: "team", urn: `urn:${type}`, type, id, tenant, isGoing: false, inputs, ...more },
    }),
  );
  const { takes = false, isOurs = () => false } = how;
  const all = new Elsewhere(resources, tenant).divide(items, { takes, isOurs });
  return {
    ...all,
    items: all.items.map(({ id, type, members }) => [type === "resourceServer" ? type : id, members]),
    leftOut: all.leftOut.map(({ label, why, reason }) => `${reason} ${label}: ${why}`),
    whole: items.length,
  };
}

test("an object that another stack manages is left out, and the report names the stack", async () => {
  const { items, leftOut, whole } = await divided([
    ["role", "rol_editor"],
    ["role", "rol_reader", {}, { isGoing: true }],
  ]);
  expect(leftOut).toEqual([
    'elsewhere role "rol_editor": stack "team" manages it',
    'elsewhere role "rol_reader": the next run of stack "team" deletes it',
  ]);
  expect(items).toHaveLength(whole - 2);
});

test("an object with the same id at another tenant is not the same object", async () => {
  const { leftOut } = await divided([["role", "rol_editor", {}, { tenant: "other.example.com" }]]);
  expect(leftOut).toEqual([]);
});

test("an object of the import's own stack is imported even if another stack also manages it", async () => {
  const { leftOut } = await divided([["role", "rol_editor"]], { isOurs: () => true });
  expect(leftOut).toEqual([]);
});

test("members of a shared set that other stacks declare are left out of the import", async () => {
  const { items, leftOut } = await divided([
    ["organizationMemberRoles", member, { roles: ["rol_reader"], exclusive: false }],
    ["resourceServerScopes", identifier, { scopes: { write: "" } }],
  ]);
  expect(items).toContainEqual([member, ["rol_editor"]]);
  expect(items).toContainEqual(["resourceServer", ["read"]]);
  expect(leftOut).toEqual([
    `elsewhere 1 of 2 scopes of resource server "${identifier}": stack "team" manages them`,
    'elsewhere 1 of 2 of the roles of member "auth0|jane" of organization "org_shop": stack "team" manages them',
  ]);
});

test("a connection does not declare its applications if another stack adds some, so that later ones are not removed", async () => {
  const { items, tenant } = await inventory();
  const held: HeldElsewhere = {
    ...{
      stack: "team",
      urn: "urn:portal",
      type: "connectionClients",
      id: "con_000000000000corp",
      tenant,
      isGoing: false,
    },
    inputs: { connectionId: "con_000000000000corp", clients: ["shop"] },
  };
  const { properties } = items.find(({ id }) => id === "con_000000000000corp") ?? {};
  expect(properties).toMatchObject({ enabledClients: ["shop", "job"] });
  const divided = new Elsewhere([held], tenant).divide(items, { takes: false, isOurs: () => false });
  const left = divided.items.find(({ id }) => id === "con_000000000000corp");
  expect(left).toMatchObject({ properties: { name: "corp" } });
  expect(left?.properties).not.toHaveProperty("enabledClients");
  expect(divided.leftOut).toMatchObject([
    {
      label: '2 of 2 enabledClients of connection "corp"',
      why: 'stack "team" manages some of them, and the list can only be declared as a whole',
    },
  ]);
});

test("if other stacks declare all members of a set, only the object is imported, without a set of its own", async () => {
  const { items } = await divided([
    ["organizationMemberRoles", member, { roles: ["rol_reader", "rol_editor"], exclusive: false }],
    ["resourceServerScopes", identifier, { scopes: { read: "", write: "" } }],
  ]);
  expect(items.map(([id]) => id)).not.toContain(member);
  expect(items).toContainEqual(["resourceServer", undefined]);
});

test("with --take, objects of other stacks are imported, and the report names the state entries to remove there", async () => {
  const held = [
    ["role", "rol_editor"],
    ["resourceServerScopes", identifier, { scopes: { write: "" } }],
  ] as const;
  const { items, leftOut, taken, whole } = await divided(held, { takes: true });
  expect(items).toHaveLength(whole);
  expect(leftOut).toEqual([]);
  expect(taken.map(({ stack, urn }) => [stack, urn]).toSorted()).toEqual([
    ["team", "urn:resourceServerScopes"],
    ["team", "urn:role"],
  ]);
});
