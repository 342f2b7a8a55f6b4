import { legible, type Service, TenantError } from "../client/index.ts";
import type { JsonObject } from "../schema/json.ts";
import { toPointer } from "../schema/pointer.ts";
import { isCollection, membersOf } from "../state/leaves.ts";
import type { Plan, Removal } from "../state/plan.ts";
import type { Assignments, ManagedRecord, Release, Releases } from "../state/record.ts";
import { failureOf, type PlannedResourceWrite, type Saved } from "./attempt.ts";
import type { Claim, Need } from "./claims.ts";
import { PartialFailure, UserError } from "./errors.ts";
import type { OperationContext } from "./operation-context.ts";
import type { RunningProgram } from "./program.ts";
import { type Found, Incomplete, type ResourceType } from "./resource-type.ts";

/*
 * Several resources of one program can declare members of the same set. What one of them declares no more, another one may: the engine
 * registers them one after the other and updates the first ones meanwhile. So an update takes away only what nobody has claimed by then, and
 * whoever claims it later waits for that and gives it back.
 */

/** Waits until no other resource takes away what a resource declares of its set. */
export async function othersDone(
  { type, program }: OperationContext,
  id: string | undefined,
  args: JsonObject,
): Promise<void> {
  const { key, members = [] } = type.claim?.(args, id) ?? {};
  if (key !== undefined) await program.moving.settled(key, members);
}

/**
 * The declared paths (JSON pointers) that this run has to send again: members that another resource removes or has removed, and assignments
 * that were removed with members who have come back without them.
 *
 * @param record what is known of the resource
 */
export function doubtsOf(
  { type, program }: Pick<OperationContext, "type" | "program">,
  claim: Claim | undefined,
  args: JsonObject,
  record: ManagedRecord,
) {
  const need = type.needs?.(args);
  const back = need ? program.moving.returned.among(need.key, need.members) : [];
  const hanging = need && back.length > 0 ? hangingOn(need, back, claim) : [];
  return [...returningTo(program, claim, record).map((member) => pointerIn(claim, member)), ...hanging];
}

/**
 * The removals of a member that a resource has to undo: those by this run, and those by earlier ones if it had declared the member before. For
 * a resource that declares the member only now, an earlier membership is over.
 *
 * @param record what is known of the resource
 */
function removalsOf({ moving }: RunningProgram, claim: Claim, member: string, record: ManagedRecord) {
  const isNew = !record.paths.includes(pointerIn(claim, member));
  const before = moving.removedBefore(claim.key, member).filter(({ mark }) => !record.answered?.includes(mark));
  const now = moving.removedNow(claim.key, member).filter(({ mark }) => !record.answered?.includes(mark));
  return { undone: isNew ? now : [...before, ...now], over: isNew ? before : [] };
}

/**
 * A record that an attempt starts from: whatever comes of it, the removals that are over for the resource stay so.
 *
 * @param record what is known of the resource
 * @param start what the attempt starts from otherwise. Default: the same
 */
export function answeringOver(
  { program }: OperationContext,
  claim: Claim | undefined,
  record: ManagedRecord,
  start = record,
): ManagedRecord {
  if (claim?.property === undefined) return start;
  const over = (claim.members ?? []).flatMap((member) => removalsOf(program, claim, member, record).over);
  const answered = [...new Set([...over.map(({ mark }) => mark), ...(record.answered ?? [])])];
  return answered.length > 0 ? { ...start, answered } : start;
}

/** The members of a claim that the resource has to give back. */
function returningTo(program: RunningProgram, claim: Claim | undefined, record: ManagedRecord): readonly string[] {
  if (claim?.property === undefined) return [];
  return (claim.members ?? []).filter((member) => removalsOf(program, claim, member, record).undone.length > 0);
}

function pointerIn(claim: Claim | undefined, member: string): string {
  return toPointer([claim?.property ?? "", member]);
}

/** What of a resource hangs on members of another set. */
function hangingOn(need: Need, members: readonly string[], claim: Claim | undefined): readonly string[] {
  const property = claim?.property ?? need.property;
  if (!claim?.members || claim.isWhole) return [toPointer([property])];
  return (need.property === property ? members : claim.members).map((member) => toPointer([property, member]));
}

/** A record that is not sure of some paths: an update sends them again. */
export function doubting(record: ManagedRecord, pointers: readonly string[]): ManagedRecord {
  return pointers.length === 0 ? record : { ...record, unsure: [...new Set([...record.unsure, ...pointers])] };
}

/**
 * A plan that leaves the members in which other resources of the program declare, and says so.
 *
 * @param claim what the resource declares of the set, or has declared last
 * @throws UserError where that other resource has failed, as nobody would answer for the member
 */
export function sparing(context: OperationContext, args: JsonObject, claim: Claim | undefined, plan: Plan): Plan {
  if (claim?.property === undefined) return plan;
  const isSpared = ({ path: [property, member] }: Removal) =>
    property === claim.property && member !== undefined && spare(context, args, claim, member);
  const removed = plan.removed.flatMap((removal) => byMember(context, claim, removal)).filter((one) => !isSpared(one));
  return { ...plan, removed };
}

/** The removal of a whole set as one of each member, where others declare some of them. */
function byMember(
  { program }: OperationContext,
  { key, property, members = [] }: Claim,
  removal: Removal,
): readonly Removal[] {
  const { path, field, value } = removal;
  const isAll = path.length === 1 && path[0] === property && isCollection(field) && value !== undefined;
  if (!isAll || !members.some((member) => program.claimantsOf(key, member).length > 0)) return [removal];
  const all = membersOf(field, path, value ?? null) ?? [];
  return all.map((leaf) => ({ ...leaf, clear: { how: "drop" } }));
}

/** Whether a member is left to another resource of the program. */
function spare({ type, program }: OperationContext, args: JsonObject, { key }: Claim, member: string): boolean {
  const [by] = program.claimantsOf(key, member);
  if (by === undefined) return false;
  if (program.isForsaken(key, member)) {
    throw new UserError(
      `${type.label(args)}: ${legible(member)} is not given up, as ${by} of this program declares it, and that has failed in this run. ` +
        "Run `pulumi up` again once that is mended.",
    );
  }
  console.warn(
    `warning: ${type.label(args)}: ${legible(member)} is not taken away, as ${by} of this program declares it`,
  );
  program.moving.left.add(key, [member]);
  return true;
}

/**
 * The members of a set that an update takes away.
 *
 * @param claim what the resource declares of the set. Undefined where it gives up the whole of it
 * @param before what it has declared last
 */
export function leavingIn({ removed }: Plan, claim: Claim | undefined, before: Claim | undefined): readonly string[] {
  const { property, members = [] } = claim ?? before ?? {};
  // A set that is compared as one value has no removals of its own.
  if (claim?.isWhole) return before?.members?.filter((member) => !members.includes(member)) ?? [];
  return removed.flatMap(({ path: [name, member] }) => {
    if (name !== property) return [];
    return member === undefined ? members : [member];
  });
}

/** Members that a resource takes away. */
interface Leaving {
  readonly leaving: readonly string[];
  /** Those of them that another resource may declare. */
  readonly asked: readonly string[];
  /** What is known of the resource. */
  readonly record: ManagedRecord;
}

/**
 * Removes members from a set. Before that, it reads what the service removes with them, to give it back with a member whom another resource
 * declares: in this run, or by the record in a later one.
 *
 * @param carryOut gets the removals of this write
 */
export function releasing<T>(
  { type, service, program, mark }: OperationContext,
  args: JsonObject,
  claim: Claim,
  { leaving, asked, record }: Leaving,
  carryOut: (released: Releases) => Promise<T>,
): Promise<T> {
  return program.moving.taking(claim.key, leaving, mark, async (note) => {
    const found = await assignmentsOf(type, service, args, asked);
    const released = asked.map((member): readonly [string, Release] => {
      // A member that is not there was removed by a run that could not end: by this resource, or by another one for which it has to answer.
      const removals = [record.released?.get(member), ...removalsOf(program, claim, member, record).undone];
      const known = removals.flatMap((removal) => (removal?.assignments ? [removal.assignments] : []));
      const assignments = found && (found.get(member) ?? merged(known));
      return [member, { mark, ...(assignments && { assignments }) }];
    });
    for (const [member, release] of released) note(member, release);
    return carryOut(new Map(released));
  });
}

function merged(all: readonly Assignments[]): Assignments {
  const sets = new Map<string, readonly string[]>();
  for (const [key, ids] of all.flatMap((one) => Object.entries(one)))
    sets.set(key, [...new Set([...(sets.get(key) ?? []), ...ids])]);
  return Object.fromEntries(sets);
}

/** What is removed with members of a set; undefined where the token may not read it. */
async function assignmentsOf(
  { assignments }: ResourceType,
  service: Service,
  args: JsonObject,
  members: readonly string[],
) {
  if (!assignments || members.length === 0) return new Map<string, Assignments>();
  try {
    return await assignments.read(service, args, members);
  } catch (error) {
    if (error instanceof TenantError && error.forbidden === "scope") return undefined;
    throw error;
  }
}

/** The number of members that a record keeps of earlier writes. */
const maxReleased = 100;

/**
 * The removals that the record has after an update: those of this write, and the latest ones before that no resource is known to have answered.
 *
 * @param record what is known of the resource
 * @param now the removals of this write
 */
export function releasesAfter(
  { program }: OperationContext,
  claim: Claim | undefined,
  record: ManagedRecord,
  now: Releases,
): Releases | undefined {
  if (claim?.isWhole) return undefined;
  const isDropped = ([member]: readonly [string, Release]) =>
    now.has(member) || claim?.members?.includes(member) || unheardIn(program, claim, record).includes(member);
  const before = [...(record.released ?? [])].filter((one) => !isDropped(one));
  return new Map([...before.slice(-maxReleased), ...now]);
}

/**
 * Members that the resource has removed in an earlier run, and that a resource declares which the engine has compared before this one: so it
 * could not know of the removal.
 */
export function unheardIn(program: RunningProgram, claim: Claim | undefined, record: ManagedRecord): readonly string[] {
  if (claim === undefined) return [];
  return [...(record.released ?? [])].flatMap(([member, { mark }]) => {
    const isOthers = !claim.members?.includes(member) && program.claimantsOf(claim.key, member).length > 0;
    return isOthers && !program.moving.answered.has(mark) ? [member] : [];
  });
}

/** Warns of members that no resource has answered for. */
export function sayUnheard(
  { type, program }: OperationContext,
  args: JsonObject,
  claim: Claim | undefined,
  record: ManagedRecord,
) {
  const members = unheardIn(program, claim, record);
  if (members.length === 0) return;
  console.warn(
    `warning: ${type.label(args)}: an earlier run removed ${legible(members.join(", "), 1_000)}, and another resource of this program declares ` +
      "the same. Run `pulumi up --refresh`, which adds what is missing.",
  );
}

/** What a resource does about members that other resources remove, or have removed. */
export interface Return {
  /** The marks of the removals that it answers. */
  readonly answers: readonly string[];
  /**
   * Carries out the write that gives the members back, then gives back what was removed with them.
   *
   * @throws Incomplete where that is done in part
   */
  carryOut<T extends Found>(write: () => Promise<T>): Promise<T>;
}

/**
 * Finds out which members of a claim come back with the next write.
 *
 * @param record what is known of the resource
 */
export async function returnOf(
  context: OperationContext,
  args: JsonObject,
  claim: Claim | undefined,
  record: ManagedRecord,
): Promise<Return> {
  const { type, service, program } = context;
  if (claim?.property === undefined) return { answers: [], carryOut: (write) => write() };
  const { key, members = [] } = claim;
  const removals = new Map(members.map((member) => [member, removalsOf(program, claim, member, record)] as const));
  const answers = [...removals.values()].flatMap(({ undone, over }) => [...undone, ...over].map(({ mark }) => mark));
  const back = returningTo(program, claim, record);
  const there = back.length > 0 ? await type.assignments?.there(service, args, back) : [];
  // A member that is there was not removed, or has come back complete. The record is not sure of one whose return has failed half-way.
  const isOwed = (member: string) => !there?.includes(member) || record.unsure.includes(pointerIn(claim, member));
  const owed = back.filter(isOwed);
  const half = (found: Found, unsure: readonly string[], why: Error) =>
    new Incomplete(found, [...new Set([...unsure, ...owed.map((member) => pointerIn(claim, member))])], why);
  return {
    answers: [...new Set(answers)],
    async carryOut(write) {
      const found = await write().catch((error: unknown) => {
        throw error instanceof Incomplete ? half(error.found, error.unsure, causeOf(error)) : error;
      });
      try {
        for (const member of owed) await giveBack(context, args, member, removals.get(member)?.undone ?? []);
      } catch (error) {
        throw error instanceof Error ? half(found, [], error) : error;
      }
      const without = [...removals].flatMap(([member, { undone, over }]) => {
        const isUnknown = owed.includes(member) && undone.some(({ assignments }) => !assignments);
        const isLost = over.some(({ assignments }) => !assignments || Object.keys(assignments).length > 0);
        return type.assignments && (isUnknown || isLost) ? [member] : [];
      });
      program.moving.returned.add(key, without);
      sayReturned(context, args, without);
      return found;
    },
  };
}

/** Gives a member again what was removed with it. What a resource of this run has removed meanwhile stays removed. */
async function giveBack(
  { type, service, program }: OperationContext,
  args: JsonObject,
  member: string,
  removals: readonly Release[],
): Promise<void> {
  for (const { assignments = {} } of removals) {
    const left = Object.entries(assignments).map(([set, ids]) => {
      const taken = new Set(program.moving.taken(set, ids));
      return [set, ids.filter((id) => !taken.has(id))] as const;
    });
    if (left.length > 0) await type.assignments?.give(service, args, member, Object.fromEntries(left));
  }
}

function causeOf(error: Incomplete): Error {
  return error.cause instanceof Error ? error.cause : error;
}

/**
 * Carries out what a resource declares of a set. Where that fails, what other resources of this run have taken away or left for it is saved
 * as not sure, so that the next run gives it back, or takes it away where nobody declares it.
 *
 * @param claim what the resource declares of the set
 */
export async function answering(
  context: OperationContext,
  write: PlannedResourceWrite,
  claim: Claim | undefined,
  carryOut: () => Promise<Saved>,
): Promise<Saved> {
  if (claim?.property === undefined) return carryOut();
  const { key, property, members = [] } = claim;
  const { moving } = context.program;
  try {
    return await carryOut();
  } catch (error) {
    context.program.fail(claim);
    const owed = new Set([...moving.taken(key, members), ...moving.left.among(key, members)]);
    if (owed.size === 0 || error instanceof PartialFailure || !(error instanceof Error)) throw error;
    const sent = [...owed].map((member) => toPointer([property, member]));
    throw failureOf(context, write, { how: "lost", sent }, error.message, error);
  }
}

function sayReturned({ type }: OperationContext, args: JsonObject, members: readonly string[]): void {
  if (members.length === 0) return;
  console.warn(
    `warning: ${type.label(args)}: ${legible(members.join(", "), 1_000)} had been taken away, and came back without ` +
      `${type.assignments?.noun}. \`pulumi up --refresh\` gives again what the program declares of them.`,
  );
}
