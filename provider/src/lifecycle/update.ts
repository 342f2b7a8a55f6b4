import { TenantError } from "../client/index.ts";
import { covers, fromPointer, type JsonObject, own, valueAt } from "../schema/json.ts";
import { withContent } from "../state/activation.ts";
import { withWholeDestinations } from "../state/destinations.ts";
import { type Plan, planChange, type Removal, sendsSomething, touched } from "../state/plan.ts";
import { isHinted, readHintsOf, unseen } from "../state/project.ts";
import { doubtsIn, type ManagedRecord, type MemberRemoval, recordOf } from "../state/record.ts";
import { noteFailed } from "./create.ts";
import { gone, isUnavailable, reading, UserError } from "./errors.ts";
import { type LastKnown, sparingForeign, warnOfForeign } from "./foreign-values.ts";
import { hasSameKey, locate, sayUnconfirmed } from "./locate.ts";
import {
  type Entry,
  mayHaveWritten,
  noteWritten,
  type OperationContext,
  type PlannedResourceWrite,
  performWrite,
  ResponseLost,
  type Saved,
  saved,
  sending,
  sentFirst,
} from "./operation-context.ts";
import { asksForMore, refuseMarkers } from "./outputs.ts";
import type { ResourceType } from "./resource-type.ts";
import {
  leavingIn,
  leavingList,
  markUnsureOnFailure,
  pathsToResend,
  type Restoration,
  removalsToUndo,
  removalsToUndoForOthers,
  removeMembers,
  restorationOf,
  sharersElsewhere,
  undoForOthers,
  waitForRemovals,
  withoutOthersMembers,
  withRemovals,
  withUnsure,
} from "./shared-sets.ts";
import { keyTakenInWords } from "./taken-keys.ts";
import { refuseUnsafe } from "./vetoes/vetoes.ts";
import { creationOf, obtain } from "./write.ts";

/** Updates the object of a resource to the declared inputs. The id in the state does not change. */
export async function update(context: OperationContext, entry: Entry, inputs: JsonObject): Promise<Saved> {
  const { id, outputs } = entry;
  const record = recordOf(id, outputs);
  await waitForRemovals(context, id, inputs);
  const where = await locate(context, record, outputs);
  if (where.is === "known") return change(context, entry, inputs, record, where.id);
  const claim = context.type.claim?.(inputs, undefined);
  const toUndo = removalsToUndo(context, claim, record);
  const restoration = restorationOf(context, inputs, claim, record, toUndo);
  const creation = creationOf(context, inputs, id, record);
  const isSameKey = hasSameKey(context.type, outputs, inputs);
  const lost = { where, isSameKey, paths: record.paths, sentInputs: outputs, record };
  const planned = {
    ...creation,
    record: { ...creation.record, memberRemovals: withRemovals(record, toUndo).memberRemovals },
    undoes: restoration.undoes,
  };
  const result = await performWrite(context, planned, () =>
    restoration.restoreAfter(() => obtain(context, inputs, lost)),
  ).catch((error: unknown) => {
    noteFailed(context, inputs, record.made);
    throw error;
  });
  sayUnconfirmed(context.type.label(inputs), id);
  return result;
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
  const [claim, before] = [type.claim?.(inputs, realId), type.claim?.(outputs, realId)];
  const elsewhere = await sharersElsewhere(context, claim, before, record);
  const toUndo = removalsToUndo(context, claim, record);
  const prior = withUnsure(record, pathsToResend(context, claim, inputs, toUndo));
  const restoration = restorationOf(context, inputs, claim, record, toUndo);
  const whole: PlannedResourceWrite = {
    ...{ schema, inputs, id },
    plan: withWholeDestinations(schema, withContent(planChange(schema, outputs, prior, inputs), inputs), inputs),
    record: withRemovals(record, toUndo),
    undoes: restoration.undoes,
    lastValues: outputs,
    whenLost: `It is not known whether the tenant has changed ${type.label(inputs)}. The next \`pulumi up\` sends the change again.`,
  };
  return markUnsureOnFailure(context, whole, claim, () => {
    const set = claim ?? before;
    const planned = { ...whole, plan: withoutOthersMembers(context, inputs, set, whole.plan, elsewhere) };
    const change = async (removals: readonly MemberRemoval[], leaving: readonly string[] = []) => {
      const forOthers = removalsToUndoForOthers(context, claim, record);
      await undoForOthers(context, { id: realId, args: inputs }, claim, forOthers);
      const start = withRemovals(whole.record, forOthers, removals);
      return performChange(
        context,
        { ...planned, record: start },
        { ...{ realId, unsure: prior.unsure, restoration }, leaving },
      );
    };
    if (set?.property === undefined) return change([]);
    const leaving = claim?.isOrdered
      ? leavingList(context, inputs, claim, before, { record, elsewhere })
      : leavingIn(planned.plan, claim, before);
    // If this resource declares the whole set, no other resource of the program can declare members of it.
    const recorded = claim?.isWhole ? [] : leaving;
    return removeMembers(context, inputs, set, { leaving, recorded, record }, (removals) => change(removals, leaving));
  });
}

/** The object of an update, and the set members that the update restores. */
interface UpdateTarget {
  readonly realId: string;
  /** Paths (JSON pointers) whose last known value is not sure. */
  readonly unsure: readonly string[];
  readonly restoration: Restoration;
  /** The members of a set or list that the update removes. */
  readonly leaving: readonly string[];
}

async function performChange(
  context: OperationContext,
  planned: PlannedResourceWrite,
  { realId, unsure, restoration, leaving }: UpdateTarget,
): Promise<Saved> {
  const { type, service, program } = context;
  const { schema, inputs, record, lastValues: outputs } = planned;
  const label = type.label(inputs);
  const known = { outputs, unsure, ...(!program.isTrial && { doubts: doubtsIn(record) }) };
  const doubts = Object.values(known.doubts ?? {}).flat();
  const doubtful = planned.plan.removed.filter(({ pointer }) => doubts.includes(pointer));
  const plan = doubtful.length > 0 ? await withoutDoubtful(context, realId, planned, known, doubtful) : planned.plan;
  const write = { ...planned, plan };
  if (!sendsSomething(plan)) {
    // No value has to be sent: only the outputs and the record in the state change.
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
  const refusal = type.untouchable(outputs, inputs);
  if (refusal) throw new UserError(`${label} cannot be changed: ${refusal}`);
  await refuseUnsafe(context, { action: "update", id: realId, plan, inputs, values: outputs, known, record });
  const names = touched(plan);
  refuseMarkers(
    label,
    plan.declared.filter(({ path }) => names.includes(path[0] ?? "")),
  );
  // A value that is not sure is removed, whoever has set it.
  const open = program.isTrial ? [...unsure, ...plan.removed.map(({ pointer }) => pointer)] : unsure;
  const hinted = { ...write, hintsBefore: await hintsBefore(context, realId, write) };
  const send = () =>
    type.update(service, {
      ...{ ...known, id: realId, plan, inputs, unsure: open },
      ...{ remembered: record.remembered, leaving, secrets: program.secrets },
    });
  return performWrite(context, hinted, async () => {
    try {
      return await restoration.restoreAfter(async () => ({ ...(await sending(send)), id: realId }));
    } catch (error) {
      if (error instanceof Error && mayHaveWritten(error)) throw new ResponseLost(error);
      throw error instanceof TenantError ? explained(type, error, label, names) : error;
    }
  });
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
  const first = sentFirst(write).filter((pointer) => {
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
  doubtful: readonly Removal[],
): Promise<Plan> {
  const live = (await reading(() => type.read(service, id, known.outputs))) ?? {};
  const { kept } = sparingForeign({ ...plan, removed: doubtful }, known, live);
  warnOfForeign(type.label(inputs), kept);
  return { ...plan, removed: plan.removed.filter(({ path }) => !kept.includes(path)) };
}

/** The error for a refused update, with an explanation if the object no longer exists or if another object has the same unique value. */
function explained(type: ResourceType, error: TenantError, label: string, names: readonly string[]): Error {
  if (isUnavailable(type, error)) return error;
  if (error.isAbsence) return gone(label);
  const taken = type.uniqueBy.filter((name) => names.includes(name));
  if (taken.length === 0 || !type.isTaken(error)) return error;
  return new UserError(`${error.summary} ${keyTakenInWords(type, taken)}`, { cause: error });
}
