import { type Descriptor, scopesFor } from "../descriptor.ts";
import { actionTable as table } from "./table.ts";

const scopes = scopesFor("actions");

/** What is true of an action that is made anew, whatever becomes of the old one. */
const ownSecretsOnly = "the new action has no secrets but those that the program declares";

/** Actions: code that runs at login and elsewhere. */
export const action = {
  type: "Action",
  table,
  plural: "actions",
  route: "actions/actions",
  calls: ["POST /actions/actions", "GET|PATCH|DELETE /actions/actions/{id}", "POST /actions/actions/{id}/deploy"],
  scopes: {
    ...scopes,
    // Only what is built can be deployed, and a deployment makes a version.
    create: [...scopes.create, "read:actions"],
    update: ["read:actions", ...scopes.update, "create:actions"],
  },
  // Nothing says that no two can have the same, so it only helps to find them.
  uniqueBy: ["name"],
  sharesNames: true,
  listing: { paging: "untold", names: ["name", "id"] },
  events: undefined,
  effects: (action) =>
    action === "replace"
      ? [`${ownSecretsOnly}: the values of others are gone`]
      : action === "renew"
        ? [ownSecretsOnly]
        : [],
  imported: { noun: "action", file: "actions", module: "actions" },
  foreignTypes: { auth0_action: { id: ["id"] } },
} as const satisfies Descriptor;
