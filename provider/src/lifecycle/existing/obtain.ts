import { TenantError } from "../../client/index.ts";
import { sharesNames } from "../../schema/definition.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { hasFixedKey, isShownOnce } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { withWholeDestinations } from "../../state/destinations.ts";
import { leavesOf } from "../../state/leaves.ts";
import { noChange, type Plan, sendsSomething } from "../../state/plan.ts";
import { blankRecord, type ManagedRecord, recordedPaths, type Unconfirmed } from "../../state/record.ts";
import { confirmed, Taken, UnclearObject, UserError } from "../errors.ts";
import { isInState, noteWritten, type OperationContext, refuseManagedElsewhere } from "../operation-context.ts";
import { causeOf, type Found, Incomplete } from "../resource-type.ts";
import { refuseUnsafe } from "../vetoes/vetoes.ts";
import { mayHaveWritten, orWritten, plannedCreation, ResponseLost } from "../write.ts";
import {
  adopts,
  allowsAdoption,
  changedSince,
  changesInWords,
  existsAlready,
  findExisting,
  findReplaced,
  hasValues,
  managesAgain,
  planFor,
  presenceOf,
  readDeclared,
  readsFor,
  refusalByKey,
  refusalOf,
} from "./adoption.ts";
import {
  type Attempt,
  decide,
  type End,
  type Facts,
  type LostCreation,
  type Question,
  type WhereLost,
} from "./decide.ts";
import { findSent, sayLeftAlone, sayUndecided, undecidedMessage, warnTreatedAsOurs } from "./locate.ts";
import { orTaken } from "./taken-keys.ts";

/** A creation of an earlier run, with the data that its messages and the update of its object need. */
export interface LostEntry extends LostCreation {
  /** The inputs that the lost request sent. */
  readonly sentInputs: JsonObject;
  /** The record of the resource. */
  readonly record: ManagedRecord;
}

/**
 * Gives a resource whose object is not known its object, with the declared values: creates, adopts or finds it. Carries out the steps of {@link decide}.
 *
 * @param lost the creation of an earlier run whose response was lost. Undefined for a resource that is not in the state
 * @throws ResponseLost if it cannot be determined whether the object was created
 */
export async function obtain(context: OperationContext, args: JsonObject, lost?: LostEntry): Promise<Found> {
  let facts: Facts = { ...factsAbout(context, args, lost?.record), ...(lost && { lost }) };
  for (;;) {
    const step = decide(facts);
    switch (step.is) {
      case "ask":
        facts = await answered(context, args, facts, step.about);
        break;
      case "create": {
        if (step.leaves && lost) sayLeft(context, lost, step.leaves);
        const result = await sendCreation(context, args, facts.attempts.length);
        if (!(result instanceof Error)) return result;
        // The object exists, and its id is known.
        if (result instanceof Incomplete) throw result;
        facts = { ...facts, attempts: [...facts.attempts, attemptOf(context, result)] };
        break;
      }
      case "discard":
        await discard(context, args, step.found);
        facts = { ...facts, ...(facts.lost && { lost: { ...facts.lost, where: { is: "absent" } } }) };
        break;
      case "manageAgain":
        console.warn(`this run ${managesAgain(context, args, step.found)}`);
        noteWritten(context, step.found.id, args);
        return updateOurs(context, args, step.found, step.found.declaredBefore);
      case "treatAsOurs":
        // The object of a request of this run has no values of an earlier creation.
        return treatAsOurs(context, args, step.found, facts.attempts.length === 0 ? lost?.record : undefined);
      case "adopt":
        if (lost?.where.is === "undecided") sayLeftAlone(context, lost.sentInputs, lost.where.others);
        return adopt(context, args, step.found, step.declaredBefore);
      default:
        throw failure(context, args, facts, step, lost?.sentInputs);
    }
  }
}

/**
 * The facts that the program, the state and the settings of the run decide, without a request.
 *
 * @param record the record of a creation of an earlier run whose response was lost
 */
export function factsAbout(context: OperationContext, args: JsonObject, record?: ManagedRecord): Facts {
  const { type } = context;
  return {
    hasOwnObject: type.hasOwnObject,
    sharesNames: sharesNames(type, args),
    lostValue: isShownOnce(type.schema) ? whenValueLost(context, args, record) : undefined,
    isAdopting: adopts(context, args),
    attempts: [],
  };
}

function whenValueLost(context: OperationContext, args: JsonObject, record?: ManagedRecord): "discard" | "leave" {
  // Without all ids from before the request, an object of another team with equal values could be older than the request.
  const isNew = record?.standing.at === "unknown" && record.standing.isComplete === true;
  return isNew && allowsAdoption(context, args) ? "discard" : "leave";
}

/** The facts with the answer to one more question. */
export async function answered(
  context: OperationContext,
  args: JsonObject,
  facts: Facts,
  about: Question,
): Promise<Facts> {
  switch (about) {
    case "replaced":
      return { ...facts, replaced: (await findReplaced(context, args)) ?? null };
    case "existing": {
      const found = await findExisting(context, args);
      return { ...facts, existing: found && !isReplacedBy(context, args, found) ? found : null };
    }
    case "earlier":
      return { ...facts, earlier: (await context.earlier.idsOf(context.type, args)) ?? null };
    case "search": {
      const wasLost = facts.attempts.some(({ outcome }) => outcome === "lost");
      const search = await confirmed(
        () => findSent(context, args, facts.earlier ?? []),
        ({ is }) => is === "matching" || !wasLost,
      ).catch((error: unknown) => {
        if (error instanceof Error) return error;
        throw error;
      });
      return {
        ...facts,
        attempts: facts.attempts.map((one, at, all) => (at === all.length - 1 ? { ...one, search } : one)),
      };
    }
  }
}

/**
 * Whether a creation replaces this object, which the engine deletes only afterwards: with a name that objects can share, a search finds it, but to adopt it
 * would undo the replacement.
 */
function isReplacedBy({ type, program }: OperationContext, args: JsonObject, { id }: Found): boolean {
  return sharesNames(type, args) && program.replacements.ofCreation(type, args)?.id === id;
}

/** An unreadable response to a create request counts as a lost response. */
function attemptOf({ type }: OperationContext, error: Error): Attempt {
  const isTaken = error instanceof Taken || (error instanceof TenantError && type.isTaken(error));
  return { outcome: mayHaveWritten(error) ? "lost" : isTaken ? "taken" : "refused", error };
}

/**
 * The error with which a write ends.
 *
 * @param sentInputs the inputs that the lost request of an earlier run sent. Default: there is none
 */
function failure(
  context: OperationContext,
  args: JsonObject,
  facts: Facts,
  end: End,
  sentInputs: JsonObject = args,
): Error {
  const lost = facts.attempts.findLast(({ outcome }) => outcome === "lost")?.error;
  const unconfirmed = (cause: Error, whatNext?: string) =>
    new ResponseLost(lost ?? cause, { cause }, standingAfter(context, args, facts.earlier ?? undefined), whatNext);
  switch (end.is) {
    case "refuseChanged":
      return new UserError(changedSince(context, args, end.found));
    case "refuseExisting":
      return new UserError(
        refusalOf(context, args, end.found) ?? existsAlready(context, args, end.found, lost !== undefined),
      );
    case "refuseUndecided":
      return new UserError(undecidedMessage(context, sentInputs, end.candidates));
    case "stayUndecided":
      return unconfirmed(end.attempt.error, undecidedMessage(context, args, [end.found]));
    case "stayLost":
      return unconfirmed(end.unseen ?? end.attempt.error);
    case "fail":
      return end.unseen ? unreadable(end.attempt.error, end.unseen) : end.attempt.error;
  }
}

/** Deletes an object that a lost creation has left, and that is of no use without the lost response. */
async function discard(context: OperationContext, args: JsonObject, { id, live }: Found): Promise<void> {
  const { type, service } = context;
  const values = { inputs: live, values: live, known: { outputs: live, unsure: [] } };
  await refuseUnsafe(context, { action: "delete", id, plan: noChange, ...values, record: blankRecord() });
  await type.delete(service, id, live, { remembered: {}, unclaimed: (members) => members });
  console.warn(
    `${type.label(args)} (id ${id}) was deleted: the response to its creation was lost, and its value with it`,
  );
}

/** Reports what a lost creation may have left at the tenant, if the run now creates another object. */
function sayLeft(context: OperationContext, { sentInputs, isSameKey }: LostEntry, where: WhereLost): void {
  // If another object is created in any case, one that a listing may still lack is of no interest.
  const isOfInterest = where.is === "undecided" && (where.candidates.length > 0 || !isShownOnce(context.type.schema));
  if (isOfInterest) sayUndecided(context, sentInputs, where);
  // If the key is the same and unique, the creation itself finds the object and reports it.
  if (where.is === "different" && (!isSameKey || sharesNames(context.type, sentInputs)))
    sayLeftAlone(context, sentInputs, where.ids);
}

/**
 * Sends the create request once. Returns the error if the request fails.
 *
 * @param sent the number of requests that this run has already sent
 */
async function sendCreation(context: OperationContext, args: JsonObject, sent: number): Promise<Found | Error> {
  const { type, service, program, earlier } = context;
  if (sent > 0) await service.pause(sent);
  else await refuseUnsafeCreation(context, args);
  try {
    const created = await orWritten(context, type.create(service, args, readsFor(context, args), program.secrets));
    earlier.noteMade(type, args, created.id);
    return type.createsByUpdate ? created : { ...created, isNew: true };
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** @throws UnsafeWrite if the creation is of a kind that this provider never sends */
function refuseUnsafeCreation(context: OperationContext, args: JsonObject): Promise<void> {
  const { type } = context;
  const { plan, record } = plannedCreation(context, args);
  const id = type.provisionalId(args);
  const action = type.createsByUpdate ? "update" : "create";
  const values = { inputs: args, values: args, known: { outputs: args, unsure: [] } };
  return refuseUnsafe(context, { action, id, plan, ...values, record });
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
  ids: readonly string[] | undefined,
): Unconfirmed {
  return {
    at: "unknown",
    before: [...(ids ?? []), ...earlier.madeForOthers(type, args)],
    ...(ids && isShownOnce(type.schema) && { isComplete: true }),
    ...(sharesNames(type, args) && { sentAt: Math.floor(Date.now() / 1_000) }),
  };
}

/** The error for a conflict whose existing object could not be read, or be taken. The message says why, for example a missing scope. */
function unreadable(error: Error, second: Error): Error {
  if (second instanceof UnclearObject) return second;
  return new UserError(`${error.message} The existing object could not be read: ${second.message}`, { cause: second });
}

/**
 * Gives the declared values to the object of a creation whose response was lost. This stack has created the object, certainly or very probably.
 *
 * @param record the record of the resource, if the state has one
 */
async function treatAsOurs(
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
async function adopt(
  context: OperationContext,
  args: JsonObject,
  listed: Found,
  declaredBefore?: readonly string[],
): Promise<Found> {
  const { type, program } = context;
  const label = type.label(args);
  const found = await asItIs(context, args, listed, declaredBefore);
  const refusal = refusalOf(context, args, found) ?? refusalByKey(context, args, found);
  if (refusal) throw new UserError(refusal);
  refuseManagedElsewhere(context, found.id, args, context.mark);
  // If a resource was renamed in the program, the entry under its old name leaves the state in this run, so the new resource may adopt the object.
  // The adoption is refused only if the program still declares the resource of that entry.
  if (sharesNames(type, args) && isInState(context, found.id) && program.oldInputs.haveNamesake(type, args)) {
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
  const does = hasValues(type.schema, found.live) ? "adopts" : "creates";
  console.info(`${label} ${presenceOf(type.schema, found)}: this run ${does} it${changes}`);
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
 * The object that an adoption changes, as a read by its id shows it. Listings show changes late, so an object whose key can change may have another one by
 * now, and then it is not the declared object.
 */
async function asItIs(
  context: OperationContext,
  args: JsonObject,
  listed: Found,
  declaredBefore?: readonly string[],
): Promise<Found> {
  const { type } = context;
  const { schema, uniqueBy } = type;
  const { id } = listed;
  if (hasFixedKey(schema, uniqueBy) || !sendsSomething(planFor(type, args, listed.live, declaredBefore))) return listed;
  const live = await readDeclared(context, id, args, { known: {}, more: declaredBefore });
  const isChanged = (name: string) => !same(schema.fields[name], own(listed.live, name), own(live ?? {}, name));
  if (live !== undefined && !uniqueBy.some(isChanged)) return { ...listed, live };
  throw new UserError(
    `${type.label(args)} was not adopted: a listing shows it (id ${id}), but a read of this object ` +
      `${live === undefined ? "does not find it" : `shows ${type.label(live)}`}. Listings show changes late. Run \`pulumi up\` again in a few minutes.`,
  );
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
    if (error instanceof Incomplete) throw new Incomplete(likely(error.found), error.unsure, causeOf(error));
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
    const request = { id, plan, inputs: args, outputs, isSeen: true as const, unsure: [], secrets };
    const { live } = await orTaken(type, plan, orWritten(context, type.update(service, request)));
    // A singleton of which the tenant has no values yet does not exist before its first write.
    return { id, live, ...(!hasValues(type.schema, outputs) && { isNew: true }) };
  } catch (error) {
    if (!(error instanceof Incomplete)) throw error;
    throw new Incomplete({ id, live: error.found.live }, error.unsure, error);
  }
}
