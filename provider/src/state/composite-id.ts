import type { Json } from "../schema/json.ts";
import type { Schema } from "../schema/schema.ts";

const separator = "::";

/** The id of what belongs to several objects: `org_…::auth0|…`. */
export function compositeId(parts: readonly string[]): string {
  return parts.join(separator);
}

/** The parts of such an id; undefined where it has fewer, or an empty one. The last part may hold the separator. */
export function partsOfId(id: string, count: number): readonly string[] | undefined {
  const parts = id.split(separator);
  const all = [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
  return all.length === count && all.every((part) => part !== "") ? all : undefined;
}

/**
 * What an object has of a property by which it is told from others; null where it has nothing, and may. Undefined where a value is
 * missing.
 */
export function keyPartOf({ fields }: Schema, name: string, value: Json | undefined): Json | undefined {
  const field = fields[name];
  return value ?? field?.absent ?? (field?.required ? undefined : null);
}
