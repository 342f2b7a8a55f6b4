import { isObject, type Json, type JsonObject, own, signatureKey } from "../model/json.ts";

/** The same properties with something else in place of each secret envelope. */
function mapSecrets(props: JsonObject, change: (value: Json, envelope: JsonObject) => Json): JsonObject {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    if (own(value, signatureKey) !== undefined) return change(own(value, "value") ?? null, value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
  };
  return walk(props) as JsonObject;
}

/** Properties in which secrets stand as they are. */
export function inPlain(props: JsonObject): JsonObject {
  return mapSecrets(props, (value) => value);
}

/** Properties in the form of an import file. The CLI encrypts what stands in `plaintext`, which is JSON. */
export function forImportFile(props: JsonObject): JsonObject {
  return mapSecrets(props, (value, { [signatureKey]: signature = null }) => ({
    [signatureKey]: signature,
    plaintext: JSON.stringify(value),
  }));
}
