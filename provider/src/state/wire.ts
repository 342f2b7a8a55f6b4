import {
  equal,
  fromPointer,
  isEmptyObject,
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
  stringsIn,
  toPointer,
  unknownValue,
  valueAt,
} from "../schema/json.ts";
import { recordKey, secretsKey } from "../schema/provider-code.ts";
import {
  type Field,
  type Fields,
  isAtTop,
  type KnownNames,
  type MapField,
  type Schema,
  wireName,
} from "../schema/schema.ts";
import { addUndocumented, undocumented, undocumentedIn } from "../schema/undocumented.ts";
import { Draft, leavesOf, putLeaf } from "./leaves.ts";

/** The error for a response whose form differs from the API's documentation. */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
}

/** Converts arguments to the API's form. Computed properties are left out. */
export function toWire(fields: Fields, args: JsonObject): JsonObject {
  const body: MutableJsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = own(args, name);
    if (value === undefined || field.computed) continue;
    if (!isAtTop(field)) put(body, wireName(name, field), valueToWire(field, value));
    else if (isObject(value)) addUndocumented(field.atTop, body, value);
  }
  return body;
}

/** Converts one value to the API's form. */
function valueToWire(field: Field, value: Json): Json {
  if (field.kind === "object" && isObject(value)) {
    const object = toWire(field.fields, value);
    return field.onWire?.toWire(object) ?? object;
  }
  if (field.kind === "document") return renamed(field, value, "wire");
  if (field.kind === "list" && Array.isArray(value)) return value.map((item) => valueToWire(field.item, item));
  if (field.kind === "map" && isObject(value)) {
    return Object.entries(value).map(([key, item]) => ({ [field.keyWire]: key, ...besideKey(field, item) }));
  }
  if (field.kind === "set" && field.onWire && Array.isArray(value)) {
    const { key, constants } = field.onWire;
    return value.map((element) => ({ ...constants, [key]: element }));
  }
  return value;
}

/** What an entry of a map has in the API besides the key. */
function besideKey({ value, valueWire = "" }: MapField, item: Json): JsonObject {
  if (value.kind === "object") return isObject(item) ? toWire(value.fields, item) : {};
  // An empty text in the map stands for an entry without a value.
  return item === "" ? {} : { [valueWire]: item };
}

/**
 * Converts an object of the API to the program's names. Null counts as absent. Properties that the schema does not contain are left out.
 *
 * @throws ShapeError if a collection or an identity property does not have the documented form, or if a value outside of documents contains a
 *   text that the engine reserves
 */
export function fromWire(fields: Fields, body: JsonObject): JsonObject {
  const args: MutableJsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = isAtTop(field) ? undocumentedIn(field, body) : own(body, wireName(name, field));
    if (value === undefined || value === null) continue;
    if (field.forceNew && typeof value !== "string") return misshapen(name, "a string");
    const form = valueFromWire(field, value, name);
    // Documents are not checked: their undeclared keys are never passed to the engine.
    put(args, name, field.kind === "document" ? form : portable(form, name));
  }
  return args;
}

function valueFromWire(field: Field, given: Json, name: string): Json {
  const value = field.kind === "list" ? (field.onWire?.fromWire(given) ?? given) : given;
  if (field.kind === "object" || field.kind === "document") {
    if (!isObject(value)) return misshapen(name, "an object");
    if (field.kind === "object") return fromWire(field.fields, field.onWire?.fromWire(value) ?? value);
    return renamed(field, value, "argument");
  }
  if (field.kind !== "list" && field.kind !== "set" && field.kind !== "map") return value;
  if (!Array.isArray(value)) return misshapen(name, "an array");
  if (field.kind === "list") return value.map((item) => valueFromWire(field.item, item, name));
  if (field.kind === "map") {
    const { value: item, valueWire = "" } = field;
    const objectOf = (entry: Json) => ({
      ...(item.kind === "object" && defaultsIn(item.fields)),
      ...(valueFromWire(item, entry, name) as JsonObject),
    });
    return entriesToMap(value, field.keyWire, item.kind === "object" ? objectOf : textAt(valueWire), name);
  }
  return field.onWire ? Object.keys(entriesToMap(value, field.onWire.key, textAt(field.onWire.key), name)) : value;
}

/**
 * A document under other names: the known members of the objects in it are renamed, and all others stay, because a document keeps all that the tenant
 * has.
 */
function renamed(field: Field, value: Json, to: "argument" | "wire"): Json {
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (field.kind === "document" && field.values) {
    const { values } = field;
    return Object.fromEntries(entries.map(([key, item]) => [key, renamed(values, item, to)]));
  }
  if (field.kind !== "object") return value;
  const known = Object.entries(field.fields).map(([name, member]) => {
    const wire = wireName(name, member);
    return to === "wire" ? ([name, { name: wire, member }] as const) : ([wire, { name, member }] as const);
  });
  const names = new Map(known);
  return Object.fromEntries(
    entries.map(([key, item]) => {
      const found = names.get(key);
      return found ? [found.name, renamed(found.member, item, to)] : [key, item];
    }),
  );
}

function portable(value: Json, name: string): Json {
  if (isPortable(value)) return value;
  throw new ShapeError(
    `the tenant's value of "${name}" contains a text that Pulumi reserves or that is not valid Unicode. Change the value at the tenant`,
  );
}

/** What the absence of properties means. */
export function defaultsIn(fields: Fields): JsonObject {
  const all = Object.entries(fields);
  return Object.fromEntries(all.flatMap(([name, { absent }]) => (absent === undefined ? [] : [[name, absent]])));
}

/** The text that an entry has under a name. */
function textAt(name: string): (entry: Json) => Json {
  return (entry) => own(entry, name) ?? "";
}

/** The map of a program that has declared it as an array of the API's entries. Names that the schema lacks stay, so that validation can report them. */
export function declaredMap(field: MapField, entries: readonly Json[]): JsonObject {
  const { keyWire, value, valueWire = "" } = field;
  const besides = (entry: Json) =>
    Object.fromEntries(Object.entries(entry as JsonObject).filter(([name]) => name !== keyWire));
  const itemOf =
    value.kind === "object" ? (entry: Json) => renamed(value, besides(entry), "argument") : textAt(valueWire);
  return entriesToMap(entries, keyWire, itemOf, "");
}

/** Converts an array of entries with the key `keyName` to a map. */
function entriesToMap(
  entries: readonly Json[],
  keyName: string,
  itemOf: (entry: Json) => Json,
  name: string,
): JsonObject {
  const map: MutableJsonObject = {};
  for (const entry of entries) {
    const key = own(entry, keyName);
    if (typeof key !== "string") return misshapen(name, `an array of objects with "${keyName}"`);
    put(map, key, itemOf(entry));
  }
  return map;
}

/** Whether an array of entries can be converted to a map: each entry has a known key. */
export function isEntries(value: Json, keyName: string): value is readonly Json[] {
  return (
    Array.isArray(value) &&
    value.every((entry) => typeof own(entry, keyName) === "string" && own(entry, keyName) !== unknownValue)
  );
}

function misshapen(name: string, expected: string): never {
  throw new ShapeError(`the tenant returned "${name}" in an unexpected form: expected ${expected}`);
}

/**
 * Moves values that an earlier version saved as undocumented to the typed properties that the schema has now, and renames their paths in the
 * record. A program that declares them under their new names then equals its state, so nothing is sent. Values of properties that only the service
 * sets are dropped with their paths, because the service would refuse to clear them.
 *
 * @param props inputs or outputs of the state
 */
export function withTypedNames({ fields }: Schema, props: JsonObject): JsonObject {
  const values = own(props, undocumented);
  const field = fields[undocumented];
  const atTop = field?.kind === "document" ? field.atTop : undefined;
  if (!atTop || !isObject(values)) return props;
  const [known, rest] = divided(atTop, values);
  if (equal(rest, values)) return props;
  const { [undocumented]: _, ...others } = props;
  const draft = new Draft({ ...others, ...(Object.keys(rest).length > 0 && { [undocumented]: rest }) });
  for (const [wire, value] of Object.entries(known)) {
    const name = atTop.typed.get(wire) ?? "";
    const form = typedForm(fields, name, wire, value);
    for (const leaf of form === undefined ? [] : leavesOf(fields, { [name]: form })) {
      if (valueAt(draft.root, leaf.path) === undefined) putLeaf(leaf.field, draft, leaf.path, leaf.value);
    }
  }
  const nowAt = (pointer: string): readonly string[] => {
    const [name, ...wire] = fromPointer(pointer);
    return name === undocumented ? (typedPlaces(fields, atTop, wire, draft.root) ?? [pointer]) : [pointer];
  };
  const secrets = own(draft.root, secretsKey);
  if (secrets !== undefined) draft.put([secretsKey], [...new Set(stringsIn(secrets).flatMap(nowAt))]);
  const record = own(draft.root, recordKey);
  if (isObject(record)) draft.put([recordKey], withPlaces(record, nowAt));
  return draft.root;
}

/** Saved undocumented values, divided into those that the schema contains now, and those that it still lacks. Values that only the service sets are dropped. */
function divided(known: KnownNames, values: JsonObject): readonly [typed: JsonObject, rest: JsonObject] {
  const [typed, rest]: [MutableJsonObject, MutableJsonObject] = [{}, {}];
  for (const [wire, value] of Object.entries(values)) {
    const inside = known.inside.get(wire);
    if (inside && isObject(value)) {
      const [its, others] = divided(inside, value);
      if (Object.keys(its).length > 0) put(typed, wire, its);
      if (Object.keys(others).length > 0 || isEmptyObject(value)) put(rest, wire, others);
    } else if (known.typed.has(wire)) put(typed, wire, value);
    else if (!known.ofService.has(wire)) put(rest, wire, value);
  }
  return [typed, rest];
}

/**
 * The pointers of a value that an earlier version saved as undocumented. Undefined if the schema still lacks the value.
 *
 * @param wire the path of the value in the API's names
 * @param values the values with the names of this version
 */
function typedPlaces(
  fields: Fields,
  known: KnownNames,
  wire: readonly string[],
  values: JsonObject,
  above: readonly string[] = [],
): readonly string[] | undefined {
  const [key = "", ...rest] = wire;
  if (known.ofService.has(key)) return [];
  const name = known.typed.get(key);
  const [field, inside] = [name === undefined ? undefined : fields[name], known.inside.get(key)];
  if (name === undefined || !field) return undefined;
  const path = [...above, name];
  if (inside && field.kind === "object")
    return rest.length > 0 ? typedPlaces(field.fields, inside, rest, values, path) : undefined;
  const value = valueAt(values, path);
  const leaves = value === undefined ? [] : leavesOf({ [name]: field }, { [name]: value });
  return leaves.map((leaf) => toPointer([...above, ...leaf.path]));
}

/** The value of a typed property; undefined if the saved value does not have the form that the schema requires. */
function typedForm(fields: Fields, name: string, wire: string, value: Json): Json | undefined {
  const field = fields[name];
  try {
    return field && own(fromWire({ [name]: field }, { [wire]: value }), name);
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

/** A saved record with renamed paths. Hints stay unchanged: only write-only values have hints, and undocumented values are never write-only. */
function withPlaces(record: JsonObject, nowAt: (pointer: string) => readonly string[]): JsonObject {
  const renamed = (key: string) => {
    const pointers = own(record, key);
    return pointers === undefined ? {} : { [key]: [...new Set(stringsIn(pointers).flatMap(nowAt))] };
  };
  return { ...record, ...renamed("paths"), ...renamed("unsure") };
}
