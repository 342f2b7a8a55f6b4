import { type JsonObject, own } from "./json.ts";

/** Fills the arguments into a route such as `organizations/{organizationId}/members`. */
export function pathOf(route: string, args: JsonObject): readonly string[] {
  return route.split("/").map((part) => (part.startsWith("{") ? String(own(args, part.slice(1, -1))) : part));
}

/** The arguments that a path contains, by the names in the route; undefined if the path does not match the route. */
export function argumentsIn(route: string, path: readonly string[]): Readonly<Record<string, string>> | undefined {
  const parts = route.split("/");
  const isOfRoute =
    parts.length === path.length && parts.every((part, at) => part.startsWith("{") || part === path[at]);
  const pairs = parts.flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), path[at] ?? ""]] : []));
  return isOfRoute ? Object.fromEntries(pairs) : undefined;
}

/** The key of the list in a route's response: `resource_servers`. */
export function collectionOf(route: string): string {
  return route.slice(route.lastIndexOf("/") + 1).replaceAll("-", "_");
}

/** The names of a route's arguments. */
export function parametersOf(route: string): readonly string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
