import { type Json, own } from "./json.ts";

/** A path: the keys from an object's root to one of its values. */
export type Path = readonly string[];

/** Converts a path to a JSON pointer (RFC 6901). */
export function toPointer(path: Path): string {
  return path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Converts a JSON pointer (RFC 6901) to a path. */
export function fromPointer(pointer: string): Path {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether `ancestor` is a proper prefix of `path`. */
export function isAncestor(ancestor: Path, path: Path): boolean {
  return ancestor.length < path.length && ancestor.every((key, index) => key === path[index]);
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
