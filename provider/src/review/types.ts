import type { Concern } from "../graph/concerns.ts";
import type { Change, ResourceReport } from "../report/types.ts";
import type { Planned } from "../schema/definition.ts";

/**
 * What the next `up` does to a resource, in the order in which people must know it. `renew`: a replacement that deletes nothing; `forget`:
 * the tenant keeps the object; `adopt`: a creation takes over an object that the tenant has, if it has one, as the program says.
 */
export const actions = [
  "delete",
  "replace",
  "renew",
  "forget",
  "update",
  "adopt",
  "import",
  "create",
] as const satisfies Planned[];

export type Operation = (typeof actions)[number];

/** A leaf that the next `up` changes: `was` is the value in the state, `is` the one that the program declares. */
export interface PlannedChange extends Change {
  /** The new value is known only while the run goes on, as the id of a new object. */
  readonly isUnknown?: true;
  /** A saved plan does not tell whether the secret has another value. */
  readonly isUnsure?: true;
  /** The program declares it no more, and the service cannot clear it: the tenant keeps the value, which nobody manages any more. */
  readonly stays?: true;
}

/** A resource that the next `up` changes. */
export interface ReviewedResource extends Omit<ResourceReport, "state" | "changes" | "error"> {
  readonly action: Operation;
  /** An earlier replacement has left the deletion. The preview says nothing of it. */
  readonly isPending?: true;
  /** What is deleted holds something that exists nowhere else, such as users, and that is gone with it: `effects` say what. */
  readonly losesContent?: true;
  /** What no changed leaf tells, in words: what it does to others, what is gone with it, what refers to it and stays. Absent for most. */
  readonly effects?: readonly string[];
  /** The properties whose change replaces it. */
  readonly because?: readonly string[];
  /** Empty for what is deleted, and where only what the provider keeps for itself differs. */
  readonly changes: readonly PlannedChange[];
  /** Whom the change concerns; empty where it concerns nobody. */
  readonly concerns: readonly Concern[];
}

/** What the next `up` of a stack changes, and whom it concerns. */
export interface ReviewReport {
  readonly version: 1;
  /** Absent for a stack without resources. */
  readonly stack?: string;
  readonly project?: string;
  /** True if anything changes. */
  readonly changes: boolean;
  /** True if the preview went well. Otherwise the next `up` would fail, or change more than the report shows. */
  readonly complete: boolean;
  /** How many resources there are for each action. */
  readonly counts: Readonly<Record<Operation, number>>;
  /** Whom all changes together concern. */
  readonly concerns: readonly Concern[];
  /** What is deleted or replaced first; within an action by URN. */
  readonly resources: readonly ReviewedResource[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** What else the provider says in the preview, and the program. */
  readonly notes: readonly string[];
}
