import type { WatchTimes } from "./times.ts";

/** What is compared though no event speaks of it. */
export type Round = "everything" | "what has no events";

const never = Number.POSITIVE_INFINITY;

/** Decides when to compare what no event speaks of. Times are monotonic milliseconds. */
export class Rounds {
  readonly #times: Pick<WatchTimes, "every" | "rest">;
  #next = never;
  #isInDoubt = false;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(times: Pick<WatchTimes, "every" | "rest">) {
    this.#times = times;
  }

  /** The times count from here, unless they do already. */
  begin(now: number): void {
    if (this.#next === never) this.#next = now + this.#times.every;
  }

  /** An event came that nobody understands. Everything is compared, but however many of them come, not without a rest. */
  doubt(): void {
    this.#isInDoubt = true;
  }

  /** When the next one is due, unless something happens before. */
  get wakeAt(): number {
    return this.#isInDoubt ? Math.min(this.#next, this.#restsUntil) : this.#next;
  }

  /** What is to be compared now. */
  take(now: number): Round | undefined {
    if (this.#isInDoubt && now >= this.#restsUntil) {
      this.#isInDoubt = false;
      this.#restsUntil = now + this.#times.rest;
      return "everything";
    }
    if (now < this.#next) return undefined;
    this.#next = now + this.#times.every;
    return "what has no events";
  }
}
