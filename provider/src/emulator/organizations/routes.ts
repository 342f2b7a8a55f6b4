import type { Cursors } from "../shared/cursors.ts";
import { emptyList } from "../shared/envelope.ts";
import { insufficientScope } from "../shared/errors.ts";
import type { Objects } from "../shared/objects.ts";
import { byCursor, byEither, byFields, byPage, offsetPage, readListQuery, selectFields } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Route, RouteRequest } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { bodyOf, checkBody } from "../shared/validation.ts";
import { type Members, roleList } from "./members.ts";
import type { Organizations } from "./organizations.ts";
import type { StoredRole } from "./roles.ts";

const readRoles = "read:organization_member_roles";

/** The body of `POST` and `DELETE …/roles`. */
const rolesBody = bodyOf({ roles: { ...roleList, min: 1 } }, ["roles"]);

/** The body of `POST` and `DELETE …/members`. */
const membersBody = bodyOf(
  {
    members: {
      type: "array",
      min: 1,
      items: { type: "string", min: 1, about: "Id of a user" },
      about: "Users",
    },
  },
  ["members"],
);

/**
 * The operations on organizations (`/organizations`), on members (`/organizations/{id}/members`) and on
 * their roles (`GET|POST|DELETE /organizations/{id}/members/{user_id}/roles`). The service does not document its answer for an
 * unknown role. Here assigning one is a 404, and removing one is no error.
 * @param profileOf name, email and picture of a user, as far as they are known
 */
export function organizationRoutes(
  organizations: Organizations,
  roles: Objects<StoredRole>,
  members: Members,
  cursors: Cursors,
  profileOf: (userId: string) => WireObject,
): Route[] {
  const path = "/organizations/:id/members";
  const rolesOfMember = { path: `${path}/:user_id/roles`, bucket: "organization-member-roles" };
  // a path names an organization by its id only
  const organizationId = ({ param }: RouteRequest) => String(organizations.require(param("id")).id);
  const listed = (request: RouteRequest): unknown => {
    const organization = organizationId(request);
    const asked = readListQuery(request.query, { ...byEither, ...byFields });
    const withRoles = asked.include && asked.fields?.includes("roles") === true;
    if (withRoles && !request.may(readRoles)) throw insufficientScope(readRoles);
    const named = (id: unknown) => ({ id, name: roles.get(String(id))?.name });
    const show = ({ organization_id: _, roles: held, ...user }: WireObject) =>
      selectFields(withRoles ? { ...user, roles: (held as string[]).map(named) } : user, asked);
    const placeOf = (member: WireObject) => members.placeOf(member);
    const name = `${organization} members`;
    return cursors.page({ collection: "members", name, all: members.listed(organization), placeOf, show }, asked);
  };
  /** A handler that changes a member's roles. The body is checked before the member. */
  const changing = (change: (organization: string, userId: string, given: string[]) => void): Route["handle"] => {
    return (request) => {
      checkBody(rolesBody, request.body);
      const member = [organizationId(request), request.param("user_id")] as const;
      members.rolesOf(...member);
      change(...member, request.body.roles as string[]);
      return { status: 204 };
    };
  };
  const membersIn = (request: RouteRequest) => {
    const organization = organizationId(request);
    checkBody(membersBody, request.body);
    return { organization, users: request.body.members as string[] };
  };
  return [
    {
      method: "GET",
      path: "/organizations/name/:name",
      operation: "organizations.get-by-name",
      scope: "read:organizations",
      handle: ({ param }) => ({ status: 200, body: organizations.named(param("name")) }),
    },
    ...restRoutes("organizations", organizations, cursors, {
      list: { parameters: byEither },
      create: {},
      get: {},
      update: {},
      delete: {
        handle: (request) => {
          organizations.delete(organizationId(request));
          return { status: 204 };
        },
      },
    }),
    emptyList("/organizations/:id/connections", "read:organization_connections"),
    emptyList("/organizations/:id/enabled_connections", "read:organization_connections"),
    emptyList("/organizations/:id/clients", "read:organization_clients"),
    emptyList("/organizations/:id/client-grants", "read:organization_client_grants"),
    emptyList("/organizations/:id/discovery-domains", "read:organization_discovery_domains", "domains"),
    {
      method: "GET",
      path,
      operation: "organization-members.list",
      scope: "read:organization_members",
      furtherScopes: [readRoles],
      handle: (request) => ({ status: 200, body: listed(request) }),
    },
    {
      method: "POST",
      path,
      operation: "organization-members.add",
      scope: "create:organization_members",
      handle: (request) => {
        const { organization, users } = membersIn(request);
        for (const user of users) members.add(organization, user, profileOf(user));
        return { status: 204 };
      },
    },
    {
      method: "DELETE",
      path,
      operation: "organization-members.remove",
      scope: "delete:organization_members",
      handle: (request) => {
        const { organization, users } = membersIn(request);
        for (const user of users) members.remove(organization, user);
        return { status: 204 };
      },
    },
    {
      method: "GET",
      path: `${path}/:user_id/effective-roles`,
      operation: "organization-member-effective-roles.list",
      scope: "read:organization_member_effective_roles",
      handle: (request) => {
        const asked = readListQuery(request.query, byCursor);
        const all = members.rolesOf(organizationId(request), request.param("user_id"));
        const placeOf = ({ id }: WireObject) => String(id);
        const sorted = all.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
        return { status: 200, body: cursors.page({ collection: "roles", all: sorted, placeOf }, asked) };
      },
    },
    {
      ...rolesOfMember,
      method: "GET",
      operation: "organization-member-roles.list",
      scope: readRoles,
      handle: (request) => {
        const asked = readListQuery(request.query, byPage);
        const held = members.rolesOf(organizationId(request), request.param("user_id"));
        return { status: 200, body: offsetPage(held, "roles", asked) };
      },
    },
    {
      ...rolesOfMember,
      method: "POST",
      operation: "organization-member-roles.add",
      scope: "create:organization_member_roles",
      handle: changing((organization, userId, given) => {
        for (const id of given) roles.require(id);
        members.assignRoles(organization, userId, given);
      }),
    },
    {
      ...rolesOfMember,
      method: "DELETE",
      operation: "organization-member-roles.remove",
      scope: "delete:organization_member_roles",
      handle: changing((organization, userId, given) => {
        const known = given.filter((id) => roles.at(id));
        members.removeRoles(organization, userId, known);
      }),
    },
  ];
}
