// Made of `types/event-stream/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { eventStream } from "../../types/event-stream/definition.ts";
import { TenantResource } from "../base.ts";

/** The credentials that the tenant sends to a webhook. */
export interface EventStreamWebhookAuthorization {
  /**
   * How the tenant authenticates: `bearer` with `token`, `basic` with `username` and `password`, `custom_header` with
   * `headerKey` and `headerValue`.
   */
  method: pulumi.Input<"bearer" | "basic" | "custom_header">;
  /** The bearer token. Write-only: the state has a keyed hash of it. */
  token?: pulumi.Input<string | undefined>;
  /** The user name: 1 to 128 characters, without a colon. */
  username?: pulumi.Input<string | undefined>;
  /** The password. Write-only: the state has a keyed hash of it. */
  password?: pulumi.Input<string | undefined>;
  /** The name of the header. */
  headerKey?: pulumi.Input<string | undefined>;
  /** The value of the header. Write-only: the state has a keyed hash of it. */
  headerValue?: pulumi.Input<string | undefined>;
}

/** The webhook that receives the events of a stream. */
export interface EventStreamWebhook {
  /** The URL, which begins with `https://`. Secret, if it has a token or a random part in its path. */
  endpoint: pulumi.Input<string>;
  /** The credentials that the tenant sends with each event. */
  authorization: pulumi.Input<EventStreamWebhookAuthorization>;
}

/** The account at AWS that receives the events of a stream. */
export interface EventStreamEventbridge {
  /** The id of the account: 12 digits. A change replaces the stream. */
  awsAccountId: pulumi.Input<string>;
  /** The region of the account. A change replaces the stream. */
  awsRegion: pulumi.Input<string>;
}

/** The action that the service runs with each event of a stream. */
export interface EventStreamAction {
  /** The id of the action, whose trigger is `event-stream`. A change replaces the stream. */
  actionId: pulumi.Input<string>;
}

/**
 * The arguments of an {@link EventStream}.
 *
 * Only declared properties are managed.
 */
export interface EventStreamArgs {
  /** The name, unique within the tenant: 1 to 128 characters. */
  name: pulumi.Input<string>;
  /** The types of the events that are sent, in any order: at least 1 element. */
  subscriptions: pulumi.Input<
    pulumi.Input<
      | "connection.created"
      | "connection.deleted"
      | "connection.updated"
      | "group.created"
      | "group.deleted"
      | "group.member.added"
      | "group.member.deleted"
      | "group.role.assigned"
      | "group.role.deleted"
      | "group.updated"
      | "organization.connection.added"
      | "organization.connection.removed"
      | "organization.connection.updated"
      | "organization.created"
      | "organization.deleted"
      | "organization.group.role.assigned"
      | "organization.group.role.deleted"
      | "organization.member.added"
      | "organization.member.deleted"
      | "organization.member.role.assigned"
      | "organization.member.role.deleted"
      | "organization.updated"
      | "user.created"
      | "user.deleted"
      | "user.updated"
    >[]
  >;
  /**
   * Whether events are sent. When cleared: `enabled`. A run that would put undeclared values of another client in
   * `subscriptions` and `webhook` into force is refused.
   */
  status?: pulumi.Input<"enabled" | "disabled" | undefined>;
  /** The webhook that receives the events. */
  webhook?: pulumi.Input<EventStreamWebhook | undefined>;
  /** The account at AWS in whose EventBridge the events arrive. */
  eventbridge?: pulumi.Input<EventStreamEventbridge | undefined>;
  /** The action that the service runs with each event. */
  action?: pulumi.Input<EventStreamAction | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing stream with this `name` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * An event stream: the tenant sends events about its users, organizations, groups and connections to a webhook, to Amazon EventBridge, or to an action.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const stream = new tenant.EventStream("users", {
 *   name: "Users",
 *   subscriptions: ["user.created", "user.updated", "user.deleted"],
 *   webhook: {
 *     endpoint: "https://events.example.com/tenant",
 *     authorization: { method: "bearer", token: config.requireSecret("eventsToken") },
 *   },
 * });
 * export const streamStatus = stream.status;
 * ```
 *
 * **Destination**: declare exactly one of `webhook`, `eventbridge` and `action`. A change to another kind replaces the stream, and so does a
 * change of the account, the region or the action. A webhook's address and authorization change in place.
 *
 * **Secrets** of a webhook (`token`, `password`, `headerValue`) are write-only: the API never returns them, and the state has a keyed hash of
 * each. Changes of a secret outside Pulumi are not detected. The service replaces the whole webhook with each change of it, so an update of the
 * address or of the authorization also sends the declared secret. If the tenant has a secret that the program does not declare, such an update is
 * refused: it would lose the secret, or send it to the new address.
 *
 * **Failures**: the service sets `status` to `disabled` after too many failed deliveries. That is an outage, not drift: with a declared
 * `status: "enabled"`, each refresh warns of it, and no run hides it by a restart. Repair the receiver, then run `TENANT_RESTART=true pulumi up
 * --refresh`, or change `status` in the program.
 *
 * **EventBridge**: the events arrive only after an event bus in AWS is associated with the partner event source in `awsPartnerEventSource`.
 *
 * **Deletion** of a stream with the destination `action` also deletes the action at the tenant, and so does a replacement of the stream: the
 * service does both at once, and the run names the action. A run that keeps the action refuses this, and names the resource that manages it: remove
 * both, or set `status: "disabled"`.
 *
 * **Events**: the service sends no events about event streams. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /event-streams`, `GET|PATCH|DELETE /event-streams/{id}`; to find a stream by its `name`,
 * `GET /event-streams`.
 * Scopes: `create|read|update|delete:event_streams`.
 */
export class EventStream extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(eventStream.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly subscriptions: pulumi.Output<
    (
      | "connection.created"
      | "connection.deleted"
      | "connection.updated"
      | "group.created"
      | "group.deleted"
      | "group.member.added"
      | "group.member.deleted"
      | "group.role.assigned"
      | "group.role.deleted"
      | "group.updated"
      | "organization.connection.added"
      | "organization.connection.removed"
      | "organization.connection.updated"
      | "organization.created"
      | "organization.deleted"
      | "organization.group.role.assigned"
      | "organization.group.role.deleted"
      | "organization.member.added"
      | "organization.member.deleted"
      | "organization.member.role.assigned"
      | "organization.member.role.deleted"
      | "organization.updated"
      | "user.created"
      | "user.deleted"
      | "user.updated"
    )[]
  >;
  declare readonly status: pulumi.Output<"enabled" | "disabled" | undefined>;
  declare readonly webhook: pulumi.Output<pulumi.Unwrap<EventStreamWebhook> | undefined>;
  declare readonly eventbridge: pulumi.Output<pulumi.Unwrap<EventStreamEventbridge> | undefined>;
  declare readonly action: pulumi.Output<pulumi.Unwrap<EventStreamAction> | undefined>;
  /** The name of the partner event source in EventBridge. Only with `eventbridge`. */
  declare readonly awsPartnerEventSource: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages an event stream.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a name that is in use is an
   * error.
   */
  constructor(name: string, args: EventStreamArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(eventStream, name, args, opts);
  }
}
