import { setTimeout as delay } from "node:timers/promises";
import { TenantError } from "../../../tenant/index.ts";

/** How long to wait for a name to become free, and how long to pause between two tries, in milliseconds. */
const patience = 5 * 60_000;
const firstPause = 500;
const longestPause = 5_000;

/**
 * Repeats a creation while the service is still deleting a connection of the same name, as happens after a
 * replacement. The service refuses the creation then and carries out nothing.
 */
export async function untilNameIsFree<T>(label: string, create: () => Promise<T>): Promise<T> {
  const end = Date.now() + patience;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await create();
    } catch (error) {
      if (!isBeingDeleted(error) || Date.now() + pause > end) throw error;
      console.info(`${label}: the tenant is still deleting one of the same name; trying again in ${pause / 1000} s`);
      await delay(pause);
    }
  }
}

function isBeingDeleted(error: unknown): boolean {
  return (
    error instanceof TenantError &&
    error.status === 409 &&
    error.outcome === "refused" &&
    /being deleted/i.test(error.message)
  );
}
