import { sanitize } from "../../client/index.ts";
import {
  describePath,
  equal,
  isObject,
  type Json,
  type JsonObject,
  matches,
  own,
  type Path,
  unknownValue,
  valueAt,
} from "../../schema/json.ts";
import { isTypoOf } from "../../schema/names.ts";
import type { DocumentField, Need, PathRules, Schema } from "../../schema/schema.ts";
import type { Problem } from "../resource-type.ts";

/**
 * The values of documents that the service refuses as incomplete or out of bounds: objects without a needed member, arrays with too few
 * or too many elements or too long texts, and numbers that are too small or too large.
 *
 * @param isCreated whether the run creates an object. An update of an existing object is completed with the members that the object has
 * @param before the inputs in the state, whose values the service has accepted
 */
export function problemsOfNeeds(
  schema: Schema,
  args: JsonObject,
  isCreated: boolean,
  before: JsonObject,
): readonly Problem[] {
  const problems: Problem[] = [];
  const walk = (field: DocumentField, path: Path, value: Json): void => {
    if (equal(value, valueAt(before, path))) return;
    const { needs = [], bounds } = field.rulesAt?.(path.slice(1), args) ?? {};
    const says = bounds && outOfBounds(value, bounds);
    if (says) problems.push({ path, says });
    if (!isObject(value)) return;
    if (isCreated) {
      for (const need of needs) if (!isMet(need, value)) problems.push(missing(schema, need, path, value));
    }
    for (const [key, item] of Object.entries(value)) walk(field, [...path, key], item);
  };
  for (const [name, field] of Object.entries(schema.fields)) {
    if (field.kind === "document") walk(field, [name], own(args, name) ?? {});
  }
  return problems;
}

/** What the bounds say of a value that is outside; undefined for all others, such as values of other types. */
function outOfBounds(
  value: Json,
  { min = 0, max = Number.POSITIVE_INFINITY, ofTexts = Number.POSITIVE_INFINITY }: NonNullable<PathRules["bounds"]>,
) {
  const isArray = Array.isArray(value);
  const size = isArray ? value.length : value;
  if (typeof size === "number" && (size < min || size > max)) {
    const upTo = min === 0 ? `at most ${max}` : `${min} to ${max}`;
    const range = max === Number.POSITIVE_INFINITY ? `at least ${min}` : upTo;
    return isArray ? `must have ${range} elements` : `must be ${range}`;
  }
  const isLong = (item: Json) => typeof item === "string" && item !== unknownValue && [...item].length > ofTexts;
  return isArray && value.some(isLong) ? `must have only texts of at most ${ofTexts} characters` : undefined;
}

/** Whether an object has a needed member. A value that is not known yet counts as one. */
function isMet({ at, or = [], value: wanted }: Need, object: JsonObject): boolean {
  const isThere = (value: Json | undefined, path: Path): boolean => {
    if (value === unknownValue) return true;
    if (path.length < at.length)
      return isObject(value) && Object.entries(value).some(([key, item]) => isThere(item, [...path, key]));
    return matches(at, path) && (wanted === undefined ? (value ?? null) !== null : equal(value, wanted));
  };
  return isThere(object, []) || or.some((name) => (own(object, name) ?? null) !== null);
}

function missing({ noun }: Schema, { at, or = [], value }: Need, above: Path, object: JsonObject): Problem {
  if (value !== undefined) {
    return {
      path: above,
      says: `needs ${describePath(at)}: ${JSON.stringify(value)} for at least one of its members (*)`,
    };
  }
  const others = or.map((name) => describePath([...above, name]));
  const instead = others.length === 0 ? "" : `. Instead, you can declare ${others.join(" or ")}`;
  const typo = Object.keys(object).find((name) => [...at, ...or].some((known) => isTypoOf(name, known)));
  const meant = typo === undefined ? "" : `. Is it meant by ${describePath([...above, typo])}?`;
  const says = sanitize(`is required: the service refuses a new ${noun} without it${instead}${meant}`);
  return { path: [...above, ...at], says };
}
