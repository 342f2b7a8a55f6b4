import { type EventType, eventTypes } from "../../schema/service.ts";

/** The changed object of an event type whose payload is not documented. */
export interface OpenObject {
  [key: string]: unknown;
}

/**
 * A connection as `connection.*` events show it. The service sends them for the enterprise strategies only: oidc, okta, samlp,
 * pingfederate, adfs, ad, google-apps, waad. It holds no secrets.
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

/** The organization and the user whose membership began or ended. */
export interface OrganizationMemberObject extends OpenObject {
  organization: { id: string; [key: string]: unknown };
  user: { user_id: string; [key: string]: unknown };
}

/** The role that a member of an organization got there, or lost. */
export interface OrganizationMemberRoleObject extends OrganizationMemberObject {
  role: { id: string; name?: string; [key: string]: unknown };
}

/** The changed object by event type, for the types whose payload is documented. */
type KnownObjects = Record<`connection.${"created" | "deleted" | "updated"}`, ConnectionObject> &
  Record<`organization.${"created" | "deleted" | "updated"}`, OrganizationObject> &
  Record<`organization.member.${"added" | "deleted"}`, OrganizationMemberObject> &
  Record<`organization.member.role.${"assigned" | "deleted"}`, OrganizationMemberRoleObject>;

/** The changed object that events of a type carry. */
export type EventObject<T extends EventType> = T extends keyof KnownObjects ? KnownObjects[T] : OpenObject;

/** Who and what caused an event, as far as the service tells. */
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

/** The envelope around the changed object. */
export interface TenantEvent<O = OpenObject> {
  /** The same for every delivery of this event. */
  id: string;
  type: string;
  /** When it happened, in ISO 8601. Events may arrive in another order. */
  time: string;
  specversion?: string;
  source?: string;
  /** The service's `a0tenant` (documented as `xtenant`), without the vendor's prefix. */
  tenant?: string;
  /** The service's `a0stream` (`xstream`). */
  stream?: string;
  /** The service's `a0purpose` (`xpurpose`): "test" for events that somebody sent as a test. */
  purpose?: string;
  data: { object: O; previous_object?: OpenObject; context?: EventContext };
}

/** An event of one known type. */
export interface EventItem<T extends EventType> {
  type: T;
  /** The stream's cursor after this event. */
  offset: string;
  event: TenantEvent<EventObject<T>>;
}

/** The stream went on without an event. Its position is worth saving. */
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
 * The service ended a connection, with the reason. You need not do anything: the stream goes on by itself, and a `gap` follows if
 * something is lost. `connection_timeout` is the regular rotation every few minutes.
 */
export interface ErrorItem {
  type: "error";
  offset?: string;
  error: { code: ErrorCode | (string & {}); message: string };
}

/**
 * Events may be missing here, and no cursor leads to them. Read everything that matters once, directly. Events from now on follow.
 * This item does not come from the service; this client makes it.
 */
export interface GapItem {
  type: "gap";
  /** The service no longer knows the cursor (410), never knew it, or repeatedly failed to deliver one event. */
  reason: "cursor_expired" | "cursor_invalid" | "undeliverable";
  /** The cursor that was given up. */
  offset?: string;
  /**
   * `YYYY-MM-DDTHH:MM:SSZ`: events from this instant on follow. If the service refuses it, they follow from a later instant, which is
   * still before you got this item. Absent if the stream goes on right after the event.
   */
  restartsAt?: string;
  message: string;
}

/** A message that this package cannot read: an unknown event type, or a payload other than documented. */
export interface UnknownItem {
  type: "unknown";
  /** The message's event field; empty if there was none. */
  name: string;
  offset?: string;
  /** The message's data: parsed if it is JSON, else the text. */
  content: unknown;
  /** The event's own id, if it has one. */
  id?: string;
}

/** An item that is an event of a known type. */
export type AnyEventItem = { [T in EventType]: EventItem<T> }[EventType];

/** Every item of a stream, told apart by `type`. */
export type StreamItem = AnyEventItem | OffsetOnlyItem | ErrorItem | GapItem | UnknownItem;

const known = new Set<string>(eventTypes);

/** True for the name of a known event type. */
export function isEventType(name: string): name is EventType {
  return known.has(name);
}

/** True for an event of a known type; false for news about the stream and for what cannot be read. */
export function isEvent(item: StreamItem): item is AnyEventItem {
  return isEventType(item.type);
}
