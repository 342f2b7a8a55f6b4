import type { Arguments, Block } from "../terraform-arguments.ts";

const permission: Block = { "name!": "string", "resource_server_identifier!": "string" };

/** The resources of Terraform's provider for the types in this folder. */
export const userArguments = {
  auth0_user_permission: {
    "permission!": "string",
    "resource_server_identifier!": "string",
    "user_id!": "string",
  },
  auth0_user: {
    "connection_name!": "string",
    app_metadata: "json",
    blocked: "bool",
    custom_domain_header: "string",
    email: "string",
    email_verified: "bool",
    family_name: "string",
    given_name: "string",
    name: "string",
    nickname: "string",
    password: "string",
    phone_number: "string",
    phone_verified: "bool",
    picture: "string",
    user_id: "string",
    user_metadata: "json",
    username: "string",
    verify_email: "bool",
  },
  auth0_user_permissions: { "permissions!": [permission], "user_id!": "string" },
  auth0_user_role: { "role_id!": "string", "user_id!": "string" },
  auth0_user_roles: { "roles!": "strings", "user_id!": "string" },
} satisfies Arguments;
