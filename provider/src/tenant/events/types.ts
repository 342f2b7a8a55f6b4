/** The 25 event types (specification, section 6.1). */
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

/** The changed object of a type whose payload is not documented. */
export interface OpenObject {
  [key: string]: unknown;
}

/**
 * A connection as `connection.*` events show it (specification, section 6.3). Sent for the enterprise strategies only: oidc, okta,
 * samlp, pingfederate, adfs, ad, google-apps, waad. No secrets are in it.
 */
export interface ConnectionObject extends OpenObject {
  id: string;
  name: string;
  strategy: string;
  display_name?: string;
  authentication?: { active?: boolean };
  connected_accounts?: { active?: boolean; cross_app_access?: boolean };
  enabled_clients?: string[];
  is_domain_connection?: boolean;
  metadata?: Record<string, string>;
  realms?: string[];
  show_as_button?: boolean;
  /** Some of the strategy's settings, in the service's own names. */
  options?: OpenObject;
}

/** An organization as `organization.created`, `.updated` and `.deleted` events show it. */
export interface OrganizationObject extends OpenObject {
  id: string;
}

/** Who became, or is no longer, a member of which organization. */
export interface OrganizationMemberObject extends OpenObject {
  organization: { id: string; [key: string]: unknown };
  user: { user_id: string; [key: string]: unknown };
}

/** Which role a member of an organization was given there, or lost. */
export interface OrganizationMemberRoleObject extends OrganizationMemberObject {
  role: { id: string; name?: string; [key: string]: unknown };
}

/** The changed object by event type, for the types whose payload is documented. */
interface KnownObjects {
  "connection.created": ConnectionObject;
  "connection.deleted": ConnectionObject;
  "connection.updated": ConnectionObject;
  "organization.created": OrganizationObject;
  "organization.deleted": OrganizationObject;
  "organization.updated": OrganizationObject;
  "organization.member.added": OrganizationMemberObject;
  "organization.member.deleted": OrganizationMemberObject;
  "organization.member.role.assigned": OrganizationMemberRoleObject;
  "organization.member.role.deleted": OrganizationMemberRoleObject;
}

/** The changed object that events of a type carry. */
export type EventObject<T extends EventType> = T extends keyof KnownObjects ? KnownObjects[T] : OpenObject;

/** Who and what caused an event, as far as the service says (specification, section 6.2). */
export interface EventContext {
  tenant?: { tenant_id?: string };
  client?: { id?: string; name?: string; metadata?: OpenObject };
  connection?: { id?: string; name?: string; strategy?: string };
  request?: {
    geo?: {
      continent_code?: string;
      country_code?: string;
      country_name?: string;
      latitude?: number;
      longitude?: number;
      subdivision_code?: string;
      subdivision_name?: string;
      city_name?: string;
      time_zone?: string;
    };
    hostname?: string;
    ip?: string;
    method?: string;
    user_agent?: string;
    custom_domain?: string;
  };
}

/** The envelope around the changed object (specification, section 6.2). */
export interface TenantEvent<O = OpenObject> {
  /** The same for every delivery of this event. */
  id: string;
  type: string;
  /** When it happened: ISO 8601. Events may arrive in another order. */
  time: string;
  specversion?: string;
  source?: string;
  /** The property that carries the vendor's prefix: `xtenant` in the specification, `a0tenant` at the service. */
  tenant?: string;
  /** Likewise `xstream`, `a0stream`. */
  stream?: string;
  /** Likewise `xpurpose`, `a0purpose`; "test" for events that somebody sent for a try. */
  purpose?: string;
  data: { object: O; previous_object?: OpenObject; context?: EventContext };
}

/** An event of one known type. */
export interface EventItem<T extends EventType> {
  type: T;
  /** Where the stream stands after it. */
  offset: string;
  event: TenantEvent<EventObject<T>>;
}

/** The stream went on although there is nothing to tell; its position is worth keeping. */
export interface OffsetOnlyItem {
  type: "offset-only";
  offset: string;
}

/** Codes of `error` items that are documented. */
export type ErrorCode =
  | "invalid_cursor"
  | "cursor_expired"
  | "timeout"
  | "payload_too_large"
  | "processing_error"
  | "connection_timeout";

/**
 * The service ended a connection and says why. Nothing needs doing: the stream goes on by itself, and says so by a `gap` if
 * something is lost. `connection_timeout` is the regular rotation every few minutes.
 */
export interface ErrorItem {
  type: "error";
  offset?: string;
  error: { code: ErrorCode | (string & {}); message: string };
}

/**
 * Events may be missing here, and no cursor leads to them: read everything that matters once, directly. What happens from now on
 * follows. Not from the service: this client found it out.
 */
export interface GapItem {
  type: "gap";
  /** The service no longer knows (410), or never knew, where the stream was; or one event cannot be had, however often it is tried. */
  reason: "cursor_expired" | "cursor_invalid" | "undeliverable";
  /** The cursor that was given up. */
  offset?: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`: events from this instant on follow, or from a later one that is still before you
   * were told, if the service refuses this one. Absent if the stream goes on right after the event. */
  restartsAt?: string;
  message: string;
}

/** Something this package cannot read: an event type it does not know, or a payload that is not what is documented. */
export interface UnknownItem {
  type: "unknown";
  /** The stream's event field; empty if there was none. */
  name: string;
  offset?: string;
  /** What was sent: parsed if it was JSON, else the text. */
  content: unknown;
  /** The event's own id, if it has one. */
  id?: string;
}

/** All that a stream can bring, told apart by `type`. */
export type StreamItem =
  | { [T in EventType]: EventItem<T> }[EventType]
  | OffsetOnlyItem
  | ErrorItem
  | GapItem
  | UnknownItem;

/** An item that is an event of a known type. */
export type AnyEventItem = { [T in EventType]: EventItem<T> }[EventType];

const known = new Set<string>(eventTypes);

/** Is this the name of a known event type? */
export function isEventType(name: string): name is EventType {
  return known.has(name);
}

/** Is this item an event of a known type, and neither news about the stream nor something that cannot be read? */
export function isEvent(item: StreamItem): item is AnyEventItem {
  return isEventType(item.type);
}
