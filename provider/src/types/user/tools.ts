import type { FeatureTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const userTools = {
  user: {
    foreignTypes: { auth0_user: { id: ["id"] } },
    terraform: {
      type: "auth0_user",
      names: { connection: "connection_name" },
      without: { password: "Terraform imports no passwords: add it to auth0_user after the import" },
    },
    imported: { noun: "user", file: "users", module: "users" },
    impactGroup: "members",
    impactPlural: "users",
    events: {
      types: ["user.created", "user.updated", "user.deleted"],
      subjectsOf: (id) => [`user ${id}`],
    },
    importRules: {
      unseen: () => [
        {
          path: ["password"],
          why: "the API never returns passwords; to be able to create the user again, declare it if the connection is a database",
        },
      ],
    },
    calls: ["GET|POST /users", "GET|PATCH|DELETE /users/{id}", "GET /users-by-email"],
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
    terraform: {
      members: {
        property: "roles",
        of: { user_id: "userId" },
        whole: { type: "auth0_user_roles", argument: "roles" },
        each: { type: "auth0_user_role", argument: "role_id" },
      },
    },
    imported: { noun: "roles", file: "user-roles", module: "userRoles" },
    events: undefined,
    calls: ["GET|POST|DELETE /users/{id}/roles"],
  },
  userPermissions: {
    foreignTypes: {
      auth0_user_permissions: { id: ["user_id"], members: "all" },
      auth0_user_permission: { id: ["user_id"], members: { only: "permission", by: "resource_server_identifier" } },
    },
    terraform: {
      members: {
        property: "permissions",
        of: { user_id: "userId" },
        whole: { type: "auth0_user_permissions", argument: "permissions" },
        each: { type: "auth0_user_permission", argument: "permission" },
        more: "resource_server_identifier",
      },
    },
    imported: { noun: "permissions", file: "user-permissions", module: "userPermissions" },
    events: undefined,
    calls: ["GET|POST|DELETE /users/{id}/permissions"],
  },
} satisfies FeatureTools;
