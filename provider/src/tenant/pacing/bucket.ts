import { assumedRefill, type Group } from "./group.ts";
import { type Departure, History } from "./history.ts";
import { Refill } from "./refill.ts";

/** The rate-limit headers of one answer, as far as it has them. */
export interface Told {
  /** The answer is a 429: the call took no token. */
  readonly refused: boolean;
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** How a bucket behaves after refusals. */
export interface Patience {
  /** Upper end of the first wait after a 429, in milliseconds. It doubles with every refusal in a row. */
  readonly baseMs: number;
  /** Upper end of every wait that the service did not ask for, in milliseconds. */
  readonly capMs: number;
  /** How long the service may refuse everything, in milliseconds. */
  readonly refusedMs: number;
}

/** Go on; send the call again when the bucket lets it; or give up, as the service refuses everything. */
export type Verdict = "answered" | "again" | "over";

/** How much of the reserve is kept from one answer to the next, while nobody else takes from the bucket. */
const fading = 0.9995;

/** What is left of the refill that is counted on after a refusal, what is left of it at least, and what every answer gives back. */
const yielding = 0.6;
const leastYield = 0.3;
const recovery = 0.0015;

/** Milliseconds. */
const tick = 0.01;

/**
 * One token bucket of the service, as far as its answers show it. All times are in milliseconds, on a clock that never jumps.
 *
 * Until the first answer, calls go one at a time. If answers have no rate-limit headers, nothing is held back. Otherwise a call goes
 * when both this run's share and the bucket itself have a token for it.
 */
export class Bucket {
  readonly #group: Group;
  readonly #budget: number;
  readonly #patience: Patience;
  readonly #history = new History();
  #isOpen = false;
  #limit: number | undefined;
  #refill = new Refill(0);
  #inFlight = 0;
  #spent = 0;
  /** Tokens of this run's share, at the time `#at`. */
  #share = 0;
  /** Tokens of the bucket, at the time `#at`, once all calls that are under way have taken theirs. */
  #level = 0;
  #at = 0;
  /** Tokens to leave in the bucket: others may take that many before we see it. */
  #reserve = 0;
  /** The part of the refill that is counted on. Every refusal makes it smaller. */
  #yield = 1;
  #blockedUntil = Number.NEGATIVE_INFINITY;
  #refusals = 0;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #refusedSince: number | undefined;

  /** @param budget the share of the bucket and of its refill that may be used, above 0 to 1 */
  constructor(group: Group, budget: number, patience: Patience) {
    this.#group = group;
    this.#budget = budget;
    this.#patience = patience;
  }

  /** The size of the bucket; undefined as long as no answer has told it. */
  get limit(): number | undefined {
    return this.#limit;
  }

  /** Tokens per second that this run may use, as far as known. */
  get rate(): number {
    return this.#refill.rate * this.#budget;
  }

  /** When the next call may go: infinity if that depends on an answer. */
  freeAt(now: number): number {
    const isAlone = this.#refusals > 0 || (this.#limit === undefined && !this.#isOpen);
    if (isAlone && this.#inFlight > 0) return Number.POSITIVE_INFINITY;
    if (now < this.#blockedUntil) return this.#blockedUntil;
    if (this.#limit === undefined) return now;
    this.#advance(now);
    const perMs = this.#refill.rate / 1000;
    const forShare = (1 - this.#share) / (perMs * this.#budget);
    const forLevel = ((1 + this.#reserve - this.#level) / this.#growth) * 1000;
    // A bucket that was refused again and again is no more what the model says: the waits between the attempts are all that counts.
    const wait = this.#refusals > 1 ? forShare : Math.max(forShare, forLevel);
    // Clocks and sums of fractions are not exact: what lacks less than a tick is there.
    return wait <= tick ? now : now + wait;
  }

  /** A call is sent. */
  depart(now: number): Departure {
    this.#advance(now);
    this.#inFlight += 1;
    this.#spent += 1;
    this.#share -= 1;
    this.#level -= 1;
    this.#history.depart(now);
    return { sentAt: now, expected: this.#level };
  }

  /** A call was given up before it was sent, or its answer was lost. */
  lost(): void {
    this.#inFlight -= 1;
  }

  /** A service that does not answer does not tell its limits either. The first calls must not wait for each other's timeouts. */
  open(): void {
    this.#isOpen ||= this.#limit === undefined;
  }

  /** @param random uniform in [0, 1) */
  answered(departure: Departure, told: Told, now: number, random: number): Verdict {
    this.#inFlight -= 1;
    this.#advance(now);
    this.#history.answered(now - departure.sentAt);
    const { limit = 0, remaining = Number.POSITIVE_INFINITY } = told;
    // Whatever stands between may write headers that make no sense.
    if (limit >= 1 && remaining <= limit) this.#learn(departure, limit, remaining, told.refused, now);
    else this.#isOpen ||= !told.refused;
    if (told.refused) return this.#refuse(departure, told.retryAfterMs, now, random);
    this.#refusals = 0;
    this.#refusedSince = undefined;
    return "answered";
  }

  #learn(departure: Departure, limit: number, remaining: number, refused: boolean, now: number): void {
    if (limit !== this.#limit) {
      const isFirst = this.#limit === undefined;
      this.#limit = limit;
      // Calls that went before any answer told a limit are not held against this run, beyond the burst.
      this.#share = isFirst ? Math.max(0, this.#cap - this.#spent) : Math.min(this.#share, this.#cap);
      this.#refill = new Refill(assumedRefill(this.#group, limit));
      this.#level = remaining - this.#history.countAfter(departure.sentAt);
      this.#reserve = 0;
    }
    const jitter = this.#history.jitterMs;
    const { sentAt, expected } = departure;
    if (refused) {
      this.#history.forget(sentAt);
      this.#level = Math.min(this.#level + 1, 0);
      this.#reserve += Math.max(1, this.#reserve / 4);
      if (sentAt >= this.#refusedAt) this.#yield = Math.max(leastYield, this.#yield * yielding);
    } else {
      this.#refill.saw({ sentAt, remaining }, this.#history);
      this.#yield = Math.min(1, this.#yield + recovery);
      const after = this.#history.countAfter(sentAt + jitter);
      const besides = this.#history.countAfter(sentAt) - after;
      const before = this.#history.countAfter(sentAt - jitter) - this.#history.countAfter(sentAt) - 1;
      const perMs = this.#growth / 1000;
      // `remaining` is rounded down. Calls that were sent at about the same time may have taken their tokens already, or not yet.
      const highest = remaining + 1 - after + perMs * (now - sentAt);
      const lowest = remaining - after - besides - Math.max(0, before) + perMs * Math.max(0, now - sentAt - jitter);
      this.#level = Math.max(Math.min(this.#level, highest), lowest);
      this.#reserve = Math.max(this.#reserve * fading, Math.floor(expected - besides) - remaining);
    }
    this.#reserve = Math.min(this.#reserve, limit - 1);
  }

  #refuse(departure: Departure, retryAfterMs: number | undefined, now: number, random: number): Verdict {
    const { baseMs, capMs, refusedMs } = this.#patience;
    // The calls that were under way at a refusal are refused for the same reason.
    const isNews = departure.sentAt >= this.#refusedAt;
    const asked = retryAfterMs ?? 0;
    const doublings = asked > 0 || !isNews ? 0 : Math.min(this.#refusals, 30);
    const refill = this.#limit === undefined ? 0 : 1000 / this.#refill.rate;
    const wait = Math.max(asked, refill) + random * Math.min(capMs, baseMs * 2 ** doublings);
    if (isNews) {
      this.#refusals += 1;
      this.#refusedAt = now;
      this.#refusedSince ??= now;
    }
    // The bucket is not stopped then: each call that waits is sent once and told the same, and none waits in vain.
    if (now - (this.#refusedSince ?? now) + asked >= refusedMs) return "over";
    this.#blockedUntil = Math.max(this.#blockedUntil, now + wait);
    return "again";
  }

  /** The most that this run may use at once. */
  get #cap(): number {
    return Math.max(1, (this.#limit ?? 0) * this.#budget);
  }

  /** Tokens per second that the bucket gains, without what others take. */
  get #growth(): number {
    return this.#refill.rate * this.#yield;
  }

  #advance(now: number): void {
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#at = Math.max(this.#at, now);
    if (this.#limit === undefined) return;
    this.#share = Math.min(this.#cap, this.#share + seconds * this.rate);
    this.#level = Math.min(this.#limit, this.#level + seconds * this.#growth);
  }
}
