/** Waiting between attempts: milliseconds. */
export interface BackoffBounds {
  /** Upper end of the first wait, unless the service asks for another one by `retry:`; it doubles with every failure in a row. Default 1 s. */
  baseMs: number;
  /** Upper end of any wait that the service did not ask for. Default 30 s. */
  capMs: number;
}

export const defaultBackoff: BackoffBounds = { baseMs: 1_000, capMs: 30_000 };

/** Longest that `Retry-After` is honoured: an hour. */
const longestAsked = 3_600_000;

/**
 * How long to wait after the nth failure in a row (from 1). At least half of the upper end, so that a failure that repeats at
 * once is never answered by a storm; what the service asked for by `Retry-After` comes on top of a little jitter.
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
