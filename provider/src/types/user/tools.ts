import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const userTools = {
  user: {
    foreignTypes: { auth0_user: { id: ["id"] } },
  },
  userRoles: {
    foreignTypes: {
      auth0_user_roles: { id: ["user_id"], members: "all" },
      auth0_user_role: { id: ["user_id"], members: { only: "role_id" } },
      auth0_user: {
        id: ["id"],
        inside: "roles",
        members: { kept: "roles" },
      },
    },
  },
  userPermissions: {
    foreignTypes: {
      auth0_user_permissions: { id: ["user_id"], members: "all" },
      auth0_user_permission: { id: ["user_id"], members: { only: "permission", by: "resource_server_identifier" } },
    },
  },
} satisfies FeatureTools;
