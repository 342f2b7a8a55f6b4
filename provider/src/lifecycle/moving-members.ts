import { type ManagedRecord, type Release, timeOf } from "../state/record.ts";

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

/** The removals of one member from a set by this run. */
interface Departure {
  /** By the mark of the write. */
  readonly removals: Map<string, readonly Release[]>;
  /** Ends when no removal is under way. */
  done: Promise<unknown>;
}

/** What a run knows of members that one resource of the program gives up and another one declares. */
export class MovingMembers {
  /** Left where they are by a resource that has forgotten them since: only the one that declares them answers for them. */
  readonly left = new Members();
  /** Given back, but without all that was removed with them. */
  readonly returned = new Members();
  /** The records from before this run of the resources that have a part in a set, by the key of the set, then by the mark of the record. */
  readonly #records = new Map<string, Map<string, ManagedRecord>>();
  /** By the key of a set, then by member. */
  readonly #departures = new Map<string, Map<string, Departure>>();
  #latest = 0;

  /** The time of the latest mark that the run knows, in microseconds since 1970. */
  get latest(): number {
    return this.#latest;
  }

  /** Notes the record that the state has of a resource with a part in a set. */
  note(key: string, record: ManagedRecord): void {
    if (record.mark === undefined) return;
    this.#latest = Math.max(this.#latest, timeOf(record.mark));
    this.#records.set(key, (this.#records.get(key) ?? new Map<string, ManagedRecord>()).set(record.mark, record));
  }

  /** The records from before this run of the resources with a part in a set, as far as the engine has come. */
  recordsOf(key: string): readonly ManagedRecord[] {
    return [...(this.#records.get(key)?.values() ?? [])];
  }

  /** The removals from a set by earlier runs, as far as these records have them. */
  removedBefore(key: string): readonly Release[] {
    return this.recordsOf(key).flatMap(({ released = [] }) => released);
  }

  /**
   * Carries out the removal of members from a set. A resource that declares one of them from now on can wait for the end.
   *
   * @param mark the mark of the write
   * @param carryOut says what is removed with the members before it removes them
   */
  async taking<T>(
    key: string,
    members: readonly string[],
    mark: string,
    carryOut: (note: (released: readonly Release[]) => void) => Promise<T>,
  ): Promise<T> {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const departures = this.#departures.get(key) ?? new Map<string, Departure>();
    this.#departures.set(key, departures);
    for (const member of members) {
      const { removals = new Map(), done: others } = departures.get(member) ?? {};
      // Two resources can take the same member away.
      departures.set(member, { removals, done: Promise.all([others, done]) });
      removals.set(mark, [{ member, mark }]);
    }
    const removedWith = (member: string, released: readonly Release[]) =>
      released.filter((release) => release.member === member);
    try {
      return await carryOut((released) => {
        for (const { member } of released) departures.get(member)?.removals.set(mark, removedWith(member, released));
      });
    } finally {
      resolve();
    }
  }

  /** Those of these members of a set that this run takes away, or has taken away. */
  taken(key: string, members: readonly string[]): readonly string[] {
    return members.filter((member) => this.removedNow(key, member).length > 0);
  }

  /** The removals of a member by this run. */
  removedNow(key: string, member: string): readonly Release[] {
    return [...(this.#departures.get(key)?.get(member)?.removals.values() ?? [])].flat();
  }

  /** Waits until none of these members of a set is being taken away. */
  async settled(key: string, members: readonly string[]): Promise<void> {
    await Promise.all(members.map((member) => this.#departures.get(key)?.get(member)?.done));
  }
}
