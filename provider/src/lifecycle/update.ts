import { TenantError } from "../client/index.ts";
import { covers, fromPointer, type JsonObject, own, valueAt } from "../schema/json.ts";
import { withContent } from "../state/activation.ts";
import { withWholeDestinations } from "../state/destinations.ts";
import { type Plan, planUpdate, sendsSomething, touched } from "../state/plan.ts";
import { isHinted, readHintsOf, unseen } from "../state/project.ts";
import { doubtsIn, type ManagedRecord, recordOf } from "../state/record.ts";
import { noteFailedCreation } from "./create.ts";
import { gone, isUnavailable, reading, UserError } from "./errors.ts";
import type { WhereLost } from "./existing/decide.ts";
import { hasSameKey, locate, sayUnconfirmed } from "./existing/locate.ts";
import { obtain } from "./existing/obtain.ts";
import { orTaken } from "./existing/taken-keys.ts";
import { type LastKnown, liesIn, sparingForeign, warnOfForeign } from "./foreign-values.ts";
import {
  beginRemoval,
  finishCreation,
  leavingIn,
  leavingList,
  orUnsure,
  pathsToResend,
  type Restoration,
  removalsToUndo,
  removalsToUndoForOthers,
  restorationOf,
  sharersElsewhere,
  undoForOthers,
  waitForRemovals,
  withoutOthersMembers,
  withRemovals,
  withUnsure,
} from "./members/shared-sets.ts";
import { noteWritten, type OperationContext } from "./operation-context.ts";
import { asksForMore, refuseMarkers } from "./outputs.ts";
import type { Claim } from "./program/claims.ts";
import type { Manager } from "./program/managers.ts";
import type { Entry, UpdateRequest } from "./resource-type.ts";
import { refuseUnsafe } from "./vetoes/vetoes.ts";
import {
  finishWrite,
  mayHaveWritten,
  orWritten,
  type PlannedResourceWrite,
  pathsInFirstRequest,
  plannedCreation,
  ResponseLost,
  type Saved,
  saved,
} from "./write.ts";

/** Updates the object of a resource to the declared inputs. The id in the state does not change. */
export async function update(context: OperationContext, entry: Entry, inputs: JsonObject): Promise<Saved> {
  const record = recordOf(entry.id, entry.outputs);
  await waitForRemovals(context, entry.id, inputs);
  const where = await locate(context, record, entry.outputs);
  return where.is === "known"
    ? change(context, entry, inputs, record, where.id)
    : obtainLost(context, entry, inputs, record, where);
}

/** Finds the object of a resource whose creation was lost, or creates another one. */
async function obtainLost(
  context: OperationContext,
  { id, outputs }: Entry,
  inputs: JsonObject,
  record: ManagedRecord,
  where: WhereLost,
): Promise<Saved> {
  const { type } = context;
  const isSameKey = hasSameKey(type, outputs, inputs);
  const lost = { where, isSameKey, paths: record.paths, sentInputs: outputs, record };
  const claim = type.claim?.(inputs, undefined);
  const planned = plannedCreation(context, inputs, id, record);
  try {
    const result = await finishCreation(context, planned, claim, record, obtain(context, inputs, lost));
    sayUnconfirmed(type.label(inputs), id);
    return result;
  } catch (error) {
    noteFailedCreation(context, inputs, record.made);
    throw error;
  }
}

/** Updates an existing object. @param realId the object's id at the tenant. The id in the state can still be a provisional one */
async function change(
  context: OperationContext,
  { id, outputs }: Entry,
  inputs: JsonObject,
  record: ManagedRecord,
  realId: string,
): Promise<Saved> {
  const { type } = context;
  const { schema } = type;
  const [claim, lastClaim] = [type.claim?.(inputs, realId), type.claim?.(outputs, realId)];
  const elsewhere = await sharersElsewhere(context, claim, lastClaim, record);
  const toUndo = removalsToUndo(context, claim, record);
  const prior = withUnsure(record, pathsToResend(context, claim, inputs, toUndo));
  const planned: PlannedResourceWrite = {
    ...{ schema, inputs, id, record },
    plan: withWholeDestinations(schema, withContent(planUpdate(schema, outputs, prior, inputs), inputs), inputs),
    lastValues: outputs,
    whenLost: `It is not known whether the tenant has changed ${type.label(inputs)}. The next \`pulumi up\` sends the change again.`,
  };
  const target = { realId, unsure: prior.unsure };
  const set = claim ?? lastClaim;
  if (set?.property === undefined) return send(context, planned, target);
  const restoration = restorationOf(context, inputs, claim, record, toUndo);
  const whole = { ...planned, record: withRemovals(record, toUndo), undoes: restoration.undoes };
  const changed = { set, claim, lastClaim, elsewhere, record, restoration };
  return orUnsure(context, whole, claim, updateMembers(context, whole, target, changed));
}

/** The object of an update. */
interface UpdateTarget {
  readonly realId: string;
  /** Paths (JSON pointers) whose last known value is not sure. */
  readonly unsure: readonly string[];
}

/** The set of an update whose members several resources of the program can declare. */
interface ChangedSet {
  /** The resource's claim on the set. If it no longer has one, its last claim. */
  readonly set: Claim;
  readonly claim: Claim | undefined;
  readonly lastClaim: Claim | undefined;
  /** The resources of other processes that manage members of the set. */
  readonly elsewhere: readonly Manager[];
  /** The record before the update. */
  readonly record: ManagedRecord;
  /** The members that the update restores. */
  readonly restoration: Restoration;
}

/** Updates an object with a set whose members several resources of the program can declare. */
async function updateMembers(
  context: OperationContext,
  planned: PlannedResourceWrite,
  target: UpdateTarget,
  { set, claim, lastClaim, elsewhere, record, restoration }: ChangedSet,
): Promise<Saved> {
  const { inputs } = planned;
  const plan = withoutOthersMembers(context, inputs, set, planned.plan, elsewhere);
  const leaving = claim?.isOrdered
    ? leavingList(context, inputs, claim, lastClaim, { record, elsewhere })
    : leavingIn(plan, claim, lastClaim);
  // If this resource declares the whole set, no other resource of the program can declare members of it.
  const recorded = claim?.isWhole ? [] : leaving;
  const removal = beginRemoval(context, inputs, set, { leaving, recorded, record });
  try {
    const removals = await removal.removals;
    const forOthers = removalsToUndoForOthers(context, claim, record);
    await undoForOthers(context, { id: target.realId, args: inputs }, claim, forOthers);
    const start = withRemovals(planned.record, forOthers, removals);
    return await send(context, { ...planned, plan, record: start }, target, { leaving, restoration });
  } finally {
    removal.end();
  }
}

/** Sends an update, or saves it without a request if no value has to be sent. @param members those that the update removes and restores */
async function send(
  context: OperationContext,
  planned: PlannedResourceWrite,
  { realId, unsure }: UpdateTarget,
  members?: { readonly leaving: readonly string[]; readonly restoration: Restoration },
): Promise<Saved> {
  const { type, service, program } = context;
  const { inputs, record, lastValues: outputs } = planned;
  const label = type.label(inputs);
  const known = { outputs, unsure, ...(!program.isTrial && { doubts: doubtsIn(record) }) };
  const plan = await withoutDoubtful(context, realId, planned, known);
  const write = { ...planned, plan };
  if (!sendsSomething(plan)) return savedUnsent(context, realId, write);
  const refusal = type.untouchable(outputs, inputs);
  if (refusal) throw new UserError(`${label} cannot be changed: ${refusal}`);
  await refuseUnsafe(context, { action: "update", id: realId, plan, inputs, values: outputs, known, record });
  const names = touched(plan);
  refuseMarkers(
    label,
    plan.declared.filter(({ path }) => names.includes(path[0] ?? "")),
  );
  const request: UpdateRequest = {
    ...{ ...known, id: realId, plan, inputs },
    // A value that is not sure is removed, whoever has set it.
    unsure: program.isTrial ? [...unsure, ...plan.removed.map(({ pointer }) => pointer)] : unsure,
    ...{ remembered: record.remembered, leaving: members?.leaving ?? [], secrets: program.secrets },
  };
  const hinted = {
    ...write,
    hintsBefore: await hintsBefore(context, realId, write),
    begunBefore: context.writes.begun,
  };
  const updated = orTaken(type, plan, orWritten(context, type.update(service, request)));
  const found = updated.then((one) => ({ ...one, id: realId }));
  const answer = (members?.restoration.restoreAfter(found) ?? found).catch((error: unknown) => {
    if (error instanceof Error && mayHaveWritten(error)) throw new ResponseLost(error);
    const isGone = error instanceof TenantError && error.isAbsence && !isUnavailable(type, error);
    throw isGone ? gone(label) : error;
  });
  return finishWrite(context, hinted, answer);
}

/** Saves an update of which no value has to be sent: only the outputs and the record in the state change. */
async function savedUnsent(context: OperationContext, realId: string, write: PlannedResourceWrite): Promise<Saved> {
  const { type, service } = context;
  const { schema, inputs, record, lastValues: outputs } = write;
  noteWritten(context, realId, inputs, record.mark);
  const more = asksForMore(schema, outputs, inputs) ? await type.read(service, realId, inputs) : undefined;
  const asked = Object.keys(schema.fields).filter((name) => schema.fields[name]?.shownBy !== undefined);
  const shown = asked.flatMap((name) =>
    own(more ?? {}, name) === undefined ? [] : [[name, own(more ?? {}, name) ?? null]],
  );
  const { live, unseen: names } = unseen(schema, outputs);
  const seen = { live: { ...live, ...Object.fromEntries(shown) }, ...(names && { unseen: names }) };
  return saved(context, write, { how: "done", id: realId, seen });
}

/**
 * The hints of the write-only values that an update is the first to declare, as the object has them before. If the response is lost, only they show
 * later whether the update has replaced another client's values.
 */
async function hintsBefore(
  { type, service, program }: OperationContext,
  id: string,
  write: PlannedResourceWrite,
): Promise<JsonObject> {
  const { schema, inputs, record } = write;
  const known = record.paths.map(fromPointer);
  const first = pathsInFirstRequest(write).filter((pointer) => {
    const path = fromPointer(pointer);
    return (
      isHinted(schema, path, inputs) &&
      valueAt(inputs, path) !== undefined &&
      !known.some((place) => covers(place, path))
    );
  });
  if (first.length === 0 || program.isTrial) return {};
  const live = (await reading(() => type.read(service, id, inputs))) ?? {};
  return readHintsOf(schema, { paths: first, live, before: inputs });
}

/**
 * The plan without the removal of values that another client had given before a write of this stack whose response was lost. Only the object shows whether
 * that write has replaced them, and not each update reads the object.
 */
async function withoutDoubtful(
  { type, service }: OperationContext,
  id: string,
  { plan, inputs }: PlannedResourceWrite,
  known: LastKnown,
): Promise<Plan> {
  const { before = [], sent = [] } = known.doubts ?? {};
  const doubtful = plan.removed.filter(({ path }) => liesIn([...before, ...sent], path));
  if (doubtful.length === 0) return plan;
  const live = (await reading(() => type.read(service, id, known.outputs))) ?? {};
  const { kept } = sparingForeign({ ...plan, removed: doubtful }, known, live);
  warnOfForeign(type.label(inputs), kept);
  return { ...plan, removed: plan.removed.filter(({ path }) => !kept.includes(path)) };
}
