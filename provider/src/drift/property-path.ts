/** A place within the properties of a resource: keys of objects and positions in lists. */
export type PropertyPath = readonly (string | number)[];

const segment = /\.?([^.["\]]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/y;

/**
 * Reads a path as the CLI writes it: `options.client_id`, `roles[0]`, `scopes["read:orders"]`.
 * Undefined for a text that is not such a path.
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
