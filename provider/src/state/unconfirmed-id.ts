const prefix = "unconfirmed:";

/**
 * The id of an object whose creation was lost, where nothing else tells it from others. The engine keeps it after an update has found the
 * object: only a refresh can change an id.
 */
export function unconfirmedId(name: string): string {
  return `${prefix}${name}`;
}

/** Whether the state has such an id in place of the tenant's. */
export function isUnconfirmed(id: string): boolean {
  return id.startsWith(prefix);
}
