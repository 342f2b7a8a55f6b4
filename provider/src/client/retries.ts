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

/** The rules for the retries of one call. */
export interface RetryRules {
  readonly repeatable: Repeatable;
  readonly bounds: RetryBounds;
}

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
export function decideRetry(
  failure: Failure,
  { repeatable, bounds }: RetryRules,
  counts: RetryCounts,
  remainingMs: number,
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
