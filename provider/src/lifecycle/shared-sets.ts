import type { JsonObject } from "../model/json.ts";
import { isCollection, membersOf } from "../model/leaves.ts";
import type { Plan, Removal } from "../model/plan.ts";
import { toPointer } from "../model/pointer.ts";
import type { ManagedRecord } from "../model/record.ts";
import { legible } from "../tenant/index.ts";
import { failureOf, type ResourceAttempt, type Saved } from "./attempt.ts";
import type { Claim, Need } from "./claims.ts";
import { PartialFailure, UserError } from "./errors.ts";
import type { Work } from "./work.ts";

/*
 * Several resources of one program can declare members of the same set. What one of them declares no more, another one may: the engine
 * registers them one after the other and updates the first ones meanwhile. So an update takes away only what nobody has claimed by then, and
 * whoever claims it later waits for that and gives it back.
 */

/** Waits until no other resource takes away what a resource declares of its set. */
export async function othersDone({ kind, program }: Work, id: string | undefined, args: JsonObject): Promise<void> {
  const { key, members = [] } = kind.claim?.(args, id) ?? {};
  if (key !== undefined) await program.moving.settled(key, members);
}

/**
 * The declared paths (JSON pointers) of which this run makes nobody sure: members that it takes away for another resource, and what hung on
 * members that were taken away and have come back.
 */
export function doubtsOf(
  { kind, program }: Pick<Work, "kind" | "program">,
  claim: Claim | undefined,
  args: JsonObject,
) {
  const taken = claim?.property === undefined ? [] : program.moving.taken(claim.key, claim.members ?? []);
  const need = kind.needs?.(args);
  const back = need ? program.moving.returned.among(need.key, need.members) : [];
  const hanging = need && back.length > 0 ? hangingOn(need, back, claim) : [];
  return [...taken.map((member) => toPointer([claim?.property ?? "", member])), ...hanging];
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
export function sparing(work: Work, args: JsonObject, claim: Claim | undefined, plan: Plan): Plan {
  if (claim?.property === undefined) return plan;
  const isSpared = ({ path: [property, member] }: Removal) =>
    property === claim.property && member !== undefined && spare(work, args, claim, member);
  const removed = plan.removed.flatMap((removal) => byMember(work, claim, removal)).filter((one) => !isSpared(one));
  return { ...plan, removed };
}

/** The removal of a whole set as one of each member, where others declare some of them. */
function byMember({ program }: Work, { key, property, members = [] }: Claim, removal: Removal): readonly Removal[] {
  const { path, field, value } = removal;
  const isAll = path.length === 1 && path[0] === property && isCollection(field) && value !== undefined;
  if (!isAll || !members.some((member) => program.claimantsOf(key, member).length > 0)) return [removal];
  const all = membersOf(field, path, value ?? null) ?? [];
  return all.map((leaf) => ({ ...leaf, clear: { how: "drop" } }));
}

/** Whether a member is left to another resource of the program. */
function spare({ kind, program }: Work, args: JsonObject, { key }: Claim, member: string): boolean {
  const [by] = program.claimantsOf(key, member);
  if (by === undefined) return false;
  if (program.isForsaken(key, member)) {
    throw new UserError(
      `${kind.label(args)}: ${legible(member)} is not given up, as ${by} of this program declares it, and that has failed in this run. ` +
        "Run `pulumi up` again once that is mended.",
    );
  }
  console.warn(
    `warning: ${kind.label(args)}: ${legible(member)} is not taken away, as ${by} of this program declares it`,
  );
  program.moving.left.add(key, [member]);
  return true;
}

/** The members of a set that a plan takes away. */
export function leavingIn({ removed }: Plan, claim: Claim | undefined): readonly string[] {
  return removed.flatMap(({ path: [property, member] }) => {
    if (property !== claim?.property) return [];
    return member === undefined ? (claim?.members ?? []) : [member];
  });
}

/**
 * Carries out what a resource declares of a set. Where that fails, what other resources of this run have taken away or left for it is saved
 * as not sure, so that the next run gives it back, or takes it away where nobody declares it.
 *
 * @param claim what the resource declares of the set
 */
export async function answering(
  work: Work,
  attempt: ResourceAttempt,
  claim: Claim | undefined,
  carryOut: () => Promise<Saved>,
): Promise<Saved> {
  if (claim?.property === undefined) return carryOut();
  const { key, property, members = [] } = claim;
  const { moving } = work.program;
  try {
    const done = await carryOut();
    const returned = moving.taken(key, members);
    sayReturned(work, attempt.inputs, returned);
    moving.returned.add(key, returned);
    return done;
  } catch (error) {
    work.program.fail(claim);
    const owed = new Set([...moving.taken(key, members), ...moving.left.among(key, members)]);
    if (owed.size === 0 || error instanceof PartialFailure || !(error instanceof Error)) throw error;
    const sent = [...owed].map((member) => toPointer([property, member]));
    throw failureOf(work, attempt, { how: "lost", sent }, error.message, error);
  }
}

function sayReturned({ kind }: Work, args: JsonObject, members: readonly string[]): void {
  if (members.length === 0 || kind.goneWithMember === undefined) return;
  console.warn(
    `warning: ${kind.label(args)}: ${legible(members.join(", "), 1_000)} had been taken away by another resource of this run, and came back without ` +
      `${kind.goneWithMember}. \`pulumi up --refresh\` gives again what the program declares of them.`,
  );
}
