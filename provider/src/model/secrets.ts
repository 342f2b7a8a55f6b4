import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put } from "./json.ts";
import { type Path, putAt, valueAt, without } from "./pointer.ts";
import type { Fields } from "./table.ts";

const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** The engine's envelope around a value: encrypted in the state, `[secret]` on the screen. */
export function secretEnvelope(value: Json): JsonObject {
  return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
}

/** The paths of the secret properties that are present. */
export function secretPaths(fields: Fields, args: JsonObject, above: Path = []): Path[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = own(args, name);
    if (value === undefined || value === null) return [];
    if (field.secret) return [[...above, name]];
    return field.kind === "object" && isObject(value) ? secretPaths(field.fields, value, [...above, name]) : [];
  });
}

/** The same object with every secret property in the engine's envelope, whether or not the program marked it. */
export function wrapSecrets(fields: Fields, args: JsonObject): JsonObject {
  const wrapped: MutableJsonObject = {};
  for (const [key, value] of Object.entries(args)) put(wrapped, key, value);
  for (const path of secretPaths(fields, args)) {
    const value = valueAt(args, path);
    if (value !== undefined) putAt(wrapped, path, secretEnvelope(value));
  }
  return wrapped;
}

/** The same object without its secret properties. */
export function dropSecrets(fields: Fields, args: JsonObject): JsonObject {
  return secretPaths(fields, args).reduce<JsonObject>((rest, path) => without(rest, path), args);
}
