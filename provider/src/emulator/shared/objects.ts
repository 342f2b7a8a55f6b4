import { ServiceError } from "./errors.ts";
import { bodyOf } from "./interface.ts";
import type { SortKey } from "./query.ts";
import { Rows } from "./rows.ts";
import { type Collection, copyOf, omit, pick, type Stored, type WireObject } from "./store.ts";
import {
  check,
  isObject,
  type ObjectSchema,
  object,
  type Properties,
  refusal,
  text,
  type Violation,
} from "./validation.ts";

/** The message of an error, or the message and the service's own code. */
type Refusal = string | readonly [message: string, errorCode: string];

/** What {@link ObjectRules.settle} knows of a write. */
export interface Write<Row extends Stored> {
  /** The properties that were sent. */
  readonly given: WireObject;
  readonly id: string;
  /** The previous row; absent for a create. */
  readonly before: Row | undefined;
}

/** The rules of one type of object. */
export interface ObjectRules<Row extends Stored> {
  /** The path of the listing, such as `/roles`. A POST to it creates an object, a PATCH below it changes one. */
  readonly path: `/${string}`;
  /** The name of the property that is the natural key: no two objects have the same value. */
  readonly key: string;
  /** Computes the unique key of an object, for types in which no single property is unique. Default: the value of the property `key`. */
  readonly keyOf?: (row: WireObject) => string;
  /** The property under which the service returns the id. Default: `id`. */
  readonly idName?: string;
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
  /** The form of ids in paths: a request with another id is refused with 400. Default: any id. */
  readonly idForm?: RegExp;
  /** The 404 for an object that does not exist. `{id}` stands for its id. */
  readonly missing: Refusal;
  /** The 409 for a natural key or an id that another object already has. */
  readonly taken: Refusal;
  /** Returns the time in ISO 8601, if objects have `created_at` and `updated_at`. */
  readonly time?: () => string;
  /** The values of a new object that omits them. */
  readonly fresh?: WireObject;
  /**
   * Returns the row to store after a create or an update. A property that is undefined counts as absent.
   *
   * @param row the previous row, or the values of a new object, with the sent properties in place of theirs. Default: this row
   * @throws ServiceError for violations that no schema can express
   */
  readonly settle?: (row: WireObject, write: Write<Row>) => WireObject;
  /** The properties of a row that responses never contain. */
  readonly hidden?: readonly string[];
  /** The properties of a row that neither responses nor seeds contain. */
  readonly inner?: readonly string[];
  /** Returns the object that responses contain for a row, as a copy. Default: the row without the hidden properties. */
  readonly view?: (row: Row) => WireObject;
  /** Returns the sort key of a row in listings. Default: the oldest row comes first. */
  readonly sortKey?: (row: Row) => SortKey;
}

/** What others need to know of the objects to which they belong or refer. */
export type Owners = Pick<Objects, "find" | "get" | "require" | "row" | "whenGone">;

/** The objects of one type. */
export class Objects<Row extends Stored = Stored> extends Rows<Row> implements Collection {
  readonly #rules: ObjectRules<Row>;

  constructor(rules: ObjectRules<Row>) {
    super();
    this.#rules = rules;
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
    return this.all().map((row) => this.show(row));
  }

  get(key: string): WireObject | undefined {
    const row = this.find(key);
    return row && this.show(row);
  }

  /**
   * The row with this id, which comes from a request's path; undefined if there is none. A subclass may also accept the natural key.
   *
   * @throws ServiceError 400 `invalid_uri` for an id that does not have the form of the service's ids
   */
  at(id: string): Row | undefined {
    if (this.#rules.idForm?.test(id) === false) {
      throw new ServiceError(400, "Path validation error: 'Invalid value' on property id.", "invalid_uri");
    }
    const found = this.find(id);
    return found?.id === id ? found : undefined;
  }

  /**
   * The row that {@link at} finds.
   *
   * @throws ServiceError 404
   */
  require(id: string): Row {
    return this.at(id) ?? this.missing(id);
  }

  /**
   * The stored row with this id or natural key.
   *
   * @throws ServiceError 404
   */
  row(key: string): Row {
    return this.find(key) ?? this.missing(key);
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

  delete(key: string): void {
    const row = this.find(key);
    if (row) this.drop(row.id);
  }

  override keyOf(row: WireObject): string {
    return this.#rules.keyOf?.(row) ?? String(row[this.#rules.key]);
  }

  override sortKeyOf(row: Row): SortKey {
    return this.#rules.sortKey?.(row) ?? super.sortKeyOf(row);
  }

  override show(row: Row): WireObject {
    const { view, hidden = [] } = this.#rules;
    return view?.(row) ?? this.#withIdName(copyOf(omit(row, hidden)));
  }

  override dump(): WireObject[] {
    return copyOf(this.all()).map((row) => this.#withIdName(omit(row, this.#rules.inner ?? [])));
  }

  override load(given: unknown): Violation | undefined {
    const { created } = this;
    const { seeded, whole, wholeRow = (object) => object as Row, idName = "id" } = this.#rules;
    const { [idName]: id, ...others } = isObject(given) ? given : {};
    const wire = isObject(given) && id !== undefined ? { id, ...others } : given;
    const isWhole = isObject(wire) && isWholeBy(whole, wire);
    const properties = { ...created.properties, ...seeded };
    const violation = check(isWhole ? this.#identity(properties) : { ...created, properties }, wire);
    if (violation || !isObject(wire)) return violation;
    if (this.find(String(wire.id))) return { why: "Another object has this id", path: "id" };
    return refusal(() => (isWhole ? this.#store(wholeRow(copyOf(wire))) : this.add(wire)));
  }

  /** Adds an object that was already checked against the schema. If it has no id, it gets a new one. */
  add(wire: WireObject): WireObject {
    const { id = this.#rules.newId(), ...given } = copyOf(wire);
    if (this.find(String(id)) || this.findByKey(this.keyOf(given))) throw this.taken();
    return this.#settle(given, String(id), undefined);
  }

  /** Sets properties that were already checked against the schema. If it throws, no property has changed. */
  change(key: string, given: WireObject): WireObject {
    const before = this.row(key);
    return this.#settle(copyOf(given), before.id, before);
  }

  /** The 409 for a natural key or an id that another object already has. */
  taken(): ServiceError {
    return refused(409, this.#rules.taken);
  }

  /** @throws ServiceError 404 */
  missing(id: string): never {
    throw refused(404, this.#rules.missing, id);
  }

  #withIdName({ id, ...row }: WireObject): WireObject {
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

  #settle(given: WireObject, id: string, before: Row | undefined): WireObject {
    const { time, fresh, settle = (row) => row } = this.#rules;
    const at = time?.();
    const times = at !== undefined && { created_at: at, ...before, updated_at: at };
    return this.#store(settle({ ...(before ?? fresh), ...times, ...given, id }, { given, id, before }) as Row);
  }

  /** Stores a row. @throws ServiceError 409 if another object has the natural key */
  #store(row: Row): WireObject {
    const other = this.findByKey(this.keyOf(row));
    if (other && other.id !== row.id) throw this.taken();
    const isGone = (name: string) => this.isNewer && row[name] === null && !(name in this.changeable.properties);
    this.put(omit(row, Object.keys(row).filter(isGone)) as Row);
    return this.show(row);
  }
}

function isWholeBy(whole: ObjectRules<Stored>["whole"], given: WireObject): boolean {
  if (typeof whole === "function") return whole(given);
  return whole?.every((name) => Object.hasOwn(given, name)) === true;
}

function refused(status: number, refusal: Refusal, id = ""): ServiceError {
  const [message, errorCode] = typeof refusal === "string" ? [refusal] : refusal;
  return new ServiceError(status, message.replace("{id}", id), errorCode);
}
