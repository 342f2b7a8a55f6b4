import type { IsUnique } from "../schema/definition.ts";
import { holdsUnknown, isObject, type Json, type JsonObject, own, type Path, unknownValue } from "../schema/json.ts";
import { partsOfElement } from "../schema/program-forms.ts";
import { type Field, type Fields, hintsOf, type Schema } from "../schema/schema.ts";

const separator = "::";

/** Makes the id of a link between several objects: `org_…::auth0|…`. */
export function compositeId(parts: readonly string[]): string {
  return parts.join(separator);
}

/** Splits a composite id; undefined if a part is missing or empty. The last part can contain the separator. */
export function partsOfId(id: string, count: number): readonly string[] | undefined {
  const parts = id.split(separator);
  const all = [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
  return all.length === count && all.every((part) => part !== "") ? all : undefined;
}

/**
 * The value of an identifying property, or its default. Without both, null for an optional property and undefined for a required one.
 */
export function keyPartOf({ fields }: Schema, name: string, value: Json | undefined): Json | undefined {
  const field = fields[name];
  return value ?? field?.absent ?? (field?.required ? undefined : null);
}

/**
 * The values of an object that no other object of its tenant has, those of `uniqueBy`. Undefined if one of them is not known yet, or if the object has none
 * that others cannot have, too.
 */
export function uniqueValuesOf(
  { schema, uniqueBy, uniqueWithin }: IsUnique & { readonly schema: Schema },
  properties: JsonObject,
): readonly Json[] | undefined {
  const parts = uniqueBy.map((name) => [name, keyPartOf(schema, name, own(properties, name))] as const);
  const isNamed = parts.length === 0 || parts.some(([name, value]) => name !== uniqueWithin && value !== null);
  const values = parts.flatMap(([, value]) => (value === undefined || holdsUnknown(value) ? [] : [value]));
  return isNamed && values.length === parts.length ? values : undefined;
}

const prefix = "unconfirmed:";

/**
 * Makes the placeholder id of an object whose creation is unconfirmed and that has no other identifier. The placeholder stays in the state even
 * after an update has found the object, because only a refresh can change an id.
 */
export function unconfirmedId(name: string): string {
  return `${prefix}${name}`;
}

/** Whether an id is the placeholder of an unconfirmed creation. */
export function isUnconfirmed(id: string): boolean {
  return id.startsWith(prefix);
}

/** A reference from an object (the source) to another object (the target). */
export interface Reference {
  /** The path of the referring value: a top-level property and the keys below it. */
  readonly path: Path;
  /** The target's type: the name of a resource type's handler, or a type of `types/outside.ts`. */
  readonly type: string;
  /** The target's unique property by which the source refers to it: `id` or another one, such as `identifier`. */
  readonly property: string;
  /** The referring value. Undefined if it is not known yet, for example because the run will create the object. */
  readonly value: string | undefined;
  /** Whether the reference is part of the source's identity. */
  readonly isIdentity: boolean;
  /** The direction of impact. True: a change of the source affects the target. False: a change of the target affects the source. */
  readonly affectsTarget: boolean;
}

/** The target of a field's references. */
export type Target = Omit<Reference, "path" | "value">;

/**
 * Collects all references of an object with these fields.
 *
 * @param properties the object under the program's names
 */
export function referencesOf(fields: Fields, properties: JsonObject): readonly Reference[] {
  const found: Reference[] = [];
  const visit = (field: Field, value: Json | undefined, path: Path): void => {
    if (value === undefined || value === null) return;
    const target = targetOf(field, path, properties);
    if (field.kind === "set" && field.groupedBy && target) {
      const keys = textsOf(value).map((element) => element && partsOfElement(element)[0]);
      found.push(...[...new Set(keys)].map((key) => ({ ...target, path, value: key })));
    } else if (field.kind === "map" && target && isObject(value)) {
      found.push(...Object.keys(value).map((key) => ({ ...target, path, value: key })));
    } else if (target) found.push(...textsOf(value).map((text) => ({ ...target, path, value: text })));
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

/** The target of a field's references at a path; undefined if the field is no reference. */
export function targetOf(field: Field, path: Path, root: JsonObject): Target | undefined {
  const { idOf, refersTo, affectsTarget = false } = hintsOf(field, path, root);
  const isIdentity = field.forceNew === true;
  const { type, property } = (field.kind === "set" && field.groupedBy) || {};
  if (type !== undefined && property !== undefined) return { type, property, isIdentity, affectsTarget };
  if (refersTo) return { ...refersTo, isIdentity, affectsTarget };
  return idOf === undefined ? undefined : { type: idOf, property: "id", isIdentity, affectsTarget };
}

/** The texts of a value or a list of values; undefined for each unknown value. */
function textsOf(value: Json): readonly (string | undefined)[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (value === unknownValue) return [undefined];
  return typeof value === "string" ? [value] : [];
}
