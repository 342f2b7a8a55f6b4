import type { Release, Releases } from "../state/record.ts";

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

/** The removals of one member from a set, by the mark of the write. */
interface Departure {
  /** By this run. */
  readonly now: Map<string, Release>;
  /** By earlier ones. */
  readonly before: Map<string, Release>;
  /** Ends when no removal is under way. */
  done?: Promise<unknown>;
}

/** What a run knows of members that one resource of the program gives up and another one declares. */
export class MovingMembers {
  /** Left where they are by a resource that has forgotten them since: only the one that declares them answers for them. */
  readonly left = new Members();
  /** Given back, but without all that was removed with them. */
  readonly returned = new Members();
  /** The marks of removals that a resource of the program has answered. */
  readonly answered = new Set<string>();
  /** By the key of a set, then by member. */
  readonly #departures = new Map<string, Map<string, Departure>>();

  /** Notes what earlier runs have removed from a set, as the record of a resource has it. */
  note(key: string, released: Releases): void {
    for (const [member, release] of released) this.#departureOf(key, member).before.set(release.mark, release);
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
    carryOut: (note: (member: string, release: Release) => void) => Promise<T>,
  ): Promise<T> {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    for (const member of members) {
      const departure = this.#departureOf(key, member);
      departure.now.set(mark, { mark });
      // Two resources can take the same member away.
      departure.done = Promise.all([departure.done, done]);
    }
    try {
      return await carryOut((member, release) => void this.#departureOf(key, member).now.set(mark, release));
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
    return [...(this.#departures.get(key)?.get(member)?.now.values() ?? [])];
  }

  /** The removals of a member by earlier runs, as far as records have them. */
  removedBefore(key: string, member: string): readonly Release[] {
    return [...(this.#departures.get(key)?.get(member)?.before.values() ?? [])];
  }

  /** Waits until none of these members of a set is being taken away. */
  async settled(key: string, members: readonly string[]): Promise<void> {
    await Promise.all(members.map((member) => this.#departures.get(key)?.get(member)?.done));
  }

  #departureOf(key: string, member: string): Departure {
    const departures = this.#departures.get(key) ?? new Map<string, Departure>();
    this.#departures.set(key, departures);
    const departure = departures.get(member) ?? { now: new Map(), before: new Map() };
    departures.set(member, departure);
    return departure;
  }
}
