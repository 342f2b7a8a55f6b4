import { ServiceError, tooMany } from "../shared/errors.ts";
import { bodyOf } from "../shared/interface.ts";
import { linkRoutes, type Module, type RouteRequest, restModule, type Tenant } from "../shared/module.ts";
import type { Objects, Owners } from "../shared/objects.ts";
import { sorted } from "../shared/query.ts";
import { Sets } from "../shared/sets.ts";
import { copyOf, newPrefixedId, pick, type Stored, type WireObject } from "../shared/store.ts";
import { type ArraySchema, text } from "../shared/validation.ts";

/** A stored role. */
export interface StoredRole extends Stored {
  readonly name: string;
}

const ownerFault = "A role of an organization has an owner_id, others have none";

/** The tenant's roles, by id or name: `/roles`. */
export function roleModule({ traits }: Tenant): Module<Objects<StoredRole>> {
  return restModule<StoredRole>(
    {
      path: "/roles",
      key: "name",
      // A role of an organization may have the same name as a role of the tenant, so its key also contains its owner.
      keyOf: ({ name, owner_id }) => (owner_id === undefined ? String(name) : `${owner_id} ${name}`),
      rule: (role) => (isOwned(role) === "owner_id" in role ? undefined : ownerFault),
      whole: ["id", "name"],
      newId: () => newPrefixedId("rol_"),
      missing: "The role does not exist.",
      taken: "The role already exists.",
      fresh: traits.organizationAccess ? { type: "tenant" } : {},
      // Seeds that were exported by other tools contain a role's permissions. Responses with the role do not contain them.
      view: ({ permissions: _, ...role }) => copyOf({ description: "", ...role }),
      sortKey: ({ name }) => name,
    },
    {
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
    },
  );
}

function isOwned({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === "organization";
}

/**
 * Direct access to the permissions of the tenant's roles or users. Roles are given by id or name, users by id. A permission is `{
 * resource_server_identifier, permission_name }`. All methods throw a `ServiceError` if the service would respond with an error.
 */
export type HeldPermissions = Pick<Permissions, "list" | "add" | "remove">;

/** The properties of an API that permissions need. The identifier is the API's natural key. */
interface Api extends Stored {
  readonly identifier: string;
}

/** The permissions of all roles, or of all users. */
export class Permissions extends Sets<WireObject> {
  readonly #apis: Objects<Api>;

  /** @param holder the property of a seed that names the role or user */
  constructor(holder: "role" | "user_id", holders: Owners, apis: Objects<Api>) {
    const rowOf = (one: WireObject) => pick(one, ["resource_server_identifier", "permission_name"]);
    const { permissions } = bodyOf("POST /roles/{id}/permissions").properties;
    super({
      holders: { [holder]: holders },
      name: "permissions",
      schema: (permissions as ArraySchema).items,
      most: 1000,
      full: tooMany,
      rowOf,
      itemOf: rowOf,
    });
    this.#apis = apis;
    apis.changed.listen(({ row, previous }) => {
      const scopes = row ? scopesOf(row).map(({ value }) => value) : [];
      const gone = this.where({ resource_server_identifier: previous?.identifier });
      for (const { id, permission_name: name } of gone) if (!scopes.includes(name)) this.drop(id);
    });
  }

  /** @throws ServiceError 404 for an API or a permission that does not exist */
  override add(holder: string, given: readonly WireObject[]): void {
    for (const { resource_server_identifier: identifier, permission_name: name } of given) {
      const api = this.#apis.findByKey(String(identifier));
      if (!api) throw new ServiceError(404, `The resource server does not exist: '${identifier}'`);
      // The service's error for an unknown permission is not known, so the emulator returns a likely one.
      if (!scopesOf(api).some(({ value }) => value === name)) {
        throw new ServiceError(404, `The permission does not exist: '${name}'`);
      }
    }
    super.add(holder, given);
  }

  /** A permission in the form of responses, with its description and the name of its API. */
  described({ resource_server_identifier, permission_name }: WireObject): WireObject {
    const api = this.#apis.findByKey(String(resource_server_identifier));
    const { description } = (api && scopesOf(api).find(({ value }) => value === permission_name)) ?? {};
    return {
      permission_name,
      description,
      resource_server_name: api?.name,
      resource_server_identifier,
    };
  }
}

/**
 * The permissions of roles: `/roles/{id}/permissions`.
 *
 * @param apis the APIs, whose names and scopes describe permissions. If an API loses a scope, all roles lose the permission
 */
export function permissionModule(roles: Objects<StoredRole>, apis: Objects<Api>): Module<Permissions> {
  return permissionsOf("/roles/{id}/permissions", "role", roles, apis);
}

/** The permissions that are assigned to users directly: `/users/{id}/permissions`. */
export function userPermissionModule(users: Objects, apis: Objects<Api>): Module<Permissions> {
  const sources = [{ source_id: "", source_name: "", source_type: "DIRECT" }];
  return permissionsOf("/users/{id}/permissions", "user_id", users, apis, { sources });
}

/** @param more further properties of a permission in responses */
function permissionsOf(
  path: `/${string}`,
  holder: "role" | "user_id",
  holders: Owners,
  apis: Objects<Api>,
  more: WireObject = {},
): Module<Permissions> {
  const permissions = new Permissions(holder, holders, apis);
  const idOf = ({ param }: RouteRequest) => holders.require(param("id")).id;
  const routes = linkRoutes<WireObject>({
    path,
    property: "permissions",
    read: (request) => {
      const all = sorted(permissions.list(idOf(request)), sortKeyOf);
      const show = (one: WireObject) => ({ ...permissions.described(one), ...more });
      return request.page(() => ({ collection: "permissions", all, show }));
    },
    add: (request, given) => {
      permissions.add(idOf(request), given);
      return {};
    },
    remove: (request, given) => permissions.remove(idOf(request), given),
  });
  return { objects: permissions, routes };
}

/**
 * The roles of users or groups, in the tenant or in organizations. Roles are given by id or name.
 *
 * @param holders the properties that name a user or group, and an organization
 * @param who names the holder in the error for too many roles
 */
export function roleSets(
  roles: Objects<StoredRole>,
  holders: Readonly<Record<string, Owners | undefined>>,
  most: number,
  who: (organization: string | undefined) => string,
): Sets<string> {
  const sets = new Sets<string>({
    holders,
    name: "roles",
    schema: text({ min: 1 }),
    most,
    full: (organization) => new ServiceError(409, `No more roles can be assigned to this ${who(organization)}.`),
    rowOf: (role) => ({ role_id: roles.row(role).id }),
    itemOf: ({ role_id }) => String(role_id),
  });
  sets.belong("role_id", roles);
  return sets;
}

function scopesOf({ scopes }: WireObject): readonly WireObject[] {
  return Array.isArray(scopes) ? (scopes as WireObject[]) : [];
}

/** The sort key of a permission in the service's listing. */
function sortKeyOf({ resource_server_identifier, permission_name }: WireObject): string {
  return `${permission_name}\n${resource_server_identifier}`;
}
