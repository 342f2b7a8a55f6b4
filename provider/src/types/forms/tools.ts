import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const formsTools = {
  vaultConnection: {
    foreignTypes: { auth0_flow_vault_connection: { id: ["id"] } },
    terraform: { type: "auth0_flow_vault_connection" },
    imported: { noun: "connection", file: "vault-connections", module: "vaultConnections" },
    distinguishedBy: "appId",
    events: undefined,
  },
  flow: {
    foreignTypes: { auth0_flow: { id: ["id"] } },
    terraform: { type: "auth0_flow" },
    imported: { noun: "flow", file: "flows", module: "flows" },
    events: undefined,
  },
  form: {
    foreignTypes: { auth0_form: { id: ["id"] } },
    terraform: { type: "auth0_form" },
    imported: { noun: "form", file: "forms", module: "forms" },
    events: undefined,
  },
} satisfies FeatureTools;
