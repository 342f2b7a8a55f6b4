import { named } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";

const ofRole = ["role_id"] as const;

/** What the tools need to know of the types in this folder. */
export const roleTools = {
  role: {
    foreignTypes: { auth0_role: { id: ["id"] } },
    terraform: {
      type: "auth0_role",
      without: { organizationId: "Terraform has no argument for it: its resources are roles of the tenant" },
    },
    imported: { noun: "role", file: "roles", module: "roles" },
    events: undefined,
    deployed: { roles: named("auth0_role") },
  },
  rolePermissions: {
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
      auth0_role: {
        id: ["id", "resource_server_identifier"],
        inside: "permissions",
        members: { kept: "permissions" },
      },
    },
    terraform: {
      members: {
        property: "permissions",
        of: { role_id: "roleId", resource_server_identifier: "resourceServerIdentifier" },
        each: { type: "auth0_role_permission", argument: "permission" },
      },
    },
    imported: { noun: "permissions", file: "role-permissions", module: "permissions" },
    events: undefined,
    calls: ["GET|POST|DELETE /roles/{id}/permissions"],
  },
} satisfies FeatureTools;
