import { createHash } from "node:crypto";
import type { Members } from "../organizations/members.ts";
import type { Organizations } from "../organizations/organizations.ts";
import type { StoredRole } from "../roles/roles.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { type Route, type RouteRequest, restRoutes, route } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { byId, type Cursors, checkPageable, readQuery, sorted } from "../shared/query.ts";
import { copyOf, entryOf, newObjectId, omit, pick, type Stored, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import type { UserRoles } from "./roles.ts";

/** The routes of users (`/users`, `/roles/{id}/users`), of their roles in the tenant and of their organizations. */
export function userRoutes(
  users: Objects,
  organizations: Organizations,
  roles: Objects<StoredRole>,
  assigned: UserRoles,
  members: Members,
  cursors: Cursors,
): Route[] {
  const shownRole = (role: StoredRole) => roles.show(role);
  users.deleted.listen((userId) => {
    for (const { organization_id } of members.ofUser(userId)) members.remove(organization_id, userId);
  });
  const idOf = ({ param }: RouteRequest) => users.require(param("id")).id;
  const rolesOf = (request: RouteRequest) => {
    const held = assigned.list(idOf(request));
    return roles.listed().filter(({ id }) => held.includes(id));
  };
  const roleIds = (request: RouteRequest) => (request.given().roles as string[]).map((id) => roles.require(id).id);
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
          all: users.table.all().filter(({ id }) => assigned.list(id).includes(role)),
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
        for (const id of ids) assigned.add(id, [role]);
        return {};
      },
      { orScopes: ["create:role_members"], status: 200 },
    ),
    ...restRoutes(users, cursors, {
      wanted: (asked) => {
        checkPageable(asked);
        return found(asked.filters.q, (row) => users.show(row));
      },
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
    route("GET /users/{id}/effective-roles", (request) =>
      cursors.list(request, () => ({ collection: "roles", all: byId(rolesOf(request).map(shownRole)) })),
    ),
    route(
      "GET /users/{id}/roles",
      (request) => {
        const all = rolesOf(request).map(shownRole);
        if (!request.may("read:role_members") && !["read:users", "read:roles"].every(request.may)) {
          throw insufficientScope("read:roles");
        }
        return cursors.list(request, () => ({ collection: "roles", all }));
      },
      { orScopes: ["read:role_members"] },
    ),
    route("POST /users/{id}/roles", (request) => assigned.add(idOf(request), roleIds(request)), {
      orScopes: ["create:role_members"],
    }),
    // A role that does not exist makes the request fail, also when it is removed.
    route("DELETE /users/{id}/roles", (request) => assigned.remove(idOf(request), roleIds(request)), {
      orScopes: ["delete:role_members"],
    }),
  ];
}

/**
 * The test of a search query (`q`): terms `property:value` that are joined by `AND` or `OR`, with values in quotes or with `*`.
 *
 * @throws ServiceError 400 for any other query: the emulator does not know the rest of the syntax
 */
function found(query: unknown, shown: (row: Stored) => WireObject): (row: Stored) => boolean {
  if (query === undefined || query === "") return () => true;
  const alternatives = String(query)
    .split(" OR ")
    .map((terms) => terms.split(" AND ").map(termOf));
  return (row) => {
    const user = shown(row);
    return alternatives.some((terms) => terms.every((isMet) => isMet(user)));
  };
}

function termOf(text: string): (user: WireObject) => boolean {
  const [, path = "", quoted, plain] = /^([\w.]+):(?:"([^"]*)"|([^\s"():]+))$/.exec(text.trim()) ?? [];
  const wanted = quoted ?? plain;
  if (wanted === undefined) {
    throw new ServiceError(400, "Query validation error: 'q is not valid'.", "invalid_query_string");
  }
  const pieces = wanted.split("*").map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${pieces.join(".*")}$`, "i");
  return (user) => valuesAt(user, path.split(".")).some((value) => pattern.test(String(value)));
}

function valuesAt(value: unknown, [key, ...rest]: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, key === undefined ? [] : [key, ...rest]));
  if (key === undefined) return value === undefined || value === null ? [] : [value];
  return isObject(value) ? valuesAt(entryOf(value, key), rest) : [];
}

function missingEmail(): ServiceError {
  return new ServiceError(400, "Query validation error: 'Missing required property: email'.", "invalid_query_string");
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
      const { user_metadata, app_metadata } = { ...before, ...metadataOf(given, before) };
      const known = { ...omit({ ...before, ...given }, ["user_metadata", "app_metadata", ...unanswered]) };
      return {
        created_at: at,
        ...known,
        ...(user_metadata !== undefined && { user_metadata }),
        // The service keeps an empty user_metadata, and drops an empty app_metadata.
        ...(isObject(app_metadata) && Object.keys(app_metadata).length > 0 && { app_metadata }),
        updated_at: at,
        id,
      };
    },
    whole: ["id", "identities"],
    view: ({ id, ...user }) => shown(id, user),
  });
}

/** What requests can contain, and no response does. */
const unanswered = ["password", "verify_email", "verify_phone_number", "client_id"];

/** The metadata after a request: sent keys replace those before, null deletes a key, an empty object deletes all. */
function metadataOf(given: WireObject, before: WireObject = {}): WireObject {
  const merged = ["user_metadata", "app_metadata"].flatMap((name) => {
    const sent = given[name];
    if (!isObject(sent)) return [];
    const all = Object.keys(sent).length > 0 ? { ...(before[name] as WireObject), ...sent } : {};
    return [[name, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))] as const];
  });
  return Object.fromEntries(merged);
}

function shown(userId: string, { connection = "Username-Password-Authentication", ...user }: WireObject): WireObject {
  const [provider = "auth0", ...rest] = userId.split("|");
  const { email } = user;
  return copyOf({
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
