import type { Definition } from "../../schema/definition.ts";
import type { Schema } from "../../schema/schema.ts";

/** The users, whom no resource type manages. */
const users = { type: "User", plural: "users", route: "users", schema: { noun: "user" }, listing: undefined } as const;

/** The id of the user to whom an object belongs. */
export const userId = {
  kind: "string",
  forceNew: true,
  required: true,
  idOf: "user",
  affectsTarget: true,
  min: 1,
} as const;

/** Maximum number of roles that are assigned directly to a user, or to a member of an organization. */
export const maxRoles = 50;

/** The roles that are assigned directly to the user of `userId`. */
export const assignedRoles = {
  kind: "set",
  required: true,
  idOf: "role",
  safeguard: "The user has the permissions of these roles.",
  weaker: "more",
  item: { kind: "string", min: 1, idPrefix: "rol_" },
  grantsTo: ["userId"],
  max: maxRoles,
  absent: [],
  remembered: true,
  exclusive: { argument: "exclusive", default: true },
} as const;

/** The roles that are assigned directly to a user. */
export const userRolesSchema = {
  noun: "user's roles",
  fields: {
    /** The id of the user: `auth0|…`. A change replaces the resource. */
    userId,
    /** The ids of the roles, `rol_…`: at most 50, in any order. An empty set means no roles. */
    roles: assignedRoles,
  },
  metaArguments: {
    /**
     * Whether all undeclared roles of the user are removed. With false, only the declared roles are managed, so several stacks can assign roles
     * to one user. A change of this option alone removes nothing. Default: true.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

/**
 * The roles that are assigned directly to a user. The user has them in all organizations, and without one.
 *
 * {@example}
 *
 * **In an organization**: `OrganizationMemberRoles` assigns roles that a user has only as a member of one organization.
 *
 * **Exclusive** by default: the declared roles are the only roles of the user. An undeclared role is drift, and the next `pulumi up --refresh`
 * removes it. The creation removes existing undeclared roles. Declare the roles of a user in only one resource. Roles that are not assigned
 * directly (from a group, for example) are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared role is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Undeclared roles are neither drift nor changed.
 *
 * **Updates** first add roles, then remove roles, so the user does not lose access meanwhile.
 *
 * **Destroy** removes only the declared roles. The user stays. If the user or a role was deleted, nothing is left to remove.
 *
 * **Events**: the service sends no events about these roles. Only a refresh finds changes made outside Pulumi.
 *
 * The id is that of the user. Routes: `GET|POST|DELETE /users/{id}/roles`; scopes: `read:users`, `read:roles`, `update:users`.
 *
 * @constructor Manages the roles of a user.
 */
export const userRoles = {
  type: "UserRoles",
  schema: userRolesSchema,
  plural: "roles of users",
  route: "users/{userId}/roles",
  calls: ["GET|POST|DELETE /users/{id}/roles"],
  scopes: {
    create: ["read:users", "read:roles", "update:users"],
    read: ["read:users", "read:roles"],
    update: ["update:users"],
    delete: ["update:users"],
  },
  uniqueBy: ["userId"],
  members: { key: "id", paging: "offset" },
  listing: { paging: "offset", names: [], owners: { definition: users, collection: "roles" } },
  imported: { noun: "roles", file: "user-roles", module: "userRoles" },
  events: undefined,
  foreignTypes: {
    auth0_user_roles: { id: ["user_id"], members: "all" },
    auth0_user_role: { id: ["user_id"], members: { only: "role_id" } },
    auth0_user: {
      id: ["id"],
      inside: "roles",
      members: { kept: "roles" },
      needs: ["roles", "pulumi-tenant has no resource type for it"],
      without: { user_id: "only the roles are imported: pulumi-tenant has no resource type for users" },
    },
  },
} as const satisfies Definition;

/** Maximum number of permissions of a user. */
const maxPermissions = 1000;

/** The permissions that are assigned directly to a user. They have the bounds of the APIs' scopes. */
export const userPermissionsSchema = {
  noun: "user's permissions",
  fields: {
    /** The id of the user: `auth0|…`. A change replaces the resource. */
    userId,
    /**
     * The names of scopes by API: `{ "https://orders.example.com": ["read:orders"] }`. The keys are the identifiers of APIs (their audiences), not
     * their ids. At most 1000 scopes of 1 to 280 characters, in any order. An empty map means no permissions.
     */
    permissions: {
      kind: "set",
      required: true,
      safeguard: "The user has these permissions in all organizations.",
      weaker: "more",
      item: {
        kind: "string",
        pattern: {
          source: "^.{1,600} [^ ]{1,280}$",
          says: "must be a scope of 1 to 280 characters, below the identifier of its API",
        },
      },
      max: maxPermissions,
      absent: [],
      remembered: true,
      groupedBy: { wire: "resource_server_identifier", type: "resourceServer", property: "identifier" },
      namedIn: { via: "permissions", property: "scopes" },
      grantsTo: ["userId"],
      exclusive: { argument: "exclusive", default: true },
    },
  },
  metaArguments: {
    /**
     * Whether all undeclared permissions of the user are removed, on all APIs. With false, only the declared permissions are managed, so several
     * stacks can assign permissions to one user. A change of this option alone removes nothing. Default: true.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

/**
 * The permissions that are assigned directly to a user, on all APIs.
 *
 * {@example}
 *
 * **Order**: the keys of a map cannot be outputs. If the program also declares an API, list it in the `dependsOn` option: then its scopes are
 * created before the permissions, and deleted after them. If a scope is deleted, the service also deletes the permissions for it; the next
 * refresh shows this.
 *
 * **Exclusive** by default: the declared permissions are the only ones that are assigned directly to the user, and the creation removes others.
 * Declare the permissions of a user in only one resource. Permissions that the user has through a role are neither shown nor changed.
 *
 * **Shared** with `exclusive: false`: a declared permission is assigned, is drift if it is missing, and is removed when you remove it from the
 * program. Other permissions are neither drift nor changed.
 *
 * **Updates** first add permissions, then remove permissions, 100 in a call, so the user does not lose access meanwhile.
 *
 * **Destroy** removes only the declared permissions. The user stays.
 *
 * **Events**: the service sends no events about permissions. Only a refresh finds changes made outside Pulumi.
 *
 * In previews and in the state, each permission is one text: the identifier of the API, a space, and the scope.
 *
 * The id is that of the user. Routes: `GET|POST|DELETE /users/{id}/permissions`; scopes: `read:users`, `update:users`.
 *
 * @constructor Manages the permissions of a user.
 */
export const userPermissions = {
  type: "UserPermissions",
  schema: userPermissionsSchema,
  plural: "permissions of users",
  route: "users/{userId}/permissions",
  calls: ["GET|POST|DELETE /users/{id}/permissions"],
  scopes: {
    create: ["read:users", "update:users"],
    read: ["read:users"],
    update: ["update:users"],
    delete: ["update:users"],
  },
  uniqueBy: ["userId"],
  // No limit of a call is documented. The service has never refused a call with 100 permissions.
  members: { key: "permission_name", paging: "offset", atOnce: 100 },
  listing: { paging: "offset", names: [], owners: { definition: users, collection: "permissions" } },
  imported: { noun: "permissions", file: "user-permissions", module: "userPermissions" },
  events: undefined,
  foreignTypes: {
    auth0_user_permissions: { id: ["user_id"], members: "all" },
    auth0_user_permission: { id: ["user_id"], members: { only: "permission", by: "resource_server_identifier" } },
  },
} as const satisfies Definition;
