import { assumedRefill, type RateGroup } from "./group.ts";
import { type Departure, History } from "./history.ts";
import { Level } from "./level.ts";
import { type Patience, Refusals } from "./refusals.ts";

/** The rate-limit headers of one answer, as far as it has them. */
export interface RateLimitHeaders {
  /** The answer is a 429: the call took no token. */
  readonly refused: boolean;
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** Go on; send the call again when the bucket lets it; or give up, as the service refuses everything. */
export type NextStep = "answered" | "again" | "over";

/** Milliseconds. */
const tick = 0.01;

/**
 * One token bucket of the service, as far as its answers show it. All times are in milliseconds, on a clock that never jumps.
 *
 * Until the first answer, calls go one at a time. If answers have no rate-limit headers, nothing is held back. Otherwise a call goes
 * when both this run's share and the bucket itself have a token for it.
 */
export class Bucket {
  readonly #group: RateGroup;
  readonly #budget: number;
  readonly #history = new History();
  readonly #refusals: Refusals;
  /** The bucket at the service, as soon as an answer has told its limit. */
  #level: Level | undefined;
  /** Calls need not wait for the first answer any more. */
  #isOpen = false;
  #inFlight = 0;
  #spent = 0;
  /** Tokens of this run's share, at the time `#at`. */
  #share = 0;
  #at = 0;

  /** @param budget the share of the bucket and of its refill that may be used, above 0 to 1 */
  constructor(group: RateGroup, budget: number, patience: Patience) {
    this.#group = group;
    this.#budget = budget;
    this.#refusals = new Refusals(patience);
  }

  /** The size of the bucket; undefined as long as no answer has told it. */
  get limit(): number | undefined {
    return this.#level?.limit;
  }

  /** Tokens per second that this run may use, as far as known. */
  get rate(): number {
    return (this.#level?.refill ?? 0) * this.#budget;
  }

  /** When the next call may go: infinity if that depends on an answer. */
  freeAt(now: number): number {
    const { inRow, blockedUntil } = this.#refusals;
    const isAlone = inRow > 0 || (this.#level === undefined && !this.#isOpen);
    if (isAlone && this.#inFlight > 0) return Number.POSITIVE_INFINITY;
    if (now < blockedUntil) return blockedUntil;
    if (this.#level === undefined) return now;
    this.#advance(now);
    const forShare = ((1 - this.#share) / this.rate) * 1000;
    // A bucket that was refused again and again is no more what the model says: the waits between the attempts are all that counts.
    const wait = inRow > 1 ? forShare : Math.max(forShare, this.#level.wait);
    // Clocks and sums of fractions are not exact: what lacks less than a tick is there.
    return wait <= tick ? now : now + wait;
  }

  /** A call is sent. */
  depart(now: number): Departure {
    this.#advance(now);
    this.#inFlight += 1;
    this.#spent += 1;
    this.#share -= 1;
    return { sentAt: this.#history.depart(now), expected: this.#level?.take() };
  }

  /** A call was given up before it was sent, or its answer was lost. */
  lost(): void {
    this.#inFlight -= 1;
  }

  /** A service that does not answer does not tell its limits either. The first calls must not wait for each other's timeouts. */
  open(): void {
    this.#isOpen = true;
  }

  /** @param random uniform in [0, 1) */
  answered(departure: Departure, told: RateLimitHeaders, now: number, random: number): NextStep {
    const { sentAt } = departure;
    this.#inFlight -= 1;
    this.#advance(now);
    this.#history.answered(now - sentAt);
    const { refused, limit = 0, remaining = Number.POSITIVE_INFINITY } = told;
    // Whatever stands between may write headers that make no sense.
    if (limit >= 1 && remaining <= limit) this.#learn(departure, limit, remaining, refused, now);
    else if (!refused) this.open();
    if (!refused) {
      this.#refusals.end();
      return "answered";
    }
    const refillMs = this.#level === undefined ? 0 : 1000 / this.#level.refill;
    const wait = { askedMs: told.retryAfterMs ?? 0, refillMs };
    return this.#refusals.add(sentAt, now, wait, random) ? "again" : "over";
  }

  #learn(departure: Departure, limit: number, remaining: number, refused: boolean, now: number): void {
    if (limit !== this.limit) {
      const isFirst = this.#level === undefined;
      const burst = Math.max(1, limit * this.#budget);
      // Calls that went before any answer told a limit are not held against this run, beyond the burst.
      this.#share = isFirst ? Math.max(0, burst - this.#spent) : Math.min(this.#share, burst);
      const tokens = remaining - this.#history.countAfter(departure.sentAt);
      this.#level = new Level(limit, assumedRefill(this.#group, limit), tokens, now);
    }
    // A refusal that tells of tokens was about something else, and says nothing of this bucket.
    if (refused && remaining < 1) {
      this.#history.forget(departure.sentAt);
      this.#level?.refused(this.#refusals.isNews(departure.sentAt));
    } else this.#level?.saw(departure, remaining, this.#history, now);
  }

  #advance(now: number): void {
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#at = Math.max(this.#at, now);
    if (this.#level === undefined) return;
    this.#share = Math.min(Math.max(1, this.#level.limit * this.#budget), this.#share + seconds * this.rate);
    this.#level.advance(now);
  }
}
