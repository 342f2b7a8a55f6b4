import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const clientTools = {
  client: {
    foreignTypes: { auth0_client: { id: ["client_id"] } },
  },
  clientAuthentication: {
    foreignTypes: { auth0_client_credentials: { id: ["client_id"] } },
  },
  clientGrant: {
    foreignTypes: { auth0_client_grant: { id: ["id"] } },
  },
} satisfies FeatureTools;
