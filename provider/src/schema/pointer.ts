import { type Json, own } from "./json.ts";

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

/** A path for people: `tokenEncryption.encryptionKey.alg`, `scopes["read:orders"]`, `authorizationDetails[0].type`. */
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

/** The path of a place in a document; `*` stands for any one key. */
export type Pattern = Path;

/** Whether a pattern leads to a path or to something above it. */
export function covers(pattern: Pattern, path: Path): boolean {
  return pattern.length <= path.length && pattern.every((key, index) => key === "*" || key === path[index]);
}

/** Whether a pattern leads to a path. */
export function matches(pattern: Pattern, path: Path): boolean {
  return pattern.length === path.length && covers(pattern, path);
}
