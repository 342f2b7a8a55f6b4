import { isEmptyObject, isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { type DocumentField, type Field, isAtTop, pathRulesOf, wireName } from "../../provider/src/schema/schema.ts";
import { same } from "../../provider/src/state/canonical.ts";

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
