import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const connectionTools = {
  connection: {
    foreignTypes: { auth0_connection: { id: ["id"], members: { kept: "enabled_clients" } } },
  },
  connectionClients: {
    foreignTypes: {
      auth0_connection_clients: { id: ["connection_id"], members: "all" },
      auth0_connection_client: { id: ["connection_id"], members: { only: "client_id" } },
    },
  },
} satisfies FeatureTools;
