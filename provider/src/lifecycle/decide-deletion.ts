import type { Located } from "./existing/locate.ts";
import type { Found } from "./resource-type.ts";

/** The facts about an entry of the state that the engine deletes. A fact that was not asked for is undefined. */
export interface DeletionFacts {
  readonly where: Located;
  /** The resource of the program that declares the object, and whose creation failed or has not happened in this run, for messages. */
  readonly creator?: string | undefined;
  /** The resource of the program that was to replace the object, and whose creation failed in this run, for messages. Its entry still has the object. */
  readonly replacer?: string | undefined;
  /** The resource of the program that manages the object, for messages. */
  readonly manager?: string | undefined;
  /** Whether the program reads the object with `get`. */
  readonly isRead: boolean;
  /** The id of a newer object of the program with the same name. */
  readonly successor?: string | undefined;
  /** Whether a deletion only resets the object, because every tenant has it. */
  readonly isReset: boolean;
  /** Whether the object belongs to the service, so that it stays in the tenant. */
  readonly isPermanent: boolean;
  /** Whether the program declares the same object again. */
  readonly isDeclared: boolean;
  /** Whether this stack has created the object probably, but not certainly. */
  readonly isLikely: boolean;
  /** The object, with the answer whether it has only values that this stack has sent; null if it does not exist. */
  readonly live?: { readonly isUntouched: boolean } | null;
}

/** The next step of a deletion. */
export type DeletionStep =
  | { readonly is: "askLive"; readonly id: string }
  /** Deletes or resets the object. */
  | { readonly is: "delete"; readonly id: string }
  /** The object does not exist. */
  | { readonly is: "nothing" }
  /** The objects may be those of others, so they stay. */
  | { readonly is: "leaveAlone"; readonly ids: readonly string[] }
  | { readonly is: "leaveUndecided"; readonly candidates: readonly Found[]; readonly others: readonly string[] }
  /** The program keeps the object, so only the entry goes. */
  | { readonly is: "forgetManaged"; readonly by: string }
  | { readonly is: "forgetRead" }
  /** The service keeps the object, so only the entry goes. */
  | { readonly is: "leavePermanent" }
  /** The creation of this run updates the object. A reset before it would switch off, for a moment, what both declare. */
  | { readonly is: "keepForCreation" }
  /** The entry stays in the state: no other entry has the object's id. */
  | { readonly is: "refuseUncreated"; readonly by: string }
  /** The entry stays in the state: another entry has the object, and is not replaced yet. */
  | { readonly is: "refuseUnreplaced"; readonly by: string }
  /** The entry stays in the state: the program has a newer object with the same name, and does not say which of the two it means. */
  | { readonly is: "refuseNamesake"; readonly successor: string };

/**
 * Decides what the deletion of an entry does to the object. An object that the program keeps is never deleted. One that this stack has only probably
 * created is deleted only while nobody has used it. Whether the deletion itself is one that the provider never sends, the vetoes judge afterwards.
 */
export function decideDeletion(facts: DeletionFacts): DeletionStep {
  const { where, creator, replacer, manager, successor, live } = facts;
  if (where.is === "absent") return { is: "nothing" };
  if (where.is === "undecided") return { ...where, is: "leaveUndecided" };
  if (creator !== undefined) return { is: "refuseUncreated", by: creator };
  if (replacer !== undefined) return { is: "refuseUnreplaced", by: replacer };
  if (manager !== undefined) return { is: "forgetManaged", by: manager };
  if (facts.isRead) return { is: "forgetRead" };
  if (facts.isReset && facts.isDeclared) return { is: "keepForCreation" };
  if (facts.isPermanent) return { is: "leavePermanent" };
  if (where.is === "different") return { is: "leaveAlone", ids: where.ids };
  if (where.is === "incomplete") return { is: "leaveAlone", ids: [where.id] };
  if (successor !== undefined) return { is: "refuseNamesake", successor };
  if (!facts.isLikely) return { is: "delete", id: where.id };
  if (live === undefined) return { is: "askLive", id: where.id };
  if (live === null) return { is: "nothing" };
  return live.isUntouched ? { is: "delete", id: where.id } : { is: "leaveAlone", ids: [where.id] };
}
