import type { Departure, History } from "./history.ts";
import { Refill } from "./refill.ts";

/** The part of the refill that is counted on at first: a little less than half, as another client may use the other half. */
const firstTrust = 0.42;
const leastTrust = 0.3;

/** By what a full bucket raises that part, and an empty one lowers it; and what a refusal leaves of it. */
const step = 1.05;
const whenRefused = 0.6;

/** A correction of the level by one token changes that part by as much as one token is of the refill in this time. */
const learningSeconds = 10;

/** The part of the bucket that is left to others at least, once they were seen. */
const leastLeft = 0.25;

/** How much of the reserve is kept from one answer to the next. */
const fading = 0.9995;

/**
 * The tokens in a bucket of the service, as far as answers show them. Others may take some at any time.
 *
 * `X-RateLimit-Remaining` is a whole number, so it shows a difference only once a token is missing or left over, and an empty bucket
 * shows nothing more until it refuses. So little is assumed and much is corrected: only a part of the refill is counted on. If less
 * was left of it to this run, the next call would be refused. If more was left, the answer shows tokens that were not expected, and
 * they are spent at once. A bucket that is full again and again loses tokens, and one that is empty hides what others take: both
 * change the part, and so does every correction of the level.
 */
export class Level {
  /** The size of the bucket. */
  readonly limit: number;
  readonly #refill: Refill;
  /** How many there are at the time `#at`, once all calls that are under way have taken theirs. */
  #tokens: number;
  #at: number;
  /** Tokens to leave in the bucket: others may take that many before an answer shows it. */
  #reserve = 0;
  /** The part of the refill that is counted on. */
  #trust = firstTrust;

  /** @param assumed the refill per second until the answers show more */
  constructor(limit: number, assumed: number, tokens: number, now: number) {
    this.limit = limit;
    this.#refill = new Refill(assumed);
    this.#tokens = tokens;
    this.#at = now;
  }

  /** What the bucket gains per second, what others take included. */
  get refill(): number {
    return this.#refill.rate;
  }

  /** Milliseconds until a call may take a token; 0 and less if it may now. */
  get wait(): number {
    return (1 + this.#reserve - this.#tokens) / this.#growth;
  }

  advance(now: number): void {
    this.#tokens = Math.min(this.limit, this.#tokens + Math.max(0, now - this.#at) * this.#growth);
    this.#at = Math.max(this.#at, now);
  }

  /** Takes a token. Returns how many are left. */
  take(): number {
    this.#tokens -= 1;
    return this.#tokens;
  }

  /** An answer came now that tells how many tokens its call has left. */
  saw({ sentAt, expected }: Departure, remaining: number, history: History, now: number): void {
    this.#refill.saw({ sentAt, remaining }, history);
    const jitter = history.jitterMs;
    // Calls that were sent at about the same time may have taken their tokens before this one or after it.
    const after = history.countAfter(sentAt + jitter);
    const besides = history.countAfter(sentAt) - after;
    const before = Math.max(0, history.countAfter(sentAt - jitter) - history.countAfter(sentAt) - 1);
    // `remaining` is rounded down.
    const highest = remaining + 1 - after + this.#growth * (now - sentAt);
    const lowest = remaining - after - besides - before + this.#growth * Math.max(0, now - sentAt - jitter);
    const tokens = Math.max(Math.min(this.#tokens, highest), lowest);
    let trust = this.#trust + (tokens - this.#tokens) / (this.refill * learningSeconds);
    this.#tokens = tokens;
    this.#reserve *= fading;
    if (expected !== undefined) {
      if (remaining >= this.limit - 1 && remaining > expected) trust *= step;
      else if (remaining === 0 && expected >= 0.5) trust /= step;
      const missing = Math.floor(expected - besides) - remaining;
      if (missing >= 1) this.#keep(Math.max(missing + 1, this.limit * leastLeft));
    }
    if (remaining === 0) this.#keep(1);
    this.#trust = Math.min(1, Math.max(leastTrust, trust));
  }

  /** A call was refused: there was no token for it. @param isNews others were not refused for the same reason */
  refused(isNews: boolean): void {
    this.#tokens = Math.min(this.#tokens + 1, 0);
    this.#keep(this.#reserve + Math.max(1, this.#reserve / 4));
    if (isNews) this.#trust = Math.max(leastTrust, this.#trust * whenRefused);
  }

  /** Leaves at least that many tokens from now on. In a bucket that had to be full before a call, it would not show that more is there. */
  #keep(tokens: number): void {
    this.#reserve = Math.max(this.#reserve, Math.min(tokens, Math.max(0, this.limit - 1.5)));
  }

  /** Tokens per millisecond that are counted on. */
  get #growth(): number {
    return (this.refill * this.#trust) / 1000;
  }
}
