import { own, type Path } from "../../schema/json.ts";
import { entriesIn, listIn, named } from "../deploy-cli.ts";
import type { FeatureTools, PlannedLeaf, Requirement, ToolData } from "../tool-data.ts";
import { action, installed, triggerActions } from "./definition.ts";

/** The effect of the argument that permits the deletion of undeclared secrets. */
const deletesUndeclared =
  "a write of its secrets deletes those that the program does not declare from now on, and nobody can read their values";

/** The effects of a planned change of an object with secrets that the API never returns: an action, or an action module. */
export function effectsOnSecrets(noun: string): NonNullable<ToolData["effects"]> {
  const ownSecretsOnly = `the new ${noun} has only the secrets that the program declares`;
  const isAllowed = ({ path, is }: PlannedLeaf) => path === "exclusiveSecrets" && is === true;
  return (action, leaves) =>
    (action === "update" || action === "adopt") && leaves.some(isAllowed)
      ? [{ says: deletesUndeclared, isLoss: true }]
      : action === "replace"
        ? [{ says: `${ownSecretsOnly}: the values of undeclared secrets are lost`, isLoss: true }]
        : action === "renew"
          ? [{ says: ownSecretsOnly }]
          : [];
}

/** The requirements of a setting that needs an action at a trigger: the actions that support the trigger, and the bindings of the trigger. */
export function runningAt(trigger: string): readonly Requirement[] {
  return [action, triggerActions].map((definition) => ({ definition, text: trigger }));
}

/** Why an import does not declare a property. Undefined if it does. */
export function whyUnread(path: Path): string | undefined {
  return path[0] === "secrets"
    ? "the API never returns the values of secrets. To change a secret, declare all secrets with their values"
    : undefined;
}

/** What the tools need to know of the types in this folder. */
export const actionTools = {
  action: {
    foreignTypes: { auth0_action: { id: ["id"] } },
    terraform: {
      type: "auth0_action",
      without: { secrets: "Terraform imports no secrets of actions: add them to auth0_action after the import" },
    },
    imported: { noun: "action", file: "actions", module: "actions" },
    effects: effectsOnSecrets(action.schema.noun),
    events: undefined,
    importRules: {
      leftOut: (live) => (own(live, "installedIntegrationId") === undefined ? undefined : ["system", installed]),
      whyUnread,
    },
    calls: ["POST /actions/actions", "GET|PATCH|DELETE /actions/actions/{id}", "POST /actions/actions/{id}/deploy"],
    differences: [
      ...["status", "runtimes", "default_runtime", "compatible_triggers", "binding_policy"].map((name) => ({
        ...{ at: `supported_triggers.*.${name}`, what: "property only in the description" as const },
        why: "The property describes the trigger. The service returns it, and programs do not set it.",
      })),
      ...["module_name", "module_version_number"].map((name) => ({
        ...{ at: `modules.*.${name}`, what: "property only in the description" as const },
        why: "Only responses contain it. Programs declare the ids of the module and of its version instead.",
      })),
    ],
    deployed: { actions: named("auth0_action") },
    unknownInPreviews: ["status", "allChangesDeployed", "deployedVersionId"],
  },
  triggerActions: {
    // The Terraform resource `auth0_trigger_action` manages a single binding; in this package, one resource manages all bindings of a trigger.
    foreignTypes: {
      auth0_trigger_actions: { id: ["trigger"] },
      auth0_trigger_action: { id: ["trigger"] },
      auth0_trigger_binding: { id: ["trigger"] },
    },
    terraform: {
      type: "auth0_trigger_actions",
      names: { trigger_id: "trigger", "actions.action_id": "id" },
    },
    imported: { noun: "bindings", file: "trigger-actions", module: "triggers" },
    affectsAll: true,
    events: undefined,
    calls: ["GET|PATCH /actions/triggers/{id}/bindings"],
    deployed: {
      triggers: (entry) =>
        entriesIn(entry).flatMap(([trigger, bindings]) =>
          listIn(bindings).length > 0
            ? [{ type: "auth0_trigger_actions", attributes: { trigger }, name: trigger }]
            : [],
        ),
    },
  },
} satisfies FeatureTools;
