import { equal, own } from "../../schema/json.ts";
import { named } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";
import { usualEnding } from "./definition.ts";

/** What the tools need to know of the types in this folder. */
export const formsTools = {
  vaultConnection: {
    foreignTypes: { auth0_flow_vault_connection: { id: ["id"] } },
    terraform: { type: "auth0_flow_vault_connection" },
    imported: { noun: "connection", file: "vault-connections", module: "vaultConnections" },
    distinguishedBy: "appId",
    events: undefined,
    importRules: {
      unseen: ({ ready }) =>
        ready === true
          ? [
              {
                path: ["setup"],
                why: "the API never returns it; to manage or create the connection with it, declare it",
              },
            ]
          : [],
    },
    deployed: { flowVaultConnections: named("auth0_flow_vault_connection") },
    unknownInPreviews: ["accountName", "fingerprint", "ready"],
  },
  flow: {
    foreignTypes: { auth0_flow: { id: ["id"] } },
    terraform: { type: "auth0_flow" },
    imported: { noun: "flow", file: "flows", module: "flows" },
    events: undefined,
    deployed: { flows: named("auth0_flow") },
  },
  form: {
    foreignTypes: { auth0_form: { id: ["id"] } },
    terraform: { type: "auth0_form" },
    imported: { noun: "form", file: "forms", module: "forms" },
    events: undefined,
    importRules: {
      isFresh: ([property, key], value) => property === "ending" && equal(own(usualEnding, key ?? ""), value),
    },
    deployed: { forms: named("auth0_form") },
  },
} satisfies FeatureTools;
