/** What an update of a set has to do. */
export interface SetChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The additions and removals that turn one set into another. */
export function setChange(before: readonly string[], wanted: readonly string[]): SetChange {
  const [has, wants] = [new Set(before), new Set(wanted)];
  return { add: wanted.filter((item) => !has.has(item)), remove: before.filter((item) => !wants.has(item)) };
}

/** Whether two arrays have the same elements, in whatever order. */
export function sameSet(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item) => others.includes(item));
}
