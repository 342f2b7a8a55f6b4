import type { TenantClient } from "../client/index.ts";

/** How long a run waits for work that the service continues after its response, such as a build. Times are in seconds. */
export interface WaitBounds {
  readonly seconds: number;
  /** The longest pause between two calls of `look`. */
  readonly pause: number;
}

/**
 * Calls `look` until it returns a result. The pauses double, from an eighth of `pause` up to `pause`.
 *
 * @param look returns the result; undefined as long as there is none
 * @returns undefined if there is no result within `seconds`. The last call of `look` is at the end of this time
 */
export async function waitFor<T>(
  service: TenantClient,
  { seconds, pause }: WaitBounds,
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let left = seconds;
  for (let next = pause / 8; ; next *= 2) {
    const result = await look();
    if (result !== undefined || left <= 0) return result;
    const now = Math.min(next, pause, left);
    await service.wait(now);
    left -= now;
  }
}
