import type { Departure, History } from "./history.ts";
import { Refill } from "./refill.ts";

/** The part of the refill that is counted on at first: less than half, as another client may use the other half. */
const firstTrust = 0.4;
const leastTrust = 0.3;

/** By what the answer from a full bucket, from an empty one, and a refusal multiply that part. */
const whenFull = 1.06;
const whenEmpty = 0.965;
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
 * `X-RateLimit-Remaining` is a whole number: it tells of others only once a whole token is missing, and an empty bucket tells nothing
 * more until it refuses. So only a part of the refill is counted on, and one token is left in the bucket
 * (half of one where it holds only two). If the refill gives more than was counted on, the answers show tokens that were not expected, and
 * these are spent at once: counting on too little costs next to nothing. Every such correction changes the part. So does a full bucket,
 * which loses what refills, and an empty one, which hides what others take.
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
  saw(departure: Departure, remaining: number, history: History, now: number): void {
    const { sentAt, expected = remaining } = departure;
    this.#refill.saw({ sentAt, remaining }, history);
    const { earlier, later, after } = history.around(sentAt);
    // `remaining` is rounded down. Calls that were sent at about the same time may have taken their tokens before this one or after it.
    const highest = remaining + 1 - after + this.#growth * (now - sentAt);
    const lowest = remaining - after - later - earlier + this.#growth * Math.max(0, now - sentAt - history.jitterMs);
    const tokens = Math.max(Math.min(this.#tokens, highest), lowest);
    const correction = (tokens - this.#tokens) / (this.refill * learningSeconds);
    this.#tokens = tokens;
    this.#rely(this.#trust * this.#factorFor(remaining, expected) + correction);
    this.#reserve *= fading;
    this.#keep(this.#leftFor(remaining, expected - later));
  }

  /** A call was refused: there was no token for it. @param isNews others were not refused for the same reason */
  refused(isNews: boolean): void {
    this.#tokens = Math.min(this.#tokens + 1, 0);
    this.#keep(this.#reserve + Math.max(1, this.#reserve / 4));
    if (isNews) this.#rely(this.#trust * whenRefused);
  }

  /** A full bucket loses what refills, so more could be used. An empty one that should not be is a warning. */
  #factorFor(remaining: number, expected: number): number {
    if (remaining >= this.limit - 1 && remaining > expected) return whenFull;
    return remaining === 0 && expected >= 0.5 ? whenEmpty : 1;
  }

  /** How many tokens to leave to others from now on. */
  #leftFor(remaining: number, expected: number): number {
    const missing = Math.floor(expected) - remaining;
    if (missing >= 1) return Math.max(missing + 1, this.limit * leastLeft);
    // The burst is spent. What others take from an empty bucket cannot be seen.
    return remaining === 0 || expected < 1 ? 1 : 0;
  }

  #rely(part: number): void {
    this.#trust = Math.min(1, Math.max(leastTrust, part));
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
