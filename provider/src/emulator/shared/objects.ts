import { type SortKey, sorted } from "./cursors.ts";
import type { ServiceError } from "./errors.ts";
import { Notifier } from "./notifier.ts";
import { type Collection, omit, pick, type Stored, Table, type WireObject } from "./store.ts";
import {
  bodyOf,
  check,
  checkBody,
  isObject,
  type ObjectSchema,
  type Properties,
  refusal,
  text,
  type Violation,
} from "./validation.ts";

/** The rules of one type of object. */
export interface ObjectRules<Row extends Stored> {
  /** The natural key: a property with a unique value. */
  readonly key: string;
  /** The unique key of an object. Default: the natural key. */
  readonly keyOf?: (row: WireObject) => string;
  /** The property under which the service returns the id. Default: `id`. */
  readonly idName?: string;
  /** The schema of a create body. */
  readonly created: ObjectSchema;
  /** The schema of a PATCH body. */
  readonly changed: ObjectSchema;
  /** Properties of an object in a seed that a create body does not have, or that follow other rules. */
  readonly seeded?: Properties;
  /**
   * The properties that mark an object of a seed as complete, in the form of the service's responses: it is stored unchanged, without
   * checks, defaults or derived values. Default: every object of a seed is completed.
   */
  readonly whole?: readonly string[] | ((given: WireObject) => boolean);
  /** The row of a complete object. Default: the object. */
  readonly wholeRow?: (given: WireObject) => Row;
  readonly newId: () => string;
  /** The 404 for an object that does not exist. */
  readonly notFound: () => ServiceError;
  /** The 409 for a natural key (or id) of another object. */
  readonly taken: () => ServiceError;
  /**
   * The row to store after a write of `given`.
   *
   * @param before the previous row; absent for a create
   * @throws ServiceError for violations that no schema can express
   */
  readonly settle: (given: WireObject, id: string, before: Row | undefined) => WireObject;
  /** The object that the service returns for a row, as a copy. Default: the whole row. */
  readonly view?: (row: Row) => WireObject;
  /** The sort key of the listing. Default: oldest first. */
  readonly sortKey?: (row: Row) => SortKey;
}

/** A completed change of an object. */
export interface Change {
  readonly what: "created" | "updated" | "deleted";
  readonly object: WireObject;
  /** The object before an update. */
  readonly previous?: WireObject;
}

/** The objects of one type. */
export class Objects<Row extends Stored = Stored> implements Collection {
  readonly changed = new Notifier<Change>();
  /** Reports the id of every deleted object. */
  readonly deleted = new Notifier<string>();
  readonly table: Table<Row>;
  /** Whether bodies can contain properties that the schemas lack, as with a newer service. Null removes such a property. */
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

  list(): WireObject[] {
    return this.table.all().map((row) => this.show(row));
  }

  get(key: string): WireObject | undefined {
    const row = this.table.find(key);
    return row && this.show(row);
  }

  /** The object with the id in a path segment. A subclass may accept other names. */
  at(id: string): Row | undefined {
    const found = this.table.find(id);
    return found?.id === id ? found : undefined;
  }

  /**
   * The object with the id in a path segment.
   *
   * @throws ServiceError 404
   */
  require(id: string): Row {
    const found = this.at(id);
    if (!found) throw this.#rules.notFound();
    return found;
  }

  create(wire: WireObject): WireObject {
    this.check(this.#rules.created, wire);
    return this.add(wire);
  }

  update(key: string, patch: WireObject): WireObject {
    this.row(key);
    this.check(this.#rules.changed, patch);
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

  /** The object that the service returns for a row, as a copy. */
  show(row: Row): WireObject {
    return this.#rules.view?.(row) ?? this.#withIdName(structuredClone(row));
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

  /** All stored objects in the form of a seed: {@link load} of each object creates an equal one. */
  dump(): WireObject[] {
    return structuredClone(this.table.all()).map((row) => this.#withIdName(row));
  }

  /** Adds an object of a seed, or returns the reason why it is refused. */
  load(given: unknown): Violation | undefined {
    const { created, seeded, whole, wholeRow = (object) => object as Row, idName = "id" } = this.#rules;
    const { [idName]: id, ...others } = isObject(given) ? given : {};
    const wire = isObject(given) && id !== undefined ? { id, ...others } : given;
    const isWhole = isObject(wire) && isWholeBy(whole, wire);
    const properties = { ...created.properties, ...seeded };
    const violation = check(isWhole ? this.#identity(properties) : { ...created, properties }, wire);
    if (violation || !isObject(wire)) return violation;
    if (this.table.find(String(wire.id))) return { why: "Taken by another object", path: "id" };
    return refusal(() => (isWhole ? this.#put("created", wholeRow(structuredClone(wire))) : this.add(wire)));
  }

  /** Adds an object that was checked against the schema. Default: a new id. */
  add(wire: WireObject): WireObject {
    const { newId, settle, taken } = this.#rules;
    const { id = newId(), ...given } = structuredClone(wire);
    if (this.table.find(String(id)) || this.table.findByKey(this.#keyOf(given))) throw taken();
    return this.#put("created", settle(given, String(id), undefined) as Row);
  }

  /** Sets properties that were checked against the schema: all of them or, on an error, none. */
  change(key: string, given: WireObject): WireObject {
    const before = this.row(key);
    return this.#put("updated", this.#rules.settle(structuredClone(given), before.id, before) as Row, before);
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

  /** The checked properties of a complete object in a seed. */
  #identity(properties: Properties): ObjectSchema {
    const { key } = this.#rules;
    const named = key in properties && { [key]: text("Natural key", { min: 1 }) };
    const checked = { ...pick(properties, ["id"]), ...named } as Properties;
    return { ...bodyOf(checked, Object.keys(checked)), open: true };
  }

  /** @throws ServiceError 409 for the natural key of another object */
  #put(what: Change["what"], row: Row, before?: Row): WireObject {
    const other = this.table.findByKey(this.#keyOf(row));
    if (other && other.id !== row.id) throw this.#rules.taken();
    const unknown = Object.keys(row).filter((name) => !(name in this.#rules.changed.properties) && row[name] === null);
    this.table.put(this.isNewer ? (omit(row, unknown) as Row) : row);
    this.changed.tell({ what, object: this.show(row), ...(before && { previous: this.show(before) }) });
    return this.show(row);
  }
}

function isWholeBy(whole: ObjectRules<Stored>["whole"], given: WireObject): boolean {
  if (typeof whole === "function") return whole(given);
  return whole?.every((name) => Object.hasOwn(given, name)) === true;
}
