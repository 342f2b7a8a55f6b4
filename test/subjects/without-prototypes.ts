import { isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";

/** Arguments without a key that the SDK's own marshalling loses. */
export function withoutPrototypes(args: JsonObject): JsonObject {
  return without(args) as JsonObject;
}

function without(value: Json): Json {
  if (Array.isArray(value)) return value.map(without);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
  return Object.fromEntries(entries.map(([key, item]) => [key, without(item)]));
}
