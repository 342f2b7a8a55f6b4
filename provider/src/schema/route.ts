import { type JsonObject, own } from "./json.ts";

/** The path of a route with arguments in it: `organizations/{organizationId}/members`. */
export function pathOf(route: string, args: JsonObject): readonly string[] {
  return route.split("/").map((part) => (part.startsWith("{") ? String(own(args, part.slice(1, -1))) : part));
}

/** The key of the list that a route answers: `resource_servers`. */
export function collectionOf(route: string): string {
  return route.slice(route.lastIndexOf("/") + 1).replaceAll("-", "_");
}

/** The arguments in a route. */
export function parametersOf(route: string): readonly string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
