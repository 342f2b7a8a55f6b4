import { type JsonObject, own } from "./json.ts";

/** Query parameters of a request. A list is sent as several parameters with the same key. A parameter that is undefined is not sent. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Routes that share one rate limit bucket. A response's headers do not name the bucket, so the route identifies it. */
export interface RateGroup {
  /** The route below `/api/v2`, with all routes below it. `*` matches any one segment. */
  readonly route: string;
  /** The requests that count towards the bucket. Default: all. */
  readonly calls?: "reads" | "writes";
  /** The bucket's refill rate in requests per second, by the size of the bucket. Default: the general rate of the tenant's plan. */
  readonly refills?: Readonly<Record<number, number>>;
  /** Only some plans have this bucket. In other plans, its requests count towards the general bucket. */
  readonly isOptional?: true;
}

/** The names of the properties that the credentials for an outside service can have. */
export interface Credentials {
  /** Required properties. */
  readonly needs: readonly string[];
  /** Optional properties. */
  readonly may?: readonly string[];
  /** Optional properties of which a program declares either all or none. */
  readonly together?: readonly string[];
}

/** The 25 event types of `GET /events`. */
export const eventTypes = [
  "connection.created",
  "connection.deleted",
  "connection.updated",
  "group.created",
  "group.deleted",
  "group.member.added",
  "group.member.deleted",
  "group.role.assigned",
  "group.role.deleted",
  "group.updated",
  "organization.connection.added",
  "organization.connection.removed",
  "organization.connection.updated",
  "organization.created",
  "organization.deleted",
  "organization.group.role.assigned",
  "organization.group.role.deleted",
  "organization.member.added",
  "organization.member.deleted",
  "organization.member.role.assigned",
  "organization.member.role.deleted",
  "organization.updated",
  "user.created",
  "user.deleted",
  "user.updated",
] as const;

/** An event type that this package knows. */
export type EventType = (typeof eventTypes)[number];

/** The path segments of a route such as `organizations/{organizationId}/members`, with its arguments filled in. */
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
