import { type Definition, scopesFor } from "../../schema/definition.ts";
import { type JsonObject, own, type Path } from "../../schema/json.ts";
import { eventTypes } from "../../schema/service.ts";
import { action } from "../action/definition.ts";

/** The kinds of destinations, as the API names them. A stream has exactly one. */
export const kinds = ["webhook", "eventbridge", "action"] as const;

/** By method of a webhook's authorization: the further properties that it needs, and which of them the API never returns. */
export const partsOfMethod: Readonly<Record<string, { readonly needs: readonly string[]; readonly secret: string }>> = {
  bearer: { needs: ["token"], secret: "token" },
  basic: { needs: ["username", "password"], secret: "password" },
  custom_header: { needs: ["headerKey", "headerValue"], secret: "headerValue" },
};

/** The secret that a webhook must have although the API never returns it. */
function hiddenIn({ webhook }: JsonObject): readonly Path[] {
  const method = own(own(webhook ?? null, "authorization") ?? null, "method");
  const parts = Object.entries(partsOfMethod).find(([name]) => name === method)?.[1];
  return parts ? [["webhook", "authorization", parts.secret]] : [];
}

const secret = {
  kind: "string",
  secret: true,
  sealed: true,
  reads: { how: "never" },
  min: 1,
  clear: { how: "drop" },
} as const;

/**
 * An event stream: the tenant sends events about its users, organizations, groups and connections to a webhook, to Amazon EventBridge, or to an action.
 *
 * {@example}
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
 * @arguments Only declared properties are managed.
 *
 * @id The stream's id: `est_…`.
 */
export const eventStream = {
  type: "EventStream",
  schema: {
    noun: "event stream",
    destinations: [{ addresses: ["/webhook/endpoint"], secrets: ["/webhook/authorization"] }],
    hiddenIn,
    takesAlong: { noun: action.schema.noun, id: ["action", "actionId"] },
    variants: kinds,
    fields: {
      /**
       * The name, unique within the tenant: {@bounds}.
       *
       * @answers The name, unique within the tenant.
       * @example Users
       */
      name: { kind: "string", required: true, min: 1, max: 128 },
      /** The types of the events that are sent, in any order: {@bounds}. */
      subscriptions: {
        kind: "set",
        safeguard:
          "The receiver gets the data of users in these events, and does not learn of others, such as a blocked user.",
        required: true,
        min: 1,
        item: { kind: "string", oneOf: eventTypes },
        onWire: { key: "event_type", constants: {} },
      },
      /** Whether events are sent. When cleared: `enabled`. */
      status: {
        kind: "string",
        oneOf: ["enabled", "disabled"],
        clear: { how: "default", value: "enabled" },
        outage: "disabled",
        activates: [{ on: "enabled", content: ["subscriptions", "webhook"] }],
        safeguard: "A disabled stream sends no events, so receivers keep rights of users who have lost them.",
        weaker: false,
      },
      /**
       * The webhook that receives the events.
       *
       * @interface EventStreamWebhook The webhook that receives the events of a stream.
       */
      webhook: {
        kind: "object",
        clear: { how: "release" },
        safeguard: "The events have personal data of users, and go to this address.",
        fields: {
          /** The URL, which begins with `https://`. Secret, if it has a token or a random part in its path. */
          endpoint: {
            kind: "string",
            wire: "webhook_endpoint",
            required: true,
            receiver: true,
            pattern: { source: "^https://[^\\s]+$", says: "must be a URL that begins with https://" },
          },
          /**
           * The credentials that the tenant sends with each event.
           *
           * @interface EventStreamWebhookAuthorization The credentials that the tenant sends to a webhook.
           */
          authorization: {
            kind: "object",
            wire: "webhook_authorization",
            required: true,
            notSecret: true,
            replacedWith: "method",
            fields: {
              /** How the tenant authenticates: `bearer` with `token`, `basic` with `username` and `password`, `custom_header` with `headerKey` and `headerValue`. */
              method: { kind: "string", required: true, oneOf: ["bearer", "basic", "custom_header"] },
              /** The bearer token. Write-only: the state has a keyed hash of it. */
              token: secret,
              /** The user name: {@bounds}, without a colon. */
              username: {
                kind: "string",
                min: 1,
                max: 128,
                pattern: { source: "^[^:]+$", says: "must not contain a colon" },
              },
              /** The password. Write-only: the state has a keyed hash of it. */
              password: secret,
              /** The name of the header. */
              headerKey: { kind: "string", min: 1, notSecret: true },
              /** The value of the header. Write-only: the state has a keyed hash of it. */
              headerValue: secret,
            },
          },
        },
      },
      /**
       * The account at AWS in whose EventBridge the events arrive.
       *
       * @interface EventStreamEventbridge The account at AWS that receives the events of a stream.
       */
      eventbridge: {
        kind: "object",
        clear: { how: "release" },
        safeguard: "The events have personal data of users, and go to this account.",
        fields: {
          /** The id of the account: 12 digits. A change replaces the stream. */
          awsAccountId: {
            kind: "string",
            required: true,
            forceNewIfDeclared: true,
            pattern: { source: "^\\d{12}$", says: "must have 12 digits" },
          },
          /**
           * The region of the account. A change replaces the stream.
           *
           * @example eu-west-1
           */
          awsRegion: { kind: "string", required: true, forceNewIfDeclared: true, min: 1 },
        },
      },
      /**
       * The action that the service runs with each event.
       *
       * @interface EventStreamAction The action that the service runs with each event of a stream.
       */
      action: {
        kind: "object",
        clear: { how: "release" },
        safeguard: "The action runs with each event, and gets its personal data.",
        fields: {
          /** The id of the action, whose trigger is `event-stream`. A change replaces the stream. */
          actionId: { kind: "string", required: true, forceNewIfDeclared: true, idOf: "action", min: 1 },
        },
      },
      /** The name of the partner event source in EventBridge. Only with `eventbridge`. */
      awsPartnerEventSource: { kind: "string", computed: true },
    },
  },
  plural: "event streams",
  route: "event-streams",
  scopes: { ...scopesFor("event_streams"), update: ["read:event_streams", "update:event_streams"] },
  // Programs have each kind of destination in a property of its own.
  setByService: ["destination"],
  uniqueBy: ["name"],
  listing: { paging: "checkpoint", collection: "eventStreams", names: ["name", "id"] },
} as const satisfies Definition;
