import type { StoredRole } from "../roles/roles.ts";
import { byId } from "../shared/cursors.ts";
import { insufficientScope } from "../shared/errors.ts";
import { linkRoutes } from "../shared/links.ts";
import type { Objects } from "../shared/objects.ts";
import { byCursor, byEither, byFields, byPage } from "../shared/query.ts";
import type { Room, Tenant } from "../shared/room.ts";
import { type RouteRequest, route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { list, text } from "../shared/validation.ts";
import { Members, roleList, type StoredMember } from "./members.ts";
import type { Organizations } from "./organizations.ts";

const readRoles = "read:organization_member_roles";

/** Maximum number of members in one call. */
const membersAtOnce = 10;

/**
 * The members of organizations: `/organizations/{id}/members`, and their roles
 * (`GET|POST|DELETE /organizations/{id}/members/{user_id}/roles`). The service does not document its answer for an unknown role.
 * Here assigning one is a 404, and removing one is no error.
 * @param profileOf name, email and picture of a user, as far as they are known
 */
export function memberRoom(
  { cursors }: Tenant,
  organizations: Organizations,
  roles: Objects<StoredRole>,
  profileOf: (userId: string) => WireObject,
): Room<Members> {
  const members = new Members(organizations, roles);
  const path = "/organizations/:id/members";
  // a path names an organization by its id only
  const organizationId = ({ param }: RouteRequest) => organizations.require(param("id")).id;
  const memberOf = (request: RouteRequest) => {
    const member = [organizationId(request), request.param("user_id")] as const;
    return { member, held: members.rolesOf(...member) };
  };
  const listed = (request: RouteRequest): unknown => {
    const organization = organizationId(request);
    return cursors.list<StoredMember>(request.query, { ...byEither, ...byFields }, ({ include, fields }) => {
      const withRoles = include && fields?.includes("roles") === true;
      if (withRoles && !request.may(readRoles)) throw insufficientScope(readRoles);
      const named = (id: string) => ({ id, name: roles.table.find(id)?.name });
      return {
        collection: "members",
        name: `${organization} members`,
        all: members.listed().filter(({ organization_id }) => organization_id === organization),
        sortKeyOf: (member) => members.sortKeyOf(member),
        show: ({ user_id, profile, roles: held }) => {
          return { user_id, ...profile, ...(withRoles && { roles: held.map(named) }) };
        },
      };
    });
  };
  const routes = [
    ...linkRoutes<string>({
      operation: "organization-members",
      path,
      property: "members",
      items: list("Users", text("Id of a user", { min: 1 }), { max: membersAtOnce }),
      scopes: ["read:organization_members", "create:organization_members", "delete:organization_members"],
      furtherScopes: [readRoles],
      read: listed,
      add: (request, given) => {
        const organization = organizationId(request);
        for (const user of given) members.add(organization, user, profileOf(user));
      },
      remove: (request, given) => {
        const organization = organizationId(request);
        for (const user of given) members.remove(organization, user);
      },
    }),
    route(
      "organization-member-effective-roles.list",
      `GET ${path}/:user_id/effective-roles`,
      "read:organization_member_effective_roles",
      (request) =>
        cursors.list(request.query, byCursor, () => ({ collection: "roles", all: byId(memberOf(request).held) })),
    ),
    ...linkRoutes<string>({
      operation: "organization-member-roles",
      path: `${path}/:user_id/roles`,
      property: "roles",
      items: roleList,
      scopes: [readRoles, "create:organization_member_roles", "delete:organization_member_roles"],
      bucket: "organization-member-roles",
      read: (request) =>
        cursors.list(request.query, byPage, () => ({ collection: "roles", all: memberOf(request).held })),
      add: (request, given) => {
        const { member } = memberOf(request);
        for (const id of given) roles.require(id);
        members.assignRoles(...member, given);
      },
      remove: (request, given) => {
        const known = given.filter((id) => roles.at(id));
        members.removeRoles(...memberOf(request).member, known);
      },
    }),
  ];
  return { objects: members, routes };
}
