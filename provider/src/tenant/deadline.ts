import type { Clock } from "./clock.ts";

/** What `Deadline.race` rejects with; the deadline itself says which of the two ends it was. */
export class DeadlineReached extends Error {}

/**
 * The time one call may take, everything included, together with an outer signal that may end it earlier.
 * Call `end()` when the call is over: the timer and the listener are released.
 */
export class Deadline {
  readonly totalMs: number;
  private readonly controller = new AbortController();
  private readonly startedAt: number;
  private readonly timer: NodeJS.Timeout;
  private readonly clock: Clock;
  private readonly outer: AbortSignal | undefined;
  private readonly onOuter = () => this.controller.abort();

  constructor(totalMs: number, clock: Clock, outer?: AbortSignal) {
    this.totalMs = totalMs;
    this.clock = clock;
    this.outer = outer;
    this.startedAt = clock.monotonic();
    this.timer = setTimeout(() => this.controller.abort(), totalMs);
    if (outer?.aborted) this.controller.abort();
    else outer?.addEventListener("abort", this.onOuter);
  }

  /** Aborted when the time is over or the outer signal is aborted. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Was it the outer signal? */
  get cancelled(): boolean {
    return this.outer?.aborted ?? false;
  }

  /** Milliseconds left, never below 0. */
  remaining(): number {
    return this.signal.aborted ? 0 : Math.max(0, this.totalMs - (this.clock.monotonic() - this.startedAt));
  }

  /** The promise, or a rejection with `DeadlineReached` if the deadline comes first; the promise itself goes on. */
  race<T>(promise: PromiseLike<T> | T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const late = () => reject(new DeadlineReached());
      if (this.signal.aborted) late();
      this.signal.addEventListener("abort", late);
      Promise.resolve(promise)
        .then(resolve, reject)
        .finally(() => this.signal.removeEventListener("abort", late));
    });
  }

  end(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.onOuter);
  }
}
