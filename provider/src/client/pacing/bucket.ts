import type { RateGroup } from "../../schema/service.ts";
import { maxWait, type RetryBounds } from "../retries.ts";
import { type Departure, History } from "./history.ts";

/** The bounds of waits after 429 responses. */
export type Patience = Readonly<Pick<RetryBounds, "baseMs" | "capMs" | "refusedMs">>;

/**
 * The 429 responses of one bucket since its last response of another kind. They delay all calls of the bucket by exponential backoff with jitter.
 * Times are in milliseconds.
 */
class Refusals {
  readonly #patience: Patience;
  #inRow = 0;
  #latestAt = Number.NEGATIVE_INFINITY;
  #since: number | undefined;
  #blockedUntil = Number.NEGATIVE_INFINITY;

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** The number of consecutive refusals. Refusals of requests that were pending together count as one. */
  get inRow(): number {
    return this.#inRow;
  }

  /** The time before which no call may be sent. */
  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  /** Whether a refused request was sent after the latest refusal. Requests that were pending at that refusal have the same cause. */
  hasNewCause(sentAt: number): boolean {
    return sentAt >= this.#latestAt;
  }

  /**
   * Records a refusal.
   *
   * @param wait the wait that the service requests, and the time in which the bucket gains one token
   * @param random uniform in [0, 1)
   * @returns false if the service has refused everything for too long, or requests too long a wait
   */
  add(sentAt: number, now: number, wait: { askedMs: number; refillMs: number }, random: number): boolean {
    const { askedMs, refillMs } = wait;
    const hasNewCause = this.hasNewCause(sentAt);
    const doublings = askedMs > 0 || !hasNewCause ? 0 : this.#inRow;
    this.#since ??= now;
    if (hasNewCause) {
      this.#inRow += 1;
      this.#latestAt = now;
    }
    // In this case the bucket is not blocked: every waiting call is sent, gets the same refusal and fails at once, instead of waiting in vain.
    if (now - this.#since + askedMs >= this.#patience.refusedMs) return false;
    const ms = Math.max(askedMs, refillMs) + random * maxWait(this.#patience, doublings);
    this.#blockedUntil = Math.max(this.#blockedUntil, now + ms);
    return true;
  }

  /** Ends the series of refusals. */
  end(): void {
    this.#inRow = 0;
    this.#since = undefined;
  }
}

/** The remaining tokens according to one response, and the time at which its request was sent. */
interface Sample {
  readonly sentAt: number;
  readonly remaining: number;
}

const maxSamples = 64;

/**
 * Learns the refill rate of a bucket by comparing the `X-RateLimit-Remaining` of two responses. If it fell by less than the number of tokens
 * that this client took in between, the difference was refilled. The result is a lower bound: other clients may have taken tokens, and a full
 * bucket gains none.
 */
class Refill {
  /** Tokens per second. */
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
      // Requests sent near the start or the end are left out, because the service may have counted them before or after the period.
      const taken = 1 + history.countAfter(before.sentAt + jitter) - history.countAfter(sentAt - jitter);
      // `Remaining` is rounded down, so a difference may be almost one too high.
      const gained = remaining - before.remaining - 1 + taken;
      this.rate = Math.max(this.rate, (gained * 1000) / (ms + jitter));
    }
    this.#samples.push({ sentAt, remaining });
  }
}

/**
 * The initial and the minimum share of the refill that the estimate counts on. The initial share is less than half, because another client
 * may use the other half.
 */
const firstRefillShare = 0.4;
const leastRefillShare = 0.3;

/** The factors by which the share changes after a response from a full bucket, from an empty bucket, and after a refusal. */
const factorWhenFull = 1.06;
const factorWhenEmpty = 0.965;
const factorWhenRefused = 0.6;

/** If a response corrects the estimated level by the number of tokens that are refilled in this many seconds, the share changes by 1. */
const shareCorrectionSeconds = 10;

/** The minimum share of the bucket that is left to other clients, once a response has revealed that there are any. */
const leastReserveShare = 0.25;

/** The factor by which the reserve shrinks with each response. */
const reserveFactor = 0.9995;

/**
 * The estimated tokens in a bucket of the service. Other clients may take tokens at any time.
 *
 * `X-RateLimit-Remaining` is a whole number: it reveals other clients only once a whole token is missing, and an empty bucket reveals
 * nothing until it refuses. So the estimate counts on only a share of the refill, and one token is left in the bucket (half a token if the
 * bucket's size is two). If the actual refill is higher, responses reveal more tokens than estimated, and these are spent at once: a share
 * that is too low costs next to nothing. Every such correction changes the share. The share also grows when the bucket is full, because a
 * full bucket gains no tokens, and shrinks when it is unexpectedly empty, because an empty bucket hides other clients.
 */
class Level {
  /** The size of the bucket. */
  readonly limit: number;
  readonly #refill: Refill;
  /** The number of tokens at the time `#updatedAt`, after all pending requests have taken theirs. */
  #tokens: number;
  #updatedAt: number;
  /** The number of tokens to leave in the bucket, because other clients may take that many before a response reveals those clients. */
  #reserve = 0;
  /** The share of the refill that the estimate counts on. */
  #refillShare = firstRefillShare;

  /** @param assumed the refill per second until responses reveal more */
  constructor(limit: number, assumed: number, tokens: number, now: number) {
    this.limit = limit;
    this.#refill = new Refill(assumed);
    this.#tokens = tokens;
    this.#updatedAt = now;
  }

  /** The refill per second, including tokens that other clients take. */
  get refillPerSecond(): number {
    return this.#refill.rate;
  }

  /** Milliseconds until a call may take a token; 0 or less if it may now. */
  get waitMs(): number {
    return (1 + this.#reserve - this.#tokens) / this.#tokensPerMs;
  }

  advance(now: number): void {
    this.#tokens = Math.min(this.limit, this.#tokens + Math.max(0, now - this.#updatedAt) * this.#tokensPerMs);
    this.#updatedAt = Math.max(this.#updatedAt, now);
  }

  /** Takes a token and returns the number left. */
  take(): number {
    this.#tokens -= 1;
    return this.#tokens;
  }

  /** Records a response with its number of remaining tokens. */
  saw(departure: Departure, remaining: number, history: History, now: number): void {
    const { sentAt, expectedRemaining: expected = remaining } = departure;
    this.#refill.saw({ sentAt, remaining }, history);
    const { earlier, later, after } = history.around(sentAt);
    // `remaining` is rounded down, and requests sent at about the same time may have taken their tokens before or after this one. So the
    // response reveals only bounds of the number of tokens.
    const highest = remaining + 1 - after + this.#tokensPerMs * (now - sentAt);
    const lowest =
      remaining - after - later - earlier + this.#tokensPerMs * Math.max(0, now - sentAt - history.jitterMs);
    const tokens = Math.max(Math.min(this.#tokens, highest), lowest);
    const correction = (tokens - this.#tokens) / (this.refillPerSecond * shareCorrectionSeconds);
    this.#tokens = tokens;
    this.#setRefillShare(this.#refillShare * this.#factorFor(remaining, expected) + correction);
    this.#reserve *= reserveFactor;
    this.#raiseReserve(this.#reserveFor(remaining, expected - later));
  }

  /**
   * Records a refusal: there was no token for the request.
   *
   * @param hasNewCause whether the request was sent after the latest refusal, so that the refusal has a new cause
   */
  refused(hasNewCause: boolean): void {
    this.#tokens = Math.min(this.#tokens + 1, 0);
    this.#raiseReserve(this.#reserve + Math.max(1, this.#reserve / 4));
    if (hasNewCause) this.#setRefillShare(this.#refillShare * factorWhenRefused);
  }

  /** The factor on the share of the refill: above 1 after a response from a full bucket, below 1 after one from an unexpectedly empty bucket. */
  #factorFor(remaining: number, expected: number): number {
    if (remaining >= this.limit - 1 && remaining > expected) return factorWhenFull;
    return remaining === 0 && expected >= 0.5 ? factorWhenEmpty : 1;
  }

  /** The number of tokens to leave to other clients from now on. */
  #reserveFor(remaining: number, expected: number): number {
    const missing = Math.floor(expected) - remaining;
    if (missing >= 1) return Math.max(missing + 1, this.limit * leastReserveShare);
    // Once all tokens were used, one token is left in the bucket, because an empty bucket does not reveal that other clients take tokens.
    return remaining === 0 || expected < 1 ? 1 : 0;
  }

  #setRefillShare(share: number): void {
    this.#refillShare = Math.min(1, Math.max(leastRefillShare, share));
  }

  /** Raises the reserve. It stays below the bucket size: if calls waited for a full bucket, it would gain no tokens, and its refill stay unknown. */
  #raiseReserve(tokens: number): void {
    this.#reserve = Math.max(this.#reserve, Math.min(tokens, Math.max(0, this.limit - 1.5)));
  }

  /** The tokens per millisecond by which the estimate grows. */
  get #tokensPerMs(): number {
    return (this.refillPerSecond * this.#refillShare) / 1000;
  }
}

/** The rate-limit headers of one response, if present. */
export interface RateLimitHeaders {
  /** Whether the response is a 429: the request took no token. */
  readonly refused: boolean;
  readonly limit?: number | undefined;
  readonly remaining?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** The step after a response. "answered": continue. "again": queue the call again. "over": give up, because all calls are refused for long. */
export type NextStep = "answered" | "again" | "over";

/** The difference below which two times count as equal, in milliseconds. */
const leastWaitMs = 0.01;

/**
 * One token bucket of the service, as estimated from responses. All times are in milliseconds, on a monotonic clock.
 *
 * Until the first response, calls are sent one at a time. If responses have no rate-limit headers, no call has to wait. Otherwise a call
 * is sent when both this run's share (`budget`) and the bucket itself have a token for it.
 */
export class Bucket {
  readonly #group: RateGroup;
  readonly #budget: number;
  readonly #history = new History();
  readonly #refusals: Refusals;
  /** The level of the service's bucket, once a response has revealed its limit. */
  #level: Level | undefined;
  /** Whether calls no longer have to wait for the first response. */
  #isOpen = false;
  #inFlight = 0;
  #sentCount = 0;
  /** The tokens in this run's share, at the time `#updatedAt`. */
  #ownTokens = 0;
  #updatedAt = 0;

  /** @param budget the share of the bucket and of its refill that this run may use: more than 0 and at most 1 */
  constructor(group: RateGroup, budget: number, patience: Patience) {
    this.#group = group;
    this.#budget = budget;
    this.#refusals = new Refusals(patience);
  }

  /** The size of the bucket; undefined until a response has revealed it. */
  get limit(): number | undefined {
    return this.#level?.limit;
  }

  /** The tokens per second that this run may use; 0 as long as the refill is not known. */
  get rate(): number {
    return (this.#level?.refillPerSecond ?? 0) * this.#budget;
  }

  /** The time at which the next call may be sent; infinity if that depends on a response. */
  freeAt(now: number): number {
    const { inRow, blockedUntil } = this.#refusals;
    const isAlone = inRow > 0 || (this.#level === undefined && !this.#isOpen);
    if (isAlone && this.#inFlight > 0) return Number.POSITIVE_INFINITY;
    if (now < blockedUntil) return blockedUntil;
    if (this.#level === undefined) return now;
    this.#advance(now);
    const ownWaitMs = ((1 - this.#ownTokens) / this.rate) * 1000;
    // Repeated refusals show that the estimated level is wrong, so it is ignored: only the waits after refusals and this run's share delay the call.
    const waitMs = inRow > 1 ? ownWaitMs : Math.max(ownWaitMs, this.#level.waitMs);
    // Clocks and sums of fractions are inexact, so a difference below one tick is ignored.
    return waitMs <= leastWaitMs ? now : now + waitMs;
  }

  /** Records a request that is sent. */
  depart(now: number): Departure {
    this.#advance(now);
    this.#inFlight += 1;
    this.#sentCount += 1;
    this.#ownTokens -= 1;
    return { sentAt: this.#history.depart(now), expectedRemaining: this.#level?.take() };
  }

  /** Records a request that was given up before it was sent, or whose response was lost. */
  lost(): void {
    this.#inFlight -= 1;
  }

  /**
   * Lets calls be sent before the first response. A service that does not respond reveals no limits, and the first calls must not wait for
   * each other's timeouts.
   */
  open(): void {
    this.#isOpen = true;
  }

  /**
   * Records a response and decides about the call.
   *
   * @param random uniform in [0, 1)
   */
  answered(departure: Departure, headers: RateLimitHeaders, now: number, random: number): NextStep {
    const { sentAt } = departure;
    this.#inFlight -= 1;
    this.#advance(now);
    this.#history.answered(now - sentAt);
    const { refused, limit = 0, remaining = Number.POSITIVE_INFINITY } = headers;
    // Headers with impossible values may come from a proxy in between, and are ignored.
    if (limit >= 1 && remaining <= limit) this.#learn(departure, limit, remaining, refused, now);
    else if (!refused) this.open();
    if (!refused) {
      this.#refusals.end();
      return "answered";
    }
    const refillMs = this.#level === undefined ? 0 : 1000 / this.#level.refillPerSecond;
    const wait = { askedMs: headers.retryAfterMs ?? 0, refillMs };
    return this.#refusals.add(sentAt, now, wait, random) ? "again" : "over";
  }

  #learn(departure: Departure, limit: number, remaining: number, refused: boolean, now: number): void {
    if (limit !== this.limit) {
      const isFirst = this.#level === undefined;
      const burst = Math.max(1, limit * this.#budget);
      // Calls that were sent before the limit was known reduce this run's share, but not below 0.
      this.#ownTokens = isFirst ? Math.max(0, burst - this.#sentCount) : Math.min(this.#ownTokens, burst);
      const tokens = remaining - this.#history.countAfter(departure.sentAt);
      this.#level = new Level(limit, assumedRefill(this.#group, limit), tokens, now);
    }
    // If tokens remain, the refusal had another cause, so its headers are used like those of any other response.
    if (refused && remaining < 1) {
      this.#history.forget(departure.sentAt);
      this.#level?.refused(this.#refusals.hasNewCause(departure.sentAt));
    } else this.#level?.saw(departure, remaining, this.#history, now);
  }

  #advance(now: number): void {
    const seconds = Math.max(0, now - this.#updatedAt) / 1000;
    this.#updatedAt = Math.max(this.#updatedAt, now);
    if (this.#level === undefined) return;
    this.#ownTokens = Math.min(Math.max(1, this.#level.limit * this.#budget), this.#ownTokens + seconds * this.rate);
    this.#level.advance(now);
  }
}

/** The group of all routes without a bucket of their own. */
export const otherRoutes: RateGroup = { route: "", isOptional: true };

/**
 * The rate-limit group of a route.
 *
 * @param path the segments below `/api/v2`
 */
export function groupOf(groups: readonly RateGroup[], method: string, path: readonly string[]): RateGroup {
  const kind = method === "GET" ? "reads" : "writes";
  const isOf = ({ route, calls = kind }: RateGroup) =>
    calls === kind &&
    route.split("/").every((segment, at) => segment === path[at] || (segment === "*" && at < path.length));
  return groups.find(isOf) ?? otherRoutes;
}

/** The refill rates of the service's plans, per second, by bucket size. If two plans have the same size, the slower rate. */
const knownRefills: Readonly<Record<number, number>> = { 2: 2, 5: 50 / 60, 10: 2, 20: 200 / 60, 50: 16 };

/**
 * The refill rate of a bucket, per second, until responses reveal more. It must not be too high, so a bucket of an unknown plan is assumed
 * to need 20 s to fill.
 */
function assumedRefill({ refills }: RateGroup, limit: number): number {
  return refills?.[limit] ?? knownRefills[limit] ?? limit / 20;
}
