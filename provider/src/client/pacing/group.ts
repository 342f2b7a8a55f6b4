import type { RateGroup } from "../../schema/service.ts";

/** The group of all routes without a bucket of their own. */
export const otherRoutes: RateGroup = { route: "", isOptional: true };

/**
 * The rate-limit group of a route.
 *
 * @param path the segments below `/api/v2`
 */
export function groupOf(groups: readonly RateGroup[], method: string, path: readonly string[]): RateGroup {
  const kind = method === "GET" ? "reads" : "writes";
  const isOf = ({ route, calls = kind }: RateGroup) =>
    calls === kind &&
    route.split("/").every((segment, at) => segment === path[at] || (segment === "*" && at < path.length));
  return groups.find(isOf) ?? otherRoutes;
}

/** The refill rates of the service's plans, per second, by bucket size. If two plans have the same size, the slower rate. */
const knownRefills: Readonly<Record<number, number>> = { 2: 2, 5: 50 / 60, 10: 2, 20: 200 / 60, 50: 16 };

/**
 * The refill rate of a bucket, per second, until responses reveal more. It must not be too high, so a bucket of an unknown plan is assumed
 * to need 20 s to fill.
 */
export function assumedRefill({ refills }: RateGroup, limit: number): number {
  return refills?.[limit] ?? knownRefills[limit] ?? limit / 20;
}
