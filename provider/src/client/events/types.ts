import { type EventType, eventTypes } from "../../schema/service.ts";

/** The changed object of an event type with an undocumented payload. */
export interface OpenObject {
  [key: string]: unknown;
}

/**
 * A connection in `connection.*` events. The service sends them only for enterprise strategies: oidc, okta, samlp, pingfederate, adfs, ad,
 * google-apps, waad. The object contains no secrets.
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
  /** Some of the strategy's settings, under the service's own names. */
  options?: OpenObject;
}

/** An organization in `organization.created`, `.updated` and `.deleted` events. */
export interface OrganizationObject extends OpenObject {
  id: string;
}

/** The organization and the user whose membership began or ended. */
export interface OrganizationMemberObject extends OpenObject {
  organization: { id: string; [key: string]: unknown };
  user: { user_id: string; [key: string]: unknown };
}

/** The role that a member of an organization was assigned there, or lost. */
export interface OrganizationMemberRoleObject extends OrganizationMemberObject {
  role: { id: string; name?: string; [key: string]: unknown };
}

/** The changed object by event type, for the types with a documented payload. */
type KnownObjects = Record<`connection.${"created" | "deleted" | "updated"}`, ConnectionObject> &
  Record<`organization.${"created" | "deleted" | "updated"}`, OrganizationObject> &
  Record<`organization.member.${"added" | "deleted"}`, OrganizationMemberObject> &
  Record<`organization.member.role.${"assigned" | "deleted"}`, OrganizationMemberRoleObject>;

/** The changed object in events of a type. */
export type EventObject<T extends EventType> = T extends keyof KnownObjects ? KnownObjects[T] : OpenObject;

/** The originator of an event, as far as the service reports it. */
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
  /** The event id, the same for every delivery. */
  id: string;
  type: string;
  /** The time of the change, in ISO 8601. Events may be delivered in another order. */
  time: string;
  specversion?: string;
  source?: string;
  /** The service's `a0tenant` (documented as `xtenant`), without the vendor's prefix. */
  tenant?: string;
  /** The service's `a0stream` (`xstream`). */
  stream?: string;
  /** The service's `a0purpose` (`xpurpose`): "test" for test events. */
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

/** A new position of the stream, without an event. Save the position as after an event. */
export interface OffsetOnlyItem {
  type: "offset-only";
  offset: string;
}

/** The documented codes of `error` items. */
export type ErrorCode =
  | "invalid_cursor"
  | "cursor_expired"
  | "timeout"
  | "payload_too_large"
  | "processing_error"
  | "connection_timeout";

/**
 * The service's reason for ending a connection. No action is required: the stream reconnects, and a `gap` follows if events may be lost.
 * `connection_timeout` is the regular reconnection every few minutes.
 */
export interface ErrorItem {
  type: "error";
  offset?: string;
  error: { code: ErrorCode | (string & {}); message: string };
}

/**
 * Events may be missing at this place, and the stream cannot deliver them later. Read all objects of interest once from the API. Later events
 * follow. This item is created by pulumi-tenant, not by the service.
 */
export interface GapItem {
  type: "gap";
  /** The reason: the service no longer knows the cursor (410), never knew it, or repeatedly failed to deliver one event. */
  reason: "cursor_expired" | "cursor_invalid" | "undeliverable";
  /** The cursor before the gap, which is no longer used. */
  offset?: string;
  /**
   * The instant from which events follow: `YYYY-MM-DDTHH:MM:SSZ`. If the service refuses it, events follow from a later instant, which is
   * still before the delivery of this item. Absent if the stream continues right after the undeliverable event.
   */
  restartsAt?: string;
  message: string;
}

/** A message that pulumi-tenant cannot read: an unknown event type, or an undocumented payload. */
export interface UnknownItem {
  type: "unknown";
  /** The message's event field; empty if absent. */
  name: string;
  offset?: string;
  /** The message's data: parsed if it is JSON, else the text. */
  content: unknown;
  /** The event id, if present. */
  id?: string;
}

/** An item that is an event of a known type. */
export type AnyEventItem = { [T in EventType]: EventItem<T> }[EventType];

/** Every item of a stream, discriminated by `type`. */
export type StreamItem = AnyEventItem | OffsetOnlyItem | ErrorItem | GapItem | UnknownItem;

const known = new Set<string>(eventTypes);

/** Whether a name is a known event type. */
export function isEventType(name: string): name is EventType {
  return known.has(name);
}

/** Whether an item is an event of a known type. Reports about the stream and unreadable messages are not. */
export function isEvent(item: StreamItem): item is AnyEventItem {
  return isEventType(item.type);
}
