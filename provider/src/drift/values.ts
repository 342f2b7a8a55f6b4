import { isObject, type Json, own, signatureKey } from "../model/json.ts";

/** The CLI prints this in place of a secret. */
const mask = "[secret]";

/** True for a value that stands for a secret. Nothing else is known of it. */
export function isSecret(value: Json | undefined): boolean {
  return value === mask;
}

/** A value in which the mask replaces all secrets, at any depth. The report needs none of them and must not show them. */
export function masked(value: Json): Json {
  if (isList(value)) return value.map(masked);
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, signatureKey)) return mask;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]));
}

/** True for a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** True for a value without parts. */
export function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

/** A part of a value, or undefined. */
export function part(value: Json | undefined, key: string | number): Json | undefined {
  if (typeof key === "number") return isList(value) ? value[key] : undefined;
  return own(value, key);
}
