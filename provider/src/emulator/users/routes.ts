import { createHash } from "node:crypto";
import type { Members } from "../organizations/members.ts";
import type { Organizations } from "../organizations/organizations.ts";
import type { StoredRole } from "../roles/roles.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { linkRoutes, type Route, type RouteRequest, restRoutes, route } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { byId, type Cursors, readQuery, sorted } from "../shared/query.ts";
import { newObjectId, pick, type Stored, type WireObject } from "../shared/store.ts";

/** The routes of users (`/users`, `/roles/{id}/users`), of their roles in the tenant and of their organizations. */
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
  const assign = (userId: string, ids: readonly string[]) =>
    assigned.set(userId, [...new Set([...heldBy(userId), ...ids])]);
  const roleOf = ({ param }: RouteRequest) => roles.require(param("id")).id;
  return [
    route(
      "GET /roles/{id}/users",
      (request) => {
        const role = roleOf(request);
        if (!request.may("read:role_members") && !["read:users", "read:roles"].every(request.may)) {
          throw insufficientScope("read:role_members");
        }
        return cursors.list<Stored>(request, () => ({
          collection: "users",
          name: `users of ${role}`,
          all: users.table.all().filter(({ id }) => heldBy(id).includes(role)),
          sortKeyOf: (user) => users.sortKeyOf(user),
          show: (user) => pick(users.show(user), ["user_id", "email", "picture", "name"]),
        }));
      },
      { orScopes: ["read:users"] },
    ),
    route(
      "POST /roles/{id}/users",
      (request) => {
        const role = roleOf(request);
        const ids = (request.given().users as string[]).map((id) => users.require(id).id);
        for (const id of ids) assign(id, [role]);
        return {};
      },
      { orScopes: ["create:role_members"], status: 200 },
    ),
    ...restRoutes(users, cursors, {
      routes: {
        create: {
          handle: ({ body }) => {
            const { user_id, ...rest } = body as WireObject;
            return users.create({ ...rest, ...(user_id !== undefined && { id: `auth0|${user_id}` }) });
          },
        },
      },
    }),
    route("GET /users/{id}/organizations", (request) => {
      const own = members.ofUser(idOf(request)).map(({ organization_id }) => organizations.row(organization_id));
      const sortKeyOf = organizations.sortKeyOf.bind(organizations);
      const all = sorted(own, sortKeyOf);
      return cursors.list(request, () => ({ collection: "organizations", all, sortKeyOf }));
    }),
    route("GET /users-by-email", (request) => {
      const { email } = readQuery(request);
      if (email === undefined) throw missingEmail();
      return users.list().filter((user) => user.email === email);
    }),
    route("GET /users/{id}/permissions", (request) =>
      cursors.list(request, () => ({ collection: "permissions", all: [] })),
    ),
    route("GET /users/{id}/effective-roles", (request) =>
      cursors.list(request, () => ({ collection: "roles", all: byId(rolesOf(request)) })),
    ),
    ...linkRoutes<string>({
      path: "/users/{id}/roles",
      property: "roles",
      read: (request) => cursors.list(request, () => ({ collection: "roles", all: rolesOf(request) })),
      add: (request, given) => {
        const ids = given.map((id) => roles.require(id).id);
        assign(idOf(request), ids);
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

/**
 * The tenant's users, by id. A user has the properties that were sent, and those that the service derives from the id and the email address.
 *
 * @param now the clock, in milliseconds since the epoch
 */
export function tenantUsers(now: () => number): Objects {
  return new Objects({
    path: "/users",
    key: "id",
    idName: "user_id",
    newId: () => `auth0|${newObjectId()}`,
    notFound: () => new ServiceError(404, "The user does not exist.", "inexistent_user"),
    taken: () => new ServiceError(409, "The user already exists.", "auth0_idp_error"),
    settle: (given, id, before) => {
      const at = new Date(now()).toISOString();
      const { password: _, ...known } = given;
      return { created_at: at, ...before, ...known, updated_at: at, id };
    },
    whole: ["id", "identities"],
    view: ({ id, ...user }) => shown(id, user),
  });
}

function shown(userId: string, { connection = "Username-Password-Authentication", ...user }: WireObject): WireObject {
  const [provider = "auth0", ...rest] = userId.split("|");
  const { email } = user;
  return structuredClone({
    ...(email !== undefined && {
      name: email,
      nickname: String(email).split("@")[0],
      picture: pictureOf(String(email)),
      email_verified: false,
    }),
    identities: [{ connection, user_id: rest.join("|"), provider, isSocial: false }],
    ...user,
    user_id: userId,
  });
}

/** The URL of the picture for an email address. If the address has no picture, the URL redirects to an image of the address's first two letters. */
function pictureOf(email: string): string {
  const hash = createHash("md5").update(email.trim().toLowerCase()).digest("hex");
  const letters = encodeURIComponent(
    `https://cdn.auth0.com/avatars/${email.split("@")[0]?.slice(0, 2).toLowerCase()}.png`,
  );
  return `https://s.gravatar.com/avatar/${hash}?s=480&r=pg&d=${letters}`;
}
