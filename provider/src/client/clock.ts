import { setTimeout as delay } from "node:timers/promises";

/** Time and chance. Tests replace them, so that they neither wait nor guess. All times are in milliseconds. */
export interface Clock {
  /** Wall clock, since the epoch: for expiry and for dates in headers. */
  now(): number;
  /** A clock that never jumps: for time limits. */
  monotonic(): number;
  /** Uniform in [0, 1). */
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
