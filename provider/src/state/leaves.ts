import {
  fromPointer,
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  pointersAbove,
  put,
  stringsIn,
  toPointer,
  unknownValue,
  valueAt,
  valuesUnder,
} from "../schema/json.ts";
import {
  type Exclusive,
  elementField,
  type Field,
  type Fields,
  fieldAt,
  identityOf,
  isManagedByKey,
  type ListField,
  type MapField,
  type Schema,
  type SetField,
} from "../schema/schema.ts";

/**
 * A copy-on-write draft of an object. Each nested object is copied at its first change only. The original stays unchanged.
 */
export class Draft {
  readonly #root: MutableJsonObject;
  readonly #copies = new WeakSet<JsonObject>();

  constructor(base: JsonObject = {}) {
    this.#root = { ...base };
    this.#copies.add(this.#root);
  }

  /** The object with all changes so far. */
  get root(): JsonObject {
    return this.#root;
  }

  /** Sets the value at a path. Missing parent objects are created. A parent that is not an object is replaced by one. */
  put(path: Path, value: Json): void {
    const key = path.at(-1);
    if (key !== undefined) put(this.#holderOf(path), key, value);
  }

  /** Deletes the value at a path. Parent objects stay, even if they become empty. */
  remove(path: Path): void {
    const key = path.at(-1);
    let holder: Json | undefined = this.#root;
    for (const above of path.slice(0, -1)) holder = own(holder, above);
    if (key !== undefined && own(holder, key) !== undefined) delete this.#holderOf(path)[key];
  }

  /** The draft's own copy of the object that contains the value at a path. */
  #holderOf(path: Path): MutableJsonObject {
    let holder = this.#root;
    for (const key of path.slice(0, -1)) {
      const child = own(holder, key);
      const isOurs = isObject(child) && this.#copies.has(child);
      const next: MutableJsonObject = isOurs ? child : { ...(isObject(child) && child) };
      if (!isOurs) {
        this.#copies.add(next);
        put(holder, key, next);
      }
      holder = next;
    }
    return holder;
  }
}

/** Puts a declared value. An empty object declares no properties, so it does not replace an object that has some. */
export function putDeclared(draft: Draft, path: Path, value: Json): void {
  if (!isEmptyObject(value) || !isObject(valueAt(draft.root, path))) draft.put(path, value);
}

/** Whether a removed value stays, because the program declared an empty object and the properties at the tenant belong to other owners. */
export function holdsOthers({ value }: { readonly value: Json | undefined }, now: Json | undefined): boolean {
  return isEmptyObject(value) && now !== undefined && !isEmptyObject(now);
}

/** A declared value that is compared and enforced on its own. */
export interface Leaf {
  readonly path: Path;
  /** The path as a JSON pointer: the form in which it is recorded. */
  readonly pointer: string;
  readonly field: Field;
  readonly value: Json;
}

/**
 * The leaves that a program declares: each property of an object and each key of a document, at any depth. A list, a set, a map, a sealed
 * document and an unknown value are one leaf each. In a set or map that is not exclusive, each declared member is a leaf.
 */
export function leavesOf(fields: Fields, args: JsonObject): Leaf[] {
  const leaves: Leaf[] = [];
  collect(fields, args, [], leaves);
  return leaves;
}

/** Appends the leaves to a shared array. Joining arrays would be slower, and the function runs for every value of every resource. */
function collect(fields: Fields, args: JsonObject, above: Path, leaves: Leaf[]): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = own(args, name);
    if (value === undefined || value === null || field.computed) continue;
    const path = [...above, name];
    if (field.kind === "object" && isObject(value)) collect(field.fields, value, path, leaves);
    else if (isManagedByKey(field)) collectIn(field, value, path, leaves);
    else {
      const members = isCollection(field) && isShared(field, args) ? membersOf(field, path, value) : undefined;
      for (const leaf of members ?? [leafOf(field, path, value)]) leaves.push(leaf);
    }
  }
}

/** Appends the leaves of a document. */
function collectIn(field: Field, value: Json, path: Path, leaves: Leaf[]): void {
  const members = isObject(value) ? Object.entries(value) : [];
  if (members.length === 0) leaves.push(leafOf(field, path, value));
  for (const [key, item] of members) collectIn(field, item, [...path, key], leaves);
}

function leafOf(field: Field, path: Path, value: Json): Leaf {
  return { path, pointer: toPointer(path), field, value };
}

/**
 * Returns a test of whether a recorded path was removed from the program. A path is still declared if a declared leaf is at, below or above it.
 * An empty object above it does not count, because it declares no properties. An empty collection counts: it declares that there are no members.
 */
export function undeclaredIn(declared: readonly Leaf[]): (path: Path) => boolean {
  const atOrBelow = new Set(declared.flatMap(({ path, pointer }) => [pointer, ...pointersAbove(path)]));
  const counts = ({ field, value }: Leaf) => isCollection(field) || !isEmptyObject(value);
  const above = new Set(declared.filter(counts).map(({ pointer }) => pointer));
  return (path) => !atOrBelow.has(toPointer(path)) && !pointersAbove(path).some((pointer) => above.has(pointer));
}

/** A property that is a collection of members: elements of a set, or entries of a map. */
export type CollectionField = SetField | MapField;

export function isCollection(field: Field | undefined): field is CollectionField {
  return field?.kind === "set" || field?.kind === "map";
}

/** A property of which other owners can have members, too, if it is not exclusive. */
export type SharableField = CollectionField | ListField;

export function isSharable(field: Field | undefined): field is SharableField {
  return isCollection(field) || field?.kind === "list";
}

/** Whether a collection, list or document is shared: the program manages only the declared members, and other owners can have members, too. */
export function isShared({ exclusive }: { readonly exclusive?: Exclusive }, args: JsonObject): boolean {
  if (exclusive === undefined || exclusive === false) return exclusive === false;
  const said = own(args, exclusive.argument);
  return typeof said === "boolean" ? !said : !exclusive.default;
}

/** The names of the members of a collection or list. An unknown value has none. */
export function namesOfMembers(field: SharableField, value: Json): readonly string[] {
  if (field.kind !== "list") return (membersOf(field, [], value) ?? []).flatMap(({ path }) => path);
  const { remembered } = field;
  return remembered === undefined || !Array.isArray(value) ? [] : stringsIn(valuesUnder(remembered, value));
}

/** The members of a collection as leaves; undefined if the collection's value is unknown. */
export function membersOf(field: CollectionField, path: Path, value: Json): readonly Leaf[] | undefined {
  if (field.kind === "map" && isObject(value)) {
    return Object.entries(value).map(([key, item]) => leafOf(field.value, [...path, key], item));
  }
  if (field.kind === "set" && Array.isArray(value)) {
    return value.map((item) => leafOf(elementField, [...path, String(item)], item));
  }
  return undefined;
}

/** The place of a leaf. */
export type Place = Pick<Leaf, "field" | "path">;

/** The place of the value that is compared as a whole: for a member of a set, that of the set; for any other leaf, its own. */
export function wholeOf(fields: Fields, { field, path }: Place): Place {
  const above = path.slice(0, -1);
  return field === elementField ? { field: fieldAt(fields, above) ?? field, path: above } : { field, path };
}

/** The value at a path. The value of a set's element is the element itself. */
export function leafAt(field: Field, root: JsonObject, path: Path): Json | undefined {
  if (field !== elementField) return valueAt(root, path);
  const set = valueAt(root, path.slice(0, -1));
  const element = path.at(-1);
  return Array.isArray(set) && element !== undefined && set.includes(element) ? element : undefined;
}

/** Sets the value at a path. An element is added to its set. */
export function putLeaf(field: Field, draft: Draft, path: Path, value: Json): void {
  const above = path.slice(0, -1);
  const set = valueAt(draft.root, above);
  if (field !== elementField) draft.put(path, value);
  else if (!Array.isArray(set)) draft.put(above, [value]);
  else if (!set.includes(value)) draft.put(above, [...set, value]);
}

/** Removes an element from its set. */
export function removeElement(draft: Draft, path: Path): void {
  const above = path.slice(0, -1);
  const set = valueAt(draft.root, above);
  if (!Array.isArray(set)) return;
  const others = set.filter((element: Json) => element !== path.at(-1));
  draft.put(above, others);
}

/**
 * Builds an object from the identity properties and the recorded leaves.
 *
 * @param pointers the recorded paths
 * @param known returns the value at a path, or undefined
 * @param declared the declared values
 */
export function objectOf(
  schema: Schema,
  pointers: readonly string[],
  known: (field: Field, path: Path) => Json | undefined,
  declared: JsonObject,
): JsonObject {
  const object = new Draft();
  for (const path of [...identityOf(schema).map((name) => [name]), ...pointers.map(fromPointer)]) {
    const field = fieldAt(schema.fields, path);
    const value = field && known(field, path);
    if (field && value !== undefined) putLeaf(field, object, path, value);
  }
  putEmpty(schema.fields, object, declared);
  return object.root;
}

/** Adds declared shared collections without members, as empty collections: they have no leaves, so no recorded path contains them. */
function putEmpty(fields: Fields, draft: Draft, declared: JsonObject): void {
  for (const [name, field] of Object.entries(fields)) {
    if (!isCollection(field) || own(draft.root, name) !== undefined || !isShared(field, declared)) continue;
    const value = own(declared, name);
    if (value !== undefined && value !== unknownValue) draft.put([name], field.kind === "set" ? [] : {});
  }
}
