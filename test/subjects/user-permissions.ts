import { at, permissionsElsewhere } from "../harness/whole-tenant-ids.ts";
import { membersOf } from "./members.ts";
import type { Subject } from "./subject.ts";

const apis = ["https://users.example.com/a b", "https://users.example.com/c"] as const;
/** More than one call can change, and more than a page has. */
const scopes = Array.from({ length: 65 }, (_, n) => `act:${String(n).padStart(3, "0")}`);
const all = scopes.flatMap((scope) => apis.map((api) => `${api} ${scope}`));
const pairOf = (text: string) => {
  const at = text.lastIndexOf(" ");
  return { resource_server_identifier: text.slice(0, at), permission_name: text.slice(at + 1) };
};

const set = membersOf({
  of: "userId",
  property: "permissions",
  route: "users/*/permissions",
  all,
  ownerOf: (n) => `auth0|p${String(n).padStart(23, "0")}`,
  make(tenant, user_id) {
    if (!tenant.users.get(user_id)) tenant.users.create({ id: user_id, connection: "users" });
  },
  held: (tenant, user) =>
    tenant.users.get(user)
      ? tenant.userPermissions.list(user).map((one) => `${one.resource_server_identifier} ${one.permission_name}`)
      : undefined,
  add: (tenant, user, permissions) => tenant.userPermissions.add(user, permissions.map(pairOf)),
  take: (tenant, user, permissions) => tenant.userPermissions.remove(user, permissions.map(pairOf)),
  documented: "the declared permissions are the only ones that are assigned directly to the user",
  misshapen: [
    '{"permissions":[{"permission_name":7,"resource_server_identifier":"https://users.example.com/c"}]}',
    '{"permissions":[null]}',
    '{"permissions":[{"permission_name":"act:000"}]}',
  ],
});
const [one, other] = set.bench;
const [read, write] = ["read:users", "update:users"];

/** The permissions of a user on all APIs: they are always there, if only as an empty set, and others may give some, too. */

export const userPermissions: Subject<"userPermissions"> = {
  ...set,
  name: "userPermissions",
  resource: "UserPermissions",
  path: "/api/v2/users",
  prepare(tenant) {
    for (const identifier of apis) {
      tenant.resourceServers.create({ identifier, scopes: scopes.map((value) => ({ value })) });
    }
    for (const id of set.owners) tenant.users.create({ id, connection: "users" });
    tenant.userPermissions.add(set.owners.at(-1) ?? "", all.slice(0, 3).map(pairOf));
  },
  remove: (tenant, id) => tenant.users.delete(id),
  // Additions and removals, a hundred with each call.
  writes: 4,
  scopes: [
    { operation: "create", scopes: [read, write], run: one },
    { operation: "refresh, drift", scopes: [read], before: one, run: "refresh" },
    { operation: "update", scopes: [write], before: one, run: other },
    { operation: "delete", scopes: [write], before: one, run: undefined },
  ],
  noReferences: { "/permissions": "the references are the keys of its groups" },
  unlikeTable: [["*", "A set of members, with requests of its own."]],
  sample: "it needs a user, and a run makes users only as members of organizations",
  elsewhere: [
    ["auth0_user_permissions", "of_bea", { id: at.bea, user_id: at.bea, permissions: permissionsElsewhere }],
    [
      "auth0_user_permission",
      "bea_reads",
      {
        ...{ id: `${at.bea}::${at.orders}::read:orders`, user_id: at.bea },
        ...{ resource_server_identifier: at.orders, permission: "read:orders" },
      },
    ],
  ],
  namesElsewhere: ["of_bea"],
};
