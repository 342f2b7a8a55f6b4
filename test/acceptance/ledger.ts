import type { EventType } from "../../provider/src/client/events/index.ts";
import type { TenantError } from "../../provider/src/client/index.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import type { Mismatch } from "./mismatch.ts";
import { cliTrials } from "./samples.ts";

/*
 * The facts about the service that this package relies on, in the words of reports. The emulator's tests have the same titles, so that a fact
 * which turns out to be different at a tenant leads to the test to correct.
 */

/** The facts about an object or settings as a whole, which a run checks by writes. */
export const facts = {
  creation: "a creation makes the declared object",
  unchanged: "an unchanged object shows no change",
  keeps: "an update leaves properties that it does not send unchanged",
  drift: "an edit outside of the program is found",
  repair: "a repair restores the declared value",
  taken: "a second object with the same key is refused",
  shared: "two objects can have the same name",
  adoption: "an adoption takes over the existing object",
  replacement: "a change of the identity creates a new object",
  lost: "an object is found after the response to its creation was lost",
  atOnce: "of two creations at the same time, one is refused",
  together: "two members that are added at the same time are both there",
  deletion: "a deletion removes the object",
  owner: "a deletion of the owner removes the object",
  putBack: "the settings can be put back",
} as const;

/** The facts about one property, which is given by its name in the API. */
export const factsOfProperty = {
  ofNew: (wire: string) => `${wire} of a new object has the documented value`,
  written: (wire: string) => `${wire} comes back as written`,
  removed: (wire: string) => `${wire} has the documented value after its removal`,
} as const;

/** The fact that the tenant sends an event of a type. */
export function comes(type: EventType): string {
  return `the tenant sends the event ${type} about a change of the object`;
}

/** The facts that a run checks with the real Pulumi CLI, by the kind of the trial. */
export const cliFacts = {
  life: "the CLI creates the declared object, then previews no change, and removes the object",
  drift: "the CLI finds an edit outside of the program, and restores the declared value",
  replacement: "the CLI replaces an object whose identity changes",
} as const;

/** The facts about a type that a run checks with the real Pulumi CLI. */
export function cliFactsOf(type: TypeName): readonly string[] {
  return cliTrials.filter((trial) => trial.type === type).map(({ kind }) => cliFacts[kind]);
}

/** A difference between the behavior of the tenant and the one that this package expects. It contains no value of the tenant. */
export interface Difference extends Partial<Mismatch> {
  /** The step of the run: `create`, `change`. */
  readonly what: string;
  /** A description of the sent value without its texts: a number of characters, elements or properties. */
  readonly sent?: string;
  /** What the tenant returned or did instead of `expected`, without its values. */
  readonly came: string;
  readonly expected: string;
}

/** The result for one fact: whether the tenant behaves as this package expects. */
export type Outcome =
  | { readonly result: "as believed" | "not on this plan" }
  | { readonly result: "not tried"; readonly why: string }
  | { readonly result: "different"; readonly found: readonly Difference[] };

/** Collects the results for the facts about one type, in the order of their first result. */
export class Ledger {
  readonly facts = new Map<string, Outcome>();
  /** The settings that the run has set and that no request can remove, so that they remain at the tenant; by their names in the API. */
  readonly stays = new Set<string>();
  /** Whether a step has failed. Then a missing event does not contradict the expectation, because the failed step may have been its cause. */
  hasFailed = false;

  /** Notes one observation of a fact. Once a fact has the result `different`, no later observation changes the result. */
  note(fact: string, difference: Difference | undefined): void {
    const known = this.facts.get(fact);
    if (!difference) {
      if (known?.result !== "different") this.facts.set(fact, { result: "as believed" });
      return;
    }
    const found = known?.result === "different" ? known.found : [];
    this.facts.set(fact, { result: "different", found: [...found, difference] });
  }

  /** Notes that a fact could not be tried, unless it already has a result. */
  omit(fact: string, why: string): void {
    if (!this.facts.has(fact)) this.facts.set(fact, { result: "not tried", why });
  }

  /**
   * Notes a result for each of the facts that has none yet. If the fact on which they depend was not tried or is not on the plan, they get the
   * same result. Otherwise they get "not tried".
   *
   * @param basis the fact on which they depend
   * @param why the reason for "not tried"
   */
  complete(facts: readonly string[], basis: string, why: string): void {
    const outcome = this.facts.get(basis);
    const isOpen = outcome === undefined || outcome.result === "as believed" || outcome.result === "different";
    for (const fact of facts)
      if (!this.facts.has(fact)) this.facts.set(fact, isOpen ? { result: "not tried", why } : outcome);
  }

  /** Notes that the plan of the tenant does not include the feature, unless the fact already has the result `different`. */
  refuse(fact: string): void {
    this.hasFailed = true;
    if (this.facts.get(fact)?.result !== "different") this.facts.set(fact, { result: "not on this plan" });
  }

  /** Notes a failed step. It counts as a difference, unless the plan, a missing scope, a limit or a missing response is the cause. */
  fail(fact: string, what: string, failures: readonly TenantError[], expected = "success"): void {
    this.hasFailed = true;
    if (failures.some(({ isOutsidePlan }) => isOutsidePlan)) this.refuse(fact);
    else if (failures.some(({ forbidden }) => forbidden === "scope")) this.omit(fact, "the token lacks a scope");
    else if (failures.some(({ forbidden }) => forbidden === "limit"))
      this.omit(fact, "a limit of the tenant is reached");
    else if (failures.at(-1)?.status === undefined && failures.length > 0) this.omit(fact, "the tenant did not answer");
    else this.note(fact, { what, came: answerOf(failures), expected });
  }
}

/** The last answer of the tenant to a failed step, as text for the report: `an answer 409`. */
export function answerOf(failures: readonly TenantError[]): string {
  const last = failures.at(-1);
  if (!last) return "an answer that this package does not understand";
  return last.status === undefined ? "no answer" : `an answer ${last.status}`;
}
