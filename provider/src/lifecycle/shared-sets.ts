import type { JsonObject } from "../model/json.ts";
import type { Plan } from "../model/plan.ts";
import { toPointer } from "../model/pointer.ts";
import type { ManagedRecord } from "../model/record.ts";
import { legible } from "../tenant/index.ts";
import type { Claim } from "./claims.ts";
import type { RunningProgram } from "./program.ts";
import type { Work } from "./work.ts";

/*
 * Several resources of one program can declare members of the same set. What one of them declares no more, another one may: the engine
 * registers them one after the other and updates the first ones meanwhile. So an update takes away only what nobody has claimed by then, and
 * whoever claims it later waits for that and gives it back.
 */

/** Waits until no other resource takes away what a resource declares of its set. */
export async function othersDone({ kind, program }: Work, id: string | undefined, args: JsonObject): Promise<void> {
  const claim = kind.claim?.(args, id);
  if (claim) await program.settled(claim);
}

/**
 * A record that is not sure of the declared members that this run takes away for another resource: an update sends them again.
 *
 * @param claim what the resource declares of its set
 */
export function doubting(program: RunningProgram, claim: Claim | undefined, record: ManagedRecord): ManagedRecord {
  const { key, property, members = [] } = claim ?? {};
  if (key === undefined || property === undefined) return record;
  const taken = program.takenOf(key, members).map((member) => toPointer([property, member]));
  return taken.length === 0 ? record : { ...record, unsure: [...new Set([...record.unsure, ...taken])] };
}

/**
 * A plan that leaves the members in which other resources of the program declare, and says so.
 *
 * @param claim what the resource declares of the set, or has declared last
 */
export function sparing({ kind, program }: Work, args: JsonObject, claim: Claim | undefined, plan: Plan): Plan {
  if (claim?.property === undefined || claim.isWhole) return plan;
  const removed = plan.removed.filter(({ path: [property, member] }) => {
    if (property !== claim.property || member === undefined) return true;
    const by = program.claimantOf(claim.key, member);
    if (by === undefined) return true;
    console.warn(
      `warning: ${kind.label(args)}: ${legible(member)} is not taken away, as ${by} of this program declares it`,
    );
    return false;
  });
  return { ...plan, removed };
}

/** The members of a set that a plan takes away one by one. */
export function leavingIn({ removed }: Plan, claim: Claim | undefined): readonly string[] {
  return removed.flatMap(({ path: [property, member] }) =>
    property === claim?.property && member !== undefined ? [member] : [],
  );
}
