import type { Path } from "./pointer.ts";

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
