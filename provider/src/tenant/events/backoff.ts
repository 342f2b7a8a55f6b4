/** Waits between attempts, in milliseconds. */
export interface BackoffBounds {
  /** Upper end of the first wait. It doubles with every failure in a row. A `retry:` of the service replaces it. Default: 1 s. */
  baseMs: number;
  /** Upper end of every wait that the service did not ask for. Default: 30 s. */
  capMs: number;
}

export const defaultBackoff: BackoffBounds = { baseMs: 1_000, capMs: 30_000 };

/** Longest wait that `Retry-After` may ask for: an hour. */
const longestAsked = 3_600_000;

/**
 * How long to wait after the nth failure in a row (from 1). The wait is at least half of its upper end, so that a failure that comes
 * back at once does not cause a storm of requests. A `Retry-After` of the service is kept, with a little jitter on top.
 * @param random uniform in [0, 1)
 */
export function backoff(
  nth: number,
  { baseMs, capMs }: BackoffBounds,
  random: number,
  retryAfterMs: number | undefined,
): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, longestAsked) + random * baseMs;
  const upper = Math.min(capMs, baseMs * 2 ** Math.min(nth - 1, 30));
  return upper * (0.5 + random / 2);
}
