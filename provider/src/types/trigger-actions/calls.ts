import { listed, type Service, sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { nameIn, quoted } from "../../lifecycle/calls.ts";
import { reading, UserError } from "../../lifecycle/errors.ts";
import { membersAt } from "../../lifecycle/members/membership.ts";
import { claimOnSet } from "../../lifecycle/program/claims.ts";
import { inTurnOfList } from "../../lifecycle/program/turns.ts";
import { steadily } from "../../lifecycle/requests/steady-reads.ts";
import { type Found, Incomplete, ordinary, type ResourceType } from "../../lifecycle/resource-type.ts";
import { equal, type Json, type JsonObject, own, stringsIn, unknownValue } from "../../schema/json.ts";
import { collectionOf, pathOf } from "../../schema/service.ts";
import { isShared } from "../../state/leaves.ts";
import { recordOf } from "../../state/record.ts";
import { ShapeError } from "../../state/wire.ts";
import { boundByObjects, triggerActions } from "../action/definition.ts";
import { problemsOfTrigger } from "../action/deploy.ts";

const { schema, route, listing } = triggerActions;
const collection = collectionOf(route);
const actionsPointer = "/actions";

/** The binding of an action to a trigger, under the program's names. */
type Binding = { readonly actionId: string; readonly displayName?: string };

const label = (args: JsonObject) => `the actions of trigger${quoted(args, "triggerId")}`;
const place = (triggerId: string) => ({ path: pathOf(route, { triggerId }), subject: label({ triggerId }) });
const triggerOf = (args: JsonObject) => String(own(args, "triggerId"));

/** All actions of a trigger: `GET|PATCH /actions/triggers/{id}/bindings`. A PATCH replaces all bindings. */
export const triggerActionsType: ResourceType = {
  ...ordinary,
  schema,
  uniqueBy: ["triggerId"],
  label,
  provisionalId: triggerOf,
  // A trigger always exists, so a creation needs no adoption. Instead, `losses` reports the undeclared bindings that the creation removes.
  hasOwnObject: false,
  isTaken: () => false,
  // The new resource is created before the old one is deleted, so that actions which both declare stay bound during the replacement.
  deleteBeforeReplace: () => false,
  replacedInPlace: true,

  claim(args) {
    const triggerId = own(args, "triggerId");
    if (typeof triggerId !== "string" || triggerId === unknownValue) return undefined;
    return claimOnSet(schema, "actions", args, membersAt(pathOf(route, { triggerId }), label(args)));
  },

  rules(args) {
    const [triggerId, actions] = [own(args, "triggerId"), own(args, "actions")];
    const user = typeof triggerId === "string" ? boundByObjects.get(triggerId) : undefined;
    const ids = Array.isArray(actions) ? idsOf(actions) : [];
    const twice = ids.findIndex((id, at) => id !== unknownValue && ids.indexOf(id) < at);
    return [
      ...problemsOfTrigger(triggerId, ["triggerId"]),
      ...(user === undefined
        ? []
        : [
            {
              path: ["triggerId"],
              says: `is a trigger to which no action can be bound. Its actions are used through ${user}`,
            },
          ]),
      ...(twice < 0 ? [] : [{ path: ["actions", twice, "actionId"], says: "occurs twice" }]),
    ];
  },

  async losses(service, args, isAdopting) {
    if (isShare(args) || own(args, "actions") === unknownValue) return undefined;
    const wanted = wantedIn(args);
    const others = without(await readBindings(service, triggerOf(args)), wanted);
    const unknown = isAdopting ? wanted.filter(({ actionId }) => actionId === unknownValue).length : 0;
    return others.length > unknown ? `${label(args)}: ${unbinds(others, unknown)}` : undefined;
  },

  async create(service, args) {
    if (isShare(args)) return changeShare(service, args, []);
    const before = await readForChange(service, args);
    const others = without(before, wantedIn(args));
    if (others.length > 0) console.warn(`warning: ${label(args)}: ${unbinds(others)}`);
    return replace(service, args, before, wantedIn(args));
  },

  async find(service, args) {
    const bindings = await readBindings(service, triggerOf(args));
    return foundOf(args, isShare(args) ? among(bindings, idsOf(own(args, "actions"))) : bindings);
  },

  async read(service, id, outputs) {
    const bindings = await readBindings(service, id).catch((error: unknown) => {
      if (error instanceof TenantError && error.isAbsence) return undefined;
      throw error;
    });
    if (!bindings) return undefined;
    const sent = stringsIn(own(recordOf("", outputs).remembered, actionsPointer));
    const ours = [...idsOf(own(outputs, "actions")), ...sent];
    return foundOf({ ...outputs, triggerId: id }, isShare(outputs) ? among(bindings, ours) : bindings).live;
  },

  async update(service, { inputs, outputs, remembered = {}, leaving = [] }) {
    if (isShare(inputs)) return changeShare(service, inputs, leaving);
    // An update whose response was lost can have made the remembered bindings.
    const sent = stringsIn(own(remembered, actionsPointer)).map((actionId) => ({ actionId }));
    const before = await readForChange(service, inputs);
    const wanted = wantedIn(inputs);
    // Bindings that neither the program nor the state contains stay, until a refresh has shown them as drift.
    const unseen = without(without(before, wanted), [...wantedIn(outputs), ...sent]);
    if (unseen.length > 0) {
      console.warn(
        `warning: ${label(inputs)}: another client has bound ${namesOf(unseen)} since the last refresh. This run keeps undeclared bindings, ` +
          "after the declared ones. To see and remove them, run `pulumi up --refresh`; to keep them, declare them.",
      );
    }
    return replace(service, inputs, before, wanted, unseen);
  },

  async delete(service, _id, outputs, { remembered, unclaimed }) {
    const declared = own(remembered, actionsPointer);
    const leaving = unclaimed(declared === undefined ? idsOf(own(outputs, "actions")) : stringsIn(declared));
    if (isShare(outputs)) {
      await changeShare(service, { ...outputs, actions: [] }, leaving);
      return;
    }
    const before = await readForChange(service, outputs);
    const staying = before.filter(({ actionId }) => !leaving.includes(actionId));
    if (staying.length < before.length) await patch(service, outputs, staying);
  },
};

/** Whether the program declares only its own bindings of the trigger, among those of other stacks. */
function isShare(args: JsonObject): boolean {
  return isShared(schema.fields.actions, args);
}

/**
 * Changes a share of the bindings of a trigger. The service replaces all bindings and has no locks, so a client that has read the bindings before this
 * write can send the old ones after it. The changes of this process take turns, and a second read verifies each write: if a binding of the write is gone,
 * or a removed one is back, the write is repeated once.
 *
 * @param leaving the actions whose bindings are removed
 * @returns the bindings of the share
 * @throws Incomplete if another client has changed the bindings again after the repetition
 */
async function changeShare(service: TenantClient, args: JsonObject, leaving: readonly string[]): Promise<Found> {
  const wanted = wantedIn(args);
  const seen = (bindings: readonly Binding[]) => foundOf(args, among(bindings, idsOf(own(args, "actions"))));
  const list = JSON.stringify(place(triggerOf(args)).path);
  let now: readonly Binding[] = [];
  let lost: readonly Binding[] = [];
  let back: readonly Binding[] = [];
  for (const round of [1, 2]) {
    const sent = await inTurnOfList(service, list, async () => {
      const before = await readForChange(service, args);
      const all = withShare([...before, ...without(lost, before)], leaving, wanted);
      const isThere = equal(foundOf(args, before).live, foundOf(args, all).live);
      return isThere ? { before } : { before, all, after: await send(service, args, before, all, seen) };
    });
    now = sent.after ?? sent.before;
    if (sent.all === undefined) return seen(now);
    await service.pause(round);
    const after = seen(now);
    const verified = await readBindings(service, triggerOf(args)).catch((error: unknown) => {
      throw error instanceof Error ? new Incomplete(after, [actionsPointer], error) : error;
    });
    lost = without(sent.all, verified);
    back = verified.filter(({ actionId }) => leaving.includes(actionId));
    if (lost.length === 0 && back.length === 0) return seen(verified);
    now = verified;
  }
  const what = lost.length > 0 ? `removed ${namesOf(lost)}` : `bound ${namesOf(back)} again`;
  const why = new UserError(
    `${label(args)}: this run has written the bindings twice, and each time another client has ${what} at the same time. Find that ` +
      "client: another stack that runs now, a stack that declares all bindings of the trigger, or a script. Then run `pulumi up` again.",
  );
  throw new Incomplete(seen(now), [actionsPointer], why);
}

/**
 * The bindings of a trigger with a changed share. The bindings of others keep their order. Bindings of the share stay where they are, as far as they are in
 * the declared order; new ones, and those that follow a new one in the program, go behind all others.
 */
function withShare(
  before: readonly Binding[],
  leaving: readonly string[],
  wanted: readonly Binding[],
): readonly Binding[] {
  const places = wanted.map(({ actionId }) => before.findIndex((one) => one.actionId === actionId));
  const first = places.findIndex((at, index) => at <= (index === 0 ? -1 : (places[index - 1] ?? -1)));
  const moved = first < 0 ? [] : wanted.slice(first);
  const declared = new Map(wanted.map((one) => [one.actionId, one]));
  const names = new Map(before.map(({ actionId, displayName }) => [actionId, displayName]));
  // The service gives a new name to a binding that is sent without one, so undeclared display names are sent as they are at the tenant.
  const staying = before.filter(({ actionId }) => !leaving.includes(actionId));
  return [...without(staying, moved), ...moved].map(({ actionId }): Binding => {
    const displayName = declared.get(actionId)?.displayName ?? names.get(actionId);
    return { actionId, ...(displayName !== undefined && { displayName }) };
  });
}

/** Reads the bindings of a trigger, in the order of execution. */
function readBindings(service: Service, triggerId: string): Promise<readonly Binding[]> {
  return reading(async () => {
    const bindings: Binding[] = [];
    const asked = { ...place(triggerId), collection };
    for await (const entry of listed<Json>(service, listing.paging, asked)) {
      bindings.push(bindingOf(entry, asked.subject));
    }
    return bindings;
  });
}

/** Reads the bindings of a trigger before a change, which replaces all of them. */
function readForChange(service: TenantClient, args: JsonObject): Promise<readonly Binding[]> {
  const read = () => readBindings(service, triggerOf(args));
  return steadily(label(args), read, (seen) => [{ name: "actions", value: seen }]);
}

function bindingOf(entry: Json, subject: string): Binding {
  const displayName = own(entry, "display_name");
  const actionId = nameIn(own(entry, "action") ?? null, "id", subject);
  return { actionId, ...(typeof displayName === "string" && displayName !== "" && { displayName }) };
}

/**
 * Replaces the bindings of a trigger, if they differ from the wanted ones.
 *
 * @param unseen bindings of other clients that stay after the wanted ones. The result lacks these bindings, so that only a refresh adds them to
 *   the state
 */
async function replace(
  service: TenantClient,
  args: JsonObject,
  before: readonly Binding[],
  wanted: readonly Binding[],
  unseen: readonly Binding[] = [],
): Promise<Found> {
  const seen = (bindings: readonly Binding[]) => foundOf(args, without(bindings, unseen));
  const names = new Map(before.map(({ actionId, displayName }) => [actionId, displayName]));
  // The service gives a new name to a binding that is sent without one, so undeclared display names are sent as they are at the tenant.
  const kept = wanted.map((one): Binding => {
    const displayName = one.displayName ?? names.get(one.actionId);
    return { actionId: one.actionId, ...(displayName !== undefined && { displayName }) };
  });
  const all = [...kept, ...unseen];
  if (equal(foundOf(args, before).live, foundOf(args, all).live)) return seen(before);
  return seen(await send(service, args, before, all, seen));
}

/**
 * Replaces the bindings of a trigger.
 *
 * @param seen the part of the bindings that belongs to the resource
 * @throws Incomplete if the response was lost
 */
async function send(
  service: TenantClient,
  args: JsonObject,
  before: readonly Binding[],
  all: readonly Binding[],
  seen: (bindings: readonly Binding[]) => Found,
): Promise<readonly Binding[]> {
  try {
    return await patch(service, args, all);
  } catch (error) {
    const isLost = error instanceof ShapeError || (error instanceof TenantError && error.outcome === "unknown");
    if (isLost) throw new Incomplete(seen(before), [actionsPointer], error);
    throw error instanceof TenantError && error.status === 400 ? refused(error) : error;
  }
}

async function patch(service: TenantClient, args: JsonObject, wanted: readonly Binding[]): Promise<readonly Binding[]> {
  const where = place(triggerOf(args));
  const bindings = wanted.map(({ actionId, displayName }) => ({
    ref: { type: "action_id", value: actionId },
    ...(displayName !== undefined && { display_name: displayName }),
  }));
  const call = {
    method: "PATCH",
    ...where,
    body: { [collection]: bindings },
    action: "update",
    continues: true,
    // A repetition could send bindings that another client has replaced meanwhile.
    ...(isShare(args) && { repeatable: "never" as const }),
  } as const;
  const { body } = await service.request({ ...call, expected: "object" });
  const answered = own(body as Json, collection);
  if (Array.isArray(answered)) return answered.map((entry: Json) => bindingOf(entry, where.subject));
  throw new ShapeError(`the tenant's response for ${where.subject} has no list of bindings`);
}

/** The bindings of a trigger for comparison with the declared ones. Display names that the program does not declare are left out. */
function foundOf(args: JsonObject, bindings: readonly Binding[]): Found {
  const named = new Set(
    wantedIn(args).flatMap(({ actionId, displayName }) => (displayName === undefined ? [actionId] : [])),
  );
  const actions = bindings.map(({ actionId, displayName }) =>
    displayName === undefined || named.has(actionId) ? { actionId } : { actionId, displayName },
  );
  const triggerId = triggerOf(args);
  return { id: triggerId, live: { triggerId, actions } };
}

function wantedIn(args: JsonObject): readonly Binding[] {
  const actions = own(args, "actions");
  return (Array.isArray(actions) ? actions : []) as unknown as readonly Binding[];
}

function idsOf(actions: Json | undefined): readonly string[] {
  return stringsIn((Array.isArray(actions) ? actions : []).map((one: Json) => own(one, "actionId") ?? null));
}

/** The bindings of these actions. */
function among(bindings: readonly Binding[], actionIds: readonly string[]): readonly Binding[] {
  return bindings.filter(({ actionId }) => actionIds.includes(actionId));
}

function without(some: readonly Binding[], others: readonly Binding[]): readonly Binding[] {
  return some.filter(({ actionId }) => !others.some((other) => other.actionId === actionId));
}

function namesOf(bindings: readonly Binding[]): string {
  return sanitize(
    bindings
      .map(({ actionId, displayName }) => (displayName === undefined ? actionId : `"${displayName}" (${actionId})`))
      .join(", "),
  );
}

/** @param unknown the number of bindings that may be declared, by ids that are known only during the run */
function unbinds(others: readonly Binding[], unknown = 0): string {
  const some = unknown > 0 ? `at least ${others.length - unknown} of ` : "";
  return (
    `the creation replaces all bindings of the trigger, so it removes those that are not declared: ${some}${namesOf(others)}. ` +
    "To keep a binding, declare it"
  );
}

function refused(error: TenantError): UserError {
  return new UserError(
    `${error.summary} Only a deployed action that supports this trigger can be bound to it. Refer to the Action resource (\`action.id\`), so ` +
      "that it is deployed first, and do not set `deploy: false` there.",
    { cause: error },
  );
}
