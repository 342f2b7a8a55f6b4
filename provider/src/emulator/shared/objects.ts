import type { ServiceError } from "./errors.ts";
import { bodyOf } from "./interface.ts";
import { type SortKey, sorted } from "./query.ts";
import { type Collection, copyOf, Notifier, omit, pick, type Stored, Table, type WireObject } from "./store.ts";
import {
  check,
  checkBody,
  isObject,
  type ObjectSchema,
  object,
  type Properties,
  refusal,
  text,
  type Violation,
} from "./validation.ts";

/** The rules of one type of object. */
export interface ObjectRules<Row extends Stored> {
  /** The name of the property that is the natural key: no two objects have the same value. */
  readonly key: string;
  /** Computes the unique key of an object, for types in which no single property is unique. Default: the value of the property `key`. */
  readonly keyOf?: (row: WireObject) => string;
  /** The property under which the service returns the id. Default: `id`. */
  readonly idName?: string;
  /** The path of the listing, such as `/roles`. A POST to it creates an object, a PATCH below it changes one. */
  readonly path: `/${string}`;
  /** A rule for objects to create that the table of the interface cannot express. */
  readonly rule?: (given: WireObject) => string | undefined;
  /** Schemas of properties that only a seed can contain, or that follow other rules in a seed than in a create body. */
  readonly seeded?: Properties;
  /**
   * Recognizes the objects of a seed that are complete, like those in the service's responses: the names of properties that all complete objects
   * have, or a function. A complete object is stored unchanged: it gets no defaults and no derived values, and only its id and its natural key are
   * checked. Default: no object of a seed is complete.
   */
  readonly whole?: readonly string[] | ((given: WireObject) => boolean);
  /** Returns the row to store for a complete object. Default: the object itself. */
  readonly wholeRow?: (given: WireObject) => Row;
  readonly newId: () => string;
  /** The 404 for an object that does not exist. */
  readonly notFound: () => ServiceError;
  /** The 409 for a natural key or an id that another object already has. */
  readonly taken: () => ServiceError;
  /**
   * Returns the row to store after a create or an update with the properties `given`.
   *
   * @param before the previous row; absent for a create
   * @throws ServiceError for violations that no schema can express
   */
  readonly settle: (given: WireObject, id: string, before: Row | undefined) => WireObject;
  /** Returns the object that responses contain for a row, as a copy. Default: the whole row. */
  readonly view?: (row: Row) => WireObject;
  /** Returns the sort key of a row in listings. Default: the oldest row comes first. */
  readonly sortKey?: (row: Row) => SortKey;
}

/** A completed change of an object. */
export interface Change {
  readonly what: "created" | "updated" | "deleted";
  readonly object: WireObject;
  /** The object before an update; absent for a creation and a deletion. */
  readonly previous?: WireObject;
}

/** The objects of one type. */
export class Objects<Row extends Stored = Stored> implements Collection {
  readonly changed = new Notifier<Change>();
  /** Reports the id of every deleted object. */
  readonly deleted = new Notifier<string>();
  readonly table: Table<Row>;
  /**
   * Whether bodies can contain properties that the schemas lack, as with a newer version of the service. The value null removes such a
   * property.
   */
  isNewer = false;
  readonly #rules: ObjectRules<Row>;
  #sorted: readonly Row[] | undefined;

  constructor(rules: ObjectRules<Row>) {
    this.#rules = rules;
    this.table = new Table((row) => this.#keyOf(row));
    this.table.changed.listen(() => {
      this.#sorted = undefined;
    });
  }

  get path(): `/${string}` {
    return this.#rules.path;
  }

  /** The schema of an object to create. Unlike a request, direct access and seeds can choose its id. */
  get created(): ObjectSchema {
    const schema = bodyOf(`POST ${this.path}`);
    const { rule } = this.#rules;
    return { ...schema, properties: { id: text({ min: 1 }), ...schema.properties }, ...(rule && { rule }) };
  }

  /** The schema of the body of a PATCH. */
  get changeable(): ObjectSchema {
    return bodyOf(`PATCH ${this.path}/{id}`);
  }

  list(): WireObject[] {
    return this.table.all().map((row) => this.show(row));
  }

  get(key: string): WireObject | undefined {
    const row = this.table.find(key);
    return row && this.show(row);
  }

  /**
   * The row with this id, which comes from a request's path; undefined if there is none. A subclass may also accept the natural key, or refuse an
   * id that does not have the form of the service's ids.
   */
  at(id: string): Row | undefined {
    const found = this.table.find(id);
    return found?.id === id ? found : undefined;
  }

  /**
   * The row that {@link at} finds.
   *
   * @throws ServiceError 404
   */
  require(id: string): Row {
    const found = this.at(id);
    if (!found) throw this.#rules.notFound();
    return found;
  }

  create(wire: WireObject): WireObject {
    this.check(this.created, wire);
    return this.add(wire);
  }

  update(key: string, patch: WireObject): WireObject {
    this.row(key);
    this.check(this.changeable, patch);
    return this.change(key, patch);
  }

  /** Checks a request body. @throws ServiceError 400 */
  check(schema: ObjectSchema, body: unknown): asserts body is Record<string, unknown> {
    checkBody(this.isNewer ? { ...schema, open: true } : schema, body);
  }

  delete(key: string): void {
    const row = this.table.find(key);
    if (!row) return;
    this.table.remove(row.id);
    this.changed.tell({ what: "deleted", object: this.show(row) });
    this.deleted.tell(row.id);
  }

  /** The object that responses contain for a row, as a copy. */
  show(row: Row): WireObject {
    return this.#rules.view?.(row) ?? this.#withIdName(copyOf(row));
  }

  /** The stored rows in the order of the service's listing. */
  listed(): readonly Row[] {
    this.#sorted ??= this.#rules.sortKey ? sorted(this.table.all(), this.#rules.sortKey) : this.table.all();
    return this.#sorted;
  }

  /** The sort key of a row. */
  sortKeyOf(row: Row): SortKey {
    return this.#rules.sortKey?.(row) ?? this.table.numberOf(row);
  }

  /** All stored objects in the form of a seed. {@link load} creates an equal object from each of them. */
  dump(): WireObject[] {
    return copyOf(this.table.all()).map((row) => this.#withIdName(row));
  }

  /** Adds one object of a seed. Returns the violation if the object is refused. */
  load(given: unknown): Violation | undefined {
    const { created } = this;
    const { seeded, whole, wholeRow = (object) => object as Row, idName = "id" } = this.#rules;
    const { [idName]: id, ...others } = isObject(given) ? given : {};
    const wire = isObject(given) && id !== undefined ? { id, ...others } : given;
    const isWhole = isObject(wire) && isWholeBy(whole, wire);
    const properties = { ...created.properties, ...seeded };
    const violation = check(isWhole ? this.#identity(properties) : { ...created, properties }, wire);
    if (violation || !isObject(wire)) return violation;
    if (this.table.find(String(wire.id))) return { why: "Another object has this id", path: "id" };
    return refusal(() => (isWhole ? this.#put("created", wholeRow(copyOf(wire))) : this.add(wire)));
  }

  /** Adds an object that was already checked against the schema. If it has no id, it gets a new one. */
  add(wire: WireObject): WireObject {
    const { newId, settle, taken } = this.#rules;
    const { id = newId(), ...given } = copyOf(wire);
    if (this.table.find(String(id)) || this.table.findByKey(this.#keyOf(given))) throw taken();
    return this.#put("created", settle(given, String(id), undefined) as Row);
  }

  /** Sets properties that were already checked against the schema. If it throws, no property has changed. */
  change(key: string, given: WireObject): WireObject {
    const before = this.row(key);
    return this.#put("updated", this.#rules.settle(copyOf(given), before.id, before) as Row, before);
  }

  /**
   * The stored row with this id or natural key.
   *
   * @throws ServiceError 404
   */
  row(key: string): Row {
    const row = this.table.find(key);
    if (!row) throw this.#rules.notFound();
    return row;
  }

  #keyOf(row: WireObject): string {
    return this.#rules.keyOf?.(row) ?? String(row[this.#rules.key]);
  }

  #withIdName({ id, ...row }: Row): WireObject {
    return { [this.#rules.idName ?? "id"]: id, ...row };
  }

  /** The schema for complete objects in a seed. It checks only the id and the natural key. */
  #identity(properties: Properties): ObjectSchema {
    const { key } = this.#rules;
    const known = properties[key];
    const named = known && { [key]: known.type === "string" ? text({ min: 1 }) : known };
    const checked = { ...pick(properties, ["id"]), ...named } as Properties;
    return { ...object(checked, Object.keys(checked)), open: true };
  }

  /** Stores a row and reports the change. @throws ServiceError 409 if another object has the natural key */
  #put(what: Change["what"], row: Row, before?: Row): WireObject {
    const other = this.table.findByKey(this.#keyOf(row));
    if (other && other.id !== row.id) throw this.#rules.taken();
    const isGone = (name: string) => this.isNewer && row[name] === null && !(name in this.changeable.properties);
    this.table.put(omit(row, Object.keys(row).filter(isGone)) as Row);
    this.changed.tell({ what, object: this.show(row), ...(before && { previous: this.show(before) }) });
    return this.show(row);
  }
}

function isWholeBy(whole: ObjectRules<Stored>["whole"], given: WireObject): boolean {
  if (typeof whole === "function") return whole(given);
  return whole?.every((name) => Object.hasOwn(given, name)) === true;
}
