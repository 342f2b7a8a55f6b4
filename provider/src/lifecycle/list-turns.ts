import type { TenantClient } from "../client/index.ts";

/** By client and list: a promise that resolves when the last queued change has ended. A process has one client per tenant and credentials. */
const turns = new WeakMap<TenantClient, Map<string, Promise<void>>>();

/**
 * Runs a change that reads and writes a list which the API replaces as a whole. Changes of one list run one after the other: otherwise, a change
 * could overwrite another change with a list that it read before. If the rate limit refused the write, the change runs again.
 *
 * @param list key of the list, unique within the tenant
 * @param change reads and writes the list. It must not wait for another turn, and the client must not retry its writes
 */
export async function inTurn<T>(service: TenantClient, list: string, change: () => Promise<T>): Promise<T> {
  const last = turns.get(service) ?? new Map<string, Promise<void>>();
  turns.set(service, last);
  const mine = (last.get(list) ?? Promise.resolve()).then(() => service.untilAccepted(change));
  // A failure is thrown to the caller of the failed change only, not to the next one in the queue.
  const over = mine.then(
    () => {},
    () => {},
  );
  last.set(list, over);
  try {
    return await mine;
  } finally {
    if (last.get(list) === over) last.delete(list);
  }
}
