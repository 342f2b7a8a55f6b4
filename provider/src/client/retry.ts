import type { Failure } from "./failure.ts";

/** Whether a call may be sent again: also where it may have been carried out, only where it certainly was not, or never. */
export type Repeatable = boolean | "never";

/** How often a call is repeated, and the waits in between. Times are in milliseconds. */
export const defaultRetryBounds = {
  /** Repetitions after faults. */
  faults: 4,
  /** Repetitions after a 429 of the token endpoint. Calls of the management API are queued instead. */
  rateLimits: 8,
  /** Upper end of the first wait. It doubles with every repetition of the same kind. */
  baseMs: 500,
  /** Upper end of every wait that the service did not ask for. */
  capMs: 8_000,
  /** How long the management API may answer nothing but 429 before a call fails. */
  refusedMs: 600_000,
};

/** Such bounds: the ones above, or others. */
export type RetryBounds = typeof defaultRetryBounds;

/** Repetitions so far, by kind. */
export type RetryCounts = Pick<RetryBounds, "faults" | "rateLimits">;

/** Wait and repeat, or stop, and why. */
type Decision = { waitMs: number } | { stop: "final" | "count" | "time" | "retryAfter" };

/** Upper end of a wait that the service did not ask for, after so many doublings of the first one. */
export function maxWait({ baseMs, capMs }: Pick<RetryBounds, "baseMs" | "capMs">, doublings: number): number {
  return Math.min(capMs, baseMs * 2 ** Math.min(doublings, 30));
}

const transient = new Set([408, 500, 502, 503, 504]);

/**
 * Whether a failed attempt may be repeated. An attempt that was certainly not carried out (not sent, or 429) always may, if a
 * repetition can help, unless the call is never repeated. An attempt that may have been carried out may be repeated only if the call is
 * repeatable.
 */
export function mayRepeat(failure: Failure, repeatable: Repeatable): boolean {
  if (failure.permanent || repeatable === "never") return false;
  if (failure.outcome === "notSent" || failure.status === 429) return true;
  if (failure.status !== undefined && failure.status >= 300 && !transient.has(failure.status)) return false;
  return repeatable;
}

/**
 * What to do after a failed attempt: wait by exponential backoff with full jitter, or as long as the service's `Retry-After` asks for.
 * A little jitter on top of that keeps calls that got the same answer from returning all at once. A wait always ends before the
 * remaining time does.
 * @param remainingMs the rest of the call's total time
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

/** The count that a failure belongs to. */
export function kindOf(failure: Failure): keyof RetryCounts {
  return failure.status === 429 ? "rateLimits" : "faults";
}

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date. Anything else counts as absent.
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
