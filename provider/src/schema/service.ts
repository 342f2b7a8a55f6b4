/** Query parameters of a request. A list repeats its key; undefined leaves the key out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Routes that share one rate limit bucket. A response's headers do not name the bucket, so the route identifies it. */
export interface RateGroup {
  /** The route below `/api/v2`, with all routes below it. `*` matches any one segment. */
  readonly route: string;
  /** The requests that count towards the bucket. Default: all. */
  readonly calls?: "reads" | "writes";
  /** For each size of the bucket, the rate at which it refills, in requests per second. Default: the general rate of the tenant's plan. */
  readonly refills?: Readonly<Record<number, number>>;
  /** Only some plans have this bucket. In other plans, its requests count towards the general bucket. */
  readonly isOptional?: true;
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
