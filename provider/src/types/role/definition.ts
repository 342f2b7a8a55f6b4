import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import type { Schema } from "../../schema/schema.ts";
import { ownOrganizationId } from "../organization/definition.ts";

/**
 * A role: a named set of permissions that is assigned to users.
 *
 * {@example}
 *
 * **Updates** send the changed properties in one call. The permissions of the role and its assignments to users do not change.
 *
 * **Deletion** removes the role from all users who have it. The service deletes the roles of an organization together with the organization.
 *
 * **Import**: `npx pulumi-tenant import` imports the roles of the tenant. For a role of an organization, use `pulumi import` with its id.
 *
 * @arguments If you remove `description` from the program, the role's description becomes empty.
 *
 * @id The role's id: `rol_…`.
 *
 * @all The tenant's roles, without those of organizations.
 */
export const role = {
  type: "Role",
  schema: {
    noun: "role",
    // The service documents no maximum lengths for the name and the description.
    fields: {
      /**
       * The display name, unique within the tenant or the organization. {@bounds}.
       *
       * @answers The display name.
       * @example Editor
       */
      name: { kind: "string", required: true, min: 1 },
      /**
       * The description. When cleared: empty.
       *
       * @answers The description; empty if the role has none.
       */
      // No key, null and an empty text all mean that the role has no description.
      description: { kind: "string", ...defaultsTo("") },
      /**
       * The id of the organization to which the role belongs, `org_…`: at most 50 characters. Only members of this organization can have the role.
       * Without it, the role belongs to the tenant. A change replaces the role. Early access: not every tenant has roles of organizations.
       *
       * @answers The id of the organization to which the role belongs; absent for a role of the tenant.
       */
      organizationId: { ...ownOrganizationId, wire: "owner_id", affectsTarget: true },
    },
  },
  plural: "roles",
  route: "roles",
  scopes: scopesFor("roles"),
  // `type` distinguishes tenant roles from roles of organizations. It follows from the owner, and an update does not accept it.
  setByService: ["type"],
  uniqueBy: ["name", "organizationId"],
  // Without the query, the listing also has roles of organizations, which can have the same names.
  listing: { paging: "offset", names: ["name", "id"], query: { type: "tenant" } },
  // The parameter matches parts of names, and ignores the letter case.
  lookUps: { by: "name", parameter: "name_filter", filters: ["name"] },
} as const satisfies Definition;

/** Maximum number of permissions of a role. */
const maxPermissions = 1000;

/** The permissions of a role on one API. They have the bounds of the API's scopes. */
export const rolePermissionsSchema = {
  noun: "role",
  fields: {
    /** The id of the role, `rol_…`. A change replaces the resource. */
    roleId: {
      kind: "string",
      forceNew: true,
      required: true,
      idOf: "role",
      affectsTarget: true,
      idPrefix: "rol_",
      min: 1,
    },
    /** The API's identifier (its audience), not its id. A change replaces the resource. */
    resourceServerIdentifier: {
      kind: "string",
      forceNew: true,
      required: true,
      refersTo: { type: "resourceServer", property: "identifier" },
      min: 1,
    },
    /**
     * The names of scopes of the API, 1 to 280 characters each: at most 1000, in any order. An empty set means no permissions.
     */
    permissions: {
      kind: "set",
      required: true,
      safeguard: "Every user with the role has these permissions.",
      weaker: "more",
      item: { kind: "string", min: 1, max: 280 },
      max: maxPermissions,
      absent: [],
      remembered: true,
      namedIn: { via: "resourceServerIdentifier", property: "scopes" },
      grantsTo: ["roleId"],
      exclusive: { argument: "exclusive", default: true },
    },
  },
  metaArguments: {
    /**
     * Whether all undeclared permissions of the role on this API are removed. With false, only the declared permissions are managed, so several
     * stacks can assign permissions to one role. A change of this option alone removes nothing. Default: true.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

/**
 * The permissions of a role on one API.
 *
 * {@example}
 *
 * **Order**: refer to the role and the API by their resources, as above. Then the API's scopes are created before the permissions, and
 * deleted after them. If a scope is deleted, the service also deletes the permissions for it; the next refresh shows this.
 *
 * **Exclusive** by default: the declared permissions are the only permissions of the role on this API, and the creation removes others.
 * Permissions on other APIs do not change. Declare the permissions of a role on one API in only one resource.
 *
 * **Shared** with `exclusive: false`: a declared permission is assigned, is drift if it is missing, and is removed when you remove it from
 * the program. Other permissions are neither drift nor changed.
 *
 * **Updates** first add permissions, then remove permissions, 100 in a call, so no user loses access meanwhile.
 *
 * **Destroy** removes only the declared permissions. The role stays.
 *
 * **Events**: the service sends no events about permissions. Only a refresh finds changes made outside Pulumi.
 *
 * The id is `roleId::resourceServerIdentifier`. Routes: `GET|POST|DELETE /roles/{id}/permissions`; scopes: `read:roles`, `update:roles`.
 *
 * @constructor Manages the permissions of one role on one API.
 */
export const rolePermissions = {
  type: "RolePermissions",
  schema: rolePermissionsSchema,
  plural: "permissions of roles",
  route: "roles/{roleId}/permissions",
  scopes: {
    create: ["read:roles", "update:roles"],
    read: ["read:roles"],
    update: ["update:roles"],
    delete: ["update:roles"],
  },
  uniqueBy: ["roleId", "resourceServerIdentifier"],
  // No limit is documented. The service has never refused a call with 100 permissions.
  members: { key: "permission_name", paging: "offset", atOnce: 100 },
  listing: {
    paging: "offset",
    names: ["resource_server_name", "resource_server_identifier"],
    owners: { definition: role, collection: "permissions", key: "resource_server_identifier", isGrouped: true },
  },
} as const satisfies Definition;
