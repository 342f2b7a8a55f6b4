import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const formsTools = {
  vaultConnection: {
    foreignTypes: { auth0_flow_vault_connection: { id: ["id"] } },
    terraform: { type: "auth0_flow_vault_connection" },
  },
  flow: {
    foreignTypes: { auth0_flow: { id: ["id"] } },
    terraform: { type: "auth0_flow" },
  },
  form: {
    foreignTypes: { auth0_form: { id: ["id"] } },
    terraform: { type: "auth0_form" },
  },
} satisfies FeatureTools;
