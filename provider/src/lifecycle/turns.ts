import { type TenantClient, TenantError } from "../tenant/index.ts";

/** By client and list: when the last change of it that has begun, or waits, is over. A process has one client per tenant and credentials. */
const turns = new WeakMap<TenantClient, Map<string, Promise<void>>>();

/**
 * Changes a list that the service replaces whole: reads it and writes it. The resources of one client do so one after the other, or what
 * one of them has read would be old when it writes. A write that was held back is made anew from what is there by then.
 *
 * @param list what tells it from all others of the tenant
 * @param change reads and writes. It must not wait for another turn. Its writes are never repeated by themselves
 */
export async function inTurn<T>(service: TenantClient, list: string, change: () => Promise<T>): Promise<T> {
  const last = turns.get(service) ?? new Map<string, Promise<void>>();
  turns.set(service, last);
  const mine = after(last.get(list), change);
  // A failure is for the one who waits for the change, not for the next one.
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

async function after<T>(before: Promise<void> | undefined, change: () => Promise<T>): Promise<T> {
  await before;
  for (;;) {
    try {
      return await change();
    } catch (error) {
      // How long a tenant may refuse everything is for the client to say: it then holds nothing back any more.
      if (!(error instanceof TenantError && error.isHeldBack)) throw error;
    }
  }
}
