import type { Definition, Requirement } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";
import { action } from "./action.ts";

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
      item: {
        kind: "object",
        fields: {
          actionId: { kind: "string", required: true, idOf: "action", min: 1 },
          displayName: { kind: "string", min: 1 },
        },
      },
    },
  },
} as const satisfies Schema;

/** The actions that a trigger runs, and their bindings, as requirements of settings that use the trigger. */
export function runningAt(trigger: string): readonly Requirement[] {
  return [action, triggerActions].map((definition) => ({ definition, text: trigger }));
}

/** The triggers whose actions cannot be bound, each with the object that uses such an action, for a message. */
export const boundByObjects: ReadonlyMap<string, string> = new Map([
  ["custom-token-exchange", "the token exchange profile that contains the action's id"],
  ["event-stream", "the event stream that sends events to the action"],
  ["password-hash-migration", "the connection that uses the action"],
  ["mcp-tool", "the tool that uses the action"],
]);

const scopes = { read: ["read:actions"], write: ["read:actions", "update:actions"] } as const;

/** The actions of triggers. */
export const triggerActions = {
  type: "TriggerActions",
  schema: triggerActionsSchema,
  plural: "actions of triggers",
  route: "actions/triggers/{triggerId}/bindings",
  calls: ["GET|PATCH /actions/triggers/{id}/bindings"],
  scopes: { create: scopes.write, read: scopes.read, update: scopes.write, delete: scopes.write },
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
  imported: { noun: "bindings", file: "trigger-actions", module: "triggers" },
  events: undefined,
  affectsAll: true,
  // The Terraform resource `auth0_trigger_action` is a single binding; in this package, one resource has all bindings of a trigger.
  foreignTypes: { auth0_trigger_actions: { id: ["trigger"] }, auth0_trigger_action: { id: ["trigger"] } },
} as const satisfies Definition;
