import { isObject, type Json, type JsonObject, type Path } from "../../provider/src/schema/json.ts";
import type { Fields } from "../../provider/src/schema/schema.ts";

/** One of several values that another client sets. */
export interface Part {
  readonly path: Path;
  readonly name: string;
  readonly value: Json;
}

/** Properties one by one, and the keys of documents one by one: what the tenant refuses of them leaves the others. */
export function partsOf(fields: Fields, values: JsonObject): readonly Part[] {
  return Object.entries(values).flatMap(([name, value]): Part[] => {
    if (fields[name]?.kind !== "document" || !isObject(value)) return [{ path: [name], name, value }];
    return Object.entries(value).map(([key, item]) => ({
      path: [name, key],
      name,
      value: Object.fromEntries([[key, item]]),
    }));
  });
}
