import type * as pulumi from "@pulumi/pulumi";

/*
 * What a diff tells the engine: a pure function of facts, like the decision about an object that is not known (`decide.ts`) and about a deletion
 * (`decide-deletion.ts`).
 *
 * What the engine makes of it: `changes: true` is an update, or a replacement with `replaces`; `changes: false` is nothing. Without `changes`, the engine
 * compares the inputs itself, prints the changed leaves and honours `replaceOnChanges`.
 */

/** The facts about a resource whose program or state has changed. */
export interface DiffFacts {
  /** Whether the state knows the object. If not, an update finds out. */
  readonly isKnown: boolean;
  /** The properties whose change replaces the object. */
  readonly replaces: readonly string[];
  /** The properties of which a value changes. */
  readonly changed: readonly string[];
  /** Whether an unchanged object that an earlier replacement did not delete has the declared values more nearly than the known one. */
  readonly isBack: boolean;
  /** Whether an update sends a value. */
  readonly sends: boolean;
  /** Whether the inputs are those of the state, so that the engine's own comparison would find nothing. */
  readonly isHidden: boolean;
  /** Whether an update that sends no changed value is necessary: the record or members of a set are not what they have to be. */
  readonly mustRenew: boolean;
  /** Whether the tenant accepts another object only after the deletion of this one. False if a replacement updates the object in place. */
  readonly isInTheWay: boolean;
}

/** Decides what a diff tells the engine. */
export function decideDiff(facts: DiffFacts): pulumi.dynamic.DiffResult {
  const { isKnown, replaces, changed, isBack, sends, isHidden, mustRenew, isInTheWay: deleteBeforeReplace } = facts;
  // The engine has to call create, in which the object is managed again, so the diff reports a replacement.
  if (isBack) return { changes: true, replaces: [...changed], deleteBeforeReplace: false };
  if (replaces.length > 0) return { changes: true, replaces: [...replaces], deleteBeforeReplace };
  if (!isKnown) return { changes: true };
  if (sends) return { ...(isHidden && { changes: true }), deleteBeforeReplace };
  return { changes: mustRenew, deleteBeforeReplace };
}
