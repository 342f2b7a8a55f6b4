import type { Json } from "./json.ts";
import type { Table } from "./table.ts";

/**
 * What an object has of a property by which it is told from others; null where it has nothing, and may. Undefined where a value is
 * missing.
 */
export function keyPartOf({ fields }: Table, name: string, value: Json | undefined): Json | undefined {
  const field = fields[name];
  return value ?? field?.absent ?? (field?.required ? undefined : null);
}
