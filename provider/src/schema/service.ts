/** Query of a call. A list repeats its key; undefined leaves the key out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

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

/** Name of an event type that this package knows. */
export type EventType = (typeof eventTypes)[number];
