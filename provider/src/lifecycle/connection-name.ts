import { setTimeout as delay } from "node:timers/promises";
import { TenantError } from "../tenant/index.ts";

/** How long to wait for a name to become free, in milliseconds; how often to say so; and how often to ask at most. */
const PATIENCE = 5 * 60_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;

/**
 * Repeats a creation while the service is still deleting a connection of the same name, as it is right after a
 * replacement: it refuses, nothing has been carried out.
 */
export async function untilNameIsFree<T>(label: string, create: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
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
