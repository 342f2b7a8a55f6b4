import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const connectionProvisioningArguments = {
  auth0_connection_directory: {
    "connection_id!": "string",
    mapping: [{ "auth0!": "string", "idp!": "string" }],
    synchronize_automatically: "bool",
  },
  auth0_connection_scim_configuration: {
    "connection_id!": "string",
    mapping: [{ "auth0!": "string", "scim!": "string" }],
    user_id_attribute: "string",
  },
} satisfies Arguments;
