import type { Clock } from "../tenant/index.ts";

/** Longest wait at once, and by how much it may take longer before this machine must have been asleep, in milliseconds. */
const [longestWait, slept] = [10_000, 30_000];

/** Waits for what happens next. */
export class Alarm {
  readonly #clock: Clock;
  readonly #onSlept: () => void;
  #rung = new AbortController();

  /** @param onSlept called after a wait in which this machine was asleep */
  constructor(clock: Clock, onSlept: () => void) {
    this.#clock = clock;
    this.#onSlept = onSlept;
  }

  /** Ends the wait that is under way, or else the next one. */
  ring(): void {
    this.#rung.abort();
  }

  /** Waits until it rings, but no longer than these milliseconds, and never longer than 10 s. */
  async wait(ms = longestWait): Promise<void> {
    const planned = Math.max(0, Math.min(ms, longestWait));
    const before = this.#clock.now();
    if (!this.#rung.signal.aborted) await this.#clock.sleep(planned, this.#rung.signal);
    this.#rung = new AbortController();
    if (this.#clock.now() - before > planned + slept) this.#onSlept();
  }
}
