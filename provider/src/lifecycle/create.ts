import { sharesNames } from "../schema/definition.ts";
import type { JsonObject } from "../schema/json.ts";
import { OwnerGone, UserError } from "./errors.ts";
import { obtain } from "./existing/obtain.ts";
import { finishCreation, waitForRemovals } from "./members/shared-sets.ts";
import { keyOfObject, type OperationContext } from "./operation-context.ts";
import { refuseMarkers } from "./outputs.ts";
import { claimKey, claimsOf, isSecondNamesake } from "./program/claims.ts";
import { type Replacement, replacedBy } from "./program/replacements.ts";
import { replacementRefusal } from "./refused-replacements.ts";
import { type Found, Incomplete } from "./resource-type.ts";
import { plannedCreation, type Saved } from "./write.ts";

/** Creates the object of a resource. */
export async function create(context: OperationContext, inputs: JsonObject): Promise<Saved> {
  const { type, program } = context;
  const replacement = program.replacements.ofCreation(type, inputs);
  const blank = plannedCreation(context, inputs);
  const made = sharesNames(type, inputs) && { made: Date.now() };
  const claim = type.claim?.(inputs, undefined);
  const start = { ...blank.record, ...made, ...(replacement && replacedBy(replacement)) };
  const planned = { ...blank, record: start };
  try {
    refuseMarkers(context.type.label(inputs), planned.plan.declared);
    await waitForRemovals(context, undefined, inputs);
    const refusal = await replacementRefusal(context, replacement);
    if (refusal !== undefined) throw new UserError(refusal);
    const saved = await finishCreation(context, planned, claim, start, obtainWithOwner(context, inputs, replacement));
    noteCreated(context, inputs, replacement);
    return saved;
  } catch (error) {
    noteFailedCreation(context, inputs);
    noteUnreplaced(context, inputs, replacement);
    throw error;
  }
}

/** Notes that this run has created the object of a resource, or replaced it. */
export function noteCreated(
  { type, program }: OperationContext,
  inputs: JsonObject,
  replacement: Replacement | undefined,
): void {
  program.claims.noteCreated(claimsOf(type, inputs));
  const object = replacement?.id === undefined ? undefined : keyOfObject(type, replacement.id);
  if (object !== undefined) program.replacements.failed.delete(object);
}

/**
 * Notes that the program declares an object that this run failed to create. If another entry of the state contains this object, the deletion of
 * that entry must not delete the object.
 *
 * @param made the time of the creation, in milliseconds since 1970, if an earlier run sent it and others can have the object's name. Default: this run
 */
export function noteFailedCreation(
  { type, program }: OperationContext,
  inputs: JsonObject,
  made = Number.POSITIVE_INFINITY,
): void {
  const key = claimKey(type, inputs);
  if (key === undefined || isSecondNamesake(type, inputs)) return;
  program.claims.noteFailedCreation(key, made);
}

/**
 * Notes that the entry of a resource still has the object that this run failed to replace. An earlier run can have left a second entry of the object, and
 * the engine deletes that one all the same.
 */
function noteUnreplaced(
  { type, program }: OperationContext,
  inputs: JsonObject,
  replacement: Replacement | undefined,
): void {
  const object = replacement?.id === undefined ? undefined : keyOfObject(type, replacement.id);
  if (object === undefined) return;
  program.replacements.failed.set(object, program.replacements.nameOfCreation(type, inputs) ?? type.label(inputs));
}

/**
 * Creates an object whose owner may not exist, for example the roles of a user who has left the organization. A new resource then fails and is
 * not saved, because the program names a wrong owner. A replacement that keeps the owner is saved, like an update, because the owner was
 * deleted outside Pulumi: a later run completes the resource.
 */
async function obtainWithOwner(
  context: OperationContext,
  inputs: JsonObject,
  replacement: Replacement | undefined,
): Promise<Found> {
  try {
    return await obtain(context, inputs);
  } catch (error) {
    const ownerGone = error instanceof Incomplete && error.cause instanceof OwnerGone ? error.cause : undefined;
    if (!ownerGone) throw error;
    const hadSameOwner = replacement?.id !== undefined && !replacement.changed.includes(ownerGone.property);
    throw hadSameOwner ? error : ownerGone;
  }
}
