import type { Json } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";

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
 * The value of an identifying property, or its default. Null for an optional property without a value; undefined for a required one without
 * a value.
 */
export function keyPartOf({ fields }: Schema, name: string, value: Json | undefined): Json | undefined {
  const field = fields[name];
  return value ?? field?.absent ?? (field?.required ? undefined : null);
}

const prefix = "unconfirmed:";

/**
 * Makes the placeholder id of an object whose creation is unconfirmed and that has no other identifier. The engine keeps the placeholder
 * after an update has found the object: only a refresh can change an id.
 */
export function unconfirmedId(name: string): string {
  return `${prefix}${name}`;
}

/** Whether an id is the placeholder of an unconfirmed creation. */
export function isUnconfirmed(id: string): boolean {
  return id.startsWith(prefix);
}
