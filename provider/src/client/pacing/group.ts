/** Routes that share one bucket at the service. The headers of an answer do not name the bucket, so the route has to tell. */
export interface RateGroup {
  /** The routes below `/api/v2`, with `*` for any one segment: this one and all below it. */
  readonly route: string;
  /** Default: all calls. */
  readonly calls?: "reads" | "writes";
  /** How many calls the bucket takes up again per second, by its size, where that differs from the service's plans. */
  readonly refills?: Readonly<Record<number, number>>;
  /** Only some plans have this bucket: in the others its calls count as those of all other routes. */
  readonly isOptional?: true;
}

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
