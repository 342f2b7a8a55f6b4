/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Keys come from the tenant and from programs, so any key is possible, including `__proto__`. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON object under construction. */
export type MutableJsonObject = { [key: string]: Json };

/** The engine's placeholder for an unknown value in a preview, for values of any type. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The key that marks the engine's own values (secrets, assets, archives) among plain objects. */
export const signatureKey = "4dabf18193072939515e22adb298388d";

/** Whether a value is an object, but neither an array nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is an object without keys. */
export function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** A value that is a non-empty text; undefined for any other value. */
export function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The strings of an array; empty if the value is no array. */
export function stringsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

/** The values that the objects of an array have under a key; null for an object without the key. */
export function valuesUnder(key: string, array: readonly Json[]): readonly Json[] {
  return array.map((item) => own(item, key) ?? null);
}

/** Whether a value is or contains the placeholder of an unknown value. */
export function holdsUnknown(value: Json | undefined): boolean {
  if (value === unknownValue) return true;
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return isObject(value) && Object.values(value).some(holdsUnknown);
}

/**
 * Whether the engine can store a value unchanged. The engine interprets some texts as special values, and rejects keys that are not valid
 * Unicode. If a creation returned such a value, the object would exist at the tenant without an entry in the state.
 */
export function isPortable(value: Json | undefined): boolean {
  if (value === unknownValue) return false;
  if (Array.isArray(value)) return value.every(isPortable);
  if (!isObject(value)) return true;
  return Object.entries(value).every(([key, item]) => key !== signatureKey && !/\p{Cs}/u.test(key) && isPortable(item));
}

/** Sets an own property with any key: a plain assignment of `__proto__` would set the prototype. */
export function put(target: MutableJsonObject, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** The value of an own property, or undefined. */
export function own(target: Json | undefined, key: string): Json | undefined {
  return isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
}

/** Compares texts independently of the machine's locale. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Deep equality in which null equals absent, as for the engine and the API. */
export function equal(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => equal(own(a, key), own(b, key)));
}

/** A value as JSON, independently of the order of keys. */
export function stableJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => byText(a, b));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${stableJson(item)}`).join(",")}}`;
}

/**
 * Makes a plain JSON copy, without undefined, functions and other values that the engine cannot marshal. NaN and infinite numbers stay, although
 * JSON has none, so that a check can refuse them: null in their place would mean that the program declares no value.
 */
export function plain(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  const copy: MutableJsonObject = {};
  if (typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (item !== undefined && typeof item !== "function") put(copy, key, plain(item));
    }
  }
  return copy;
}

/** A path: the keys from an object's root to one of its values. */
export type Path = readonly string[];

/** Converts a path to a JSON pointer (RFC 6901). */
export function toPointer(path: Path): string {
  return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Converts a JSON pointer (RFC 6901) to a path. */
export function fromPointer(pointer: string): Path {
  const keys = pointer.split("/").slice(1);
  return pointer.includes("~") ? keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) : keys;
}

/** Whether `ancestor` is a proper prefix of `path`. */
export function isAncestor(ancestor: Path, path: Path): boolean {
  return ancestor.length < path.length && ancestor.every((key, index) => key === path[index]);
}

/** Whether `prefix` is a path itself or one of its ancestors. */
export function isPrefix(prefix: Path, path: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => key === path[index]);
}

/** The pointers of all ancestors of a path, outermost first. */
export function pointersAbove(path: Path): readonly string[] {
  let pointer = "";
  return path.slice(0, -1).map((key) => {
    pointer += toPointer([key]);
    return pointer;
  });
}

/** The value at a path, or undefined. */
export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(own, root);
}

/** Formats a path for messages: `tokenEncryption.encryptionKey.alg`, `scopes["read:orders"]`, `authorizationDetails[0].type`. */
export function describePath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      const text = String(key);
      if (/^[A-Za-z_$][\w$]*$/.test(text)) return index === 0 ? text : `.${text}`;
      return `[${JSON.stringify(text)}]`;
    })
    .join("");
}

/** A pattern for paths in a document; `*` matches any one key. */
export type Pattern = Path;

/** Whether a pattern matches a path itself or one of the path's ancestors. */
export function covers(pattern: Pattern, path: Path): boolean {
  return pattern.length <= path.length && pattern.every((key, index) => key === "*" || key === path[index]);
}

/** Whether a pattern matches a path. */
export function matches(pattern: Pattern, path: Path): boolean {
  return pattern.length === path.length && covers(pattern, path);
}
