import { type SortKey, sorted } from "./query.ts";
import { copyOf, filtered, Notifier, omit, type Stored, type WireObject } from "./store.ts";
import { checkBody, type ObjectSchema, type Violation } from "./validation.ts";

/** A change of a row. It was added if there is no previous row, and removed if there is no row. */
export interface Change<Row> {
  readonly row: Row | undefined;
  readonly previous: Row | undefined;
  /** Whether the service is not known to send an event for it: another object took the row along, or only a part with routes of its own changed. */
  readonly isQuiet: boolean;
}

/** The delay of listings, in milliseconds. */
export interface Lag {
  /** The maximum of {@link next}. */
  readonly max: number;
  /** Returns the delay of the next listing. */
  next(): number;
}

/** The state of a row since a point in time. */
interface Version<Row> {
  /** Milliseconds since the epoch. */
  readonly from: number;
  /** Undefined after a deletion. */
  readonly row: Row | undefined;
}

/**
 * The rows of one kind, in the order of their creation, found by id or by natural key. If a text is the id of one row and the natural key of another,
 * it finds the row with the id. Objects, settings, and the entries of sets are rows.
 */
export abstract class Rows<Row extends Stored = Stored> {
  /** Reports every change of a row. */
  readonly changed = new Notifier<Change<Row>>();
  /**
   * Whether bodies can contain properties that the schemas lack, as with a newer version of the service. The value null removes such a
   * property.
   */
  isNewer = false;
  readonly #rows = new Map<string, Row>();
  readonly #byKey = new Map<string, Row>();
  readonly #numbers = new Map<string, number>();
  #nextNumber = 0;
  /** The rows in the order of listings, until the next change. */
  #sorted: readonly Row[] | undefined;
  /** The rows by the values of a property, each by its id. */
  readonly #grouped = new Map<string, Map<unknown, Map<string, Row>>>();

  /** Adds one object of a seed. Returns the violation if the object is refused. */
  abstract load(wire: unknown): Violation | undefined;
  /** All rows in the form of a seed. {@link load} creates equal rows from it. */
  abstract dump(): WireObject[];

  all(): Row[] {
    return [...this.#rows.values()];
  }

  find(key: string): Row | undefined {
    return this.#rows.get(key) ?? this.findByKey(key);
  }

  findByKey(key: string): Row | undefined {
    return this.#byKey.get(key);
  }

  /** The rows that have these values. */
  where(values: WireObject): Row[] {
    const [[name, value] = ["", undefined], ...others] = Object.entries(values);
    const own = [...(this.#groupsBy(name).get(value)?.values() ?? [])];
    return own.filter((row) => others.every(([other, wanted]) => row[other] === wanted));
  }

  /** Adds a row, or replaces the row with the same id in its position. Properties that are undefined are left out. */
  put(given: Row, isQuiet = false): void {
    const row = filtered(given, (value) => value !== undefined) as Row;
    const previous = this.#rows.get(row.id);
    if (previous) this.#byKey.delete(this.keyOf(previous));
    else this.#numbers.set(row.id, this.#nextNumber++);
    this.#rows.set(row.id, row);
    this.#byKey.set(this.keyOf(row), row);
    this.#tell({ row, previous, isQuiet });
  }

  /** Removes a row, if it exists. Its number is retained, because a delayed listing can still contain the row. */
  drop(id: string, isQuiet = false): void {
    const previous = this.#rows.get(id);
    if (!previous) return;
    this.#rows.delete(id);
    this.#byKey.delete(this.keyOf(previous));
    this.#tell({ row: undefined, previous, isQuiet });
  }

  /** From now on, calls a function with each row that is removed. */
  whenGone(then: (row: Row) => void): void {
    this.changed.listen(({ row, previous }) => {
      if (!row && previous) then(previous);
    });
  }

  /** From now on, rows are removed with the owner that they name in a property: by the owner's id, or by its property `key`. */
  belong(property: string, owners: Pick<Rows, "whenGone">, key = "id"): void {
    owners.whenGone((owner) => {
      for (const { id } of this.where({ [property]: owner[key] })) this.drop(id, true);
    });
  }

  /** The natural key of a row. Default: its id. */
  keyOf(row: WireObject): string {
    return String(row.id);
  }

  /** The sort key of a row in listings. Default: the position in the order of creation, which never changes. */
  sortKeyOf({ id }: Row): SortKey {
    return this.#numbers.get(id) ?? -1;
  }

  /** The rows in the order of the service's listing. */
  listed(): readonly Row[] {
    this.#sorted ??= sorted(this.all(), (row) => this.sortKeyOf(row));
    return this.#sorted;
  }

  /** What a listing of these rows has in any case: the rows, their order, and their form. */
  listing(wanted?: (row: Row) => boolean) {
    return {
      all: wanted ? this.listed().filter(wanted) : this.listed(),
      sortKeyOf: (row: Row) => this.sortKeyOf(row),
      show: (row: Row) => this.show(row),
    };
  }

  /** A copy of a row in the form of responses. */
  show(row: Row): WireObject {
    return copyOf(omit(row, ["id"]));
  }

  /** Checks a request body. @throws ServiceError 400 */
  check(schema: ObjectSchema, body: unknown): asserts body is Record<string, unknown> {
    checkBody(this.isNewer ? { ...schema, open: true } : schema, body);
  }

  /**
   * Delays the listings: from now on, they return the rows as they were some time ago. The rows of now, such as those of the seed, are listed without
   * a delay.
   *
   * @param now the clock, in milliseconds since the epoch
   */
  delay(lag: Lag, now: () => number): void {
    const past = new Map<string, readonly Version<Row>[]>();
    for (const row of this.all()) past.set(row.id, [{ from: Number.NEGATIVE_INFINITY, row }]);
    this.changed.listen(({ row, previous }) => {
      const { id = "" } = row ?? previous ?? {};
      const versions = [...(past.get(id) ?? []), { from: now(), row }];
      // Of the versions that are older than the maximum delay, listings return only the newest. So the other ones are dropped.
      const old = versions.filter(({ from }) => from <= now() - lag.max);
      past.set(id, versions.slice(Math.max(0, old.length - 1)));
    });
    this.listed = () => {
      const at = now() - lag.next();
      const rows = [...past.values()].map((versions) => versions.findLast(({ from }) => from <= at)?.row);
      return sorted(
        rows.filter((row) => row !== undefined),
        (row) => this.sortKeyOf(row),
      );
    };
  }

  #groupsBy(name: string): Map<unknown, Map<string, Row>> {
    const known = this.#grouped.get(name);
    if (known) return known;
    const groups = new Map<unknown, Map<string, Row>>();
    this.#grouped.set(name, groups);
    for (const row of this.#rows.values()) groupOf(groups, row[name]).set(row.id, row);
    return groups;
  }

  #tell(change: Change<Row>): void {
    const { row, previous } = change;
    this.#sorted = undefined;
    for (const [name, groups] of this.#grouped) {
      // A row that moves to another group would come last there, whenever it was created.
      if (row && previous && row[name] !== previous[name]) this.#grouped.delete(name);
      else if (row) groupOf(groups, row[name]).set(row.id, row);
      else if (previous) groups.get(previous[name])?.delete(previous.id);
    }
    this.changed.tell(change);
  }
}

/** The group of a value, which is added if it does not exist. */
function groupOf<Row>(groups: Map<unknown, Map<string, Row>>, value: unknown): Map<string, Row> {
  const group = groups.get(value) ?? new Map<string, Row>();
  groups.set(value, group);
  return group;
}
