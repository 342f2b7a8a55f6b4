import { longestWait, type RetryBounds } from "../retry.ts";

/** How long calls are held back after refusals. */
export type Patience = Readonly<Pick<RetryBounds, "baseMs" | "capMs" | "refusedMs">>;

/** The 429s of one bucket since its last success: exponential backoff with jitter, for all calls together. Times are in milliseconds. */
export class Refusals {
  readonly #patience: Patience;
  #inRow = 0;
  #latestAt = Number.NEGATIVE_INFINITY;
  #since: number | undefined;
  #blockedUntil = Number.NEGATIVE_INFINITY;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** How many there were in a row. Calls that were under way together count as one. */
  get inRow(): number {
    return this.#inRow;
  }

  /** No call may go before this time. */
  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  /** The calls that were under way at a refusal are refused for the same reason. */
  isNews(sentAt: number): boolean {
    return sentAt >= this.#latestAt;
  }

  /**
   * A call was refused.
   * @param wait what the service asks for, and what the bucket needs for one more token
   * @param random uniform in [0, 1)
   * @returns false if the service has refused everything for too long, or asks for too long a wait
   */
  add(sentAt: number, now: number, wait: { askedMs: number; refillMs: number }, random: number): boolean {
    const { askedMs, refillMs } = wait;
    const isNews = this.isNews(sentAt);
    const doublings = askedMs > 0 || !isNews ? 0 : this.#inRow;
    this.#since ??= now;
    if (isNews) {
      this.#inRow += 1;
      this.#latestAt = now;
    }
    // The bucket is not stopped then: each call that waits is sent once and told the same, and none waits in vain.
    if (now - this.#since + askedMs >= this.#patience.refusedMs) return false;
    const ms = Math.max(askedMs, refillMs) + random * longestWait(this.#patience, doublings);
    this.#blockedUntil = Math.max(this.#blockedUntil, now + ms);
    return true;
  }

  /** A call was not refused. */
  end(): void {
    this.#inRow = 0;
    this.#since = undefined;
  }
}
