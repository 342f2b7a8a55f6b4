import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const connectionProvisioningTools = {
  connectionScim: {
    foreignTypes: { auth0_connection_scim_configuration: { id: ["connection_id"] } },
  },
  connectionScimToken: {
    foreignTypes: { auth0_connection_scim_token: { id: ["connection_id", "token_id"] } },
  },
  connectionDirectory: {
    foreignTypes: {
      auth0_connection_directory: { id: ["connection_id"], members: "none" },
      auth0_connection_directory_synchronized_groups: { id: ["connection_id"], members: "all" },
    },
  },
} satisfies FeatureTools;
