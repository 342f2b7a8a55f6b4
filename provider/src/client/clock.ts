import { setTimeout as delay } from "node:timers/promises";

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
