/** Runs `work` while holding the lock folder `path`; see lock.mjs. */
export function withLock<T>(
  path: string,
  work: () => Promise<T>,
  options?: { onWait?: (pid: number) => void },
): Promise<T>;
