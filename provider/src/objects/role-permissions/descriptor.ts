import type { Descriptor } from "../descriptor.ts";
import { role } from "../role/descriptor.ts";
import { rolePermissionsTable as table } from "./table.ts";

const ofRole = ["role_id"] as const;

/** The permissions that roles give, by API. */
export const rolePermissions = {
  type: "RolePermissions",
  table,
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
    below: { kind: role, members: "permissions", key: "resource_server_identifier", isGrouped: true },
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
} as const satisfies Descriptor;
