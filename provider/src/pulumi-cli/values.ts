import { wrapped } from "../lifecycle/outputs.ts";
import { covers, isObject, type Json, type JsonObject, own, signatureKey } from "../schema/json.ts";
import { fieldAt, type Schema } from "../schema/schema.ts";
import { secrecyOf } from "../schema/secrecy/find.ts";
import { markedSecrets, secrecyOfFields } from "../state/secrets.ts";
import { definitions, type TypeName, typeNameOf } from "../types/registry.ts";
import { parseUrn } from "./urn.ts";

/** The text that the CLI prints in place of a secret. */
const mask = "[secret]";

/** The placeholder for a secret with unknown value: an object without properties, which is printed like the mask and differs from such a text. */
const secret = Object.freeze(Object.defineProperty({}, "toJSON", { value: () => mask })) as JsonObject;

/** The maximum nesting of values. Deeper values, which no service has, would overflow the call stack when they are compared or printed. */
const maxLevels = 100;
const tooDeep = `(more than ${maxLevels} levels deep)`;

/** Whether a value is the placeholder for a secret. */
export function isSecret(value: Json | undefined): boolean {
  return value === secret;
}

/**
 * Properties without secrets, at any depth. Reports do not need secrets and must not contain them.
 *
 * @param isPlain whether the value at a path is never a secret. A text `[secret]` at such a path is the value itself, and no mask
 */
export function masked(properties: JsonObject, isPlain: (path: readonly (string | number)[]) => boolean): JsonObject {
  const path: (string | number)[] = [];
  const below = (key: string | number, value: Json): Json => {
    path.push(key);
    const shown = show(value);
    path.pop();
    return shown;
  };
  const show = (value: Json): Json => {
    if (value === mask) return isPlain(path) ? value : secret;
    if (isScalar(value)) return value;
    if (path.length > maxLevels) return tooDeep;
    if (isList(value)) return value.map((item, index) => below(index, item));
    if (!isObject(value)) return value;
    if (Object.hasOwn(value, signatureKey)) return secret;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, below(key, item)]));
  };
  return show(properties) as JsonObject;
}

/** Whether a value is a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value is neither a list nor an object. The placeholder for a secret counts as a scalar. */
export function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null || value === secret;
}

/** The keys of two objects, or the positions in two lists. One of the two may be absent. */
export function keysOf(one: Json | undefined, other: Json | undefined): readonly (string | number)[] {
  const keys = [...new Set([one, other].flatMap((value) => Object.keys(value ?? {})))];
  return isList(one ?? other) ? keys.map(Number) : keys;
}

/** The property of an object or the item of a list with this key; undefined if there is none. */
export function part(value: Json | undefined, key: string | number): Json | undefined {
  if (typeof key === "number") return isList(value) ? value[key] : undefined;
  return own(value, key);
}

/** A function that returns true for the paths whose values cannot be secrets. */
export type PlainPlaces = Parameters<typeof masked>[1];

/** The properties of a resource without secrets. Secrets that an earlier version stored in plain text are removed, too. */
export function withoutSecrets(urn: string, properties: JsonObject, isPlain: PlainPlaces): JsonObject {
  const schema = schemaOf(urn);
  return masked(schema ? wrapped(schema, properties) : properties, isPlain);
}

/**
 * The places of a resource that cannot contain secrets: in resources of pulumi-tenant, those that neither the schema nor the program marks as
 * secret; in resources of other providers, none.
 *
 * @param properties the properties, which record what the program has marked as secret
 */
export function plainPlacesOf(urn: string, properties: JsonObject): PlainPlaces {
  const schema = schemaOf(urn);
  if (!schema) return () => false;
  const secrecy = secrecyOfFields(schema.fields, properties);
  const marked = markedSecrets(properties);
  return (path) => {
    const position = path.findIndex((key) => typeof key === "number");
    const place = path.slice(0, position < 0 ? path.length : position).map(String);
    if (!fieldAt(schema.fields, place) || secrecyOf(place, secrecy) !== undefined) return false;
    return !marked.some((mark) => covers(mark, place) || covers(place, mark));
  };
}

/** The type of a resource of pulumi-tenant; undefined for any other resource. */
export function typeOfUrn(urn: string): TypeName | undefined {
  return typeNameOf(parseUrn(urn)?.type ?? "");
}

/** The schema of a resource of pulumi-tenant; undefined for any other resource. */
export function schemaOf(urn: string): Schema | undefined {
  const type = typeOfUrn(urn);
  return type && definitions[type].schema;
}
