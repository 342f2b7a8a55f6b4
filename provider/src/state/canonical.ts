import {
  byText,
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
import { elementsIn } from "../schema/program-forms.ts";
import { type Field, type Fields, isAtTop, type KnownNames, type MapField, type PathRules } from "../schema/schema.ts";
import { declaredMap, defaultsIn, isEntries } from "./wire.ts";

/**
 * Converts arguments to the form in which they are stored and compared: null properties are dropped, arrays of entries become maps, and sets
 * keep their previous order. A value that cannot be converted because a part is unknown stays unchanged. Keys that the schema does not
 * contain are kept, so that validation can report them.
 */
export function canonical(fields: Fields, args: JsonObject, before: JsonObject | undefined): JsonObject {
  const result: MutableJsonObject = {};
  for (const [name, value] of Object.entries(args)) {
    if (value === null) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const form = field ? canonicalValue(field, value, own(before, name)) : value;
    // An object without properties declares nothing.
    if ((field?.kind === "object" || isAtTop(field)) && isEmptyObject(form)) continue;
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
      if (isEntries(value, field.keyWire)) return canonicalMap(field, declaredMap(field, value));
      return isObject(value) ? canonicalMap(field, value) : value;
    case "set": {
      const elements = elementsIn(field, value);
      return Array.isArray(elements) ? inOrderOf(elements, before) : elements;
    }
    case "document":
      return isObject(value) ? withoutEmptyKnown(field.atTop, withoutNulls(value)) : value;
    case "string":
      return field.orNumber && typeof value === "number" ? String(value) : value;
    default:
      return value;
  }
}

/**
 * The values of a map: null becomes the empty text, which stands for an entry without a value, as in maps that were converted from arrays. Objects get the
 * defaults of what they lack, so that a program without them equals the tenant.
 */
function canonicalMap({ value: field }: MapField, map: JsonObject): JsonObject {
  const canonicalItem = (item: Json) => {
    if (field.kind !== "object") return item ?? "";
    const object = item ?? {};
    return isObject(object) ? { ...defaultsIn(field.fields), ...canonical(field.fields, object, undefined) } : object;
  };
  return Object.fromEntries(Object.entries(map).map(([key, item]) => [key, canonicalItem(item)]));
}

/** Removes the known objects in which a program declares no undocumented member. */
function withoutEmptyKnown(known: KnownNames | undefined, values: JsonObject): JsonObject {
  if (!known) return values;
  const all = Object.entries(values).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    const inside = known.inside.get(key);
    if (!inside || !isObject(value)) return [[key, value]];
    const members = withoutEmptyKnown(inside, value);
    return isEmptyObject(members) ? [] : [[key, members]];
  });
  return Object.fromEntries(all);
}

/** Removes the null keys of a document, at any depth. Null elements of arrays stay. */
function withoutNulls(value: JsonObject): JsonObject {
  const present = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(present.map(([key, item]) => [key, isObject(item) ? withoutNulls(item) : item]));
}

/**
 * Orders the elements of a set so that the engine's diff is small. The engine compares arrays by position, so known elements keep their
 * positions, and new elements take the positions of removed ones.
 */
export function inOrderOf(set: readonly Json[], before: Json | undefined): readonly Json[] {
  if (!Array.isArray(before) || holdsUnknown(set)) return set;
  const [wanted, known] = [new Set(set), new Set<Json>(before)];
  const added = set.filter((item) => !known.has(item)).reverse();
  // `splice(-1)` returns the next added element in place of a removed one, or nothing after all added elements are placed.
  const placed = before.flatMap((item: Json) => (wanted.has(item) ? [item] : added.splice(-1)));
  return [...placed, ...added.reverse()];
}

/**
 * Whether the service treats two values of a field as equal.
 *
 * @param place the rules for the path of the values. Default: none
 */
export function same(field: Field | undefined, a: Json | undefined, b: Json | undefined, place?: PathRules): boolean {
  const left = a ?? field?.absent;
  const right = b ?? field?.absent;
  if (field?.kind === "document" && isEmptyObject(left)) {
    return (right ?? null) === null ? place?.countsIfEmpty !== true : isObject(right);
  }
  if (field?.kind === "set" || place?.unordered) {
    const [one, other] = [elementsOf(left), elementsOf(right)];
    if (one && other) return one.length === other.length && hasSameElements(one, other);
  }
  return equal(left, right);
}

/** A text of a value: two values of a field have the same text if the service treats them as equal. */
export function comparableText(field: Field, value: Json, place?: PathRules): string {
  const elements = field.kind === "set" || place?.unordered ? elementsOf(value) : undefined;
  return elements ? [...new Set(elements.map(keyOf))].toSorted(byText).join() : keyOf(value);
}

/** The elements of an unordered value: the elements of an array, or the words of a text. Undefined for any other value. */
export function elementsOf(value: Json | undefined): readonly Json[] | undefined {
  if (typeof value === "string") return value.split(/[\s,]+/).filter((word) => word !== "");
  return Array.isArray(value) ? value : undefined;
}

/** Whether two arrays have the same elements. Order and repetition do not count. */
function hasSameElements(some: readonly Json[], others: readonly Json[]): boolean {
  const [one, other] = [new Set(some.map(keyOf)), new Set(others.map(keyOf))];
  return one.size === other.size && [...one].every((key) => other.has(key));
}

/** A key of a value: two values have the same key exactly if they are {@link equal}. */
function keyOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${keyOf(item)}`).sort()}}`;
}
