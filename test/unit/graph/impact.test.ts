import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AffectedGroup,
  type GraphObject,
  groupNames,
  Impact,
  ObjectGraph,
} from "../../../provider/src/graph/graph.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { objectOf, product, urnOf } from "./objects.ts";

function concernsOf(objects: readonly GraphObject[], kind: TypeName, id: string): readonly AffectedGroup[] {
  const node = new ObjectGraph(objects).ofResource(urnOf(kind, id));
  const impact = new Impact();
  if (node) impact.addChangeOf(node);
  return impact.groups();
}

/** In short: `applications >=1 Portal`. */
const inShort = (concerns: readonly AffectedGroup[]) =>
  concerns.map(({ who, count, atLeast, names }) => `${who} ${atLeast ? ">=" : ""}${[count, ...names].join(" ")}`);

describe("the objects that a change affects", () => {
  it.each<[TypeName, string, readonly string[]]>([
    // Through its grant, and through the permissions that a role has on it.
    ["resourceServer", "api_1", ["organizations >=1 north", "applications >=1 Portal", "members >=1 alice"]],
    ["clientGrant", "cgr_1", ["applications 1 Portal"]],
    ["client", "app_1", ["applications 1 Portal"]],
    // Its applications, and the people of the customers that it is enabled for.
    ["connection", "con_1", ["organizations >=2 north south", "applications >=1 Portal", "members >=2 alice bob"]],
    // The people who have it, not all of their organization.
    ["role", "rol_1", ["organizations >=1 north", "members >=1 alice"]],
    ["rolePermissions", "rol_1::https://orders.example.com", ["organizations >=1 north", "members >=1 alice"]],
    ["organization", "org_2", ["organizations 1 south", "applications unknown", "members >=1 bob"]],
    ["organizationMemberRoles", "org_1::alice", ["organizations 1 north", "members 1 alice"]],
    ["organizationMembers", "org_2", ["organizations 1 south", "members 1 bob"]],
  ])("%s %s", (kind, id, expected) => {
    expect(inShort(concernsOf(product, kind, id))).toEqual(expected);
  });

  it("are unknown if the state has no objects that refer to the changed one", () => {
    const alone = [objectOf("connection", "con_9", { name: "other" })];
    expect(inShort(concernsOf(alone, "connection", "con_9"))).toEqual([
      "organizations unknown",
      "applications unknown",
      "members unknown",
    ]);
  });

  it("are unknown for a type that affects all logins and tokens, even for a new object", () => {
    const { id: _, ...profile } = objectOf("tokenExchangeProfile", "tep_1", { actionId: "act_1" });
    expect(inShort(concernsOf([profile], "tokenExchangeProfile", "tep_1"))).toEqual(
      groupNames.map((who) => `${who} unknown`),
    );
  });

  it("are none for a new object without references, and the referring objects for another new one", () => {
    const created = ({ id: _, ...object }: GraphObject): GraphObject => object;
    const api = created(objectOf("resourceServer", "new", { identifier: "https://new.example.com" }));
    expect(concernsOf([api], "resourceServer", "new")).toEqual([]);
    const grant = objectOf("clientGrant", "cgr_2", { clientId: "app_1", audience: "https://new.example.com" });
    expect(inShort(concernsOf([...product, api, created(grant)], "resourceServer", "new"))).toEqual([
      "applications 1 Portal",
    ]);
  });

  it("are distinguished by tenant if two tenants have the same id", () => {
    const elsewhere = product.map((object) => ({ ...object, tenant: "other.example.com", urn: `${object.urn}-2` }));
    const twice = [...product, ...elsewhere];
    expect(inShort(concernsOf(twice, "connection", "con_1"))).toEqual(
      inShort(concernsOf(product, "connection", "con_1")),
    );
  });
});

const ids = ["a", "b", "c"];
const text = fc.constantFrom(...ids);
/** Objects of all types that refer to each other in every way, in circles too. */
const objects = fc.uniqueArray(
  fc.record({ kind: fc.constantFrom(...typeNames), id: text, own: text, others: fc.array(text, { maxLength: 3 }) }),
  { selector: ({ kind, id }) => `${kind} ${id}`, maxLength: 15 },
);
const made = (all: readonly { kind: TypeName; id: string; own: string; others: readonly string[] }[]) =>
  all.map(({ kind, id, own, others }) => objectOf(kind, id, propertiesOf(own, others)));
function propertiesOf(own: string, others: readonly string[]): JsonObject {
  const single = ["clientId", "connectionId", "organizationId", "roleId", "userId", "audience", "identifier"];
  const several = ["allowedClients", "clients", "enabledClients", "members", "roles"];
  return {
    ...Object.fromEntries([...single, "resourceServerIdentifier", "actionId"].map((name) => [name, own])),
    ...Object.fromEntries(several.map((name) => [name, others])),
    defaultOrganization: { organizationId: own, flows: [] },
  };
}

describe("the affected objects of any graph", () => {
  it("do not depend on the order of the objects", () => {
    fc.assert(
      fc.property(objects, (all) => {
        const [there, back] = [made(all), made(all).toReversed()];
        for (const { kind, id } of all) expect(concernsOf(there, kind, id)).toEqual(concernsOf(back, kind, id));
      }),
    );
  });

  it("do not become fewer if more objects are known", () => {
    fc.assert(
      fc.property(objects, objects, (some, others) => {
        const more = made([...some, ...others]);
        for (const { kind, id } of some) {
          const known = new Map(concernsOf(more, kind, id).map((concern) => [concern.who, concern]));
          for (const { who, names } of concernsOf(made(some), kind, id)) {
            expect(known.get(who)?.names).toEqual(expect.arrayContaining([...names]));
          }
        }
      }),
    );
  });

  it("are counted once each, in a fixed order", () => {
    fc.assert(
      fc.property(objects, (all) => {
        for (const { kind, id } of all) {
          const concerns = concernsOf(made(all), kind, id);
          expect(concerns.map(({ who }) => who)).toEqual(
            groupNames.filter((who) => concerns.some((one) => one.who === who)),
          );
          for (const { count, names } of concerns) {
            expect(names).toEqual([...new Set(names)].sort());
            expect(count === "unknown" ? 0 : count).toBe(names.length);
          }
        }
      }),
    );
  });
});
