import type { Failure } from "./errors.ts";

/** When a call may be retried. true: even if it may have been executed. false: only if it certainly was not executed. "never": never. */
export type Repeatable = boolean | "never";

/** The bounds of retries and of the waits between them. Times are in milliseconds. */
export const defaultRetryBounds = {
  /** Retries after faults. */
  faults: 4,
  /** Retries after a 429 of the token endpoint. Calls of the management API are queued instead. */
  rateLimits: 8,
  /** The upper bound of the first wait. It doubles with every retry of the same kind. */
  baseMs: 500,
  /** The longest wait before a retry if the service has not said how long to wait. */
  capMs: 8_000,
  /** The time for which the management API may answer only 429 before a call fails. */
  refusedMs: 600_000,
};

/** The bounds of retries, with the meanings of `defaultRetryBounds`. */
export type RetryBounds = typeof defaultRetryBounds;

/** The retries so far, by kind. */
export type RetryCounts = Pick<RetryBounds, "faults" | "rateLimits">;

/** Wait and retry, or stop with the reason. */
type Decision = { waitMs: number } | { stop: "final" | "count" | "time" | "retryAfter" };

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
 * within the remaining time.
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
  const kind = kindOf(failure);
  if (remainingMs <= 0) return { stop: "time" };
  if (failure.retryAfterMs !== undefined && failure.retryAfterMs >= remainingMs) return { stop: "retryAfter" };
  if (counts[kind] >= bounds[kind]) return { stop: "count" };
  const asked = failure.retryAfterMs ?? 0;
  const doublings = asked > 0 ? 0 : counts[kind];
  const waitMs = asked + random * maxWait(bounds, doublings);
  return waitMs < remainingMs ? { waitMs } : asked > 0 ? { waitMs: asked } : { stop: "time" };
}

/** The kind of the retry after a failure. Each kind has its own maximum number of retries. */
export function kindOf(failure: Failure): keyof RetryCounts {
  return failure.status === 429 ? "rateLimits" : "faults";
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
