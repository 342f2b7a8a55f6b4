import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const roleArguments = {
  auth0_role: { "name!": "string", description: "string" },
  auth0_role_permission: {
    "permission!": "string",
    "resource_server_identifier!": "string",
    "role_id!": "string",
  },
} satisfies Arguments;
