import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const formsTools = {
  vaultConnection: {
    foreignTypes: { auth0_flow_vault_connection: { id: ["id"] } },
  },
  flow: {
    foreignTypes: { auth0_flow: { id: ["id"] } },
  },
  form: {
    foreignTypes: { auth0_form: { id: ["id"] } },
  },
} satisfies FeatureTools;
