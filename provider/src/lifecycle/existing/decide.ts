import type { Found } from "../resource-type.ts";

/*
 * The decision about a resource's object: which request a run sends for it next, or how the run ends. It is a pure function of facts. If a fact is
 * missing, the function asks for it, so a run reads only what it needs. The result of a request is a fact, too, and so is the loss of its response.
 *
 * A run carries out the steps until one ends it (see `obtain.ts`). The preview of a new resource answers the same questions, and stops at the first step
 * that would write.
 *
 * A refresh decides before (see `read.ts`): a lost creation of which nothing can be the object leaves the state. A process that was killed has recorded
 * nothing, so its creation is no fact: the next run finds the object like that of another team.
 */

/**
 * The location of the object of a creation whose response was lost in an earlier run. `ids`: the ids of all objects with the declared name; the first one
 * is `id`. `others`: the ids of the objects with this name that lack a value that was sent, and may be the created object, edited since.
 */
export type WhereLost =
  | { readonly is: "complete" | "incomplete"; readonly id: string; readonly found: Found }
  | { readonly is: "undecided"; readonly candidates: readonly Found[]; readonly others: readonly string[] }
  | { readonly is: "different"; readonly id: string; readonly ids: readonly string[] }
  | { readonly is: "absent" };

/** The result of a search by the declared key. `matching`: the object has every value that was sent, and is none of the known earlier ones. */
export type Search = { readonly is: "matching" | "different"; readonly found: Found } | { readonly is: "none" };

/** An object that a replacement failed to delete, so that it is still at the tenant. */
export interface Leftover extends Found {
  /** The properties that have changed since the replacement. If there are any, another team may have adopted the object. */
  readonly changed: readonly string[];
  /** The paths (JSON pointers) that this stack declared in the object before the replacement. */
  readonly declaredBefore: readonly string[];
}

/** A failed create request. */
export interface Attempt {
  /** `taken`: the tenant has refused it because the object exists already. `refused`: for another reason. */
  readonly outcome: "lost" | "taken" | "refused";
  /** The error of the request. */
  readonly error: Error;
  /** The object with the declared key after the request, or the error of the search for it. Undefined if it was not asked for yet. */
  readonly search?: Search | Error;
}

/** A creation of an earlier run whose response was lost. */
export interface LostCreation {
  readonly where: WhereLost;
  /** Whether the program still declares the key that the lost request sent. */
  readonly isSameKey: boolean;
  /** The paths (JSON pointers) in the record of the resource. */
  readonly paths: readonly string[];
}

/** The facts about a resource without a known object. A fact that was not asked for is undefined; null is the answer that there is no such object. */
export interface Facts {
  readonly hasOwnObject: boolean;
  readonly sharesNames: boolean;
  /** Whether the program or the run adopts existing objects. */
  readonly isAdopting: boolean;
  /**
   * For objects of which only the response to the creation has a value. One whose response was lost is of no use, so another one is created. `discard`: it
   * is deleted first, if it is the sole candidate; the program or the run allows it, and no object from before the request can be meant.
   */
  readonly lostValue?: "discard" | "leave" | undefined;
  /** Undefined for a resource that is not in the state. */
  readonly lost?: LostCreation;
  /** The object that an earlier replacement of this resource did not delete. */
  readonly replaced?: Leftover | null;
  /** The existing object that the creation would conflict with. */
  readonly existing?: Found | null;
  /** The ids of the objects that existed before the creation; null if they cannot be known. */
  readonly earlier?: readonly string[] | null;
  /** The create requests of this run, in order. */
  readonly attempts: readonly Attempt[];
}

/** A fact that a run can find out at the tenant. */
export type Question = "replaced" | "existing" | "earlier" | "search";

/** The next step of a write. */
export type Step =
  | { readonly is: "ask"; readonly about: Question }
  /** Sends the create request. `leaves`: what an earlier creation may have left at the tenant. A message names it, and it stays there. */
  | { readonly is: "create"; readonly leaves?: WhereLost }
  /** Deletes the object that an earlier creation has left, and whose value is lost. After that, it is absent. */
  | { readonly is: "discard"; readonly found: Found }
  /** Manages an object again that an earlier replacement did not delete. */
  | { readonly is: "manageAgain"; readonly found: Leftover }
  /** Gives the declared values to an object that this stack has created, certainly or very probably. */
  | { readonly is: "treatAsOurs"; readonly found: Found }
  /** Adopts an object that may belong to another team. `declaredBefore`: the paths (JSON pointers) that an earlier creation has sent. */
  | { readonly is: "adopt"; readonly found: Found; readonly declaredBefore?: readonly string[] }
  | End;

/** The end of a write, which sends nothing more. A new resource gets an entry in the state only by `stayUndecided` and `stayLost`. */
export type End =
  /** Another team may have changed the object since the replacement that left it. */
  | { readonly is: "refuseChanged"; readonly found: Leftover }
  /**
   * The object exists, and too little shows that this stack created it: no request was lost, or the object lacks a value that was sent. The error says how
   * to adopt it.
   */
  | { readonly is: "refuseExisting"; readonly found: Found }
  /** Either there are candidates, and another team may have created them; or there are none, because a listing may still lack the object. */
  | { readonly is: "refuseUndecided"; readonly candidates: readonly Found[] }
  /** This stack or another team has created the object. The state keeps the creation as unconfirmed, and the error says what to do. */
  | { readonly is: "stayUndecided"; readonly attempt: Attempt; readonly found: Found }
  /**
   * Nothing shows whether the object was created: nothing was found; the search failed (`unseen`), or could not tell, as objects can share the name; or
   * what was found belongs to another object. The state keeps the creation as unconfirmed.
   */
  | { readonly is: "stayLost"; readonly attempt: Attempt; readonly unseen?: Error }
  /** The tenant has refused the creation. `unseen`: why the object in its way could not be read. */
  | { readonly is: "fail"; readonly attempt: Attempt; readonly unseen?: Error };

/** Maximum number of create requests of one run for one resource while the responses are lost. */
export const maxAttempts = 3;

/** Decides about the next step for a resource whose object is not known. */
export function decide(facts: Facts): Step {
  const last = facts.attempts.at(-1);
  return last ? afterAttempt(facts, last) : beforeAttempt(facts);
}

function beforeAttempt(facts: Facts): Step {
  const { lost, replaced, existing, earlier, hasOwnObject, isAdopting } = facts;
  const isAdoptable = hasOwnObject && isAdopting;
  if (lost) {
    const { where, isSameKey, paths } = lost;
    if (where.is === "complete" || where.is === "incomplete") return { is: "treatAsOurs", found: where.found };
    const sole = where.is === "undecided" && where.candidates.length === 1 ? where.candidates[0] : undefined;
    if (isAdoptable && isSameKey && sole) return { is: "adopt", found: sole, declaredBefore: paths };
    if (facts.lostValue === "discard" && sole) return { is: "discard", found: sole };
  } else {
    if (replaced === undefined) return { is: "ask", about: "replaced" };
    if (replaced !== null) {
      const isRefused = replaced.changed.length > 0 && !isAdopting;
      return { is: isRefused ? "refuseChanged" : "manageAgain", found: replaced };
    }
  }
  if (isAdoptable && existing === undefined) return { is: "ask", about: "existing" };
  if (isAdoptable && existing) return { is: "adopt", found: existing };
  // If the key has changed, the program declares another object, and candidates with the old key do not prevent its creation.
  if (
    lost?.where.is === "undecided" &&
    facts.lostValue === undefined &&
    (lost.isSameKey || lost.where.candidates.length === 0)
  )
    return { is: "refuseUndecided", candidates: lost.where.candidates };
  // With `adopt`, an object is adopted even if it existed before the request, so it is not necessary to list the earlier objects.
  if (!isAdoptable && earlier === undefined) return { is: "ask", about: "earlier" };
  return { is: "create", ...(lost && { leaves: lost.where }) };
}

function afterAttempt(facts: Facts, last: Attempt): Step {
  const { attempts, sharesNames, hasOwnObject, isAdopting, earlier } = facts;
  const { outcome, search } = last;
  const wasLost = attempts.some((one) => one.outcome === "lost");
  // If several objects can share a name, only a listing could find a lost one, and a listing may not show a new object yet. So none is searched for.
  const isSearched = wasLost ? !sharesNames : outcome === "taken";
  if (isSearched && search === undefined) return { is: "ask", about: "search" };
  if (search instanceof Error) return { is: wasLost ? "stayLost" : "fail", attempt: last, unseen: search };
  if (search === undefined || search.is === "none") {
    if (!wasLost) return { is: "fail", attempt: last };
    const isRepeatable = outcome === "lost" && attempts.length < maxAttempts && !sharesNames;
    return isRepeatable ? { is: "create" } : { is: "stayLost", attempt: last };
  }
  // What belongs to another object is always there. If it lacks a value, the lost request may have written a part or nothing: see `incomplete`.
  if (wasLost && !hasOwnObject && search.is === "different") return { is: "stayLost", attempt: last };
  const { found } = search;
  const mayBeOurs = search.is === "matching" && wasLost;
  // If an earlier request was lost and the last one met a conflict, the object may still be another team's: the listing from before the first request may
  // have lagged behind and not contained it.
  const isOurs = mayBeOurs && (!hasOwnObject || (outcome === "lost" && earlier != null));
  if (isOurs) return { is: "treatAsOurs", found };
  if (isAdopting) return { is: "adopt", found };
  return mayBeOurs ? { is: "stayUndecided", attempt: last, found } : { is: "refuseExisting", found };
}
