import type { Place } from "./cursors.ts";
import type { ServiceError } from "./errors.ts";
import { Notifier } from "./notifier.ts";
import { type Collection, type Stored, Table, type WireObject } from "./store.ts";
import {
  bodyOf,
  check,
  checkBody,
  isObject,
  type ObjectSchema,
  type Properties,
  refusal,
  type Schema,
  type Violation,
} from "./validation.ts";

/** What differs between one kind of object and another. */
export interface Kind<Row extends Stored> {
  /** The property that is the natural key: its value is unique. */
  readonly key: string;
  /** The name under which the service answers the id. Default: `id`. */
  readonly idName?: string;
  /** The body of a creation. */
  readonly created: ObjectSchema;
  /** The body of a PATCH. */
  readonly changed: ObjectSchema;
  /** Properties that an object of a seed may have in addition to those of a creation, or with other rules. */
  readonly seeded?: Properties;
  /**
   * How an object is stored that a seed gives whole, as the service answers it: nothing is checked, added or derived. A property
   * that the service always answers tells whether it is whole. Default: every object of a seed is completed.
   */
  readonly whole?: {
    readonly has: readonly string[];
    /** The row of such an object. Default: the object as it is. */
    readonly row?: (given: WireObject) => Row;
  };
  readonly newId: () => string;
  /** The 404 for an object that is not there. */
  readonly notFound: () => ServiceError;
  /** The 409 for a natural key (or id) that another object has. */
  readonly taken: () => ServiceError;
  /**
   * The row that is stored after a write of `given`.
   * @param before what was stored before; absent at the creation
   * @throws ServiceError for violations that no schema can express
   */
  readonly settle: (given: WireObject, id: string, before: Row | undefined) => Row;
  /** The object that the service answers for a row, as a copy. Default: the whole row. */
  readonly view?: (row: Row) => WireObject;
}

/** A change of an object. It is told after it was made. */
export interface Change {
  readonly what: "created" | "updated" | "deleted";
  readonly object: WireObject;
  /** The object before an update. */
  readonly previous?: WireObject;
}

/** The objects of one kind. */
export class Objects<Row extends Stored = Stored> implements Collection {
  readonly changed = new Notifier<Change>();
  readonly #table: Table<Row>;
  readonly #kind: Kind<Row>;

  constructor(kind: Kind<Row>) {
    this.#kind = kind;
    this.#table = new Table((row) => String(row[kind.key]));
  }

  list(): WireObject[] {
    return this.rows().map((row) => this.show(row));
  }

  get(key: string): WireObject | undefined {
    const row = this.#table.find(key);
    return row && this.show(row);
  }

  /** The object that a path names by this segment: the one with this id. A subclass may accept other names. */
  at(id: string): WireObject | undefined {
    const found = this.get(id);
    return found?.id === id ? found : undefined;
  }

  /**
   * As {@link at}.
   * @throws ServiceError 404
   */
  require(id: string): WireObject {
    const found = this.at(id);
    if (!found) throw this.#kind.notFound();
    return found;
  }

  create(wire: WireObject): WireObject {
    checkBody(this.#kind.created, wire);
    return this.add(wire);
  }

  update(key: string, patch: WireObject): WireObject {
    this.row(key);
    checkBody(this.#kind.changed, patch);
    return this.change(key, patch);
  }

  delete(key: string): void {
    const row = this.#table.find(key);
    if (!row) return;
    this.#table.remove(row.id);
    this.#tell("deleted", row);
  }

  /** The object that the service answers for a row, as a copy. */
  show(row: Row): WireObject {
    const { view, idName = "id" } = this.#kind;
    if (view) return view(row);
    const { id, ...rest } = structuredClone(row);
    return { [idName]: id, ...rest };
  }

  /** The stored rows in the order in which the service lists them. Default: as they are, oldest first. */
  listed(): readonly Row[] {
    return this.rows();
  }

  /** The place of a row in the listing. */
  placeOf(row: Row): Place {
    return this.#table.placeOf(row);
  }

  /** Everything that is stored, in the form of a seed: {@link sow} of each object makes an equal one. */
  harvest(): WireObject[] {
    const { idName = "id" } = this.#kind;
    return structuredClone(this.rows()).map(({ id, ...row }) => ({ [idName]: id, ...row }));
  }

  /** Adds an object of a seed, or returns why it is refused. */
  sow(given: unknown): Violation | undefined {
    const { created, seeded, whole, idName = "id" } = this.#kind;
    const { [idName]: id, ...others } = isObject(given) ? given : {};
    const wire = isObject(given) && id !== undefined ? { id, ...others } : given;
    const isWhole = isObject(wire) && whole?.has.every((name) => Object.hasOwn(wire, name));
    const properties = { ...created.properties, ...seeded };
    const schema = isWhole ? this.#identity(properties) : { ...created, properties };
    const violation = check(schema, wire);
    if (violation || !isObject(wire)) return violation;
    if (this.#table.find(String(wire.id))) return { why: "Taken by another object", path: "id" };
    const { row = (object: WireObject) => object as Row } = whole ?? {};
    return refusal(() => (isWhole ? this.#keep(row(structuredClone(wire))) : this.add(wire)));
  }

  /** Adds an object that was checked against the schema. Default: a new id. */
  add(wire: WireObject): WireObject {
    const { key, newId, settle, taken } = this.#kind;
    const { id = newId(), ...given } = structuredClone(wire);
    if (this.#table.find(String(id)) || this.#table.findByKey(String(given[key]))) throw taken();
    return this.#put("created", settle(given, String(id), undefined));
  }

  /** Sets properties that were checked against the schema: all of them or, on an error, none. */
  change(key: string, given: WireObject): WireObject {
    const before = this.row(key);
    const row = this.#kind.settle(structuredClone(given), before.id, before);
    const name = String(row[this.#kind.key]);
    if (name !== before[this.#kind.key] && this.#table.findByKey(name)) throw this.#kind.taken();
    return this.#put("updated", row);
  }

  /** The stored rows, oldest first. */
  rows(): Row[] {
    return this.#table.all();
  }

  /**
   * The stored row with this id or natural key.
   * @throws ServiceError 404
   */
  row(key: string): Row {
    const row = this.#table.find(key);
    if (!row) throw this.#kind.notFound();
    return row;
  }

  /** What is checked of an object that a seed gives whole. */
  #identity(properties: Properties): ObjectSchema {
    const { key } = this.#kind;
    const names = ["id", key].filter((name) => Object.hasOwn(properties, name));
    const checked = Object.fromEntries(names.map((name) => [name, properties[name] as Schema]));
    return { ...bodyOf(checked, names), open: true };
  }

  #keep(row: Row): void {
    if (this.#table.findByKey(String(row[this.#kind.key]))) throw this.#kind.taken();
    this.#put("created", row);
  }

  #put(what: Change["what"], row: Row): WireObject {
    const before = this.#table.find(row.id);
    this.#table.put(row);
    this.#tell(what, row, before);
    return this.show(row);
  }

  #tell(what: Change["what"], row: Row, before?: Row): void {
    this.changed.tell({ what, object: this.show(row), ...(before && { previous: this.show(before) }) });
  }
}
