import type { Definition } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";
import { role } from "./role.ts";

/** The most permissions that a role can have. */
const maxPermissions = 1000;

/** The permissions of a role on one API. The API's bounds of scopes hold for them. */
export const rolePermissionsSchema = {
  noun: "role",
  fields: {
    roleId: {
      kind: "string",
      forceNew: true,
      required: true,
      idOf: "role",
      concerns: true,
      idPrefix: "rol_",
      min: 1,
    },
    resourceServerIdentifier: {
      kind: "string",
      forceNew: true,
      required: true,
      refersTo: { kind: "resourceServer", property: "identifier" },
      min: 1,
    },
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
  metaArguments: { exclusive: { kind: "boolean" } },
} as const satisfies Schema;

const ofRole = ["role_id"] as const;

/** The permissions that roles give, by API. */
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
