/** Intervals and delays of a watch, in milliseconds. */
export const defaultTimes = {
  /** Poll interval for resources without events. */
  every: 15 * 60_000,
  /** How long a report waits for an event that explains the change. */
  patience: 2_000,
  /** How long the stream has to be silent before an event counts as missing. A stream that is not silent may still be catching up. */
  silence: 500,
  /** The maximum wait for an event if the stream is never silent. */
  maxPatience: 30_000,
  /** The minimum time between two comparisons of all resources after events that could not be parsed. */
  rest: 300_000,
};

/** The intervals of a watch. Default: {@link defaultTimes}. */
export type WatchTimes = Readonly<typeof defaultTimes>;

/** The resources of a scheduled comparison. */
export type Round = "everything" | "what has no events";

const never = Number.POSITIVE_INFINITY;

/** The schedule of polling, and of comparisons after events that could not be parsed. Times are monotonic milliseconds. */
export class Rounds {
  readonly #times: Pick<WatchTimes, "every" | "rest">;
  #next = never;
  #isInDoubt = false;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(times: Pick<WatchTimes, "every" | "rest">) {
    this.#times = times;
  }

  /** Starts the poll interval at the first call. */
  begin(now: number): void {
    if (this.#next === never) this.#next = now + this.#times.every;
  }

  /** Records an event that could not be parsed. All resources are compared, but at most once per `rest` interval. */
  noteUnknownEvent(): void {
    this.#isInDoubt = true;
  }

  /** When the next comparison is due. */
  get wakeAt(): number {
    return this.#isInDoubt ? Math.min(this.#next, this.#restsUntil) : this.#next;
  }

  /** The comparison that is due now; undefined if none is. */
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
