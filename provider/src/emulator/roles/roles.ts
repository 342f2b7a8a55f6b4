import { ServiceError, tooMany } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { linkRoutes, type Module, type RouteRequest, restRoutes, type Special, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import type { Cursors } from "../shared/query.ts";
import { copyOf, newPrefixedId, omit, pick, type Stored, type WireObject } from "../shared/store.ts";
import { type ArraySchema, check, object, refusal, text, type Violation } from "../shared/validation.ts";

/** A stored role. */
export interface StoredRole extends Stored {
  readonly name: string;
}

const ownerFault = "A role of an organization has an owner_id, others have none";

/** The tenant's roles, by id or name: `/roles`. */
export function roleModule({ traits, cursors }: Tenant): Module<Objects<StoredRole>> {
  const roles = new Objects<StoredRole>({
    path: "/roles",
    key: "name",
    // A role of an organization may have the same name as a role of the tenant, so its key also contains its owner.
    keyOf: ({ name, owner_id }) => (owner_id === undefined ? String(name) : `${owner_id} ${name}`),
    rule: (role) => (isOwned(role) === "owner_id" in role ? undefined : ownerFault),
    whole: ["id", "name"],
    newId: () => newPrefixedId("rol_"),
    notFound: () => new ServiceError(404, "The role does not exist."),
    taken: () => new ServiceError(409, "The role already exists."),
    settle: (given, id, before) => ({
      id,
      ...(traits.organizationAccess && { type: "tenant" }),
      ...before,
      ...given,
    }),
    // Seeds that were exported by other tools contain a role's permissions. Responses with the role do not contain them.
    view: (role) => ({ description: "", ...omit(role, ["permissions"]) }),
    sortKey: ({ name }) => name,
  });
  const special: Special<StoredRole> = {
    wanted: ({ filters }) => {
      const { name_filter = "", type, owner_id } = filters as Record<string, string | undefined>;
      if (isOwned(filters) && owner_id === undefined) {
        throw new ServiceError(400, "Query validation error: 'owner_id is required'.", "invalid_query_string");
      }
      return (role) =>
        role.name.toLowerCase().includes(name_filter.toLowerCase()) &&
        // Roles of older tenants have no type, and count as roles of the tenant.
        (type === undefined || (role.type ?? "tenant") === type) &&
        (owner_id === undefined || role.owner_id === owner_id);
    },
    // If a role has no description, a list contains an empty text. For a single role, older tenants return null; newer tenants return an empty text
    // in the response to a GET, and no description in the response to a write.
    answer: ({ description, ...role }, _, operation) => {
      if (description !== "" || operation === "list") return { ...role, description };
      if (!traits.organizationAccess) return { ...role, description: null };
      return operation === "get" ? { ...role, description } : role;
    },
    deleted: { answer: {} },
    routes: { create: { status: 200 } },
  };
  return { objects: roles, routes: restRoutes(roles, cursors, special) };
}

function isOwned({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === "organization";
}

/**
 * Direct access to the permissions of the tenant's roles or users. Roles are given by id or name, users by id. A permission is `{
 * resource_server_identifier, permission_name }`. All methods throw a `ServiceError` if the service would respond with an error.
 */
export type HeldPermissions = Pick<Permissions, "list" | "add" | "remove">;

/** The maximum number of permissions of a role or user. */
const permissionLimit = 1000;

/** The properties of an API that permissions need. The identifier is the API's natural key. */
interface Api extends Stored {
  readonly identifier: string;
}

/** The objects that have permissions: roles or users. */
type PermissionHolders = Pick<Objects, "deleted" | "require" | "row">;

/** The permissions of all roles, or of all users. */
export class Permissions {
  readonly #held = new Map<string, readonly WireObject[]>();
  readonly #owner: "role" | "user_id";
  readonly #owners: PermissionHolders;
  readonly #apis: Objects<Api>;

  /** @param owner the property of a seed that names the role or user */
  constructor(owner: "role" | "user_id", owners: PermissionHolders, apis: Objects<Api>) {
    this.#owner = owner;
    this.#owners = owners;
    this.#apis = apis;
    owners.deleted.listen((id) => this.#held.delete(id));
    apis.changed.listen(({ what, object: api }) => {
      const scopes = what === "deleted" ? [] : scopesOf(api).map(({ value }) => value);
      const isGone = (one: WireObject) =>
        one.resource_server_identifier === api.identifier && !scopes.includes(one.permission_name);
      for (const [owner, held] of this.#held)
        this.#held.set(
          owner,
          held.filter((one) => !isGone(one)),
        );
    });
  }

  /** The permissions of a role or user, oldest first. */
  list(owner: string): WireObject[] {
    return copyOf([...(this.#held.get(this.#owners.row(owner).id) ?? [])]);
  }

  /** Adds permissions to a role or user, and keeps the existing ones. */
  add(owner: string, given: readonly WireObject[]): void {
    const { id } = this.#owners.row(owner);
    for (const { resource_server_identifier: identifier, permission_name: name } of given) {
      const api = this.#apis.table.findByKey(String(identifier));
      if (!api) throw new ServiceError(404, `The resource server does not exist: '${identifier}'`);
      // The service's error for an unknown permission is not known, so the emulator returns a likely one.
      if (!scopesOf(api).some(({ value }) => value === name)) {
        throw new ServiceError(404, `The permission does not exist: '${name}'`);
      }
    }
    const pairs = given.map((one) => pick(one, ["resource_server_identifier", "permission_name"]));
    const all = [...without(this.list(id), pairs), ...pairs];
    if (all.length > permissionLimit) throw tooMany();
    this.#held.set(id, all);
  }

  /** Removes permissions from a role or user. Permissions that it does not have are ignored. */
  remove(owner: string, given: readonly WireObject[]): void {
    const { id } = this.#owners.row(owner);
    this.#held.set(id, without(this.list(id), given));
  }

  /** A permission in the form of responses, with its description and the name of its API. */
  described({ resource_server_identifier, permission_name }: WireObject): WireObject {
    const api = this.#apis.table.findByKey(String(resource_server_identifier));
    const { description } = (api && scopesOf(api).find(({ value }) => value === permission_name)) ?? {};
    return {
      permission_name,
      ...(description !== undefined && { description }),
      ...(api?.name !== undefined && { resource_server_name: api.name }),
      resource_server_identifier,
    };
  }

  /** All permissions in the form of a seed. */
  dump(): WireObject[] {
    return [...this.#held].map(([owner, permissions]) => ({
      [this.#owner]: owner,
      permissions: copyOf(permissions),
    }));
  }

  /** Adds the permissions of one role or user of a seed. Returns the violation if they are refused. */
  load(wire: unknown): Violation | undefined {
    const { permissions: pairs } = bodyOf("POST /roles/{id}/permissions").properties;
    const several = { ...(pairs as ArraySchema), min: 0 };
    const keys = [this.#owner, "permissions"];
    const violation = check(object({ [this.#owner]: text({ min: 1 }), permissions: several }, keys), wire);
    if (violation) return violation;
    const { [this.#owner]: owner, permissions } = wire as WireObject;
    return refusal(() => this.add(String(owner), permissions as WireObject[]));
  }
}

/**
 * The permissions of roles: `/roles/{id}/permissions`.
 *
 * @param apis the APIs, whose names and scopes describe permissions. If an API loses a scope, all roles lose the permission
 */
export function permissionModule(
  roles: Objects<StoredRole>,
  apis: Objects<Api>,
  cursors: Cursors,
): Module<Permissions> {
  return moduleOf("/roles/{id}/permissions", new Permissions("role", roles, apis), roles, cursors);
}

/** The permissions that are assigned to users directly: `/users/{id}/permissions`. */
export function userPermissionModule(users: Objects, apis: Objects<Api>, cursors: Cursors): Module<Permissions> {
  const sources = [{ source_id: "", source_name: "", source_type: "DIRECT" }];
  return moduleOf("/users/{id}/permissions", new Permissions("user_id", users, apis), users, cursors, { sources });
}

/** @param more further properties of a permission in responses */
function moduleOf(
  path: `/${string}`,
  permissions: Permissions,
  owners: PermissionHolders,
  cursors: Cursors,
  more: WireObject = {},
): Module<Permissions> {
  const idOf = ({ param }: RouteRequest) => owners.require(param("id")).id;
  const routes = linkRoutes<WireObject>({
    path,
    property: "permissions",
    read: (request) => {
      const held = permissions.list(idOf(request)).sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
      const show = (one: WireObject) => ({ ...permissions.described(one), ...more });
      return cursors.list(request, () => ({ collection: "permissions", all: held, show }));
    },
    add: (request, given) => {
      permissions.add(idOf(request), given);
      return {};
    },
    remove: (request, given) => permissions.remove(idOf(request), given),
  });
  return { objects: permissions, routes };
}

function without(all: readonly WireObject[], others: readonly WireObject[]): WireObject[] {
  return all.filter((one) => !others.some((other) => sortKeyOf(other) === sortKeyOf(one)));
}

function scopesOf({ scopes }: WireObject): readonly WireObject[] {
  return Array.isArray(scopes) ? (scopes as WireObject[]) : [];
}

/** The sort key of a permission in the service's listing. */
function sortKeyOf({ resource_server_identifier, permission_name }: WireObject): string {
  return `${permission_name}\n${resource_server_identifier}`;
}
