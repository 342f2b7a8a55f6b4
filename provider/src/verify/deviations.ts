import type { Definition } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import { type Field, type Fields, isAtTop, isDocumented, type StringField, wireName } from "../schema/schema.ts";
import { undocumentedIn, withUndocumented } from "../schema/undocumented.ts";

/** A part of a response that does not match the definition of its resource type. It contains names of properties, but no values. */
export interface Deviation {
  /** The path of the property, in the API's names. `*` stands for any element of an array and any key of a map. */
  readonly path: readonly string[];
  readonly what: "unknown property" | "unknown value" | "out of bounds" | "unexpected type";
  /** What the response contains, without the value: a JSON type, a number of characters, or whether a number is too small or too large. */
  readonly found: string;
  /** What the definition expects. Absent for an unknown property. */
  readonly expected?: string;
}

/**
 * Compares an object in a response with the definition of its type. Null counts as absent. Write-only values and values of free-form documents
 * are not compared.
 */
export function deviationsIn(definition: Definition, body: JsonObject): readonly Deviation[] {
  return inFields(withUndocumented(definition).schema.fields, body, []);
}

/** Compares the value of one property with its definition, for properties that have a separate route. */
export function deviationsAt(name: string, field: Field, value: Json): readonly Deviation[] {
  return inField(field, value, [wireName(name, field)]);
}

function inFields(fields: Fields, body: JsonObject, path: readonly string[]): readonly Deviation[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (isAtTop(field)) {
      // The unknown members of known objects are compared with these objects.
      const others = Object.entries(body).filter(([key]) => !field.atTop.inside.has(key));
      return unknownIn(undocumentedIn(field, Object.fromEntries(others)) ?? {}, path);
    }
    const wire = wireName(name, field);
    const value = own(body, wire);
    return value === undefined ? [] : inField(field, value, [...path, wire]);
  });
}

function unknownIn(values: JsonObject, path: readonly string[]): readonly Deviation[] {
  return Object.entries(values).map(([name, value]) => ({
    path: [...path, name],
    what: "unknown property",
    found: jsonTypeOf(value),
  }));
}

function inField(field: Field, value: Json, path: readonly string[]): readonly Deviation[] {
  if (value === null || field.reads?.how === "never") return [];
  // The API often returns an empty text, list or object for a property without a value, so bounds and enumerations do not apply to it.
  if (isEmpty(value)) return isKindOf(field, value) ? [] : [unexpected(field, value, path)];
  if (!isKindOf(field, value)) return [unexpected(field, value, path)];
  switch (field.kind) {
    case "string":
      return inText(field, String(value), path);
    case "integer": {
      const { min, max } = field;
      const isWithin = Number(value) >= min && Number(value) <= max;
      const side = Number(value) < min ? "below the minimum" : "above the maximum";
      return isWithin ? [] : [{ path, what: "out of bounds", found: side, expected: `${min} to ${max}` }];
    }
    case "boolean":
      return [];
    case "object": {
      const members = field.onWire?.fromWire(value as JsonObject) ?? (value as JsonObject);
      const known = new Set(Object.entries(field.fields).map(([name, member]) => wireName(name, member)));
      const others = Object.entries(members).filter(([name, member]) => member !== null && !known.has(name));
      return [...inFields(field.fields, members, path), ...unknownIn(Object.fromEntries(others), path)];
    }
    case "list": {
      const items = field.onWire?.fromWire(value) ?? value;
      return [...inSize(field.max, items, path), ...eachOf(items, (item) => inField(field.item, item, [...path, "*"]))];
    }
    case "set": {
      const { onWire } = field;
      const elements = eachOf(value, (item) => [onWire ? (own(item, onWire.key) ?? null) : item]);
      return [
        ...inSize(field.max, value, path),
        ...elements.flatMap((item) => inField(field.item, item, [...path, "*"])),
      ];
    }
    case "map": {
      const { keyWire, valueWire = "", value: item } = field;
      const below = (entry: Json, wire: string, member: StringField) =>
        inField(member, own(entry, wire) ?? null, [...path, "*", wire]);
      const besides = (entry: Json) =>
        item.kind === "object"
          ? inFields(item.fields, entry as JsonObject, [...path, "*"])
          : below(entry, valueWire, item);
      return [
        ...inSize(field.max, value, path),
        ...eachOf(value, (entry) => [...below(entry, keyWire, field.key), ...(field.sealed ? [] : besides(entry))]),
      ];
    }
    case "document": {
      const { values, max } = field;
      const entries = Object.values(value as JsonObject);
      const size = Object.keys(value as JsonObject).length;
      const tooMany: Deviation = { path, what: "out of bounds", found: `${size} keys`, expected: `up to ${max}` };
      return [
        ...(max !== undefined && size > max ? [tooMany] : []),
        ...(values ? entries.flatMap((item) => inField(values, item as Json, [...path, "*"])) : []),
      ];
    }
  }
}

function inText(field: StringField, text: string, path: readonly string[]) {
  const { oneOf = [], min = 0, max = Number.POSITIVE_INFINITY, pattern } = field;
  const size = [...text].length;
  const found = `a text of ${size} characters`;
  const all: readonly (Deviation | undefined)[] = [
    isDocumented(field, text)
      ? undefined
      : { path, what: "unknown value", found, expected: `one of ${oneOf.join(", ")}` },
    size < min || size > max
      ? {
          path,
          what: "out of bounds",
          found,
          expected: max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`,
        }
      : undefined,
    pattern && !new RegExp(pattern.source, "u").test(text)
      ? { path, what: "out of bounds", found, expected: pattern.says }
      : undefined,
  ];
  return all.filter((one) => one !== undefined);
}

function inSize(max: number | undefined, value: Json, path: readonly string[]): readonly Deviation[] {
  const size = Array.isArray(value) ? value.length : 0;
  return max === undefined || size <= max
    ? []
    : [{ path, what: "out of bounds", found: `${size} elements`, expected: `up to ${max}` }];
}

/** The combined results of a function for each element of an array; empty for other values. */
function eachOf<T>(value: Json, of: (item: Json) => readonly T[]): readonly T[] {
  return Array.isArray(value) ? value.flatMap((item: Json) => of(item)) : [];
}

function isEmpty(value: Json): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

/** Whether a value has the JSON type of a property. */
function isKindOf(field: Field, value: Json): boolean {
  switch (field.kind) {
    case "string":
      return typeof value === "string" || (field.orNumber === true && typeof value === "number");
    case "integer":
      return typeof value === "number" && (field.fractions === true || Number.isInteger(value));
    case "boolean":
      return typeof value === "boolean";
    case "object":
    case "document":
      return isObject(value);
    default:
      return Array.isArray(value) || (field.kind === "list" && field.onWire !== undefined);
  }
}

function unexpected(field: Field, value: Json, path: readonly string[]): Deviation {
  return { path, what: "unexpected type", found: jsonTypeOf(value), expected: expectedType(field) };
}

function expectedType(field: Field): string {
  const { kind } = field;
  if (kind === "object" || kind === "document") return "object";
  if (kind === "integer" && field.fractions) return "number";
  return kind === "list" || kind === "set" || kind === "map" ? "array" : kind;
}

/** The JSON type of a value. */
export function jsonTypeOf(value: Json | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
