import fc from "fast-check";
import type { Emulator, WireObject } from "../../provider/src/emulator/index.ts";
import { type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { isSegment } from "./objects.ts";
import { casesOf, sequencesOf } from "./steps.ts";
import { mostly, type ScopeCase, type Subject } from "./subject.ts";

/** Triggers with a list of their own: those of the slots, those of the laws, and one of another team's. */
const slotTriggers = {
  "trigger-a": ["post-login", "credentials-exchange"],
  "trigger-b": ["pre-user-registration"],
} as const;
const slots = Object.keys(slotTriggers) as readonly (keyof typeof slotTriggers)[];
const triggersOf = (slot: string): readonly string[] => slotTriggers[slot as keyof typeof slotTriggers];
const [lawTrigger, theirTrigger] = ["post-change-password", "post-user-registration"] as const;
const all = [...slots.flatMap(triggersOf), lawTrigger, theirTrigger];
const versionOf = (trigger: string) => (trigger === "post-login" ? "v3" : "v2");

/** The actions of a trigger by their ids, which say where they are. */
const idOf = (trigger: string, n: number) =>
  `${all.indexOf(trigger)}0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const count = 6;
const idsOf = (trigger: string) => Array.from({ length: count }, (_, n) => idOf(trigger, n));

function make(tenant: Emulator, trigger: string): void {
  for (const [n, id] of idsOf(trigger).entries()) {
    if (tenant.actions.get(id)) continue;
    const supported_triggers = [{ id: trigger, version: versionOf(trigger) }];
    tenant.actions.create({ id, name: `${trigger} ${n}`, supported_triggers, deploy: true });
  }
}

const named = (binding: WireObject) => ({
  actionId: String((binding.action as WireObject).id),
  displayName: String(binding.display_name),
});

function live(tenant: Emulator, trigger: string): readonly JsonObject[] | undefined {
  return all.includes(trigger) ? tenant.triggerActions.list(trigger).map(named) : undefined;
}

function set(tenant: Emulator, trigger: string, actions: Json): void {
  tenant.triggerActions.set(
    trigger,
    (actions as readonly JsonObject[]).map((one) => {
      const name = own(one, "displayName");
      return {
        ref: { type: "action_id", value: own(one, "actionId") },
        ...(name !== undefined && { display_name: name }),
      };
    }),
  );
}

const listOf = (trigger: string, maxLength: number): fc.Arbitrary<readonly JsonObject[]> =>
  fc.uniqueArray(
    fc.record({ actionId: fc.constantFrom(...idsOf(trigger)), displayName: fc.constantFrom("One", "two ü") }),
    { maxLength, selector: ({ actionId }) => actionId },
  );
const steps = listOf(lawTrigger, count).map((actions) => ({ actions }));

const [first = "", second = ""] = idsOf(lawTrigger);
const one = { triggerId: lawTrigger, actions: [{ actionId: first, displayName: "One" }] };
const other = { triggerId: lawTrigger, actions: [{ actionId: second, displayName: "Two" }, ...one.actions] };
const lone = { actions: [{ actionId: first, displayName: "One" }] };
const pair = {
  actions: idsOf(lawTrigger)
    .slice(1, 3)
    .map((actionId) => ({ actionId, displayName: "Theirs" })),
};
const [read, update] = ["read:actions", "update:actions"];
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: [read, update], run: one },
  { operation: "refresh, drift", scopes: [read], before: one, run: "refresh" },
  { operation: "update", scopes: [read, update], before: one, run: other },
  { operation: "delete", scopes: [read, update], before: one, run: undefined },
];

/** The actions of a trigger: the list is always there, if only as an empty one. */

export const triggerActions: Subject<"triggerActions"> = {
  name: "triggerActions",
  resource: "TriggerActions",
  path: "/api/v2/actions/triggers",
  keyOf: ({ triggerId }) => String(triggerId),

  prepare(tenant) {
    for (const trigger of all) make(tenant, trigger);
    set(tenant, theirTrigger, [{ actionId: idOf(theirTrigger, 0), displayName: "Foreign" }]);
  },
  foreign: (tenant) => tenant.triggerActions.list(theirTrigger),
  identity: () => ({ triggerId: lawTrigger }),
  held(tenant, trigger) {
    const actions = live(tenant, trigger);
    return actions && { id: trigger, live: { triggerId: trigger, actions } };
  },
  answered(tenant, trigger) {
    const actions = live(tenant, trigger);
    return actions && { actions };
  },
  edit: (tenant, trigger, _, actions) => set(tenant, trigger, actions),
  remove: (tenant, trigger) => set(tenant, trigger, []),
  isEmpty: ({ actions }) => Array.isArray(actions) && actions.length === 0,

  exceptions: [
    {
      law: "preservation",
      how: "lost",
      paths: ["/actions"],
      exclusive: true,
      why: "the list is complete while the resource exists",
      documented: "With `TriggerActions`, the declared actions are all actions of the trigger",
      examples: [[{ program: lone }, { edit: pair, program: lone }]],
    },
  ],
  laws: [
    casesOf(steps, steps, 0.5),
    {
      root: { exclusive: false },
      steps: sequencesOf({ program: steps, edit: steps, unseen: fc.boolean() }),
      share: 0.5,
    },
  ],
  shared: {
    property: "actions",
    max: 20,
    given: fc.uniqueArray(fc.constantFrom(...idsOf(lawTrigger))),
    // An action has one trigger, and each trigger one list.
    bystanders: () => [],
  },
  writes: 1,

  slots,
  keys: (slot) => triggersOf(slot),
  programs: (slot) => {
    const [usual = ""] = triggersOf(slot);
    const triggers = triggersOf(slot).length > 1 ? mostly(triggersOf(slot)) : fc.constant(usual);
    return fc.constant(
      triggers.chain((triggerId) => listOf(triggerId, 4).map((actions): JsonObject => ({ triggerId, actions }))),
    );
  },
  edits: () => [],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/actions\/triggers\/[^/?]+\/bindings(\?.*)?$/,
    versions: () => [one, other],
    misshapen: ['{"bindings":[null]}', '{"bindings":[{"action":{"id":7}}]}'].map((body) => ({
      path: /bindings/,
      body,
    })),
    ids: (text) => text,
    asked: (id) => (isSegment(id) ? ["actions", "triggers", id, "bindings"] : undefined),
    programs: (text) =>
      text.map((id) => ({
        args: { triggerId: id, actions: [] },
        mayAsk: isSegment(id) ? [["actions", "triggers", id, "bindings"]] : [],
      })),
  },
  bench: [one, other],
  noReferences: { "/triggerId": "triggers are the service's", "/actions": "a list of objects, whose ids refer" },
  unlikeTable: [["*", "A list with a request of its own."]],
  elsewhere: [
    ["auth0_trigger_actions", "at_login", { id: "post-login", trigger: "post-login", actions: [{ id: at.enrich }] }],
    ["auth0_trigger_action", "one_at_login", { id: "post-login", trigger: "post-login", action_id: at.enrich }],
  ],
  namesElsewhere: ["at_login"],
};
