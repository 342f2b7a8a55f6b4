import {
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
  unknownValue,
} from "../schema/json.ts";
import { type Field, type Fields, wireName } from "../schema/schema.ts";

/** The service answered something that is not of the documented form. */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
}

/** Arguments as the service takes them. Computed properties are left out. */
export function toWire(fields: Fields, args: JsonObject): JsonObject {
  const body: MutableJsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = own(args, name);
    if (value !== undefined && !field.computed) put(body, wireName(name, field), valueToWire(field, value));
  }
  return body;
}

/** One value as the service takes it. */
function valueToWire(field: Field, value: Json): Json {
  if (field.kind === "object" && isObject(value)) return toWire(field.fields, value);
  if (field.kind === "list" && Array.isArray(value)) return value.map((item) => valueToWire(field.item, item));
  if (field.kind === "map" && isObject(value)) {
    return Object.entries(value).map(([key, text]) =>
      // In the map an empty text means that there is none.
      text === "" ? { [field.keyWire]: key } : { [field.keyWire]: key, [field.valueWire]: text },
    );
  }
  if (field.kind === "set" && field.onWire && Array.isArray(value)) {
    const { key, beside } = field.onWire;
    return value.map((element) => ({ ...beside, [key]: element }));
  }
  return value;
}

/**
 * An object of the service under the names that programs use. Null counts as absent. What the table does not know is
 * left out.
 *
 * @throws ShapeError where a collection or an identity property is not of the documented form, or where the engine
 * would take a text outside of documents for a value of its own
 */
export function fromWire(fields: Fields, body: JsonObject): JsonObject {
  const args: MutableJsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = own(body, wireName(name, field));
    if (value === undefined || value === null) continue;
    if (field.forceNew && typeof value !== "string") return misshapen(name, "a string");
    const form = valueFromWire(field, value, name);
    // What nobody declares of a document never reaches the engine.
    put(args, name, field.kind === "document" ? form : portable(form, name));
  }
  return args;
}

function valueFromWire(field: Field, value: Json, name: string): Json {
  if (field.kind === "object" || field.kind === "document") {
    if (!isObject(value)) return misshapen(name, "an object");
    return field.kind === "object" ? fromWire(field.fields, value) : value;
  }
  if (field.kind !== "list" && field.kind !== "set" && field.kind !== "map") return value;
  if (!Array.isArray(value)) return misshapen(name, "an array");
  if (field.kind === "list") return value.map((item) => valueFromWire(field.item, item, name));
  if (field.kind === "map") return entriesToMap(value, field.keyWire, field.valueWire, name);
  return field.onWire ? Object.keys(entriesToMap(value, field.onWire.key, field.onWire.key, name)) : value;
}

function portable(value: Json, name: string): Json {
  if (isPortable(value)) return value;
  throw new ShapeError(
    `the tenant answered "${name}" with a text that Pulumi keeps for itself, or that is not Unicode`,
  );
}

/** An array of entries as a map; entries are `{ [keyName], [valueName] }`. */
export function entriesToMap(entries: readonly Json[], keyName: string, valueName: string, name: string): JsonObject {
  const map: MutableJsonObject = {};
  for (const entry of entries) {
    const key = own(entry, keyName);
    if (typeof key !== "string") return misshapen(name, `an array of objects with "${keyName}"`);
    const text = own(entry, valueName);
    put(map, key, text ?? "");
  }
  return map;
}

/** True where an array of entries can be read as a map: every entry is known, and so is its key. */
export function isEntries(value: Json, keyName: string): value is readonly Json[] {
  return (
    Array.isArray(value) &&
    value.every((entry) => typeof own(entry, keyName) === "string" && own(entry, keyName) !== unknownValue)
  );
}

function misshapen(name: string, expected: string): never {
  throw new ShapeError(`the tenant answered "${name}" in an unexpected form: expected ${expected}`);
}
