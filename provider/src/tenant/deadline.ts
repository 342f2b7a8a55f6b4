import type { Clock } from "./clock.ts";

/** `Deadline.race` rejects with this. The deadline itself says whether the time was over or the outer signal came first. */
export class DeadlineReached extends Error {}

/**
 * The time that one call may take in all. An outer signal may end it earlier.
 * Call `end()` when the call is over: it releases the timer and the listener.
 */
export class Deadline {
  readonly totalMs: number;
  readonly #controller = new AbortController();
  readonly #startedAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #clock: Clock;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = () => this.#controller.abort();

  constructor(totalMs: number, clock: Clock, outer?: AbortSignal) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#outer = outer;
    this.#startedAt = clock.monotonic();
    this.#timer = setTimeout(this.#abort, totalMs);
    if (outer?.aborted) this.#abort();
    else outer?.addEventListener("abort", this.#abort);
  }

  /** Aborted when the time is over or the outer signal is aborted. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** True if the outer signal ended the call. */
  get cancelled(): boolean {
    return this.#outer?.aborted ?? false;
  }

  /** Milliseconds left, never below 0. */
  remaining(): number {
    return this.signal.aborted ? 0 : Math.max(0, this.totalMs - (this.#clock.monotonic() - this.#startedAt));
  }

  /** The promise's value, or a rejection with `DeadlineReached` if the deadline comes first. The promise itself goes on. */
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
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#abort);
  }
}
