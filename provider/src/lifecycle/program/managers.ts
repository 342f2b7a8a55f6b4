import { isDeepStrictEqual as equal } from "node:util";
import type { Claim } from "./claims.ts";
import type { DeclaredClaims } from "./declared-claims.ts";

/** An entry of the state by which a resource of the program manages an object, or members of a set. */
interface ManagingEntry extends Pick<Claim, "key" | "members"> {
  /** The mark in the entry's record, which identifies the entry. Undefined for an entry of an older version. */
  readonly mark: string | undefined;
}

/** A noted entry, with the mark under which this run found it in the state. An entry that this run creates has its first mark. */
type NotedEntry = ManagingEntry & { readonly found: string | undefined };

/** A resource of the program that manages an object, or members of a set, by an entry of the state. */
export interface Manager {
  /** The resource, for messages. */
  readonly by: string;
  /** The mark under which this run found the entry. */
  readonly found: string | undefined;
  /** The members of a set that it manages. Empty for an object. */
  readonly members: readonly string[];
}

/**
 * The entries of the state by which the program manages objects and members of sets.
 *
 * The entries matter because two entries of a state can refer to one object, for example after a rename that failed half-way. If the program
 * keeps one of them, the deletion of the other must leave the object alone ({@link of}). The entries that the program keeps are known
 * in time, because the engine requests a diff of each before it deletes the others. It also requests diffs of entries that the program does not
 * keep: in a refresh, and of the dependents of a resource that is deleted before its replacement. So a diff counts only if this run has checked
 * the resource ({@link note}).
 */
export class Managers {
  /** The marks by which this run recognizes its own entries in the state: those of the objects that it creates or changes. */
  readonly ownMarks = new Set<string | undefined>();
  readonly #claims: DeclaredClaims;
  /** The entries, by the key of the object or set. */
  readonly #entries = new Map<string, readonly NotedEntry[]>();

  constructor(claims: DeclaredClaims) {
    this.#claims = claims;
  }

  /**
   * Records that an entry of the state manages an object, or members of a set.
   *
   * @param thing the type and the tenant's id of the object, or the key of a claim on a set
   * @param oldMark the mark that the entry had before this write. Default: the entry's mark
   */
  note(thing: string, entry: ManagingEntry, oldMark = entry.mark): void {
    if (this.#claims.namesOf(entry.key).length === 0) return;
    // Several entries can manage members of the same set, and their marks tell them apart. Entries of an older version have no marks, so their
    // values are compared.
    const isSame = ({ found: _, ...other }: NotedEntry) =>
      other.mark === oldMark && (oldMark !== undefined || equal(other, entry));
    const noted = this.#entries.get(thing) ?? [];
    const same = noted.find(isSame);
    const others = noted.filter((other) => !isSame(other));
    this.#entries.set(thing, [...others, { ...entry, found: same ? same.found : entry.mark }]);
  }

  /**
   * The entries of the state by which the program manages an object or members of a set, except the entry that is deleted. The deletion must not
   * remove the object or the members that these entries manage.
   *
   * A noted entry with the same mark as the deleted entry is a copy of it, and part of the result: a run notes only entries that the engine keeps, so
   * it cannot be the deleted entry itself. The exception is a process that serves several runs (the engine starts one for each run): it may have
   * noted the deleted entry in an earlier run. Then this process has also created the mark, and the noted entry is not part of the result.
   *
   * @param deleted the mark of the deleted entry. Default: none is deleted
   */
  of(thing: string, deleted?: string): readonly Manager[] {
    return this.#entriesOf(thing)
      .filter(({ mark }) => mark !== deleted || !this.ownMarks.has(mark))
      .map((entry) => ({ by: this.#claims.nameOf(entry), found: entry.found, members: entry.members ?? [] }));
  }

  /**
   * The resources of the program that may already manage an object which a resource wants to manage, for messages. If the managing entry has the
   * same key as this resource, the result contains every resource with this key, because they cannot be told apart.
   *
   * @param key the key of this resource's claim on the object
   * @param mark the mark of this resource's entry, if other resources can have the same key
   */
  namesOfOthers(thing: string, key: string | undefined, mark: string | undefined): readonly string[] {
    const isOther = (entry: ManagingEntry) =>
      entry.key !== key || (mark !== undefined && entry.mark !== undefined && entry.mark !== mark);
    const other = this.#entriesOf(thing).find(isOther);
    return other ? this.#claims.namesOf(other.key).slice(0, other.key === key ? undefined : 1) : [];
  }

  /** The entries of the state that manage an object or a set. The entry of a replaced resource is included only if this run has written it. */
  #entriesOf(thing: string): readonly NotedEntry[] {
    const managers = this.#entries.get(thing) ?? [];
    return managers.filter(({ key, mark }) => this.ownMarks.has(mark) || !this.#claims.isReplaced(key));
  }
}
