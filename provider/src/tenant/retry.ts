import type { Failure } from "./failure.ts";

/** How often and how patiently a call is repeated. Times in milliseconds. */
export interface RetryBounds {
  /** Repetitions after faults. */
  faults: number;
  /** Repetitions after 429: more, as the service then works as it should, and the total time bounds them anyway. */
  rateLimits: number;
  /** Upper end of the first wait; it doubles with every repetition of the same kind. */
  baseMs: number;
  /** Upper end of any wait that the service did not ask for. */
  capMs: number;
}

export const defaultRetryBounds: RetryBounds = { faults: 4, rateLimits: 8, baseMs: 500, capMs: 8_000 };

/** Repetitions so far, by kind. */
export interface RetryCounts {
  faults: number;
  rateLimits: number;
}

/** Wait and repeat, or stop and why. */
export type Decision = { waitMs: number } | { stop: "final" | "count" | "time" | "retryAfter" };

const transient = new Set([408, 500, 502, 503, 504]);

/**
 * May this failed attempt be repeated? What certainly was not carried out always may, if it can help: never sent, or 429.
 * What may have been carried out only if the call is repeatable.
 */
export function mayRepeat(failure: Failure, repeatable: boolean): boolean {
  if (failure.permanent) return false;
  if (failure.outcome === "notSent" || failure.status === 429) return true;
  if (failure.status !== undefined && failure.status >= 300 && !transient.has(failure.status)) return false;
  return repeatable;
}

/**
 * What to do after a failed attempt: full-jitter exponential backoff, or the service's `Retry-After` with a little jitter on top,
 * so that calls that were told the same do not return all at once. A wait never reaches the end of the remaining time.
 * @param remainingMs what is left of the call's total time
 * @param random uniform in [0, 1)
 */
export function decide(
  failure: Failure,
  repeatable: boolean,
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
  const doublings = asked > 0 ? 0 : Math.min(counts[kind], 30);
  const waitMs = asked + random * Math.min(bounds.capMs, bounds.baseMs * 2 ** doublings);
  return waitMs < remainingMs ? { waitMs } : asked > 0 ? { waitMs: asked } : { stop: "time" };
}

/** Which of the two counts a failure belongs to. */
export function kindOf(failure: Failure): keyof RetryCounts {
  return failure.status === 429 ? "rateLimits" : "faults";
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date (RFC 9110, 10.2.3). Anything else counts as absent.
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
