/** The ids that came last, in a window of fixed size: the memory of deduplication. */
export class RecentIds {
  readonly #ids: Set<string>;
  readonly #size: number;

  /** @param size most ids that are kept */
  constructor(size: number, ids: Iterable<string> = []) {
    this.#size = size;
    this.#ids = new Set();
    for (const id of ids) this.add(id);
  }

  /** Notes an id; false if it is in the window already, of which it is the latest now in any case. */
  add(id: string): boolean {
    const isNew = !this.#ids.delete(id);
    this.#ids.add(id);
    if (this.#ids.size > this.#size) {
      const [oldest] = this.#ids;
      this.#ids.delete(oldest ?? id);
    }
    return isNew;
  }

  /** All ids of the window, oldest first. */
  all(): string[] {
    return [...this.#ids];
  }
}
