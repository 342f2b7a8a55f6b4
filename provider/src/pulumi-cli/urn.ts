import type { Path } from "../schema/json.ts";
import { typePrefix } from "../schema/provider-code.ts";

/** The parts of a URN: `urn:pulumi:<stack>::<project>::<type, with those of its parents>::<name>`. */
export interface Urn {
  readonly stack: string;
  readonly project: string;
  /** The type without the parents' types. */
  readonly type: string;
  readonly name: string;
}

/** Parses a URN; undefined for any other text. */
export function parseUrn(urn: string): Urn | undefined {
  const match = /^urn:pulumi:(.*?)::(.*?)::(.*?)::(.*)$/s.exec(urn);
  if (!match) return undefined;
  const [, stack = "", project = "", types = "", name = ""] = match;
  return { stack, project, type: types.split("$").at(-1) ?? types, name };
}

/** The type of the root of every stack. */
export const stackType = "pulumi:pulumi:Stack";

/** Whether a type belongs to pulumi-tenant. */
export function isOurs(type: string): boolean {
  return type.startsWith(typePrefix);
}

/** A type for display: `ResourceServer` for a type of pulumi-tenant, other types unchanged. */
export function typeForPeople(type: string): string {
  return isOurs(type) ? type.slice(typePrefix.length) : type;
}

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

/** The keys of a path in the CLI's notation, in the form of schemas. The path of a set's element becomes the path of the set. */
export function keysOfPath(text: string): Path {
  return (parsePropertyPath(text.replace(/\[\]$/, "")) ?? [text]).map(String);
}
