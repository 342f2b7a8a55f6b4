import { TenantError } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import { withWholeDestinations } from "../state/destinations.ts";
import { leavesOf } from "../state/leaves.ts";
import { type Plan, planChange, sendsSomething } from "../state/plan.ts";
import { blankRecord, type ManagedRecord, recordedPaths, type Unconfirmed } from "../state/record.ts";
import {
  adopts,
  changedSince,
  changesInWords,
  existsAlready,
  find,
  findReplaced,
  managesAgain,
  planFor,
  presenceOf,
  readsFor,
  refusalByKey,
  refusalOf,
} from "./adoption.ts";
import { claimsOf, objectKey } from "./claims.ts";
import { OwnerGone, UserError } from "./errors.ts";
import { findSent, type Search, undecidedMessage, warnTreatedAsOurs } from "./locate.ts";
import {
  mayHaveWritten,
  noteWritten,
  type OperationContext,
  objectOf,
  type PlannedResourceWrite,
  performWrite,
  ResponseLost,
  refuseManagedElsewhere,
  type Saved,
} from "./operation-context.ts";
import { refuseMarkers } from "./outputs.ts";
import { type Replacement, replacedBy, replacementRefusal } from "./replacements.ts";
import { type Found, Incomplete, type ResourceType } from "./resource-type.ts";
import { markUnsureOnFailure, removalsToUndo, restorationOf, waitForRemovals } from "./shared-sets.ts";
import { refuseUnsafe } from "./vetoes/vetoes.ts";

/** Maximum number of requests for one creation while the responses are lost. */
const maxAttempts = 3;

/** Creates the object of a resource. */
export async function create(context: OperationContext, inputs: JsonObject): Promise<Saved> {
  const { type, program } = context;
  const replacement = program.replacements.ofCreation(type, inputs);
  const blank = creationOf(context, inputs);
  const made = type.sharesNames && { made: Date.now() };
  const claim = type.claim?.(inputs, undefined);
  const start = { ...blank.record, ...made, ...(replacement && replacedBy(replacement)) };
  const planned = { ...blank, record: start };
  try {
    refuseMarkers(context.type.label(inputs), planned.plan.declared);
    await waitForRemovals(context, undefined, inputs);
    const refusal = await replacementRefusal(context, replacement);
    if (refusal !== undefined) throw new UserError(refusal);
    const run = async () =>
      (await manageReplacedAgain(context, inputs)) ??
      (await adoptExisting(context, inputs)) ??
      (await createWithOwner(context, inputs, replacement));
    const restoration = restorationOf(context, inputs, claim, start, removalsToUndo(context, claim, start));
    const write = { ...planned, undoes: restoration.undoes };
    const saved = await markUnsureOnFailure(context, write, claim, () =>
      performWrite(context, write, () => restoration.restoreAfter(run)),
    );
    program.noteCreated(claimsOf(type, inputs));
    return saved;
  } catch (error) {
    noteFailed(context, inputs);
    throw error;
  }
}

/**
 * Notes that the program declares an object that this run failed to create. If another entry of the state contains this object, the deletion of
 * that entry must not delete the object.
 */
export function noteFailed({ type, program }: OperationContext, inputs: JsonObject): void {
  const key = objectKey(type, inputs);
  if (key !== undefined) program.failed.add(key);
}

/**
 * The planned write of a creation: a plan without prior values.
 *
 * @param id the id in the state, if the state already has an entry for the resource
 * @param before the record of that entry
 */
export function creationOf(
  { type }: Pick<OperationContext, "type">,
  inputs: JsonObject,
  id?: string,
  { replaced, made }: Pick<ManagedRecord, "replaced" | "made"> = { replaced: [] },
): PlannedResourceWrite {
  const { schema } = type;
  const record = { ...blankRecord(), replaced, ...(made && { made }) };
  return {
    schema,
    inputs,
    plan: planChange(schema, {}, record, inputs),
    id,
    record,
    lastValues: inputs,
    whenLost: `It is not known whether ${type.label(inputs)} exists. ${whenLost(type)}`,
  };
}

function whenLost({ hasOwnObject, sharesNames }: ResourceType): string {
  if (!hasOwnObject) return "Run `pulumi up --refresh`: that run checks the tenant, and adds what is missing.";
  const next = sharesNames
    ? "The create request is not repeated now: several objects can have this name, and a listing may not show a new object yet. " +
      "Run `pulumi up --refresh` in a few minutes: that run checks the tenant, and creates the object if none with these values exists. If one exists,"
    : "Run `pulumi up --refresh`: that run checks the tenant, and creates the object if it does not exist. If it exists,";
  return `${next} a message says what to do.`;
}

/**
 * After a rollback of the program, manages the old object again if an unfinished replacement failed to delete it. Undefined if there is no such
 * object.
 */
async function manageReplacedAgain(context: OperationContext, args: JsonObject): Promise<Found | undefined> {
  const found = await findReplaced(context, args);
  if (!found) return undefined;
  const refusal = changedSince(context, args, found);
  if (refusal !== undefined) throw new UserError(refusal);
  console.warn(`this run ${managesAgain(context, args, found)}`);
  noteWritten(context, found.id, args);
  return updateOurs(context, args, found, found.declaredBefore);
}

/**
 * Creates an object whose owner may not exist, for example the roles of a user who has left the organization. A new resource then fails and is
 * not saved, because the program names a wrong owner. A replacement that keeps the owner is saved, like an update, because the owner was
 * deleted outside Pulumi: a later run completes the resource.
 */
async function createWithOwner(
  context: OperationContext,
  inputs: JsonObject,
  replacement: Replacement | undefined,
): Promise<Found> {
  try {
    return await createOrFind(context, inputs);
  } catch (error) {
    const ownerGone = error instanceof Incomplete && error.cause instanceof OwnerGone ? error.cause : undefined;
    if (!ownerGone) throw error;
    const hadSameOwner = replacement?.id !== undefined && !replacement.changed.includes(ownerGone.property);
    throw hadSameOwner ? error : ownerGone;
  }
}

/** Adopts an existing object if `adopt` or TENANT_ADOPT allows it; undefined if there is none or adoption is not allowed. */
export async function adoptExisting(context: OperationContext, args: JsonObject): Promise<Found | undefined> {
  if (!context.type.hasOwnObject || !adopts(context, args)) return undefined;
  const found = await find(context, args);
  return found && adopt(context, args, found);
}

/** The facts that decide about the next step of a creation after a failed request. */
export interface FailedCreate {
  /** The create request whose response was lost: the last one, an earlier one of this creation, or none. Only a lost request is repeated. */
  readonly lost: "last" | "earlier" | "none";
  readonly search: Search;
  /** Whether the ids of the objects that existed before the creation are known. */
  readonly knowsEarlier: boolean;
  readonly hasOwnObject: boolean;
  /** Whether the program or the run adopts existing objects. */
  readonly isAdopting: boolean;
  /** Whether attempts are left, and another request cannot make a second object. */
  readonly isRepeatable: boolean;
}

/**
 * The next step of a creation:
 *
 * - `sendAgain`: no object exists, so the request is repeated.
 * - `treatAsOurs`: this stack has created the object, certainly or very probably, so the object gets the declared values that it lacks.
 * - `adopt`: the object may belong to another team, and the program adopts it.
 * - `refuse`: this stack has no evidence that it created the object, so another team may own it. The error says how to adopt it.
 * - `stayUndecided`: this stack or another team has created the object. The state keeps the creation as unconfirmed, and the error says what to do.
 * - `stayLost`: no object was found, and the request is not repeated. The state keeps the creation as unconfirmed.
 * - `fail`: the tenant has refused the creation.
 */
export type NextStep =
  | { readonly is: "treatAsOurs" | "adopt" | "refuse" | "stayUndecided"; readonly found: Found }
  | { readonly is: "sendAgain" | "stayLost" | "fail" };

/** Decides about the next step of a creation after a failed request. */
export function stepAfter(failed: FailedCreate): NextStep {
  const { lost, search, knowsEarlier, hasOwnObject, isAdopting, isRepeatable } = failed;
  if (search.is === "none") {
    if (lost === "none") return { is: "fail" };
    return { is: lost === "last" && isRepeatable ? "sendAgain" : "stayLost" };
  }
  const { found } = search;
  const mayBeOurs = search.is === "matching" && lost !== "none";
  // If an earlier request was lost and the last one met a conflict, the object may still be another team's: the listing from before the first
  // request may have lagged behind and not contained it.
  const isOurs = mayBeOurs && (!hasOwnObject || (lost === "last" && knowsEarlier));
  if (isOurs) return { is: "treatAsOurs", found };
  if (isAdopting) return { is: "adopt", found };
  return { is: mayBeOurs ? "stayUndecided" : "refuse", found };
}

/**
 * Creates an object, or finds the object of a creation whose response was lost.
 *
 * After a lost response, the objects at the tenant decide about the next step, see {@link stepAfter}. If only a listing could find the object,
 * and a second request would make a second object, no request is sent again.
 *
 * @throws ResponseLost if it cannot be determined whether the object was created
 */
export async function createOrFind(context: OperationContext, args: JsonObject): Promise<Found> {
  const { type, service, earlier } = context;
  const { hasOwnObject } = type;
  const isAdopting = adopts(context, args);
  // With `adopt`, an object is adopted even if it existed before the request, so it is not necessary to list the earlier objects.
  const ids = hasOwnObject && isAdopting ? undefined : await earlier.idsOf(type, args);
  const unconfirmed = (error: Error, cause: Error, whatNext?: string) =>
    new ResponseLost(error, { cause }, standingAfter(context, args, ids), whatNext);
  const { plan, record } = creationOf(context, args);
  const id = type.provisionalId(args);
  const action = type.createsByUpdate ? "update" : "create";
  const known = { outputs: args, unsure: [] };
  await refuseUnsafe(context, { action, id, plan, inputs: args, values: args, known, record });
  let lost: Error | undefined;
  for (let attempt = 1; ; attempt++) {
    const result = await sendCreation(context, args);
    if (!(result instanceof Error)) return result;
    // An unreadable response to a write counts as a lost response.
    const isLost = mayHaveWritten(result);
    if (isLost) lost = result;
    // If several objects can share a name, only a listing could find a lost one, and a listing may not show a new object yet.
    const isSearched = lost ? !type.sharesNames : result instanceof TenantError && type.isTaken(result);
    const search: Search = isSearched
      ? await findSent(context, args, ids).catch((second: unknown) => {
          throw lost && second instanceof Error ? unconfirmed(lost, second) : unreadable(result, second);
        })
      : { is: "none" };
    const step = stepAfter({
      lost: isLost ? "last" : lost ? "earlier" : "none",
      search,
      knowsEarlier: ids !== undefined,
      hasOwnObject,
      isAdopting,
      isRepeatable: attempt < maxAttempts && !type.sharesNames,
    });
    switch (step.is) {
      case "sendAgain":
        await service.pause(attempt);
        break;
      case "treatAsOurs":
        return treatAsOurs(context, args, step.found);
      case "adopt":
        return adopt(context, args, step.found);
      case "refuse":
        throw new UserError(
          refusalOf(context, args, step.found) ?? existsAlready(context, args, step.found, lost !== undefined),
        );
      case "stayUndecided":
        throw unconfirmed(lost ?? result, result, undecidedMessage(context, args, [step.found]));
      case "stayLost":
        throw unconfirmed(lost ?? result, result);
      case "fail":
        throw result;
    }
  }
}

/** Sends the create request once. Returns the error if the request fails. */
async function sendCreation(context: OperationContext, args: JsonObject): Promise<Found | Error> {
  const { type, service, program, earlier } = context;
  try {
    const made = await type.create(service, args, readsFor(context, args), program.secrets);
    earlier.noteMade(type, args, made.id);
    return type.createsByUpdate ? made : { ...made, isNew: true };
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/**
 * The known facts about an object whose creation is unconfirmed: it has none of the ids from before the request, and no id of an object that this run
 * has created for another resource.
 *
 * @param ids the ids from before the request. Undefined if they could not be determined
 */
function standingAfter(
  { type, earlier }: OperationContext,
  args: JsonObject,
  ids: readonly string[] = [],
): Unconfirmed {
  return {
    at: "unknown",
    before: [...ids, ...earlier.madeForOthers(type, args)],
    ...(type.sharesNames && { sentAt: Math.floor(Date.now() / 1_000) }),
  };
}

/** The error for a conflict whose existing object could not be read. The message includes the reason, for example a missing scope. */
function unreadable(error: Error, second: unknown): Error {
  if (!(second instanceof Error)) return error;
  return new UserError(`${error.message} The existing object could not be read: ${second.message}`, { cause: second });
}

/**
 * Gives the declared values to the object of a creation whose response was lost. This stack has created the object, certainly or very probably.
 *
 * @param record the record of the resource, if the state has one
 */
export async function treatAsOurs(
  context: OperationContext,
  args: JsonObject,
  found: Found,
  record?: ManagedRecord,
): Promise<Found> {
  const { hasOwnObject } = context.type;
  noteWritten(context, found.id, args, record?.mark);
  if (hasOwnObject) warnTreatedAsOurs(context, args, found.id);
  return updateOurs(context, args, hasOwnObject ? { ...found, isLikely: true } : found, record?.paths);
}

/**
 * Adopts an existing object and updates it to the declared values. The program or the run must allow the adoption.
 *
 * @param declaredBefore the paths (JSON pointers) that an earlier version of the program declared
 */
export async function adopt(
  context: OperationContext,
  args: JsonObject,
  found: Found,
  declaredBefore?: readonly string[],
): Promise<Found> {
  const { type, program } = context;
  const label = type.label(args);
  const refusal = refusalOf(context, args, found) ?? refusalByKey(context, args, found);
  if (refusal) throw new UserError(refusal);
  refuseManagedElsewhere(context, found.id, args, context.mark);
  // If a resource was renamed in the program, the entry under its old name leaves the state in this run, so the new resource may adopt the object.
  // The adoption is refused only if the program still declares the resource of that entry.
  const isInState = program.inState.has(objectOf(type, found.id) ?? "");
  if (type.sharesNames && isInState && program.declaresNamesake(type, args)) {
    throw new UserError(
      `${label} (id ${found.id}) cannot be adopted: another resource of this stack manages it. ` +
        "To create another object with the same name, run `pulumi up` without `adopt` and TENANT_ADOPT.",
    );
  }
  noteWritten(context, found.id, args);
  const plan = planFor(type, args, found.live, declaredBefore);
  const changes = changesInWords(type, args, found.live, plan);
  if (type.schema.singleton === undefined) {
    console.warn(`${label} existed already (id ${found.id}): this run adopts it${changes}`);
    return reconcile(context, args, found, plan);
  }
  console.info(`${label} ${presenceOf(found)}: this run adopts it${changes}`);
  return reconcile(context, args, found, plan).catch((error: unknown) => {
    // After this error, the engine saves the resource, so that a destroy resets values that may have been written.
    if (error instanceof Error && mayHaveWritten(error)) {
      throw new Incomplete(
        found,
        plan.changed.map(({ pointer }) => pointer),
        error,
      );
    }
    throw error;
  });
}

/**
 * Updates an object of this stack to the declared values. If the update fails, the object still belongs to this stack; `isLikely` stays as it
 * was.
 *
 * @param declaredBefore the paths (JSON pointers) that an earlier version of the program declared
 */
async function updateOurs(
  context: OperationContext,
  args: JsonObject,
  found: Found,
  declaredBefore: readonly string[] = [],
): Promise<Found> {
  const likely = (one: Found): Found => (found.isLikely ? { ...one, isLikely: true } : one);
  try {
    return likely(await reconcile(context, args, found, planFor(context.type, args, found.live, declaredBefore)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof Incomplete)
      throw new Incomplete(likely(error.found), error.unsure, error.cause instanceof Error ? error.cause : error);
    const unsure = recordedPaths(leavesOf(context.type.schema.fields, args));
    throw new Incomplete(found, [...new Set([...unsure, ...declaredBefore])], error);
  }
}

/** Sets all values that the program declares, and removes values that only an earlier version of the program declared. */
async function reconcile(context: OperationContext, args: JsonObject, found: Found, changes: Plan): Promise<Found> {
  const { type, service, program } = context;
  const { secrets } = program;
  const { id, live: outputs } = found;
  if (!sendsSomething(changes)) return found;
  const plan = withWholeDestinations(type.schema, changes, args);
  const known = { outputs, unsure: [] };
  await refuseUnsafe(context, { action: "update", id, plan, inputs: args, values: args, known, record: blankRecord() });
  try {
    // No path is unsure: the object was read just before.
    const { live } = await type.update(service, { id, plan, inputs: args, outputs, isSeen: true, unsure: [], secrets });
    // A singleton of which the tenant has no values yet does not exist before its first write.
    const wasAbsent = leavesOf(type.schema.fields, outputs).every(({ field }) => field.forceNew);
    return { id, live, ...(wasAbsent && { isNew: true }) };
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
    throw new Incomplete({ id, live: error.found.live }, error.unsure, error);
  }
}
