import { type ManagedRecord, type MemberRemoval, timeOf } from "../../state/record.ts";
import { entryIn } from "../entry-in.ts";
import { markAt } from "./marks.ts";

/** Members of several sets, by the key of the set. */
class Members {
  readonly #byKey = new Map<string, Set<string>>();

  add(key: string, members: readonly string[]): void {
    this.#byKey.set(key, new Set([...(this.#byKey.get(key) ?? []), ...members]));
  }

  /** Those of the given members that {@link add} has recorded for the set. */
  among(key: string, members: readonly string[]): readonly string[] {
    return members.filter((member) => this.#byKey.get(key)?.has(member));
  }
}

/** The removals of one member from a set in this run. */
interface Departure {
  /** The removals, by the mark of the write that performs them. */
  readonly removals: Map<string, readonly MemberRemoval[]>;
  /** Resolves when all removals of the member have ended. */
  done: Promise<unknown>;
}

/** The data of a run about members that move between resources: one resource gives up a member, and another one declares it. */
export class MovingMembers {
  /** Members that a resource no longer declares but has not removed, because another resource declares them and is now responsible for them. */
  readonly left = new Members();
  /** Members that were added again, but without the assignments that had been removed with them. */
  readonly returned = new Members();
  /** The records of resources that declare members of sets, as they were before this run: by the key of the set, then by the mark of the record. */
  readonly #records = new Map<string, Map<string, ManagedRecord>>();
  /** The removals of this run, by the key of the set, then by member. */
  readonly #departures = new Map<string, Map<string, Departure>>();
  /** The time of the latest known mark, in microseconds since 1970. */
  #latest = 0;

  /** A mark for the entry that a write saves in the state. It is later than all marks that this run knows. */
  nextMark(): string {
    const now = Math.round((performance.timeOrigin + performance.now()) * 1_000);
    this.#latest = Math.max(now, this.#latest + 1);
    return markAt(this.#latest);
  }

  /** Notes the state's record of a resource that declares members of a set. */
  note(key: string, record: ManagedRecord): void {
    if (record.mark === undefined) return;
    this.#latest = Math.max(this.#latest, timeOf(record.mark));
    entryIn(this.#records, key, () => new Map<string, ManagedRecord>()).set(record.mark, record);
  }

  /** The records of resources that declare members of a set, as they were before this run: only of resources that the engine has processed so far. */
  recordsOf(key: string): readonly ManagedRecord[] {
    return [...(this.#records.get(key)?.values() ?? [])];
  }

  /** The removals from a set by earlier runs, according to the records of {@link recordsOf}. */
  removedBefore(key: string): readonly MemberRemoval[] {
    return this.recordsOf(key).flatMap(({ memberRemovals }) => memberRemovals);
  }

  /**
   * Begins to remove members from a set. A resource that begins to declare one of the members can wait for the end of the removal.
   *
   * @param mark the mark of the write that removes the members
   * @returns `note`, for the removals with the assignments that the service removes with the members, and `end`
   */
  begin(key: string, members: readonly string[], mark: string) {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const departures = entryIn(this.#departures, key, () => new Map<string, Departure>());
    for (const member of members) {
      const { removals = new Map(), done: others } = departures.get(member) ?? {};
      // Two resources can remove the same member.
      departures.set(member, { removals, done: Promise.all([others, done]) });
      removals.set(mark, [{ member, mark }]);
    }
    const note = (removals: readonly MemberRemoval[]) => {
      for (const [member, all] of Map.groupBy(removals, (removal) => removal.member))
        departures.get(member)?.removals.set(mark, all);
    };
    return { note, end: () => resolve() };
  }

  /** The given members of a set that this run is removing or has removed. */
  taken(key: string, members: readonly string[]): readonly string[] {
    return members.filter((member) => this.removedNow(key, member).length > 0);
  }

  /** The removals of a member in this run. */
  removedNow(key: string, member: string): readonly MemberRemoval[] {
    return [...(this.#departures.get(key)?.get(member)?.removals.values() ?? [])].flat();
  }

  /** Waits until no removal of the given members of a set is in progress. */
  async waitForRemovals(key: string, members: readonly string[]): Promise<void> {
    await Promise.all(members.map((member) => this.#departures.get(key)?.get(member)?.done));
  }
}
