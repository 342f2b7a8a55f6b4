import { roleSets, type StoredRole } from "../roles/roles.ts";
import { linkRoutes, type Module, type RouteRequest, restRoutes, type Tenant } from "../shared/module.ts";
import { Objects, type Owners } from "../shared/objects.ts";
import type { Sets } from "../shared/sets.ts";
import { newPrefixedId, type Stored, type WireObject } from "../shared/store.ts";
import { type ObjectSchema, object, text } from "../shared/validation.ts";

/** A stored group. */
interface StoredGroup extends Stored {
  readonly name: string;
}

const given = {
  name: text({ min: 1, max: 128 }),
  external_id: text({ max: 256 }),
  connection_id: text(),
  organization_id: text(),
  type: text(),
  tenant_name: text(),
  created_at: text(),
  updated_at: text(),
};

/** The groups that the directories of identity providers have made. Requests can only read and delete them, so direct access has rules of its own. */
export class Groups extends Objects<StoredGroup> {
  override get created(): ObjectSchema {
    return object({ id: text({ pattern: /^grp_[1-9a-km-zA-HJ-NP-Z]{14,22}$/ }), ...given }, ["name"]);
  }

  override get changeable(): ObjectSchema {
    return object(given);
  }
}

/** The groups, by id: `/groups`. */
export function groupModule({ name, time }: Tenant): Module<Groups> {
  const groups = new Groups({
    path: "/groups",
    key: "id",
    // The ids of groups lack digits and letters that look alike.
    newId: () => newPrefixedId("grp_").replaceAll(/[0lIO]/g, "x"),
    missing: "The group does not exist.",
    taken: "The group already exists.",
    time,
    fresh: { tenant_name: name },
  });
  const routes = restRoutes(groups, {
    without: ["create", "update"],
    wanted:
      ({ filters }) =>
      (group) =>
        isWanted(group, filters),
    deleted: {},
  });
  return { objects: groups, routes };
}

/** Whether a group has the values of a query, and contains its search text. */
function isWanted(group: WireObject, { search, ...exact }: Readonly<Record<string, unknown>>): boolean {
  const isFound = search === undefined || String(group.name).toLowerCase().includes(String(search).toLowerCase());
  return isFound && Object.entries(exact).every(([name, value]) => value === undefined || group[name] === value);
}

/**
 * Direct access to the roles of groups, in the tenant or in an organization. Groups are given by id, roles and organizations by id or name. All methods
 * throw a `ServiceError` if the service would respond with an error.
 */
export type RolesOfGroups = Pick<Sets<string>, "list" | "add" | "remove">;

/** The maximum number of roles of a group, in the tenant and in each organization. */
const roleLimit = 10;

/** The roles of groups: `/groups/{id}/roles`, `/organizations/{organization_id}/groups/{group_id}/roles`. */
export function groupRoleModule(
  groups: Objects<StoredGroup>,
  roles: Objects<StoredRole>,
  organizations: Owners,
): Module<Sets<string>> {
  const holders = { group_id: groups, organization_id: organizations };
  const held = roleSets(roles, holders, roleLimit, (organization) =>
    organization === undefined ? "group" : "organization group",
  );
  const routesOf = (path: `/${string}`, keyOf: (request: RouteRequest) => readonly [string, string?]) => {
    const change = (what: "add" | "remove") => (request: RouteRequest, ids: readonly string[]) => {
      const [group, organization] = keyOf(request);
      const known = ids.map((id) => roles.require(id).id);
      held[what](group, known, organization);
    };
    return linkRoutes<string>({
      path,
      property: "roles",
      read: (request) => {
        const all = held.list(...keyOf(request)).map((id) => roles.show(roles.require(id)));
        return request.page(() => ({ collection: "roles", all }));
      },
      add: change("add"),
      remove: change("remove"),
    });
  };
  const idOf = ({ param }: RouteRequest, name: string) => groups.require(param(name)).id;
  return {
    objects: held,
    routes: [
      ...routesOf("/groups/{id}/roles", (request) => [idOf(request, "id")]),
      ...routesOf("/organizations/{organization_id}/groups/{group_id}/roles", (request) => {
        const { id } = organizations.require(request.param("organization_id"));
        return [idOf(request, "group_id"), id];
      }),
    ],
  };
}
