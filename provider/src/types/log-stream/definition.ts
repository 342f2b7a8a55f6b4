import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import type { PathRules } from "../../schema/schema.ts";
import type { Documented } from "../../schema/secrecy/by-path.ts";

/** The required properties of a sink, by the type of its stream. */
export const neededOfSink = {
  http: ["httpEndpoint"],
  eventbridge: ["awsAccountId", "awsRegion"],
  eventgrid: ["azureSubscriptionId", "azureRegion", "azureResourceGroup"],
  datadog: ["datadogApiKey", "datadogRegion"],
  splunk: ["splunkDomain", "splunkPort", "splunkToken", "splunkSecure"],
  sumo: ["sumoSourceAddress"],
  segment: ["segmentWriteKey"],
  mixpanel: ["mixpanelRegion", "mixpanelProjectId", "mixpanelServiceAccountUsername", "mixpanelServiceAccountPassword"],
} as const;

/** By property of a sink: the regular expression (source) that its value must match, and the same requirement in words for messages. */
export const formsOfSink: Readonly<Record<string, { readonly source: string; readonly says: string }>> = {
  httpEndpoint: { source: "^https://", says: "must be an https URL" },
  awsAccountId: { source: "^\\d{12}$", says: "must have 12 digits" },
  azureSubscriptionId: { source: "^[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$", says: "must be a UUID" },
  splunkPort: { source: "^\\d*$", says: "must be a string of digits" },
  mixpanelProjectId: { source: "^\\d+$", says: "must be a string of digits" },
  mixpanelServiceAccountUsername: { source: "^[^:]+$", says: "must not be empty and must not contain a colon" },
  mixpanelServiceAccountPassword: { source: "^[^:]+$", says: "must not be empty and must not contain a colon" },
};

/** The documented values of properties of sinks. */
const valuesOfSink: Readonly<Record<string, readonly string[]>> = {
  httpContentFormat: ["JSONARRAY", "JSONLINES", "JSONOBJECT"],
  datadogRegion: ["us", "eu", "us3", "us5"],
  mixpanelRegion: ["us", "eu"],
};

/** The properties of sinks that the service derives from other properties. An import does not declare them. */
export const madeOfSink: readonly string[] = ["awsPartnerEventSource", "azurePartnerTopic"];

/** The documented secrets in sinks. */
const secretsOfSinks: Documented = {
  secret: [
    ["httpAuthorization"],
    ["httpCustomHeaders"],
    ["datadogApiKey"],
    ["splunkToken"],
    ["sumoSourceAddress"],
    ["segmentWriteKey"],
    ["mixpanelServiceAccountPassword"],
  ],
  plain: [],
  receivers: [["httpEndpoint"]],
  names: new Set([...Object.values(neededOfSink).flat(), ...madeOfSink, "httpContentType", "httpContentFormat"]),
};

/**
 * The rules for one property of a sink. The API returns a mask instead of the Mixpanel password, so the returned value is never used. It cannot
 * change sinks of the types `eventbridge` and `eventgrid`, so a declared change replaces the stream.
 */
function rulesOfSink([name = ""]: readonly string[], root: JsonObject): PathRules {
  const type = own(root, "type");
  const oneOf = Object.hasOwn(valuesOfSink, name) ? valuesOfSink[name] : undefined;
  if (name === "mixpanelServiceAccountPassword") return { reads: { how: "never", hint: "" } };
  return {
    ...(oneOf && { oneOf }),
    ...((type === "eventbridge" || type === "eventgrid") && { forceNewIfDeclared: true }),
  };
}

/**
 * A log stream: a destination to which the tenant sends its logs continuously.
 *
 * {@example}
 *
 * **Sink**: the destination of the logs, under the service's own names. The `type` determines its properties; those with a question mark
 * are optional:
 * - `http`: `httpEndpoint`, `httpContentType`?, `httpContentFormat`? (`JSONARRAY`, `JSONLINES` or `JSONOBJECT`), `httpAuthorization`?,
 *   `httpCustomHeaders`?
 * - `eventbridge`: `awsAccountId`, `awsRegion`
 * - `eventgrid`: `azureSubscriptionId`, `azureRegion`, `azureResourceGroup`
 * - `datadog`: `datadogApiKey`, `datadogRegion`
 * - `splunk`: `splunkDomain`, `splunkPort` (a string), `splunkToken`, `splunkSecure`
 * - `sumo`: `sumoSourceAddress`
 * - `segment`: `segmentWriteKey`
 * - `mixpanel`: `mixpanelRegion`, `mixpanelProjectId`, `mixpanelServiceAccountUsername`, `mixpanelServiceAccountPassword`
 *
 * **Secrets** of a sink are always encrypted in the state: keys, tokens and passwords, `httpAuthorization`, `httpCustomHeaders`,
 * `sumoSourceAddress`, and an `httpEndpoint` with a token or a random part in its path. The API returns only a mask for a Mixpanel password. The mask is never written back, and changes of this password
 * outside Pulumi are not detected.
 *
 * **A new address** is refused while the tenant has an undeclared secret in the sink, because the service would send it there.
 *
 * **Removal** of a property of the sink takes a call of its own, before all other changes. If the sink keeps the property, the update is refused and
 * names it: declare the property again, or let `pulumi up --replace` create a new stream.
 *
 * **EventBridge and Event Grid**: the logs arrive only after an event bus in AWS is associated with the source in `awsPartnerEventSource`, or the topic in
 * `azurePartnerTopic` is activated in Azure.
 *
 * **Creation** of a stream with `status: "paused"` takes two calls, because the service creates only active streams: logs are sent between
 * the two calls.
 *
 * **Updates** read the stream first, and send `piiConfig` and `filters` in every call: the service removes a `piiConfig` that an update
 * omits. A change of the `type` replaces the stream, and so does a change of the account or region for `eventbridge` and `eventgrid`. The
 * new stream is created before the old one is deleted, so no log is lost and some logs are sent twice. If the tenant already has the
 * maximum number of streams, the service refuses the new one: set Pulumi's resource option `deleteBeforeReplace`.
 *
 * **Suspension**: the service suspends a stream whose sink fails. That is an outage, not drift: with a declared `status`, each refresh warns of it,
 * and no run hides it by a restart. Repair the receiver, then run `TENANT_RESTART=true pulumi up --refresh`, or change `status` in the program.
 *
 * @arguments Only declared properties are managed; in `sink` and `piiConfig`, only declared keys. A property that you remove from the
 * program gets the default of a new log stream.
 *
 * @id The stream's id: `lst_…`.
 */
export const logStream = {
  type: "LogStream",
  schema: {
    noun: "log stream",
    destinations: [
      {
        addresses: [
          ...["/sink/httpEndpoint", "/sink/datadogRegion", "/sink/mixpanelRegion", "/sink/sumoSourceAddress"],
          ...["/sink/splunkDomain", "/sink/splunkPort", "/sink/splunkSecure"],
        ],
        secrets: ["/sink"],
      },
    ],
    fields: {
      /**
       * The display name: {@bounds}. Several log streams can have the same name.
       *
       * @answers The display name.
       * @example Audit
       */
      name: { kind: "string", required: true, min: 1 },
      /** The type of the sink. */
      type: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: ["http", "eventbridge", "eventgrid", "datadog", "splunk", "sumo", "segment", "mixpanel"],
        safeguard: "The type determines to which service the logs are sent.",
      },
      /**
       * The destination of the logs, under the service's own names. Only declared properties are managed; undeclared properties are neither
       * shown nor changed.
       *
       * @output The declared properties. Secret properties are secret outputs.
       */
      sink: {
        kind: "document",
        required: true,
        documented: () => secretsOfSinks,
        rulesAt: rulesOfSink,
        safeguard:
          "The logs are sent to this destination; without encryption and credentials, others can read them or send false entries.",
      },
      /**
       * The categories of logs that are sent, in any order. Not with `isPriority: true`. Empty or cleared: all logs.
       *
       * @answers The categories of logs that are sent; empty if all logs are sent.
       */
      filters: {
        kind: "set",
        safeguard: "Logs of categories that are left out do not reach your monitoring.",
        weaker: "less",
        item: {
          kind: "string",
          oneOf: [
            "auth.login.fail",
            "auth.login.notification",
            "auth.login.success",
            "auth.logout.fail",
            "auth.logout.success",
            "auth.signup.fail",
            "auth.signup.success",
            "auth.silent_auth.fail",
            "auth.silent_auth.success",
            "auth.token_exchange.fail",
            "auth.token_exchange.success",
            "management.fail",
            "management.success",
            "scim.event",
            "system.notification",
            "user.fail",
            "user.notification",
            "user.success",
            "actions",
            "other",
          ],
        },
        onWire: { key: "name", constants: { type: "category" } },
        ...defaultsTo([]),
      },
      /**
       * Personal data that is hashed or masked in the logs. When cleared: none.
       *
       * @interface LogStreamPiiConfig Personal data that is hashed or masked in the logs of a stream.
       */
      // An update without `piiConfig` removes it.
      piiConfig: {
        kind: "object",
        clear: { how: "null" },
        safeguard: "Personal data that is neither hashed nor masked is readable at the destination.",
        fields: {
          /** The hashed or masked fields, in any order: {@bounds}. */
          logFields: {
            kind: "set",
            min: 1,
            required: true,
            item: { kind: "string", oneOf: ["first_name", "last_name", "username", "email", "phone", "address"] },
          },
          /** Whether the fields are hashed or masked. When cleared: `hash`. */
          method: { kind: "string", oneOf: ["hash", "mask"], ...defaultsTo("hash") },
          /** The hash algorithm. When cleared: `xxhash`. */
          algorithm: { kind: "string", oneOf: ["xxhash"], ...defaultsTo("xxhash") },
        },
      },
      /**
       * Whether the stream gets only security logs, with priority. The service then chooses the filters. When cleared: false.
       *
       * @answers Whether the stream gets only security logs, with priority.
       */
      isPriority: {
        kind: "boolean",
        wire: "isPriority",
        ...defaultsTo(false),
        safeguard: "If true, only security logs are sent; other logs do not reach your monitoring.",
        weaker: true,
      },
      /**
       * The status of the stream. When a paused stream becomes active again, the service sends the logs since the pause. When cleared: `active`.
       *
       * @answers {"active" | "paused" | "suspended"} The status of the stream. The service suspends a stream whose sink fails.
       */
      // Programs cannot declare `suspended`, because only the service sets it, when the sink fails.
      status: {
        kind: "string",
        oneOf: ["active", "paused"],
        outage: "suspended",
        setAfterCreation: true,
        clear: { how: "default", value: "active" },
        activates: [{ on: "active", content: ["sink", "filters", "piiConfig", "isPriority"] }],
        safeguard: "A paused stream sends no logs, so your monitoring sees no attack.",
      },
      /** The name of the partner event source in EventBridge, for an event bus in AWS. Only with `eventbridge`. */
      awsPartnerEventSource: { kind: "string", computed: true, wire: "awsPartnerEventSource" },
      /** The name of the partner topic in Event Grid, for a subscription in Azure. Only with `eventgrid`. */
      azurePartnerTopic: { kind: "string", computed: true, wire: "azurePartnerTopic" },
    },
    metaArguments: {
      /** The time of the first log that a new stream sends, ISO 8601. Default: now. Only used at creation. */
      startFrom: { kind: "string", min: 1 },
    },
  },
  plural: "log streams",
  route: "log-streams",
  // An update sends back values that it has read, so it also needs the scope for reading.
  scopes: { ...scopesFor("log_streams"), update: ["read:log_streams", "update:log_streams"] },
  // Several log streams can have the same name, so the name only helps to find them.
  uniqueBy: ["name"],
  sharesNames: true,
  listing: { paging: "whole", names: ["name", "id"] },
  lookUps: { by: "name", filters: ["name", "type", "status"] },
} as const satisfies Definition;
