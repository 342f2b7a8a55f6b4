import type { TenantError } from "../client/index.ts";
import type { Mismatch } from "./shapes.ts";

/** What differs from the belief. It contains no value of the tenant. */
export interface Difference extends Partial<Mismatch> {
  /** What was done. */
  readonly what: string;
  /** The form of the value that was sent. */
  readonly sent?: string;
  readonly came: string;
  readonly expected: string;
}

/** Whether a fact holds, as far as it was tried. */
export type Outcome =
  | { readonly result: "as believed" | "not on this plan" }
  | { readonly result: "not tried"; readonly why: string }
  | { readonly result: "different"; readonly found: readonly Difference[] };

/** The facts about one type, in the order in which they were first tried. */
export class Ledger {
  readonly facts = new Map<string, Outcome>();
  /** The settings that no request takes away again, by their names in the API: the tenant keeps them. */
  readonly stays = new Set<string>();
  /** Whether a request has failed, so that what rests on its effect is missing for a known reason. */
  hasFailed = false;

  /** Notes an observation. A fact that was different once stays so. */
  note(fact: string, difference: Difference | undefined): void {
    const known = this.facts.get(fact);
    if (!difference) {
      if (known?.result !== "different") this.facts.set(fact, { result: "as believed" });
      return;
    }
    const found = known?.result === "different" ? known.found : [];
    this.facts.set(fact, { result: "different", found: [...found, difference] });
  }

  /** Notes that a fact could not be tried. What was observed before stays. */
  omit(fact: string, why: string): void {
    if (!this.facts.has(fact)) this.facts.set(fact, { result: "not tried", why });
  }

  /** Notes the facts that were not reached: as the one on which they rest, if that was not tried, or for the given reason. */
  complete(facts: readonly string[], basis: string, why: string): void {
    const outcome = this.facts.get(basis);
    const isOpen = outcome === undefined || outcome.result === "as believed" || outcome.result === "different";
    for (const fact of facts)
      if (!this.facts.has(fact)) this.facts.set(fact, isOpen ? { result: "not tried", why } : outcome);
  }

  /** Notes that the tenant does not have the feature. What was different stays so. */
  refuse(fact: string): void {
    this.hasFailed = true;
    if (this.facts.get(fact)?.result !== "different") this.facts.set(fact, { result: "not on this plan" });
  }

  /** Notes a failed request: a limit of the plan or of the token says nothing about the belief. */
  fail(fact: string, what: string, failures: readonly TenantError[], expected = "success"): void {
    this.hasFailed = true;
    if (failures.some(({ isOutsidePlan }) => isOutsidePlan)) this.refuse(fact);
    else if (failures.some(({ forbidden }) => forbidden === "scope")) this.omit(fact, "the token lacks a scope");
    else if (failures.some(({ forbidden }) => forbidden === "limit"))
      this.omit(fact, "a limit of the tenant is reached");
    else if (failures.at(-1)?.status === undefined && failures.length > 0) this.omit(fact, "no answer came");
    else this.note(fact, { what, came: answerOf(failures), expected });
  }
}

/** The answer of the tenant to a request that failed. */
export function answerOf(failures: readonly TenantError[]): string {
  const last = failures.at(-1);
  if (!last) return "an answer of another form";
  return last.status === undefined ? "no answer" : `an answer ${last.status}`;
}
