/** Intervals and delays of a watch, in milliseconds. */
export const defaultTimes = {
  /** Poll interval for resources without events. */
  every: 15 * 60_000,
  /** How long a report waits for an event that explains the change. */
  patience: 2_000,
  /** How long the stream has to be silent before an event counts as missing. A stream that is not silent may still be catching up. */
  silence: 500,
  /** The maximum wait for an event if the stream is never silent. */
  maxPatience: 30_000,
  /** The minimum time between two comparisons of all resources after events that could not be parsed. */
  rest: 300_000,
};

/** The intervals of a watch. Default: {@link defaultTimes}. */
export type WatchTimes = Readonly<typeof defaultTimes>;
