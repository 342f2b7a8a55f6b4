const prefix = "unconfirmed:";

/**
 * Makes the placeholder id of an object whose creation is unconfirmed and that has no other identifier. The engine keeps the placeholder
 * after an update has found the object: only a refresh can change an id.
 */
export function unconfirmedId(name: string): string {
  return `${prefix}${name}`;
}

/** Whether an id is the placeholder of an unconfirmed creation. */
export function isUnconfirmed(id: string): boolean {
  return id.startsWith(prefix);
}
