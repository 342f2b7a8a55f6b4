import { type Definition, scopesFor } from "../schema/definition.ts";
import { type JsonObject, own } from "../schema/json.ts";
import type { PathRules } from "../schema/schema.ts";
import type { Documented } from "../schema/secrecy/by-path.ts";

/** The members that a sink needs, by the type of its stream. */
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

/** The members of sinks that the service makes of the others. */
export const madeOfSink: readonly string[] = ["awsPartnerEventSource", "azurePartnerTopic"];

/** What is documented of the secrets in sinks. */
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
  names: new Set([...Object.values(neededOfSink).flat(), ...madeOfSink, "httpContentType", "httpContentFormat"]),
};

/** The account of a cloud to which a stream leads is what the stream is. A password is shown as a mask. */
function rulesOfSink([member]: readonly string[], root: JsonObject): PathRules {
  const type = own(root, "type");
  if (member === "mixpanelServiceAccountPassword") return { reads: { how: "never", hint: "" } };
  return type === "eventbridge" || type === "eventgrid" ? { forceNewIfDeclared: true } : {};
}

/**
 * A log stream: where the tenant sends its logs as they come.
 *
 * {@example}
 *
 * **Sink**: where the logs go, under the service's own names. Which members it has follows from the `type`; those with a question mark may be left
 * out:
 * - `http`: `httpEndpoint`, `httpContentType`?, `httpContentFormat`? (`JSONARRAY`, `JSONLINES` or `JSONOBJECT`), `httpAuthorization`?,
 *   `httpCustomHeaders`?
 * - `eventbridge`: `awsAccountId`, `awsRegion`
 * - `eventgrid`: `azureSubscriptionId`, `azureRegion`, `azureResourceGroup`
 * - `datadog`: `datadogApiKey`, `datadogRegion`
 * - `splunk`: `splunkDomain`, `splunkPort` (a text), `splunkToken`, `splunkSecure`
 * - `sumo`: `sumoSourceAddress`
 * - `segment`: `segmentWriteKey`
 * - `mixpanel`: `mixpanelRegion`, `mixpanelProjectId`, `mixpanelServiceAccountUsername`, `mixpanelServiceAccountPassword`
 *
 * **Secrets** of a sink are encrypted in the state, whether or not the program marks them: keys, tokens and passwords, `httpAuthorization`,
 * `httpCustomHeaders` and `sumoSourceAddress`. The service shows only a mask in place of a Mixpanel password. The mask is never written back, and
 * nobody else's edit of the password is seen.
 *
 * **Creation** of a stream with `status: "paused"` takes two calls, as the service creates active ones only: between them, logs are sent.
 *
 * **Updates** read the stream first, and send `piiConfig` and `filters` in every call: the service removes a `piiConfig` that an update leaves out.
 * Another `type`, and for `eventbridge` and `eventgrid` another account or region, replaces the stream. The new one is created first, so no
 * log is lost and some are sent twice. Where the tenant has as many streams as it may have, the creation is refused: use Pulumi's option
 * `deleteBeforeReplace` then.
 *
 * **Suspended**: the service suspends a stream whose sink fails. With a declared `status`, a refresh shows that as drift, and `pulumi up` makes the
 * stream active or paused again.
 *
 * @arguments Only what is declared is managed, in `sink` and `piiConfig` each member by itself. What the program no longer declares goes back to
 * what a new log stream has.
 *
 * @id The stream's id: `lst_…`.
 */
export const logStream = {
  type: "LogStream",
  schema: {
    noun: "log stream",
    fields: {
      /**
       * A name for people. {@bounds}. The service does not keep two log streams from having the same.
       *
       * @answers A name for people.
       * @example Audit
       */
      name: { kind: "string", required: true, min: 1 },
      /** What takes the logs. */
      type: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: ["http", "eventbridge", "eventgrid", "datadog", "splunk", "sumo", "segment", "mixpanel"],
      },
      /**
       * Where the logs go, under the service's own names. Only what is declared here is managed: other members are neither shown nor touched.
       *
       * @output The declared members. The secret ones are secret here, too.
       */
      sink: { kind: "document", required: true, documented: () => secretsOfSinks, rulesAt: rulesOfSink },
      /**
       * The categories of logs that are sent: a set. Not beside `isPriority: true`. Empty and cleared: all logs.
       *
       * @answers The categories of logs that are sent; empty where all are.
       */
      filters: {
        kind: "set",
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
        onWire: { key: "name", beside: { type: "category" } },
        absent: [],
        clear: { how: "default", value: [] },
      },
      /**
       * Personal data that is made unreadable in the logs. Cleared: none.
       *
       * @interface LogStreamPiiConfig Personal data that is made unreadable in the logs of a stream.
       */
      // An update that leaves it out removes it, so this is how it is cleared.
      piiConfig: {
        kind: "object",
        clear: { how: "null" },
        fields: {
          /** The fields, in any order: at least one. */
          logFields: {
            kind: "set",
            required: true,
            item: { kind: "string", oneOf: ["first_name", "last_name", "username", "email", "phone", "address"] },
          },
          /** What becomes of them. Cleared: `hash`. */
          method: {
            kind: "string",
            oneOf: ["hash", "mask"],
            absent: "hash",
            clear: { how: "default", value: "hash" },
          },
          /** The algorithm of hashes. Cleared: `xxhash`. */
          algorithm: {
            kind: "string",
            oneOf: ["xxhash"],
            absent: "xxhash",
            clear: { how: "default", value: "xxhash" },
          },
        },
      },
      /**
       * Whether it gets the logs about security alone, before all others. The service chooses its filters then. Cleared: false.
       *
       * @answers Whether it gets the logs about security alone, before all others.
       */
      isPriority: { kind: "boolean", wire: "isPriority", absent: false, clear: { how: "default", value: false } },
      /**
       * Whether logs are sent. A paused stream sends what has come meanwhile once it is active again. Cleared: `active`.
       *
       * @answers {"active" | "paused" | "suspended"} Whether logs are sent. The service suspends a stream whose sink fails.
       */
      // The service suspends a stream whose sink fails. Nobody can ask for that.
      status: { kind: "string", oneOf: ["active", "paused"], clear: { how: "default", value: "active" } },
    },
    metaArguments: {
      /** When the logs begin that a new stream sends, ISO 8601. Default: now. Counts at creation only. */
      startFrom: { kind: "string", min: 1 },
    },
  },
  plural: "log streams",
  route: "log-streams",
  calls: ["POST /log-streams", "GET|PATCH|DELETE /log-streams/{id}"],
  // An update sends what it has read.
  scopes: { ...scopesFor("log_streams"), update: ["read:log_streams", "update:log_streams"] },
  // Several can have the same, so it only helps to find them.
  uniqueBy: ["name"],
  sharesNames: true,
  listing: { paging: "whole", names: ["name", "id"] },
  lookUps: { by: "name", filters: ["name", "type", "status"] },
  events: undefined,
  imported: { noun: "stream", file: "log-streams", module: "streams" },
  foreignTypes: { auth0_log_stream: { id: ["id"] } },
} as const satisfies Definition;
