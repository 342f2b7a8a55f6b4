/** Time and chance, injectable so that tests need neither wait nor guess. All times in milliseconds. */
export interface Clock {
  /** Wall clock, since the epoch: for expiry and for dates in headers. */
  now(): number;
  /** A clock that never jumps: for budgets. */
  monotonic(): number;
  /** Uniform in [0, 1). */
  random(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The real thing. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", done);
    }),
};
