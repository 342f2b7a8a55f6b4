import type { Members } from "../organizations/members.ts";
import type { Organizations, StoredOrganization } from "../organizations/organizations.ts";
import type { StoredRole } from "../organizations/roles.ts";
import type { Cursors } from "../shared/cursors.ts";
import { emptyList } from "../shared/envelope.ts";
import type { Objects } from "../shared/objects.ts";
import { byCursor, byEither, byPage, offsetPage, readListQuery } from "../shared/query.ts";
import { restRoutes } from "../shared/rest.ts";
import type { Route, RouteRequest } from "../shared/router.ts";
import type { WireObject } from "../shared/store.ts";
import { bodyOf, checkBody } from "../shared/validation.ts";
import type { StoredUser } from "./users.ts";

const rolesBody = bodyOf(
  { roles: { type: "array", min: 1, items: { type: "string", min: 1, about: "Id of a role" }, about: "Roles" } },
  ["roles"],
);

/** The parts of the tenant that concern users. */
export interface UserParts {
  readonly users: Objects<StoredUser>;
  readonly roles: Objects<StoredRole>;
  readonly organizations: Organizations;
  readonly organizationMembers: Members;
}

/** The operations on users (`/users`), on their roles in the tenant and on their organizations. */
export function userRoutes({ users, roles, organizations, organizationMembers }: UserParts, cursors: Cursors): Route[] {
  const assigned = new Map<string, string[]>();
  users.changed.listen(({ what, object }) => {
    if (what !== "deleted") return;
    const userId = String(object.user_id);
    assigned.delete(userId);
    for (const { organization_id } of organizationMembers.ofUser(userId)) {
      organizationMembers.remove(String(organization_id), userId);
    }
  });
  roles.changed.listen(({ what, object }) => {
    if (what === "deleted")
      for (const [user, held] of assigned)
        assigned.set(
          user,
          held.filter((id) => id !== object.id),
        );
  });
  const idOf = ({ param }: RouteRequest) => users.row(param("id")).id;
  const rolesOf = (request: RouteRequest): WireObject[] =>
    (assigned.get(idOf(request)) ?? []).map((id) => roles.get(id) ?? {});
  const changing = (change: (held: string[], given: string[]) => string[]) => (request: RouteRequest) => {
    const user = idOf(request);
    checkBody(rolesBody, request.body);
    const given = request.body.roles as string[];
    assigned.set(user, change(assigned.get(user) ?? [], given));
    return { status: 204 };
  };
  const path = "/users/:id/roles";
  return [
    ...restRoutes("users", users, cursors, {
      list: { parameters: byPage },
      create: {
        handle: ({ body }) => {
          const { user_id, ...rest } = body as WireObject;
          const id = user_id === undefined ? {} : { id: `auth0|${user_id}` };
          return { status: 201, body: users.create({ ...rest, ...id }) };
        },
      },
      get: { handle: ({ param }) => ({ status: 200, body: users.show(users.row(param("id"))) }) },
      update: { handle: ({ param, body }) => ({ status: 200, body: users.update(param("id"), body as WireObject) }) },
      delete: {
        handle: ({ param }) => {
          users.delete(param("id"));
          return { status: 204 };
        },
      },
    }),
    {
      method: "GET",
      path: "/users/:id/organizations",
      operation: "users.organizations.list",
      scope: "read:organizations",
      handle: (request) => {
        const asked = readListQuery(request.query, byEither);
        const all = organizationMembers
          .ofUser(idOf(request))
          .map(({ organization_id }) => organizations.row(String(organization_id)));
        const placeOf = (organization: StoredOrganization) => Number(organizations.placeOf(organization));
        const listing = { collection: "organizations", all: all.sort((a, b) => placeOf(a) - placeOf(b)), placeOf };
        return { status: 200, body: cursors.page(listing, asked) };
      },
    },
    emptyList("/users/:id/permissions", "read:users"),
    {
      method: "GET",
      path,
      operation: "users.roles.list",
      scope: "read:users",
      handle: (request) => ({
        status: 200,
        body: offsetPage(rolesOf(request), "roles", readListQuery(request.query, byPage)),
      }),
    },
    {
      method: "GET",
      path: "/users/:id/effective-roles",
      operation: "users.effective-roles.list",
      scope: "read:user_effective_roles",
      handle: (request) => {
        const placeOf = ({ id }: WireObject) => String(id);
        const all = rolesOf(request).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
        const listing = { collection: "roles", all, placeOf };
        return { status: 200, body: cursors.page(listing, readListQuery(request.query, byCursor)) };
      },
    },
    {
      method: "POST",
      path,
      operation: "users.roles.add",
      scope: "update:users",
      handle: changing((held, given) => [...new Set([...held, ...given.map((id) => String(roles.require(id).id))])]),
    },
    {
      method: "DELETE",
      path,
      operation: "users.roles.remove",
      scope: "update:users",
      handle: changing((held, given) => held.filter((id) => !given.includes(id))),
    },
  ];
}

/** What members of organizations show of a user. */
export function profileOf(users: Objects<StoredUser>, userId: string): WireObject {
  const { email, name, picture } = users.get(userId) ?? {};
  const profile = { email, name, picture };
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}
