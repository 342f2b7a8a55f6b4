import type { RateGroup } from "../../schema/service.ts";

/** All routes without a bucket of their own. */
export const otherRoutes: RateGroup = { route: "", isOptional: true };

/** The group of a route. @param path the segments below `/api/v2` */
export function groupOf(groups: readonly RateGroup[], method: string, path: readonly string[]): RateGroup {
  const kind = method === "GET" ? "reads" : "writes";
  const isOf = ({ route, calls = kind }: RateGroup) =>
    calls === kind &&
    route.split("/").every((segment, at) => segment === path[at] || (segment === "*" && at < path.length));
  return groups.find(isOf) ?? otherRoutes;
}

/** The refills that the service's plans have, per second, by the size of the bucket. Of two plans with one size it is the slower one. */
const knownRefills: Readonly<Record<number, number>> = { 2: 2, 5: 50 / 60, 10: 2, 20: 200 / 60, 50: 16 };

/**
 * What to assume of the refill of a bucket until the answers tell more, per second. It must not be more than there is, so a bucket of
 * no known plan is taken for one that needs 20 s to fill.
 */
export function assumedRefill({ refills }: RateGroup, limit: number): number {
  return refills?.[limit] ?? knownRefills[limit] ?? limit / 20;
}
