/** What JSON can hold. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** What the CLI writes in place of a secret. */
const mask = "[secret]";

/** The key that marks Pulumi's special values: secrets with their ciphertext, assets, archives. */
const signature = "4dabf18193072939515e22adb298388d";

/** Whether a value stands for a secret: nothing is known of it. */
export function isSecret(value: Value | undefined): boolean {
  return value === mask;
}

/** A value without the secrets that lie in it in their envelopes, at whatever depth: none is needed, and none may come out. */
export function masked(value: Value): Value {
  if (isList(value)) return value.map(masked);
  if (!isRecord(value)) return value;
  if (Object.hasOwn(value, signature)) return mask;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]));
}

/** Whether a value is an object with keys. */
export function isRecord(value: Value | undefined): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value has no parts. */
export function isScalar(value: Value): boolean {
  return typeof value !== "object" || value === null;
}

/** Whether two values are the same: null is absent, as for the engine, and the order of keys does not count. */
export function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b || (a ?? undefined) === (b ?? undefined)) return true;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, at) => isEqual(item, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(part(a, key), part(b, key)));
}

/** A part of a value, if it has it. */
export function part(value: Value | undefined, key: string | number): Value | undefined {
  if (typeof key === "number") return isList(value) ? value[key] : undefined;
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
