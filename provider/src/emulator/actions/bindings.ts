import { randomUUID } from "node:crypto";
import { ServiceError, tooMany } from "../shared/errors.ts";
import type { WireObject } from "../shared/store.ts";
import {
  anyObject,
  bodyOf,
  check,
  checkBody,
  list,
  object,
  payloadError,
  refusal,
  text,
  type Violation,
} from "../shared/validation.ts";
import type { Actions } from "./actions.ts";
import { triggers } from "./triggers.ts";

/**
 * Direct access to the actions that are bound to triggers. A binding is `{ ref: { type, value }, display_name? }`, with the type
 * `action_id` or `action_name`. All methods throw a `ServiceError` if the service would respond with an error.
 */
export interface TriggerBindings {
  /** The bindings of a trigger in the order of execution, in the form of responses. */
  list(trigger: string): WireObject[];
  /** Replaces all bindings of a trigger. */
  set(trigger: string, bindings: readonly WireObject[]): void;
}

const ref = object(
  "",
  {
    type: text("Type of the reference", { oneOf: ["action_id", "action_name", "binding_id"] }),
    value: text("Id or name of the action, or id of the binding", { min: 1 }),
  },
  ["type", "value"],
);
const secret = object("", { name: text("Name of the secret", { min: 1 }), value: text("Value of the secret") }, [
  "name",
]);
const binding = object(
  "",
  {
    ref,
    display_name: text("Name of the action in the trigger", { min: 1 }),
    secrets: list("Secrets of the binding", secret),
  },
  ["ref"],
);
const bindingList = list("Actions of the trigger", binding);
/** The body of an update. {@link Bindings.set} checks each binding, because the service's error for a wrong binding has another text. */
export const replaced = bodyOf({ bindings: list("Actions of the trigger", anyObject("")) }, ["bindings"]);
/** The maximum number of actions of a trigger. */
const bindingLimit = 20;
const seeded = bodyOf({ trigger_id: text("Id of the trigger", { min: 1 }), bindings: bindingList }, [
  "trigger_id",
  "bindings",
]);

interface Binding {
  readonly id: string;
  readonly action: string;
  readonly name: string;
  readonly at: string;
}

/** The actions that are bound to triggers. */
export class Bindings implements TriggerBindings {
  readonly #held = new Map<string, readonly Binding[]>();
  readonly #actions: Actions;

  constructor(actions: Actions) {
    this.#actions = actions;
    actions.deleted.listen((id) => {
      for (const [trigger, held] of this.#held) {
        this.#held.set(
          trigger,
          held.filter(({ action }) => action !== id),
        );
      }
    });
  }

  list(trigger: string): WireObject[] {
    return (this.#held.get(checked(trigger)) ?? []).map(({ id, action, name, at }) => ({
      id,
      trigger_id: trigger,
      action: this.#actions.bound(action),
      created_at: at,
      updated_at: at,
      display_name: name,
    }));
  }

  set(trigger: string, bindings: readonly WireObject[]): void {
    checkBody(replaced, { bindings });
    const wrong = bindings.findIndex((one) => check(binding, one) !== undefined);
    if (wrong >= 0) {
      throw payloadError({ why: "Data does not match any schemas from 'oneOf'", path: `bindings[${wrong}]` });
    }
    if (bindings.length > bindingLimit) throw tooMany();
    const before = this.#held.get(checked(trigger)) ?? [];
    if (policyOf(trigger) === "entity-bound") {
      throw new ServiceError(400, "cannot bind actions to an entity-bound trigger");
    }
    const at = this.#actions.time();
    this.#held.set(
      trigger,
      bindings.map(({ ref: given, display_name: name }) => {
        const { action, name: known } = this.#bound(given as WireObject, trigger, before);
        return { id: randomUUID(), action, name: String(name ?? known), at };
      }),
    );
  }

  /** Whether any trigger runs the action with this id. */
  uses(action: string): boolean {
    return [...this.#held.values()].flat().some((one) => one.action === action);
  }

  dump(): WireObject[] {
    const bound = [...this.#held].filter(([, held]) => held.length > 0);
    return bound.map(([trigger_id, held]) => ({
      trigger_id,
      bindings: held.map(({ action, name }) => ({ ref: { type: "action_id", value: action }, display_name: name })),
    }));
  }

  load(wire: unknown): Violation | undefined {
    const violation = check(seeded, wire);
    if (violation) return violation;
    const { trigger_id, bindings } = wire as WireObject;
    return refusal(() => this.set(String(trigger_id), bindings as WireObject[]));
  }

  #bound({ type, value }: WireObject, trigger: string, before: readonly Binding[]) {
    const kept = type === "binding_id" ? before.find(({ id }) => id === value) : undefined;
    const found = this.#actions
      .list()
      .find(({ id, name }) => (type === "action_name" ? name === value : id === (kept?.action ?? value)));
    if (!found) throw new ServiceError(404, "That action does not exist.");
    const supported = found.supported_triggers as readonly WireObject[];
    if (!supported.some(({ id }) => id === trigger)) {
      throw new ServiceError(400, "Trying to create a binding between an incompatible action and trigger.");
    }
    if (found.deployed_version === undefined) {
      throw new ServiceError(400, "Trying to create a binding for an action that has not been deployed.");
    }
    return { action: String(found.id), name: kept?.name ?? String(found.name) };
  }
}

function policyOf(trigger: string): string | undefined {
  return triggers.find(({ id }) => id === trigger)?.binding_policy;
}

/** @throws ServiceError 404 for an unknown trigger */
function checked(trigger: string): string {
  if (policyOf(trigger) === undefined) throw new ServiceError(404, "That trigger does not exist.");
  return trigger;
}
