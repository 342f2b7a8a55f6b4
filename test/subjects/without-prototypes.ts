import { isObject, type Json, type JsonObject, own } from "../../provider/src/model/json.ts";

/** Arguments without a key that the SDK's own marshalling loses, and without a scope that would become one. */
export function withoutPrototypes(args: JsonObject): JsonObject {
  return without(args) as JsonObject;
}

function without(value: Json): Json {
  if (Array.isArray(value)) return value.filter((item) => own(item, "value") !== "__proto__").map(without);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "__proto__");
  return Object.fromEntries(entries.map(([key, item]) => [key, without(item)]));
}
