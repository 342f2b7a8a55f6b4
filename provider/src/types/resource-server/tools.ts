import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const resourceServerTools = {
  resourceServer: {
    foreignTypes: { auth0_resource_server: { id: ["id"], alias: "identifier", members: { kept: "scopes" } } },
  },
  resourceServerScopes: {
    foreignTypes: {
      auth0_resource_server_scopes: { id: ["resource_server_identifier"], members: "all" },
      auth0_resource_server_scope: { id: ["resource_server_identifier"], members: { only: "scope" } },
    },
  },
} satisfies FeatureTools;
