import { type Service, sanitize } from "../../client/index.ts";
import { role, rolePermissions } from "../../definitions/role.ts";
import { nameIn, orAbsent } from "../../lifecycle/calls.ts";
import { reading } from "../../lifecycle/errors.ts";
import { addAgain, addAndRemove, membersAt, readMembers } from "../../lifecycle/membership.ts";
import type { MemberAssignments } from "../../lifecycle/resource-type.ts";
import { type Json, type JsonObject, own } from "../../schema/json.ts";
import { collectionOf, pathOf } from "../../schema/route.ts";
import { setChange } from "../../state/plan.ts";
import type { Assignments } from "../../state/record.ts";
import { readScopes } from "./shared-scopes.ts";

/** The permissions of roles for scopes of an API. If a scope is removed, the service removes these permissions, too. */
export const scopeAssignments: MemberAssignments = {
  noun: "the permissions that roles had for these scopes",

  async read(service, args, members) {
    const identifier = identifierIn(args);
    const subject = `resource server "${sanitize(identifier)}"`;
    const { scopes = {} } = (await reading(() => readScopes(service, identifier, subject))) ?? {};
    const there = members.filter((scope) => own(scopes, scope) !== undefined);
    if (there.length === 0) return new Map<string, Assignments>();
    const roles = await rolesOf(service);
    const named = await Promise.all(roles.map((id) => orAbsent(permissionsOf(service, id, identifier))));
    const naming = (scope: string) => roles.filter((_, at) => named[at]?.includes(scope));
    const assignmentsOf = (scope: string): Assignments =>
      Object.fromEntries(naming(scope).map((id) => [keyOf(id, identifier), [scope]]));
    return new Map(there.map((scope) => [scope, assignmentsOf(scope)]));
  },

  async give(service, args, _scope, assignments) {
    const identifier = identifierIn(args);
    const body = (names: readonly string[]) => ({
      permissions: names.map((name) => ({ resource_server_identifier: identifier, permission_name: name })),
    });
    for (const [key, names] of Object.entries(assignments)) {
      const [, roleId = ""] = JSON.parse(key) as string[];
      const held = await orAbsent(permissionsOf(service, roleId, identifier));
      // If the role was deleted, nothing is added.
      const { add } = setChange(held ?? names, names);
      await addAgain(service, permissionsAt(roleId), add, (some) =>
        addAndRemove({ add: some, remove: [] }, body, rolePermissions.members.atOnce, false),
      );
    }
  },
};

function identifierIn(args: JsonObject): string {
  return String(own(args, "identifier"));
}

/** The API path of a role's permissions, and their name in messages. */
function permissionsAt(roleId: string) {
  const path = pathOf(rolePermissions.route, { roleId });
  return { path, subject: `the permissions of role "${sanitize(roleId)}"` };
}

/** The key of a role's permissions on an API. */
function keyOf(roleId: string, identifier: string): string {
  const { path, subject } = permissionsAt(roleId);
  return membersAt([...path, identifier], subject).key;
}

/** Reads the ids of all roles, including those of organizations. */
function rolesOf(service: Service): Promise<readonly string[]> {
  const { route, plural, listing } = role;
  const where = { path: [route], collection: route, subject: plural };
  return readMembers(service, { key: "id", paging: listing.paging }, where);
}

/** Reads the scopes of an API for which a role has permissions. */
function permissionsOf(service: Service, roleId: string, identifier: string): Promise<readonly string[]> {
  const where = permissionsAt(roleId);
  const listing = { ...where, collection: collectionOf(rolePermissions.route) };
  const isOfApi = (entry: Json) => nameIn(entry, "resource_server_identifier", where.subject) === identifier;
  return readMembers(service, rolePermissions.members, listing, isOfApi);
}
