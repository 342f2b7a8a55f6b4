import type { Members } from "../organizations/members.ts";
import type { Organizations } from "../organizations/organizations.ts";
import type { StoredRole } from "../roles/roles.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { type Route, type RouteRequest, restRoutes, route } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { byId, checkPageable, readQuery, sorted } from "../shared/query.ts";
import type { Sets } from "../shared/sets.ts";
import { entryOf, newObjectId, pick, type Stored, type WireObject } from "../shared/store.ts";
import { isObject, payloadError } from "../shared/validation.ts";
import { inLowerCase, refuseUpdate } from "./users.ts";

/**
 * Direct access to the roles that users have in the tenant. Users are given by id, roles by id or name. All methods throw a `ServiceError` if the
 * service would respond with an error.
 */
export interface AssignedRoles {
  /** The ids of a user's roles, in the order of assignment. */
  list(user: string): readonly string[];
  /** Assigns roles. A user can have at most 50 roles. */
  add(user: string, given: readonly string[]): void;
  /** Removes roles. Roles that the user does not have are ignored. */
  remove(user: string, given: readonly string[]): void;
}

/** The strategies of connections whose users log in without a password, and so have no account of the strategy `auth0`. */
const passwordless = ["email", "sms"];

/** The custom domains whose name the links in messages to users can have. */
interface MessageDomains {
  readonly verified: () => readonly string[];
  /** Whether a request has to name one of them, if there are several. */
  readonly mustBeNamed: boolean;
}

/**
 * The routes of users (`/users`, `/roles/{id}/users`), of their roles in the tenant and of their organizations.
 *
 * @param domains the custom domains for messages to users
 * @param strategyOf the strategy of a connection, by its name
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a flat table of routes
export function userRoutes(
  users: Objects,
  organizations: Organizations,
  roles: Objects<StoredRole>,
  assigned: Sets<string>,
  members: Members,
  domains: MessageDomains,
  strategyOf: (connection: string) => unknown,
): Route[] {
  users.whenGone(({ id: user_id }) => {
    for (const { organization_id } of members.where({ user_id })) members.remove(String(organization_id), user_id);
  });
  const idOf = ({ param }: RouteRequest) => users.require(param("id")).id;
  const rolesOf = (request: RouteRequest) => {
    const held = assigned.list(idOf(request));
    return roles.listing(({ id }) => held.includes(id)).all.map((role) => roles.show(role));
  };
  const roleIds = (request: RouteRequest) => (request.given().roles as string[]).map((id) => roles.require(id).id);
  const refuseReader = ({ may }: RouteRequest, scope: string) => {
    if (!may("read:role_members") && !["read:users", "read:roles"].every(may)) throw insufficientScope(scope);
  };
  const roleOf = ({ param }: RouteRequest) => roles.require(param("id")).id;
  return [
    route(
      "GET /roles/{id}/users",
      (request) => {
        const role = roleOf(request);
        refuseReader(request, "read:role_members");
        const holders = assigned.where({ role_id: role }).map(({ user_id }) => users.row(String(user_id)));
        return request.page<Stored>(() => ({
          ...users.listing(),
          collection: "users",
          name: `users of ${role}`,
          all: sorted(holders, (user) => users.sortKeyOf(user)),
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
    ...restRoutes(users, {
      wanted: (asked) => {
        checkPageable(asked);
        return found(asked.filters.q, (row) => users.show(row));
      },
      before: ({ header }, operation) => {
        if (operation === "create" || operation === "update") checkDomain(header("auth0-custom-domain"), domains);
      },
      routes: {
        create: {
          handle: ({ body }) => {
            const { user_id, ...given } = body as WireObject;
            users.check(users.created, body);
            if (given.connection === undefined)
              throw payloadError({ why: "Missing required property: connection", path: "" });
            const strategy = String(strategyOf(String(given.connection)));
            // The id of a user begins with the provider of the account.
            const provider = passwordless.includes(strategy) ? strategy : "auth0";
            return users.add({ ...inLowerCase(given), id: `${provider}|${user_id ?? newObjectId()}` });
          },
        },
        update: {
          handle: ({ param, body }) => {
            const user = users.require(param("id"));
            users.check(users.changeable, body);
            refuseUpdate(user, body);
            return users.change(user.id, inLowerCase(body));
          },
        },
      },
    }),
    route("GET /users/{id}/organizations", (request) => {
      const own = members.where({ user_id: idOf(request) }).map(({ organization_id }) => organization_id);
      const listing = organizations.listing(({ id }) => own.includes(id));
      return request.page(() => ({ ...listing, collection: "organizations" }));
    }),
    route("GET /users-by-email", (request) => {
      const { email } = readQuery(request);
      if (email === undefined) throw missingEmail();
      return users.list().filter((user) => user.email === email);
    }),
    route("GET /users/{id}/effective-roles", (request) =>
      request.page(() => ({ collection: "roles", all: byId(rolesOf(request)) })),
    ),
    route(
      "GET /users/{id}/roles",
      (request) => {
        const all = rolesOf(request);
        refuseReader(request, "read:roles");
        return request.page(() => ({ collection: "roles", all }));
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

/** @throws ServiceError 409 for a request that has to name a domain and names none; 400 for a domain that is not among the verified ones */
function checkDomain(asked: string | undefined, { mustBeNamed, verified }: MessageDomains): void {
  if (asked === undefined && mustBeNamed && verified().length > 1) {
    throw new ServiceError(409, "The tenant has multiple verified custom domains.", "custom_domain_conflict");
  }
  if (asked !== undefined && !verified().includes(asked)) {
    throw new ServiceError(400, "The custom domain does not exist or is not verified.", "invalid_custom_domain");
  }
}

function missingEmail(): ServiceError {
  return new ServiceError(400, "Query validation error: 'Missing required property: email'.", "invalid_query_string");
}
