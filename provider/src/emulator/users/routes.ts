import { type Members, roleList } from "../organizations/members.ts";
import type { Organizations } from "../organizations/organizations.ts";
import type { StoredRole } from "../roles/roles.ts";
import { byId, type Cursors, sorted } from "../shared/cursors.ts";
import { ServiceError } from "../shared/errors.ts";
import { linkRoutes } from "../shared/links.ts";
import type { Objects } from "../shared/objects.ts";
import { byCursor, byEither, byPage, readQuery } from "../shared/query.ts";
import { emptyList, restRoutes } from "../shared/rest.ts";
import { type Route, type RouteRequest, route } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { text } from "../shared/validation.ts";

/** The operations on users (`/users`), on their roles in the tenant and on their organizations. */
export function userRoutes(
  users: Objects,
  organizations: Organizations,
  roles: Objects<StoredRole>,
  members: Members,
  cursors: Cursors,
): Route[] {
  const assigned = new Map<string, readonly string[]>();
  users.deleted.listen((userId) => {
    assigned.delete(userId);
    for (const { organization_id } of members.ofUser(userId)) members.remove(organization_id, userId);
  });
  roles.deleted.listen((role) => {
    for (const [user, held] of assigned) assigned.set(user, without(held, [role]));
  });
  const heldBy = (userId: string) => assigned.get(userId) ?? [];
  const idOf = ({ param }: RouteRequest) => users.require(param("id")).id;
  const rolesOf = (request: RouteRequest) => heldBy(idOf(request)).map((id) => roles.get(id) ?? {});
  return [
    ...restRoutes("users", users, cursors, {
      parameters: byPage,
      routes: {
        create: {
          handle: ({ body }) => {
            const { user_id, ...rest } = body as WireObject;
            return users.create({ ...rest, ...(user_id !== undefined && { id: `auth0|${user_id}` }) });
          },
        },
      },
    }),
    route("users.organizations.list", "GET /users/:id/organizations", "read:organizations", (request) => {
      const own = members.ofUser(idOf(request)).map(({ organization_id }) => organizations.row(organization_id));
      const sortKeyOf = organizations.sortKeyOf.bind(organizations);
      const all = sorted(own, sortKeyOf);
      return cursors.list(request.query, byEither, () => ({ collection: "organizations", all, sortKeyOf }));
    }),
    route("users-by-email.list", "GET /users-by-email", "read:users", ({ query }) => {
      const { email } = readQuery(query, {
        email: text("E-mail address, in the case in which the service keeps it", { min: 1 }),
      });
      if (email === undefined) throw missingEmail();
      return users.list().filter((user) => user.email === email);
    }),
    emptyList("/users/:id/permissions", "read:users"),
    route("users.effective-roles.list", "GET /users/:id/effective-roles", "read:user_effective_roles", (request) =>
      cursors.list(request.query, byCursor, () => ({ collection: "roles", all: byId(rolesOf(request)) })),
    ),
    ...linkRoutes<string>({
      operation: "users.roles",
      path: "/users/:id/roles",
      property: "roles",
      items: roleList,
      scopes: ["read:users", "update:users", "update:users"],
      read: (request) => cursors.list(request.query, byPage, () => ({ collection: "roles", all: rolesOf(request) })),
      add: (request, given) => {
        const ids = given.map((id) => roles.require(id).id);
        assigned.set(idOf(request), [...new Set([...heldBy(idOf(request)), ...ids])]);
      },
      remove: (request, given) => {
        assigned.set(idOf(request), without(heldBy(idOf(request)), given));
      },
    }),
  ];
}

function missingEmail(): ServiceError {
  return new ServiceError(400, "Query validation error: 'Missing required property: email'.", "invalid_query_string");
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id));
}
