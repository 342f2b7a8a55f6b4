import type { Definition } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";
import { role } from "./role.ts";

/** The most permissions that a role can have. */
const maxPermissions = 1000;

/** The permissions of a role on one API. The API's bounds of scopes hold for them. */
export const rolePermissionsSchema = {
  noun: "role",
  fields: {
    /** The role: `rol_…`. A change replaces. */
    roleId: {
      kind: "string",
      forceNew: true,
      required: true,
      idOf: "role",
      affectsTarget: true,
      idPrefix: "rol_",
      min: 1,
    },
    /** The API's identifier (its audience), not its id. A change replaces. */
    resourceServerIdentifier: {
      kind: "string",
      forceNew: true,
      required: true,
      refersTo: { kind: "resourceServer", property: "identifier" },
      min: 1,
    },
    /**
     * The names of scopes of that API, 1 to 280 characters each: at most 1000, in any order. The empty set means "no permissions".
     */
    permissions: {
      kind: "set",
      required: true,
      item: { kind: "string", min: 1, max: 280 },
      max: maxPermissions,
      absent: [],
      remembered: true,
      namedIn: { via: "resourceServerIdentifier", property: "scopes" },
      exclusive: { argument: "exclusive", default: true },
    },
  },
  metaArguments: {
    /**
     * Whether the declared permissions are all that the role may have on this API. With false only they are managed, and several stacks can
     * give permissions to one role. A switch takes nothing away by itself. Default: true.
     */
    exclusive: { kind: "boolean" },
  },
} as const satisfies Schema;

const ofRole = ["role_id"] as const;

/**
 * The permissions that a role gives on one API.
 *
 * {@example}
 *
 * **Order**: refer to the role and the API by their resources, as above. Then the API's scopes are there before the permissions, and
 * permissions go before their scope. A permission whose scope is deleted vanishes from the role by itself: the next refresh shows it.
 *
 * **Exclusive** by default: the declared permissions are all that the role has on this API. Those on other APIs are not touched. The
 * creation takes away what was there before. Declare the permissions of a role on one API in one place only.
 *
 * **Shared** with `exclusive: false`: each declared permission is given, shown as drift where it is missing, and taken back when it leaves
 * the program. All others are neither drift nor touched.
 *
 * **Updates** add first and remove then, 100 permissions with a call, so that nobody loses access in between.
 *
 * **Destroy** takes back the declared permissions and no others. The role stays.
 *
 * **Events**: the service sends none about permissions. Only a refresh finds somebody else's change.
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
  calls: ["GET|POST|DELETE /roles/{id}/permissions"],
  scopes: {
    create: ["read:roles", "update:roles"],
    read: ["read:roles"],
    update: ["update:roles"],
    delete: ["update:roles"],
  },
  uniqueBy: ["roleId", "resourceServerIdentifier"],
  // No limit of a call is documented. So many were never refused.
  members: { key: "permission_name", paging: "offset", atOnce: 100 },
  listing: {
    paging: "offset",
    names: ["resource_server_name", "resource_server_identifier"],
    below: { definition: role, members: "permissions", key: "resource_server_identifier", isGrouped: true },
  },
  imported: { noun: "permissions", file: "role-permissions", module: "permissions" },
  events: undefined,
  foreignTypes: {
    auth0_role_permissions: {
      id: [...ofRole, "resource_server_identifier"],
      each: "permissions",
      members: "all",
    },
    auth0_role_permission: {
      id: [...ofRole, "resource_server_identifier"],
      members: { only: "permission" },
    },
  },
} as const satisfies Definition;
