import { type Json, type JsonObject, own, unknownValue } from "../schema/json.ts";
import type { Path } from "../schema/pointer.ts";
import { type Field, type Fields, hintsOf } from "../schema/schema.ts";

/** What an object says of another one. */
export interface Reference {
  /** The property at the top, and the keys below it. */
  readonly path: Path;
  /** Of what the other one is: a type, by the name of its handler, or one of `definitions/outside.ts`. */
  readonly kind: string;
  /** The property of the other one that is named: `id`, or one that no two of them share. */
  readonly property: string;
  /** Undefined where it is not known yet, as for an object that a run will create. */
  readonly value: string | undefined;
  /** Whether it is a part of what its object is. */
  readonly isIdentity: boolean;
  /** Whether a change of its object concerns the other one. Otherwise a change of the other one concerns its object. */
  readonly concerns: boolean;
}

/** What a field refers to, if it does. */
export type Target = Omit<Reference, "path" | "value">;

/**
 * All references of an object with these fields.
 *
 * @param properties by the names of programs
 */
export function referencesOf(fields: Fields, properties: JsonObject): readonly Reference[] {
  const found: Reference[] = [];
  const visit = (field: Field, value: Json | undefined, path: Path): void => {
    if (value === undefined || value === null) return;
    const target = targetOf(field, path, properties);
    if (target) found.push(...textsOf(value).map((text) => ({ ...target, path, value: text })));
    else if (field.kind === "object") visitAll(field.fields, value, path);
    else if (field.kind === "list" && Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(field.item, item as Json, [...path, String(index)]);
    } else if (field.kind === "document" && typeof value === "object") {
      for (const [key, item] of Object.entries(value)) visit(field, item as Json, [...path, key]);
    }
  };
  const visitAll = (all: Fields, value: Json, above: Path): void => {
    for (const [name, field] of Object.entries(all)) visit(field, own(value, name), [...above, name]);
  };
  visitAll(fields, properties, []);
  return found;
}

/** What a field refers to at a path; undefined where it refers to nothing. */
export function targetOf(field: Field, path: Path, root: JsonObject): Target | undefined {
  const { idOf, refersTo, concerns = false } = hintsOf(field, path, root);
  const isIdentity = field.forceNew === true;
  if (refersTo) return { ...refersTo, isIdentity, concerns };
  return idOf === undefined ? undefined : { kind: idOf, property: "id", isIdentity, concerns };
}

/** The texts of a value or a list of values; undefined for what is not known yet. */
function textsOf(value: Json): readonly (string | undefined)[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (value === unknownValue) return [undefined];
  return typeof value === "string" ? [value] : [];
}
