/** When a watch does what. Times in milliseconds. */
export const defaultTimes = {
  /** Between two comparisons of what has no events. */
  every: 15 * 60_000,
  /** How long a report waits for an event that explains it. */
  patience: 2_000,
  /** How long the stream has to be silent before an event counts as missing: while it catches up, more is to come. */
  silence: 500,
  /** The longest wait for an event, where the stream is never silent. */
  maxPatience: 30_000,
  /** Between two comparisons of everything that events cause which nobody understands. */
  rest: 300_000,
};

/** Such times: the ones above, or others. */
export type WatchTimes = Readonly<typeof defaultTimes>;
