import type { Clock } from "./clock.ts";

/** `Deadline.race` rejects with this. The deadline itself says whether the time was over or the outer signal came first. */
export class DeadlineReached extends Error {}

/**
 * The time that one call may take in all, without what it spends outside. An outer signal may end it earlier.
 * Call `end()` when the call is over: it releases the timer and the listener.
 */
export class Deadline {
  readonly totalMs: number;
  readonly #controller = new AbortController();
  /** Milliseconds that were left at `#startedAt`. */
  #left: number;
  /** Undefined while the call is outside. */
  #startedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #clock: Clock;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = () => this.#controller.abort();

  constructor(totalMs: number, clock: Clock, outer?: AbortSignal) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#outer = outer;
    this.#left = totalMs;
    this.#start();
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
    if (this.signal.aborted) return 0;
    const spent = this.#startedAt === undefined ? 0 : this.#clock.monotonic() - this.#startedAt;
    return Math.max(0, this.#left - spent);
  }

  /** Waits for something that does not use up the call's time. Nothing but the outer signal may end it. */
  async outside<T>(wait: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    this.#left = this.remaining();
    this.#startedAt = undefined;
    clearTimeout(this.#timer);
    try {
      return await wait(this.#outer);
    } finally {
      this.#start();
    }
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

  #start(): void {
    this.#startedAt = this.#clock.monotonic();
    this.#timer = setTimeout(this.#abort, this.#left);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#abort);
  }
}
