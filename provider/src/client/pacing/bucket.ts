import type { RateGroup } from "../../schema/service.ts";
import { maxWait, type RetryBounds } from "../retry.ts";
import { assumedRefill } from "./group.ts";
import { type Departure, History } from "./history.ts";

/** How long calls are held back after refusals. */
export type Patience = Readonly<Pick<RetryBounds, "baseMs" | "capMs" | "refusedMs">>;

/** The 429s of one bucket since its last success: exponential backoff with jitter, for all calls together. Times are in milliseconds. */
class Refusals {
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
    const ms = Math.max(askedMs, refillMs) + random * maxWait(this.#patience, doublings);
    this.#blockedUntil = Math.max(this.#blockedUntil, now + ms);
    return true;
  }

  /** A call was not refused. */
  end(): void {
    this.#inRow = 0;
    this.#since = undefined;
  }
}

/** A bucket as one answer showed it, at the time at which its call was sent. */
interface Sample {
  readonly sentAt: number;
  readonly remaining: number;
}

const maxSamples = 64;

/**
 * Learns the refill of a bucket from consecutive `X-RateLimit-Remaining`: what was taken and what is there now must have come from
 * somewhere. That is a lower end: others may have taken some, and what did not fit into a full bucket was lost.
 */
class Refill {
  /** Per second. */
  rate: number;
  #samples: Sample[] = [];

  constructor(assumed: number) {
    this.rate = assumed;
  }

  saw({ sentAt, remaining }: Sample, history: History): void {
    const jitter = history.jitterMs;
    this.#samples = this.#samples.filter((sample) => sample.sentAt >= history.since).slice(-maxSamples);
    for (const before of this.#samples) {
      const ms = sentAt - before.sentAt;
      if (ms <= 2 * jitter) continue;
      // Calls near both ends may have been counted on the other side of them.
      const taken = 1 + history.countAfter(before.sentAt + jitter) - history.countAfter(sentAt - jitter);
      // `Remaining` is rounded down, so the difference of two may be almost one too much.
      const gained = remaining - before.remaining - 1 + taken;
      this.rate = Math.max(this.rate, (gained * 1000) / (ms + jitter));
    }
    this.#samples.push({ sentAt, remaining });
  }
}

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
class Level {
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
