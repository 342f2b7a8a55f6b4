import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put } from "./json.ts";

/** The keys that lead from an object's root to one of its values. */
export type Path = readonly string[];

/** A path as a JSON pointer (RFC 6901). */
export function toPointer(path: Path): string {
  return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The path of a JSON pointer (RFC 6901). */
export function fromPointer(pointer: string): Path {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** True where `ancestor` is a proper beginning of `path`. */
export function isAncestor(ancestor: Path, path: Path): boolean {
  return ancestor.length < path.length && ancestor.every((key, index) => key === path[index]);
}

/** The pointers of all that a path lies in, from the outside in. */
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

/** Sets the value at a path. Objects on the way are made, also in place of a value that is no object. */
export function putAt(root: MutableJsonObject, path: Path, value: Json): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    put(root, key, value);
    return;
  }
  const child = own(root, key);
  const copy: MutableJsonObject = isObject(child) ? { ...child } : {};
  putAt(copy, rest, value);
  put(root, key, copy);
}

/** The object without the value at a path. Objects on the way stay, also empty ones. */
export function without(root: JsonObject, path: Path): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(root, key)) return root;
  const copy: MutableJsonObject = { ...root };
  const child = own(root, key);
  if (rest.length === 0) delete copy[key];
  else if (isObject(child)) put(copy, key, without(child, rest));
  return copy;
}

/** A path for people: `tokenEncryption.encryptionKey.alg`, `scopes["read:orders"]`, `authorizationDetails[0].type`. */
export function describePath(path: readonly (string | number | symbol)[]): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      const text = String(key);
      if (/^[A-Za-z_$][\w$]*$/.test(text)) return index === 0 ? text : `.${text}`;
      return `[${JSON.stringify(text)}]`;
    })
    .join("");
}
