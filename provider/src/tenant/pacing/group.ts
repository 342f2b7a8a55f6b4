import type { HttpRequest } from "../http.ts";

/** Routes that share one bucket at the service. The headers of an answer do not name the bucket, so the route has to tell. */
export type Group =
  | "default"
  | "organization-member-roles"
  | "connections.read"
  | "token-exchange-profiles.read"
  | "token-exchange-profiles.write";

/** The group of a route. @param path the segments below `/api/v2` */
export function groupOf(method: HttpRequest["method"], path: readonly string[]): Group {
  const [root, , second, , third] = path;
  if (root === "organizations" && second === "members" && third === "roles") return "organization-member-roles";
  if (root === "connections" && method === "GET") return "connections.read";
  if (root === "token-exchange-profiles") return method === "GET" ? `${root}.read` : `${root}.write`;
  return "default";
}

/** The refills that the service's plans have, per second, by the size of the bucket. Of two plans with one size it is the slower one. */
const knownRefills: Readonly<Record<number, number>> = { 2: 2, 5: 50 / 60, 10: 2, 20: 200 / 60, 50: 16 };

/**
 * What to assume of the refill of a bucket until the answers tell more, per second. It must not be more than there is, so a bucket of
 * no known plan is taken for one that needs 20 s to fill.
 */
export function assumedRefill(group: Group, limit: number): number {
  if (group === "token-exchange-profiles.write" && limit === 5) return 100 / 60;
  return knownRefills[limit] ?? limit / 20;
}
