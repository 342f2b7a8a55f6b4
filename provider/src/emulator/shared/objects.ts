import type { ServiceError } from "./errors.ts";
import { Notifier } from "./notifier.ts";
import { type Collection, type Stored, Table, type WireObject } from "./store.ts";
import {
  check,
  checkBody,
  isObject,
  type ObjectSchema,
  type Properties,
  refusal,
  type Violation,
} from "./validation.ts";

/** What differs between one kind of object and another. */
export interface Kind<Row extends Stored> {
  /** Name of the property that is the natural key: no two objects have the same value in it. */
  readonly key: string;
  /** The body of a creation. */
  readonly created: ObjectSchema;
  /** The body of a PATCH. */
  readonly changed: ObjectSchema;
  /** What an object of a seed may have besides what a creation may, or under other rules. */
  readonly seeded?: Properties;
  readonly newId: () => string;
  /** The 404 for an object that is not there. */
  readonly notFound: () => ServiceError;
  /** The 409 for a key that belongs to another object. */
  readonly taken: () => ServiceError;
  /**
   * The row that the service keeps after a write of `given`.
   * @param before absent at the creation
   * @throws ServiceError for what no schema can refuse
   */
  readonly settle: (given: WireObject, id: string, before: Row | undefined) => Row;
  /** What the service shows of a row, as a copy. Default: all of it. */
  readonly view?: (row: Row) => WireObject;
}

/** A change of an object, told after it was made. */
export interface Change {
  readonly what: "created" | "updated" | "deleted";
  readonly object: WireObject;
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
    return this.rows().map((row) => this.#view(row));
  }

  get(key: string): WireObject | undefined {
    const row = this.#table.find(key);
    return row && this.#view(row);
  }

  /** The object that the last segment of a path stands for: the one with this id. Names are not looked for. */
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
    checkBody(this.#kind.changed, patch);
    return this.change(key, patch);
  }

  delete(key: string): void {
    const row = this.#table.find(key);
    if (!row) return;
    this.#table.remove(row.id);
    this.#tell("deleted", row);
  }

  /** Where an object stands in the listing. */
  placeOf({ id }: WireObject): number {
    return this.#table.placeOf({ id: String(id) });
  }

  /** All objects with everything that is stored: `sow` of each makes an equal one. */
  harvest(): WireObject[] {
    return structuredClone(this.rows());
  }

  /** Adds an object of a seed, or says what is wrong with it. */
  sow(wire: unknown): Violation | undefined {
    const { created, seeded } = this.#kind;
    const violation = check({ ...created, properties: { ...created.properties, ...seeded } }, wire);
    if (violation || !isObject(wire)) return violation;
    if (this.#table.find(String(wire.id))) return { why: "Taken by another object", path: "id" };
    return refusal(() => this.add(wire));
  }

  /** Adds an object whose properties are known to be admitted; it may bring its id. */
  add(wire: WireObject): WireObject {
    const { key, newId, settle, taken } = this.#kind;
    const { id = newId(), ...given } = structuredClone(wire);
    if (this.#table.find(String(id)) || this.#table.findByKey(String(given[key]))) throw taken();
    return this.#put("created", settle(given, String(id), undefined));
  }

  /** Sets properties that are known to be admitted, all of them or none. */
  change(key: string, given: WireObject): WireObject {
    const before = this.row(key);
    const row = this.#kind.settle(structuredClone(given), before.id, before);
    const name = String(row[this.#kind.key]);
    if (name !== before[this.#kind.key] && this.#table.findByKey(name)) throw this.#kind.taken();
    return this.#put("updated", row);
  }

  /** What is stored, oldest first. */
  rows(): Row[] {
    return this.#table.all();
  }

  /**
   * What is stored of the object with this id or natural key.
   * @throws ServiceError 404
   */
  row(key: string): Row {
    const row = this.#table.find(key);
    if (!row) throw this.#kind.notFound();
    return row;
  }

  #put(what: Change["what"], row: Row): WireObject {
    this.#table.put(row);
    this.#tell(what, row);
    return this.#view(row);
  }

  #tell(what: Change["what"], row: Row): void {
    this.changed.tell({ what, object: this.#view(row) });
  }

  #view(row: Row): WireObject {
    return this.#kind.view?.(row) ?? structuredClone(row);
  }
}
