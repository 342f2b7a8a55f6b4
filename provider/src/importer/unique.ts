/** Gives names, each one only once: where a name is taken, with the first number after it that is free. */
export class Unique {
  readonly #separator: string;
  /** Names, each after its space. */
  readonly #taken: Set<string>;
  /** The number to try next, by the name that was wanted, as many objects can have the same name. */
  readonly #next = new Map<string, number>();

  /** @param taken names without a space, or each after its space and a blank */
  constructor(separator: string, taken: Iterable<string> = []) {
    this.#separator = separator;
    this.#taken = new Set(taken);
  }

  /**
   * The name itself, or with a number.
   *
   * @param space what the name has to be unique in. Default: all that have none
   */
  take(wanted: string, space?: string): string {
    const start = space === undefined ? "" : `${space} `;
    let name = wanted;
    let n = this.#next.get(start + wanted) ?? 2;
    for (; this.#taken.has(start + name); n++) name = `${wanted}${this.#separator}${n}`;
    this.#taken.add(start + name);
    this.#next.set(start + wanted, n);
    return name;
  }
}
