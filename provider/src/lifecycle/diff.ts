import type * as pulumi from "@pulumi/pulumi";
import { sharesNames } from "../schema/definition.ts";
import { holdsUnknown, type JsonObject, own, toPointer } from "../schema/json.ts";
import { isOutdated, type Plan, planUpdate, sendsSomething, touched } from "../state/plan.ts";
import { doubtsIn, type ManagedRecord, recordOf } from "../state/record.ts";
import { decideDiff } from "./decide-diff.ts";
import { failureWarning, UserError } from "./errors.ts";
import { nearestReplaced } from "./existing/adoption.ts";
import { hasSameKey } from "./existing/locate.ts";
import { keyTaken, renamedBy } from "./existing/taken-keys.ts";
import { pathsToResend, removalsToUndo, removalsToUndoForOthers } from "./members/shared-sets.ts";
import { keyOfObject, noteManaged, type OperationContext, refuseManagedElsewhere } from "./operation-context.ts";
import { metaArgumentsDiffer } from "./outputs.ts";
import { claimKey, setKeyOf } from "./program/claims.ts";
import type { RunningProgram } from "./program/program.ts";
import { type Replacement, replacementOf } from "./program/replacements.ts";
import type { Entry, ResourceType } from "./resource-type.ts";
import { foreseeable, reasonsAgainst } from "./vetoes/vetoes.ts";

/** What a diff knows besides the resource. */
export interface DiffContext {
  readonly type: ResourceType;
  /** The data of this run about the configured tenant. Undefined if the settings do not name a tenant. */
  readonly program: RunningProgram | undefined;
  /** The context for requests. @throws UserError if there are no settings for the resource's tenant */
  workOn(): OperationContext;
}

/** A resource with the values that it has and the values that it gets. */
interface Change {
  readonly entry: Entry;
  readonly inputs: JsonObject;
  readonly record: ManagedRecord;
  readonly plan: Plan;
}

/**
 * Compares the declared inputs of a resource with its state, and notes for other resources of the run what it declares and manages.
 *
 * @throws UserError if another resource of this program manages the same object, or declares members that conflict with the resource's claim
 */
export async function diff(context: DiffContext, entry: Entry, inputs: JsonObject): Promise<pulumi.dynamic.DiffResult> {
  const { type, program } = context;
  const { outputs } = entry;
  const record = recordOf(entry.id, outputs);
  const plan = planUpdate(type.schema, outputs, record, inputs);
  const change: Change = { entry, inputs, record, plan };
  if (program) noteDiff(type, program, change);
  // Resource options such as `replaceOnChanges` can turn any diff into a replacement, so each diff is noted as a possible one.
  const replacement = replacementOf(type, entry, record, plan, inputs);
  program?.replacements.expect(type, replacement);

  const sends = sendsSomething(plan);
  const result = decideDiff({
    isKnown: knownIdIn(record) !== undefined,
    replaces: plan.replaces,
    changed: [...new Set(touched(plan))],
    isBack: await isBack(context, change, replacement),
    sends,
    isHidden: program?.oldInputs.haveSame(type, inputs) === true,
    mustRenew: !sends && mustRenew(context, change),
    isInTheWay: replacement.updates === undefined && (await isInTheWay(context, change)),
  });
  const id = knownIdIn(record);
  if (id === undefined) return result;
  // The engine also deletes the object first if another one, on which an unknown value depends, is deleted first.
  const mayBeFirst = result.deleteBeforeReplace || plan.replaces.some((name) => holdsUnknown(own(inputs, name)));
  const object = plan.replaces.length > 0 && mayBeFirst ? keyOfObject(type, id) : undefined;
  if (object !== undefined) program?.freed.add(object);
  const isUpdate = sends && result.replaces === undefined;
  if (isUpdate && program?.isPreview) await warnOfRefusal(context.workOn(), change, id);
  return result;
}

/** The tenant's id of the object; undefined if the state does not know the object. */
function knownIdIn({ standing }: ManagedRecord): string | undefined {
  return standing.at === "tenant" ? standing.id : undefined;
}

/**
 * Notes for the other resources of the run what the state contains. Unless the resource is replaced, it also notes that the resource manages this object and
 * its declared members. The check could not do this, because it does not know the object's id.
 *
 * @throws UserError if another resource of this program manages the same object, or declares members that conflict with the resource's claim
 */
function noteDiff(type: ResourceType, program: RunningProgram, { inputs, record, plan }: Change): void {
  const id = knownIdIn(record);
  if (id !== undefined) noteKnown({ type, program }, id, inputs, record, plan);
  const set = setKeyOf(type, inputs, id);
  // If the resource is replaced, its record describes the set of the old inputs, not this one.
  if (set !== undefined && plan.replaces.length === 0) program.moving.note(set, record);
}

function noteKnown(
  context: { readonly type: ResourceType; readonly program: RunningProgram },
  id: string,
  inputs: JsonObject,
  record: ManagedRecord,
  plan: Plan,
): void {
  const { type, program } = context;
  const object = keyOfObject(type, id);
  if (object !== undefined) program.inState.add(object);
  if (object !== undefined && renamedBy(type, plan).length > 0) program.freed.add(object);
  if (plan.replaces.length > 0) return;
  // A refresh also requests diffs of resources that were removed from the program. The mark of such a resource must not be compared with other
  // marks, so it is not passed.
  const isNamesake = sharesNames(type, inputs) && program.oldInputs.haveNamesake(type, inputs);
  refuseManagedElsewhere(context, id, inputs, isNamesake ? record.mark : undefined);
  const key = claimKey(type, inputs);
  // The key of a set can contain the id of its owner, so the claim is built with the id.
  const claim = type.claim?.(inputs, id);
  const [conflict] = key !== undefined && claim ? program.claims.noteMore(key, claim) : [];
  if (conflict !== undefined) throw new UserError(conflict);
  noteManaged(context, id, inputs, record.mark);
  program.namesakes.note(type, inputs, id, record);
}

/**
 * Whether an object that an earlier replacement did not delete is managed again. That replacement may have been forced by a resource option that the
 * program no longer sets.
 */
async function isBack({ workOn }: DiffContext, { inputs, plan }: Change, replacement: Replacement): Promise<boolean> {
  const mayBeBack = plan.replaces.length === 0 && replacement.replaced.length > 0 && replacement.differences > 0;
  const left = mayBeBack ? await nearestReplaced(workOn(), inputs, replacement) : undefined;
  return left?.changed.length === 0;
}

/** Whether the tenant accepts another object only after the deletion of this one, because of its name or because there can be no more of them. */
async function isInTheWay({ type, workOn }: DiffContext, { entry, inputs, record, plan }: Change): Promise<boolean> {
  const { outputs } = entry;
  // A forced replacement (replaceOnChanges, --replace) of an object that keeps its name must delete the old object first.
  if (type.uniqueBy.some((name) => record.unsure.includes(toPointer([name])))) return true;
  if (type.deleteBeforeReplace?.(inputs) ?? hasSameKey(type, outputs, inputs)) return true;
  return plan.replaces.length > 0 && (await type.isFull?.(workOn().service, outputs, inputs)) === true;
}

/**
 * Whether an update has to renew the record, or to restore members of a set: declared ones that were removed, or ones that only other resources declare.
 */
function mustRenew({ type, program }: DiffContext, { entry, inputs, record, plan }: Change): boolean {
  const { schema } = type;
  if (isOutdated(record, { schema, plan, inputs }) || metaArgumentsDiffer(schema, entry.outputs, inputs)) return true;
  if (!program) return false;
  const claim = type.claim?.(inputs, knownIdIn(record));
  const paths = pathsToResend({ type, program }, claim, inputs, removalsToUndo({ program }, claim, record));
  return [...paths, ...removalsToUndoForOthers({ program }, claim, record)].length > 0;
}

/**
 * Warns in a preview of an update that the run will refuse. A preview that cannot read the object prints no warning, because the run reads the object
 * again before it writes.
 */
async function warnOfRefusal(
  context: OperationContext,
  { entry, inputs, record, plan }: Change,
  id: string,
): Promise<void> {
  const { outputs } = entry;
  const known = { outputs, unsure: record.unsure, doubts: doubtsIn(record) };
  const write = { action: "update", id, plan, inputs, values: outputs, known, record } as const;
  const reasons = await reasonsAgainst(context, write, foreseeable).catch(() => []);
  const taken = await keyTaken(context, id, plan, inputs).catch(() => undefined);
  const label = context.type.label(outputs);
  for (const reason of [...reasons, ...(taken === undefined ? [] : [taken])])
    console.warn(failureWarning(`${label} will not be changed: ${reason}`));
}
