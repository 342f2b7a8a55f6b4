import { effectsOnSecrets, whyUnread } from "../action/tools.ts";
import { named } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";
import { actionModule } from "./definition.ts";

/** What the tools need to know of the types in this folder. */
export const actionModuleTools = {
  actionModule: {
    foreignTypes: { auth0_action_module: { id: ["id"] } },
    terraform: {
      type: "auth0_action_module",
      without: {
        secrets: "Terraform imports no secrets of action modules: add them to auth0_action_module after the import",
      },
    },
    imported: { noun: "module", file: "action-modules", module: "actionModules" },
    effects: effectsOnSecrets(actionModule.schema.noun),
    events: undefined,
    importRules: { whyUnread },
    calls: [
      ...["POST /actions/modules", "GET|PATCH|DELETE /actions/modules/{id}", "POST /actions/modules/{id}/versions"],
      "GET /actions/modules/{id}/actions",
    ],
    differences: [
      {
        at: "api_version",
        what: "property only in the description",
        why: "Only the creation of a module accepts it, and no response contains it, so a change at the tenant could not be detected.",
      },
    ],
    deployed: { actionModules: named("auth0_action_module") },
    unknownInPreviews: ["versionId", "versionNumber"],
  },
} satisfies FeatureTools;
