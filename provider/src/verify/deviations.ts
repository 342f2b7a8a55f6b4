import type { Definition } from "../schema/definition.ts";
import { isEmptyObject, isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import {
  type DocumentField,
  type Field,
  type Fields,
  isAtTop,
  isDocumented,
  pathRulesOf,
  type StringField,
  wireName,
} from "../schema/schema.ts";
import { undocumentedIn, withUndocumented } from "../schema/undocumented.ts";
import { same } from "../state/canonical.ts";

/** A value at the tenant that differs from the expected one. The descriptions lack the value itself, which may identify the tenant. */
export interface Mismatch {
  /** The path of the value, in the API's names. */
  readonly path: readonly string[];
  readonly expected: string;
  readonly came: string;
}

/**
 * The first difference between the declared and the live value of a property; undefined if there is none. Undeclared properties of objects
 * and undeclared keys of documents are not compared, and neither are values that the service never returns.
 *
 * @param shape how the report describes the expected value: {@link formOf} if the value was read from the tenant
 */
export function mismatchOf(
  name: string,
  field: Field,
  declared: Json,
  live: Json | undefined,
  shape = shapeOf,
): Mismatch | undefined {
  return within(field, declared, live, [wireName(name, field)], shape);
}

function within(
  field: Field,
  declared: Json,
  live: Json | undefined,
  path: readonly string[],
  shape: typeof shapeOf,
): Mismatch | undefined {
  const { how } = field.reads ?? { how: "verbatim" };
  if (how === "never" || (how === "sometimes" && live === undefined) || isAtTop(field)) return undefined;
  if (field.kind === "object" && isObject(declared) && !isEmptyObject(declared)) {
    for (const [name, value] of Object.entries(declared)) {
      const member = field.fields[name];
      const found = member && within(member, value, own(live ?? {}, name), [...path, wireName(name, member)], shape);
      if (found) return found;
    }
    return undefined;
  }
  if (field.kind === "document" && isObject(declared)) {
    const wrong = wrongIn(field, declared, live ?? {}, path);
    return wrong && { path, expected: shape(declared), came: cameAs(wrong.declared, wrong.live, shape) };
  }
  if (same(field, declared, live)) return undefined;
  return { path, expected: shape(declared), came: cameAs(declared, live, shape, field) };
}

/** The first value in a document, at any depth, that differs from the declared one. An object that contains only empty values may be missing. */
function wrongIn(
  field: DocumentField,
  declared: JsonObject,
  live: Json,
  path: readonly string[],
): { readonly declared: Json; readonly live: Json | undefined } | undefined {
  for (const [key, value] of Object.entries(declared)) {
    const at = [...path, key];
    const there = own(live, key);
    const rules = pathRulesOf(field, at, {});
    if (rules.reads?.how === "never") continue;
    const isGroup = isObject(value) && !isEmptyObject(value) && (isObject(there) || (there ?? null) === null);
    if (isGroup) {
      const found = wrongIn(field, value, there ?? {}, at);
      if (found) return found;
    } else if (!same(undefined, value, there ?? null, rules)) return { declared: value, live: there };
  }
  return undefined;
}

/** Whether the tenant returns at least a part of a declared value. If it does not, a comparison without a difference proves nothing. */
export function isShown(name: string, field: Field, declared: Json, live: Json | undefined): boolean {
  return isShownWithin(field, declared, live, [wireName(name, field)]);
}

function isShownWithin(field: Field, declared: Json, live: Json | undefined, path: readonly string[]): boolean {
  const { how } = field.reads ?? { how: "verbatim" };
  if (how === "never" || (how === "sometimes" && live === undefined) || isAtTop(field)) return false;
  if (!isObject(declared) || isEmptyObject(declared)) return true;
  return Object.entries(declared).some(([key, value]) => {
    if (field.kind === "document") return pathRulesOf(field, [...path, key], {}).reads?.how !== "never";
    const member = field.kind === "object" ? field.fields[key] : undefined;
    return !member || isShownWithin(member, value, own(live ?? {}, key), [...path, key]);
  });
}

/** Describes a value that this package has chosen, without its texts, because these can contain the name of an object. */
export function shapeOf(value: Json | undefined): string {
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return value === "" ? "an empty text" : `a text of ${[...value].length} characters`;
  if (Array.isArray(value)) return `${value.length} elements`;
  return isObject(value) ? `an object with ${Object.keys(value).length} members` : "no value";
}

/** Describes a value that was read from the tenant: like {@link shapeOf}, but also without numbers and booleans. */
export function formOf(value: Json | undefined): string {
  return typeof value === "number" || typeof value === "boolean" ? `a ${typeof value}` : shapeOf(value);
}

/**
 * Describes a value of the tenant in comparison with the expected one, without texts and numbers of the tenant. If the expected value was also
 * read from the tenant, both can be settings of its owner, so the description contains no booleans and enumeration values either.
 */
function cameAs(expected: Json, value: Json | undefined, shape: typeof shapeOf, field?: Field): string {
  if (value === undefined || value === null) return "no value";
  const isSetting = shape === formOf;
  const isAlike = typeof expected === typeof value;
  if (typeof value === "boolean" && !isSetting) return String(value);
  if (typeof value === "boolean" || typeof value === "number") return `${isAlike ? "another" : "a"} ${typeof value}`;
  if (typeof value === "string") return textAs(expected, value, isSetting ? undefined : field);
  if (!Array.isArray(value)) return "another object";
  if (!Array.isArray(expected)) return "an array";
  const isReordered = same({ kind: "set", item: { kind: "string" } }, expected, value);
  return isReordered ? "the same elements in another order" : "other elements";
}

function textAs(expected: Json, value: string, field: Field | undefined): string {
  if (value === "") return "an empty text";
  if (field?.kind === "string" && field.oneOf?.includes(value)) return value;
  if (typeof expected !== "string") return "a text";
  return value.toLowerCase() === expected.toLowerCase() ? "the text in another letter case" : "another text";
}

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
      const [keys, values] = [field.keyWire, field.valueWire];
      const below = (item: Json, wire: string, member: StringField) =>
        inField(member, own(item, wire) ?? null, [...path, "*", wire]);
      return [
        ...inSize(field.max, value, path),
        ...eachOf(value, (item) => [
          ...below(item, keys, field.key),
          ...(field.sealed ? [] : below(item, values, field.value)),
        ]),
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
