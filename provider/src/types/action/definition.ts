import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import { holdsUnknown, type Json, type JsonObject, own } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";

/** The triggers of the service as of 2026. An unknown trigger is sent unchanged, because the service can add triggers. */
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

/** A known trigger. */
export type KnownTrigger = (typeof knownTriggers)[number];

/** The secrets of code, by name. The API returns the time of a secret's last write instead of its value. */
export const secretsOfCode = {
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
} as const;

/** An action: code that the service runs at a trigger. */
const actionSchema = {
  noun: "action",
  // An action's code gets its secrets. Other clients add secrets to an action for the code that this resource has deployed, so they go along with a
  // new version. But code that another client wrote is replaced only if all secrets are declared.
  destinations: [{ addresses: ["/code", "/dependencies", "/modules"], secrets: ["/secrets"], isCode: true }],
  fields: {
    name: { kind: "string", required: true, min: 1 },
    supportedTriggers: {
      kind: "list",
      required: true,
      min: 1,
      max: 1,
      fixedBy: "id",
      safeguard: "The trigger determines at which step of a login the code runs.",
      item: {
        kind: "object",
        fields: {
          id: { kind: "string", required: true, min: 1 },
          version: { kind: "string", required: true, min: 1 },
        },
      },
    },
    code: {
      kind: "string",
      required: true,
      max: 102_400,
      language: "js",
      safeguard: "The code can permit and refuse logins, and change the claims of tokens.",
    },
    // The service's default for new actions changes over time. An update without a runtime keeps the runtime of the action.
    runtime: {
      kind: "string",
      min: 1,
      chosen: true,
      clear: { how: "release" },
      safeguard: "An old runtime has vulnerabilities that are not fixed.",
    },
    dependencies: {
      kind: "list",
      uniqueBy: "name",
      max: 10,
      ...defaultsTo([]),
      safeguard: "The code of these packages runs in the action, with its secrets.",
      item: {
        kind: "object",
        fields: {
          name: { kind: "string", required: true, min: 1 },
          version: { kind: "string", required: true, min: 1 },
          registryUrl: { kind: "string", min: 1 },
        },
      },
    },
    // Early access: the response for an action without modules lacks this property.
    modules: {
      kind: "list",
      uniqueBy: "moduleId",
      max: 3,
      ...defaultsTo([]),
      safeguard: "The code of these modules runs in the action, with its secrets.",
      item: {
        kind: "object",
        fields: {
          moduleId: { kind: "string", required: true, min: 1, idOf: "actionModule" },
          moduleVersionId: { kind: "string", required: true, min: 1 },
        },
      },
    },
    secrets: secretsOfCode,
    // The deployment is a separate call, after the build.
    deploy: {
      kind: "boolean",
      subresource: true,
      clear: { how: "default", value: true },
      safeguard: "If false, the trigger continues to run older code than the code that was reviewed.",
      weaker: false,
    },
    status: { kind: "string", computed: true, volatile: true },
    allChangesDeployed: { kind: "boolean", computed: true, volatile: true },
    deployedVersionId: { kind: "string", computed: true, volatile: true },
  },
  metaArguments: { exclusiveSecrets: { kind: "boolean" } },
} as const satisfies Schema;

const scopes = scopesFor("actions");

/** Why no program can manage an action of an integration. */
export const installed = "it came from the marketplace, and only the marketplace can change it";

/** Actions: code that the service runs at triggers, such as a login. */
export const action = {
  type: "Action",
  schema: actionSchema,
  plural: "actions",
  route: "actions/actions",
  scopes: {
    ...scopes,
    // After each write, a run reads the action until it is built. An update that deploys creates a version, so it also needs `create:actions`.
    create: [...scopes.create, "read:actions"],
    update: ["read:actions", ...scopes.update, "create:actions"],
  },
  setByService: ["current_version", "deployed_version", "built_at", "installed_integration_id", "integration"],
  // Whether names are unique is not documented, so a name helps to find an action, but does not identify it.
  uniqueBy: ["name"],
  sharesNames: true,
  listing: { paging: "untold", names: ["name", "id"] },
} as const satisfies Definition;

/** Why an action cannot be bound to a trigger. */
function whyNotBound(declared: JsonObject, isNew: boolean, { triggerId }: JsonObject): string | undefined {
  const { supportedTriggers, deploy } = declared;
  if (holdsUnknown([supportedTriggers ?? null, triggerId ?? null])) return undefined;
  const triggers = Array.isArray(supportedTriggers) ? supportedTriggers.map((one: Json) => own(one, "id")) : [];
  if (!triggers.includes(triggerId))
    return `does not support the trigger "${triggerId}", so the service does not bind it`;
  return isNew && deploy === false
    ? "is new and has `deploy: false`, and the service binds only an action that was deployed"
    : undefined;
}

/** All actions of a trigger, in their execution order. */
const triggerActionsSchema = {
  noun: "trigger",
  fields: {
    triggerId: { kind: "string", forceNew: true, required: true, min: 1 },
    actions: {
      kind: "list",
      required: true,
      max: 20,
      absent: [],
      remembered: "actionId",
      exclusive: { argument: "exclusive", default: true },
      safeguard: "An action that does not run here asks for no second factor and refuses no login.",
      item: {
        kind: "object",
        fields: {
          actionId: {
            kind: "string",
            required: true,
            idOf: "action",
            min: 1,
            refusedTargets: { type: action.type, why: whyNotBound },
          },
          displayName: { kind: "string", min: 1 },
        },
      },
    },
  },
  metaArguments: { exclusive: { kind: "boolean" } },
} as const satisfies Schema;

/** Triggers to which no action can be bound. For each, the object that uses its actions instead, in words for a message. */
export const boundByObjects: ReadonlyMap<string, string> = new Map([
  ["custom-token-exchange", "the token exchange profile that contains the action's id"],
  ["event-stream", "the event stream that sends events to the action"],
  ["password-hash-migration", "the connection that uses the action"],
  ["mcp-tool", "the tool that uses the action"],
]);

const triggerScopes = { read: ["read:actions"], write: ["read:actions", "update:actions"] } as const;

/** The actions of triggers. */
export const triggerActions = {
  type: "TriggerActions",
  schema: triggerActionsSchema,
  plural: "actions of triggers",
  route: "actions/triggers/{triggerId}/bindings",
  scopes: {
    create: triggerScopes.write,
    read: triggerScopes.read,
    update: triggerScopes.write,
    delete: triggerScopes.write,
  },
  uniqueBy: ["triggerId"],
  listing: {
    paging: "untold",
    names: [],
    owners: {
      definition: action,
      collection: "bindings",
      named: {
        property: "supported_triggers",
        noun: "trigger",
        route: "actions/triggers",
        except: [...boundByObjects.keys()],
      },
    },
  },
} as const satisfies Definition;
