import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { RateGroup } from "../schema/service.ts";
import type { Failure } from "./errors.ts";

/** When a call may be retried. true: even if the service may have executed it. false: only if the service certainly did not. "never": never. */
export type Repeatable = boolean | "never";

/** The bounds of retries and of the waits between them. Times are in milliseconds. */
export const defaultRetryBounds = {
  /** Retries after faults. */
  faults: 4,
  /** The upper bound of the first wait. It doubles with every retry of the same kind. */
  baseMs: 500,
  /** The longest wait before a retry if the service has not said how long to wait. */
  capMs: 8_000,
  /** The time for which the tenant may answer only 429 before a call fails. */
  refusedMs: 600_000,
};

/** The bounds of retries, with the meanings of `defaultRetryBounds`. */
export type RetryBounds = typeof defaultRetryBounds;

/** What a call has done so far to repeat attempts. */
export interface RetryCounts {
  faults: number;
  /** Retries after a 429 of the token endpoint. Calls of the management API are queued instead. */
  refusals: number;
  /** The time of the waits after such refusals. */
  refusedMs: number;
}

/** Wait and retry, or stop with the reason. */
type Decision = { waitMs: number } | { stop: "final" | "count" | "time" | "retryAfter" | "refused" };

/** The longest wait before a retry if the service has not said how long to wait: `baseMs`, doubled `doublings` times, but at most `capMs`. */
export function maxWait({ baseMs, capMs }: Pick<RetryBounds, "baseMs" | "capMs">, doublings: number): number {
  return Math.min(capMs, baseMs * 2 ** Math.min(doublings, 30));
}

const transient = new Set([408, 500, 502, 503, 504]);

/**
 * Whether a failed attempt may be retried. An attempt that was certainly not executed (not sent, or 429) may be retried if a retry can
 * help, unless `repeatable` is "never". An attempt that may have been executed may be retried only if `repeatable` is true.
 */
export function mayRepeat(failure: Failure, repeatable: Repeatable): boolean {
  if (failure.retry === "never" || failure.retry === "later" || repeatable === "never") return false;
  if (failure.outcome === "notSent" || failure.status === 429) return true;
  if (failure.status !== undefined && failure.status >= 300 && !transient.has(failure.status)) return false;
  return repeatable;
}

/**
 * Decides what follows a failed attempt: a wait by exponential backoff with full jitter, or as long as the service's `Retry-After`
 * requests. A small jitter on top of `Retry-After` keeps calls with the same response from being sent all at once. A wait always ends
 * within the remaining time: that of the call, or `refusedMs` after a 429, as the service then only asks for patience.
 *
 * @param remainingMs the remaining time of the call
 * @param random uniform in [0, 1)
 */
export function decide(
  failure: Failure,
  repeatable: Repeatable,
  counts: RetryCounts,
  remainingMs: number,
  bounds: RetryBounds,
  random: number,
): Decision {
  if (!mayRepeat(failure, repeatable)) return { stop: "final" };
  if (remainingMs <= 0) return { stop: "time" };
  const isRefused = failure.status === 429;
  const leftMs = isRefused ? bounds.refusedMs - counts.refusedMs : remainingMs;
  const asked = failure.retryAfterMs ?? 0;
  if (asked > 0 && asked >= leftMs) return { stop: isRefused ? "refused" : "retryAfter" };
  if (!isRefused && counts.faults >= bounds.faults) return { stop: "count" };
  const doublings = asked > 0 ? 0 : isRefused ? counts.refusals : counts.faults;
  const waitMs = asked + random * maxWait(bounds, doublings);
  return waitMs < leftMs ? { waitMs } : asked > 0 ? { waitMs: asked } : { stop: isRefused ? "refused" : "time" };
}

/**
 * Parses a `Retry-After` header: seconds, or an HTTP date. Any other value counts as absent.
 *
 * @param now wall clock, milliseconds since the epoch
 * @returns milliseconds from now, never negative
 */
export function parseRetryAfter(value: unknown, now: number): number | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  if (!text.endsWith(" GMT")) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Timeouts in milliseconds. */
export const defaultTimeouts = {
  /** The time to open a connection, TLS included. */
  connect: 5_000,
  /** The time from the written request to the last header of the response. */
  headers: 15_000,
  /** The time between two chunks of the response body. */
  body: 15_000,
  /** The time for one attempt. */
  attempt: 30_000,
  /** The time for one call: fetching an access token, all attempts, and the waits between them. Waits for the rate limit do not count. */
  call: 60_000,
};

/** Timeouts in milliseconds, with the meanings of `defaultTimeouts`. */
export type Timeouts = typeof defaultTimeouts;

export const defaultMaxResponseBytes = 10 * 1024 * 1024;

/** Options for tests and special needs. All have defaults. */
export interface ClientOptions {
  timeouts?: Partial<Timeouts>;
  retries?: Partial<RetryBounds>;
  /** The maximum size of a response body, in bytes. Default: 10 MiB. */
  maxResponseBytes?: number;
  clock?: Partial<Clock>;
  /** Receives the lines of the debug log. Default: standard error. */
  onLog?: (line: string) => void;
  /** Receives a line about calls that wait: first after 5 s, then once per minute. Default: standard error. */
  onWait?: (line: string) => void;
  /** The undici dispatcher to use instead of new connections. The client does not close it, and `timeouts.connect` does not apply to it. */
  dispatcher?: Dispatcher;
  /** The groups of routes with separate rate limits. Default: none, all routes share one limit. */
  rateGroups?: readonly RateGroup[];
  /** Aborts all calls, pending ones included. */
  signal?: AbortSignal;
  /**
   * Returns a signal that ends waits for the rate limit; called before each request. While the signal is aborted, calls are rejected before
   * they are sent. Requests that were already sent still get their responses.
   */
  waits?: () => AbortSignal | undefined;
  /** Called right before each request other than GET is sent, retries included. An exception stops the call with that error. */
  beforeWrite?: () => Promise<void> | void;
  /**
   * Called right before each request is sent, retries included, except requests for access tokens. An exception stops the call with that
   * error.
   */
  beforeSend?: () => void;
}

/** Time and randomness. Tests replace them, to be fast and deterministic. All times are in milliseconds. */
export interface Clock {
  /** The wall clock, since the epoch: for expiry and for dates in headers. */
  now(): number;
  /** The monotonic clock: for timeouts. */
  monotonic(): number;
  /** A random number, uniform in [0, 1). */
  random(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined),
};
