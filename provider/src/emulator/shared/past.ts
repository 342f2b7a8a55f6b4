/** An object as it was from some time on; undefined where it was not there. */
interface Version<T> {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly object: T | undefined;
}

/** By how many milliseconds listings are behind, at most and in the next one. */
export interface Lag {
  readonly max: number;
  next(): number;
}

/** Remembers what objects were like, for listings that are behind. */
export class Past<T> {
  readonly #versions: Map<string, readonly Version<T>[]>;
  readonly #lag: Lag;
  readonly #now: () => number;

  /**
   * @param now the clock, in milliseconds since the epoch
   * @param objects those that have always been there, by id
   */
  constructor(lag: Lag, now: () => number, objects: readonly (readonly [id: string, object: T])[]) {
    this.#versions = new Map(objects.map(([id, object]) => [id, [{ from: Number.NEGATIVE_INFINITY, object }]]));
    this.#lag = lag;
    this.#now = now;
  }

  /** From now on the object is like that; undefined where it is there no more. */
  note(id: string, object: T | undefined): void {
    const now = this.#now();
    const versions = [...(this.#versions.get(id) ?? []), { from: now, object }];
    // Of those that no listing can be about any more, the last one is what the oldest listing shows.
    const old = versions.filter(({ from }) => from <= now - this.#lag.max);
    this.#versions.set(id, versions.slice(Math.max(0, old.length - 1)));
  }

  /** The objects as they were a while ago, in the order of their creation. */
  list(): T[] {
    const at = this.#now() - this.#lag.next();
    return [...this.#versions.values()]
      .map((versions) => versions.findLast(({ from }) => from <= at)?.object)
      .filter((object) => object !== undefined);
  }
}
