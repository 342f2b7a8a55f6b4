import { membersOf } from "./members.ts";
import type { Subject } from "./subject.ts";

/** More than a group can have. */
const roleIds = Array.from({ length: 14 }, (_, n) => `rol_group${String(n).padStart(11, "0")}`);

/** The digits of ids lack the zero. */
const groupOf = (n: number) => `grp_${String(n).padStart(14, "1").replaceAll("0", "z")}`;
const organization = "org_groups0000000001";

const set = membersOf({
  of: "groupId",
  property: "roles",
  route: "groups/*/roles",
  all: roleIds,
  max: 10,
  ownerOf: groupOf,
  make(tenant, id) {
    if (!tenant.groups.get(id)) tenant.groups.create({ id, name: id });
  },
  held: (tenant, id) => (tenant.groups.get(id) ? tenant.groupRoles.list(id) : undefined),
  add: (tenant, id, roles) => tenant.groupRoles.add(id, roles),
  take: (tenant, id, roles) => tenant.groupRoles.remove(id, roles),
  documented: "the declared roles are the only roles of the group",
  misshapen: ['{"roles":[null]}', '{"roles":[{"name":"no id"}]}'],
  whole: { exclusive: true },
});
const { bench } = set;
const [one, other] = bench;
const scopesOf = (of: string) =>
  ["read", "create", "delete"].map((verb) => `${verb}:${of}`) as [string, string, string];
const [read, create, remove] = scopesOf("group_roles");
const [readThere, createThere, removeThere] = scopesOf("organization_group_roles");
const there = (args = one) => ({ ...args, organizationId: organization });

/** The roles of a group: they are always there, if only as an empty set, and others may give some, too. */

export const groupRoles: Subject<"groupRoles"> = {
  ...set,
  name: "groupRoles",
  resource: "GroupRoles",
  path: "/api/v2/groups",
  prepare(tenant) {
    for (const id of roleIds) tenant.roles.create({ id, name: `group role ${id}` });
    for (const id of set.owners) tenant.groups.create({ id, name: id });
    tenant.organizations.create({ id: organization, name: "with-groups" });
    tenant.groupRoles.add(set.owners.at(-1) ?? "", roleIds.slice(0, 3));
  },
  remove: (tenant, id) => tenant.groups.delete(id),
  // Additions, and removals.
  writes: 2,
  scopes: [
    { operation: "create", scopes: [read, create], run: one },
    {
      operation: "create with `exclusive: true`",
      scopes: [read, create, remove],
      before: other,
      run: { ...one, exclusive: true },
      adopted: true,
    },
    { operation: "create with `organizationId`", scopes: [readThere, createThere], run: there() },
    { operation: "refresh, drift", scopes: [read], before: one, run: "refresh" },
    { operation: "refresh, drift with `organizationId`", scopes: [readThere], before: there(), run: "refresh" },
    { operation: "update", scopes: [read, create, remove], before: one, run: other },
    {
      operation: "update with `organizationId`",
      scopes: [readThere, createThere, removeThere],
      before: there(),
      run: there(other),
    },
    { operation: "delete", scopes: [remove], before: one, run: undefined },
    { operation: "delete with `organizationId`", scopes: [removeThere], before: there(), run: undefined },
  ],
  unlikeTable: [["*", "A set of members, with requests of its own."]],
  sample: "it needs a group, which only the directory of an identity provider makes",
};
