/** Members of sets, by the key of the set. */
class Members {
  readonly #byKey = new Map<string, Set<string>>();

  add(key: string, members: readonly string[]): void {
    this.#byKey.set(key, new Set([...(this.#byKey.get(key) ?? []), ...members]));
  }

  /** Those of these members that are in it. */
  among(key: string, members: readonly string[]): readonly string[] {
    return members.filter((member) => this.#byKey.get(key)?.has(member));
  }
}

/** What a run does with members that one resource of the program gives up and another one declares. */
export class MovingMembers {
  /** Left where they are by a resource that has forgotten them since: only the one that declares them answers for them. */
  readonly left = new Members();
  /** Given back after they were taken away. What hung on them is gone. */
  readonly returned = new Members();
  /** By the key of a set, then by member: what is taken away, and when that is done. */
  readonly #taken = new Map<string, Map<string, Promise<unknown>>>();

  /** Carries out what takes members of a set away. Whoever declares one of them from now on can wait for it. */
  async taking<T>(key: string, members: readonly string[], carryOut: () => Promise<T>): Promise<T> {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const taken = this.#taken.get(key) ?? new Map<string, Promise<unknown>>();
    this.#taken.set(key, taken);
    // Two resources can take the same member away.
    for (const member of members) taken.set(member, Promise.all([taken.get(member), done]));
    try {
      return await carryOut();
    } finally {
      resolve();
    }
  }

  /** Those of these members of a set that are taken away, or were. */
  taken(key: string, members: readonly string[]): readonly string[] {
    return members.filter((member) => this.#taken.get(key)?.has(member));
  }

  /** Waits until none of these members of a set is being taken away. */
  async settled(key: string, members: readonly string[]): Promise<void> {
    await Promise.all(members.map((member) => this.#taken.get(key)?.get(member)));
  }
}
