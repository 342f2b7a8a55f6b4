import { at } from "../harness/whole-tenant-ids.ts";
import { membersOf } from "./members.ts";
import type { Subject } from "./subject.ts";

/** More than a user can have. */
const roleIds = Array.from({ length: 60 }, (_, n) => `rol_user${String(n).padStart(12, "0")}`);

const set = membersOf({
  of: "userId",
  property: "roles",
  route: "users/*/roles",
  all: roleIds,
  max: 50,
  ownerOf: (n) => `auth0|${String(n).padStart(24, "0")}`,
  make(tenant, user_id) {
    if (!tenant.users.get(user_id)) tenant.users.create({ id: user_id, connection: "users" });
  },
  held: (tenant, user) => (tenant.users.get(user) ? tenant.userRoles.list(user) : undefined),
  add: (tenant, user, roles) => tenant.userRoles.add(user, roles),
  take: (tenant, user, roles) => tenant.userRoles.remove(user, roles),
  documented: "the declared roles are the only roles of the user",
  limit: "A user can have fifty roles",
  misshapen: ['{"roles":[null]}', '{"roles":[{"name":"no id"}]}'],
});
const { bench } = set;
const [one, other] = bench;
const [read, write] = [["read:users", "read:roles"], ["update:users"]];

/** The roles of a user: they are always there, if only as an empty set, and others may give some, too. */

export const userRoles: Subject<"userRoles"> = {
  ...set,
  name: "userRoles",
  resource: "UserRoles",
  path: "/api/v2/users",
  prepare(tenant) {
    for (const id of roleIds) tenant.roles.create({ id, name: `user role ${id}` });
    for (const id of set.owners) tenant.users.create({ id, connection: "users" });
    tenant.userRoles.add(set.owners.at(-1) ?? "", roleIds.slice(0, 3));
  },
  remove: (tenant, id) => tenant.users.delete(id),
  // Additions, and removals.
  writes: 2,
  scopes: [
    { operation: "create", scopes: [...read, ...write], run: one },
    { operation: "refresh, drift", scopes: read, before: one, run: "refresh" },
    { operation: "update", scopes: write, before: one, run: other },
    { operation: "delete", scopes: write, before: one, run: undefined },
  ],
  unlikeTable: [["*", "A set of members, with requests of its own."]],
  sample: "it needs a user, and a run makes users only as members of organizations",
  elsewhere: [
    ["auth0_user_roles", "of_bea", { id: at.bea, user_id: at.bea, roles: [at.reader] }],
    ["auth0_user_role", "cem_reads", { id: `${at.cem}::${at.reader}`, user_id: at.cem, role_id: at.reader }],
  ],
  namesElsewhere: ["cem_reads", "of_bea"],
};
