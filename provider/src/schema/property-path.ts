import type { Path } from "./json.ts";

/** A path within the properties of a resource: keys of objects and positions in lists. */
export type PropertyPath = readonly (string | number)[];

const segment = /\.?([^.["\]]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/y;

/**
 * Parses a path in the CLI's notation: `options.client_id`, `roles[0]`, `scopes["read:orders"]`. Undefined for any other text.
 */
export function parsePropertyPath(text: string): PropertyPath | undefined {
  const path: (string | number)[] = [];
  segment.lastIndex = 0;
  while (segment.lastIndex < text.length) {
    const match = segment.exec(text);
    if (!match) return undefined;
    const [, name, position, quoted] = match;
    if (position !== undefined) path.push(Number(position));
    else path.push(name ?? (quoted ?? "").replace(/\\(.)/g, "$1"));
  }
  return path.length > 0 ? path : undefined;
}

/** The keys of the objects that a path in `ignoreChanges` leads through. A list or a wildcard counts as a whole. */
export function objectPath(text: string): Path {
  const path = parsePropertyPath(text.replaceAll("[*]", ".*")) ?? [];
  const end = path.findIndex((key) => typeof key === "number" || key === "*");
  return (end < 0 ? path : path.slice(0, end)).map(String);
}

/** The keys of a path in the CLI's notation, in the form of schemas. The path of a set's element becomes the path of the set. */
export function keysOfPath(text: string): Path {
  return (parsePropertyPath(text.replace(/\[\]$/, "")) ?? [text]).map(String);
}
