/** The latest ids, up to a fixed number: they tell which events were delivered before. */
export class RecentIds {
  readonly #ids: Set<string>;
  readonly #size: number;

  /** @param size most ids that are kept */
  constructor(size: number, ids: Iterable<string> = []) {
    this.#size = size;
    this.#ids = new Set();
    for (const id of ids) this.add(id);
  }

  /** Notes an id as the latest one. False if it is known already. */
  add(id: string): boolean {
    const isNew = !this.#ids.delete(id);
    this.#ids.add(id);
    if (this.#ids.size > this.#size) {
      const [oldest] = this.#ids;
      this.#ids.delete(oldest ?? id);
    }
    return isNew;
  }

  /** All known ids, the oldest first. */
  all(): string[] {
    return [...this.#ids];
  }
}
