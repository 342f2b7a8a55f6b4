import { sanitize } from "../client/index.ts";
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
} from "../schema/json.ts";
import { isTypoOf } from "../schema/names.ts";
import type { DocumentField, Need, Schema } from "../schema/schema.ts";
import type { Problem } from "./resource-type.ts";

/**
 * The values of documents that the service refuses as incomplete: objects without a needed member, and arrays with too few elements.
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
    const { needs = [], minItems = 0 } = field.rulesAt?.(path.slice(1), args) ?? {};
    if (Array.isArray(value) && value.length < minItems) {
      problems.push({ path, says: `must have at least ${minItems} elements` });
    }
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
