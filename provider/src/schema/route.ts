import { type JsonObject, own } from "./json.ts";

/** Fills the arguments into a route such as `organizations/{organizationId}/members`. */
export function pathOf(route: string, args: JsonObject): readonly string[] {
  return route.split("/").map((part) => (part.startsWith("{") ? String(own(args, part.slice(1, -1))) : part));
}

/** The key of the list in a route's response: `resource_servers`. */
export function collectionOf(route: string): string {
  return route.slice(route.lastIndexOf("/") + 1).replaceAll("-", "_");
}

/** The names of a route's arguments. */
export function parametersOf(route: string): readonly string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
