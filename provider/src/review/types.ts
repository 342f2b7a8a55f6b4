import type { Severity } from "../baseline/rule.ts";
import type { Waiver } from "../baseline/waivers.ts";
import type { AffectedGroup } from "../graph/graph.ts";
import type { Change, ResourceReport } from "../report/types.ts";
import type { DurationUnit } from "../schema/schema.ts";
import type { Planned } from "../types/tool-data.ts";
import type { BaselineReview } from "./baseline.ts";
import type { LoginLoss } from "./logins.ts";
import type { Origin } from "./origin.ts";
import type { Privilege } from "./privileges.ts";
import type { WeakerSafeguard } from "./weaker.ts";

/**
 * The actions of the next `up` on a resource, the most severe first. `renew`: a replacement that does not delete the old object; `reset`: the resource
 * leaves the stack, and the settings that it declared get the values of a new tenant; `forget`: the resource leaves the stack, and its object stays at
 * the tenant as it is; `adopt`: a creation that adopts the object if it exists already, as the program or `TENANT_ADOPT` says; `move`: only the place
 * of the object in the program changes, by an alias, or because another resource of the program manages it.
 */
export const actions = [
  "delete",
  "replace",
  "renew",
  "reset",
  "forget",
  "update",
  "adopt",
  "import",
  "create",
  "move",
] as const satisfies (Planned | "move")[];

export type Operation = (typeof actions)[number];

/**
 * A leaf that the next `up` changes. `was` is the value in the state, or that of an adopted object at the tenant; `is` is the one that the program
 * declares, or the one that the run sends in place of a removed value.
 */
export interface PlannedChange extends Change {
  /** The new value is known only during the run, for example the id of a new object. */
  readonly isUnknown?: true;
  /**
   * True if it is unknown whether the value changes: a saved plan does not say it of a secret, and of an adopted object the value is a secret or
   * the API does not return it.
   */
  readonly isUnsure?: true;
  /** The value was removed from the program, and the service cannot clear it: it stays at the tenant, and the program no longer manages it. */
  readonly stays?: true;
  /** The unit of a duration. */
  readonly unit?: DurationUnit;
}

/** A resource that the next `up` changes. */
export interface ReviewedResource extends Omit<ResourceReport, "state" | "changes" | "error"> {
  readonly action: Operation;
  /** Whether an earlier replacement has left the deletion to the next run. The preview does not list it. */
  readonly isPending?: true;
  /** Whether the deletion also deletes data that exists nowhere else, such as the users of a connection. `effects` names this data. */
  readonly losesContent?: true;
  /** What the run ends for ever, in words: the object with its data or its id, and secrets that become invalid. Absent if there is nothing. */
  readonly losses?: readonly string[];
  /** Whether the object of a deletion may stay: another resource may manage it, or the tenant is to delete it with another one. */
  readonly mayStay?: true;
  /**
   * Safeguards of the engine that end with the run, in words: `protect`, comparisons of properties that are ignored from now on, and the tenant to which the
   * resource is pinned.
   */
  readonly loosens?: readonly string[];
  /** The property that says which kind of object it is, if the object leaves the stack or is replaced. Untrusted text. */
  readonly kind?: { readonly path: string; readonly value: string };
  /** The names of the objects to which the identity of the object refers, such as the role of a set of permissions. Untrusted texts. */
  readonly of?: readonly string[];
  /** Whether the change can affect every login of the tenant, although no reference leads to the users and applications. */
  readonly affectsAll?: true;
  /**
   * The resource sets settings that the tenant has already, or replaces a set of an object that exists, and the review has not read them: it is not known
   * whether they become weaker, or what others have put into the set.
   */
  readonly isUnread?: true;
  /**
   * The values after the run of the properties that together decide who can log in, such as the enabled second factors, in words. Absent if the run
   * changes none of them.
   */
  readonly remains?: readonly string[];
  /** The object to adopt exists: the review has read it at the tenant. `changes` are those from its values there. */
  readonly isFound?: true;
  /**
   * The properties of an adopted object whose ids are known only during the run. The review takes them for the ids of the adopted objects from which
   * the program computes them. Absent if there are none.
   */
  readonly assumed?: readonly string[];
  /**
   * Effects that the changed leaves do not express, in words: effects on other objects, lost data, resources that still refer to the object. Absent
   * for most.
   */
  readonly effects?: readonly string[];
  /** The properties whose change causes the replacement. */
  readonly because?: readonly string[];
  /** Empty for a deleted or forgotten resource, and if only provider metadata differs. */
  readonly changes: readonly PlannedChange[];
  /** The objects that the change affects; empty if there are none. */
  readonly concerns: readonly AffectedGroup[];
}

/** A waiver that a branch adds or extends. Its texts are untrusted. */
export interface AddedWaiver extends Waiver {
  readonly severity: Severity;
}

/** Drift, or a difference between tenants, that no report counts any more because a branch accepts it. Its texts are untrusted. */
export interface AddedAcceptance {
  /** The name of the file with the entry. */
  readonly file: string;
  /** What the entry accepts, in words. */
  readonly says: string;
  readonly reason?: string;
  readonly stack?: string | undefined;
  /** The last day on which the entry counts. Absent if it has no end. */
  readonly until?: string;
}

/** The changes of the next `up` of a stack, and the objects that they affect. */
export interface ReviewReport {
  readonly version: 1;
  /** Absent for a stack without resources. */
  readonly stack?: string;
  readonly project?: string;
  /** True if anything changes, except the names and places of resources by aliases: the engine treats those resources as unchanged. */
  readonly changes: boolean;
  /** True if the preview succeeded. Otherwise the next `up` would fail (`willFail`), or change more than the report contains, or must not run (`refused`). */
  readonly complete: boolean;
  /** Why no gate lets the changes pass, whatever they are: resources whose provider code is not that of their class. Absent if there are none. */
  readonly refused?: readonly string[];
  /** The reasons for which the next `up` will fail, as its preview says. Absent if there are none. */
  readonly willFail?: readonly string[];
  /** The documents from which the review is made. Absent if the caller does not know. */
  readonly origin?: Origin;
  /** The hosts of the tenants. Absent if none is known. */
  readonly tenants?: readonly string[];
  /** The number of resources for each action. */
  readonly counts: Readonly<Record<Operation, number>>;
  /** The objects that all changes together affect. */
  readonly concerns: readonly AffectedGroup[];
  /** The values that protect the tenant, and that the changes weaken or may weaken. Absent if there are none. */
  readonly weaker?: readonly WeakerSafeguard[];
  /** The rights that the changes give to applications, roles and users, or take from them. Absent if there are none. */
  readonly privileges?: readonly Privilege[];
  /** The applications to which users can log in through fewer connections. Absent if there are none. */
  readonly logins?: readonly LoginLoss[];
  /** Whether a change can affect every login of the tenant. */
  readonly affectsAll?: true;
  /** The rules of the security baseline that the changes newly break, and those that they mend. Absent if there are none. */
  readonly baseline?: BaselineReview;
  /** The waivers for this stack that the branch adds or extends. Absent if there are none, or if the branch's file was not given. */
  readonly addedWaivers?: readonly AddedWaiver[];
  /** What the branch accepts from now on in drift reports and comparisons. Absent if there is nothing, or if the branch's files were not given. */
  readonly addedAcceptances?: readonly AddedAcceptance[];
  /** Deleted and replaced resources come first; within an action, the order is by URN. */
  readonly resources: readonly ReviewedResource[];
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** The messages of the provider and the program in the preview that are neither errors nor warnings. */
  readonly notes: readonly string[];
}
