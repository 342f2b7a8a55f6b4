import { type Definition, scopesFor } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";

/** The triggers of tenants as of 2026. The service may have more one day, so another one is sent as it is. */
export const knownTriggers = [
  "post-login",
  "credentials-exchange",
  "pre-user-registration",
  "post-user-registration",
  "post-change-password",
  "send-phone-message",
  "password-reset-post-challenge",
  "login-post-identifier",
  "signup-post-identifier",
  "post-credential-validation",
  "custom-phone-provider",
  "custom-email-provider",
  "custom-token-exchange",
  "event-stream",
  "password-hash-migration",
  "mcp-tool",
] as const;

/** A trigger that this package knows by name. */
export type KnownTrigger = (typeof knownTriggers)[number];

/** An action: code that the service runs at a trigger. */
export const actionSchema = {
  noun: "action",
  fields: {
    name: { kind: "string", required: true, min: 1 },
    supportedTriggers: {
      kind: "list",
      required: true,
      max: 1,
      fixedBy: "id",
      item: {
        kind: "object",
        fields: {
          id: { kind: "string", required: true, min: 1 },
          version: { kind: "string", required: true, min: 1 },
        },
      },
    },
    code: { kind: "string", required: true, max: 102_400, language: "js" },
    // Which one a new action gets changes over the years. An update that leaves it out keeps it.
    runtime: { kind: "string", min: 1, chosen: true, clear: { how: "release" } },
    dependencies: {
      kind: "list",
      max: 10,
      absent: [],
      clear: { how: "default", value: [] },
      item: {
        kind: "object",
        fields: {
          name: { kind: "string", required: true, min: 1 },
          version: { kind: "string", required: true, min: 1 },
          registryUrl: { kind: "string", min: 1 },
        },
      },
    },
    // Early access: an action without modules has no such key.
    modules: {
      kind: "list",
      max: 3,
      absent: [],
      clear: { how: "default", value: [] },
      item: {
        kind: "object",
        fields: {
          moduleId: { kind: "string", required: true, min: 1 },
          moduleVersionId: { kind: "string", required: true, min: 1 },
        },
      },
    },
    // In place of a value the service shows when it was written.
    secrets: {
      kind: "map",
      sealed: true,
      secret: true,
      keyWire: "name",
      valueWire: "updated_at",
      key: { kind: "string", min: 1 },
      value: { kind: "string", secret: true, min: 1, reads: { how: "never", hint: "" } },
      max: 30,
      reads: { how: "never", hint: "" },
      absent: {},
      exclusive: { argument: "exclusiveSecrets", default: false },
    },
    // Deployed by a call of its own, once it is built.
    deploy: { kind: "boolean", subresource: true, clear: { how: "default", value: true } },
    status: { kind: "string", computed: true, volatile: true },
    allChangesDeployed: { kind: "boolean", computed: true, volatile: true },
    deployedVersionId: { kind: "string", computed: true, volatile: true },
  },
  metaArguments: { exclusiveSecrets: { kind: "boolean" } },
} as const satisfies Schema;

const scopes = scopesFor("actions");

/** What is true of an action that is made anew, whatever becomes of the old one. */
const ownSecretsOnly = "the new action has no secrets but those that the program declares";

/** Actions: code that runs at login and elsewhere. */
export const action = {
  type: "Action",
  schema: actionSchema,
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
} as const satisfies Definition;
