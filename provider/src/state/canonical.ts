import {
  equal,
  holdsUnknown,
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
} from "../schema/json.ts";
import type { Field, Fields, PathRules } from "../schema/schema.ts";
import { entriesToMap, isEntries } from "./wire.ts";

/**
 * Arguments in the one form in which they are stored and compared: null is absent, maps are maps, sets keep the
 * order that they had before. A value whose form depends on something unknown stays as it is. Keys that the table
 * does not know are kept, so that the validation can report them.
 */
export function canonical(fields: Fields, args: JsonObject, before: JsonObject | undefined): JsonObject {
  const result: MutableJsonObject = {};
  for (const [name, value] of Object.entries(args)) {
    if (value === null) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const form = field ? canonicalValue(field, value, own(before, name)) : value;
    // An object without members declares nothing.
    if (field?.kind === "object" && isEmptyObject(form)) continue;
    put(result, name, form);
  }
  return result;
}

function canonicalValue(field: Field, value: Json, before: Json | undefined): Json {
  switch (field.kind) {
    case "object":
      return isObject(value) ? canonical(field.fields, value, isObject(before) ? before : undefined) : value;
    case "list":
      return Array.isArray(value) ? value.map((item) => canonicalValue(field.item, item, undefined)) : value;
    case "map":
      if (isEntries(value, field.keyWire)) return entriesToMap(value, field.keyWire, field.valueWire, "");
      return isObject(value) ? withTexts(value) : value;
    case "set":
      return Array.isArray(value) ? inOrderOf(value, before) : value;
    case "document":
      return isObject(value) ? withoutNulls(value) : value;
    case "string":
      return field.orNumber && typeof value === "number" ? String(value) : value;
    default:
      return value;
  }
}

/** A map in which a missing text is the empty one, as it is in the array form. */
function withTexts(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, text]) => [key, text ?? ""]));
}

/** A document without the members that are null, at any depth. In an array, null is an element like any other. */
function withoutNulls(value: JsonObject): JsonObject {
  const present = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(present.map(([key, item]) => [key, isObject(item) ? withoutNulls(item) : item]));
}

/**
 * The elements of a set in an order that keeps a diff small. The engine compares arrays by position, so known elements
 * stay where they were, and new ones take the places of those that are gone.
 */
export function inOrderOf(set: readonly Json[], before: Json | undefined): readonly Json[] {
  if (!Array.isArray(before) || holdsUnknown(set)) return set;
  const [wanted, known] = [new Set(set), new Set<Json>(before)];
  const added = set.filter((item) => !known.has(item)).reverse();
  // The next of them, as long as there are any.
  const placed = before.flatMap((item: Json) => (wanted.has(item) ? [item] : added.splice(-1)));
  return [...placed, ...added.reverse()];
}

/**
 * Whether two values of a field mean the same to the service.
 *
 * @param place what is special about their path
 */
export function same(field: Field | undefined, a: Json | undefined, b: Json | undefined, place?: PathRules): boolean {
  const left = a ?? field?.absent;
  const right = b ?? field?.absent;
  if (field?.kind === "document" && isEmptyObject(left)) return (right ?? null) === null || isObject(right);
  if (field?.kind === "set" || place?.unordered) {
    const [one, other] = [elementsOf(left), elementsOf(right)];
    if (one && other) return one.length === other.length && hasSameElements(one, other);
  }
  return equal(left, right);
}

/** The elements of a value without an order: those of an array, or the words of a text. */
export function elementsOf(value: Json | undefined): readonly Json[] | undefined {
  if (typeof value === "string") return value.split(/[\s,]+/).filter((word) => word !== "");
  return Array.isArray(value) ? value : undefined;
}

/** Whether two arrays have the same elements, in whatever order and however often. */
function hasSameElements(some: readonly Json[], others: readonly Json[]): boolean {
  const [one, other] = [new Set(some.map(keyOf)), new Set(others.map(keyOf))];
  return one.size === other.size && [...one].every((key) => other.has(key));
}

/** A text that is the same for two values exactly if they are {@link equal}. */
function keyOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, item]) => item !== null);
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${keyOf(item)}`).sort()}}`;
}
