// Made of `types/log-stream/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { logStream } from "../../types/log-stream/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/** Personal data that is hashed or masked in the logs of a stream. */
export interface LogStreamPiiConfig {
  /** The hashed or masked fields, in any order: at least 1 element. */
  logFields: pulumi.Input<pulumi.Input<"first_name" | "last_name" | "username" | "email" | "phone" | "address">[]>;
  /** Whether the fields are hashed or masked. When cleared: `hash`. */
  method?: pulumi.Input<"hash" | "mask" | undefined>;
  /** The hash algorithm. When cleared: `xxhash`. */
  algorithm?: pulumi.Input<"xxhash" | undefined>;
}

/**
 * The arguments of a {@link LogStream}.
 *
 * Only declared properties are managed; in `sink` and `piiConfig`, only declared keys. A property that you remove from
 * the program gets the default of a new log stream.
 */
export interface LogStreamArgs {
  /** The display name: at least 1 character. Several log streams can have the same name. */
  name: pulumi.Input<string>;
  /** The type of the sink. A change replaces the stream. */
  type: pulumi.Input<"http" | "eventbridge" | "eventgrid" | "datadog" | "splunk" | "sumo" | "segment" | "mixpanel">;
  /**
   * The destination of the logs, under the service's own names. Only declared properties are managed; undeclared properties are neither
   * shown nor changed.
   */
  sink: pulumi.Input<Readonly<Record<string, unknown>>>;
  /** The categories of logs that are sent, in any order. Not with `isPriority: true`. Empty or cleared: all logs. */
  filters?: pulumi.Input<
    | pulumi.Input<
        | "auth.login.fail"
        | "auth.login.notification"
        | "auth.login.success"
        | "auth.logout.fail"
        | "auth.logout.success"
        | "auth.signup.fail"
        | "auth.signup.success"
        | "auth.silent_auth.fail"
        | "auth.silent_auth.success"
        | "auth.token_exchange.fail"
        | "auth.token_exchange.success"
        | "management.fail"
        | "management.success"
        | "scim.event"
        | "system.notification"
        | "user.fail"
        | "user.notification"
        | "user.success"
        | "actions"
        | "other"
      >[]
    | undefined
  >;
  /** Personal data that is hashed or masked in the logs. When cleared: none. */
  piiConfig?: pulumi.Input<LogStreamPiiConfig | undefined>;
  /**
   * Whether the stream gets only security logs, with priority. The service then chooses the filters. When cleared:
   * false.
   */
  isPriority?: pulumi.Input<boolean | undefined>;
  /**
   * The status of the stream. When a paused stream becomes active again, the service sends the logs since the pause.
   * When cleared: `active`. A run that would put undeclared values of another client in `sink`, `filters`, `piiConfig`
   * and `isPriority` into force is refused.
   */
  status?: pulumi.Input<"active" | "paused" | undefined>;
  /** The time of the first log that a new stream sends, ISO 8601. Default: now. Only used at creation. */
  startFrom?: pulumi.Input<string | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the existing stream with this `name` is adopted instead of creating another one. Only used at creation.
   * With false, a new stream is intended, and an older one with the same name can be deleted when it is removed from
   * the program.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A log stream: a destination to which the tenant sends its logs continuously.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const audit = new tenant.LogStream("audit", {
 *   name: "Audit",
 *   type: "http",
 *   sink: {
 *     httpEndpoint: "https://logs.example.com/tenant",
 *     httpContentFormat: "JSONLINES",
 *     httpAuthorization: config.requireSecret("auditToken"),
 *   },
 *   filters: ["auth.login.fail", "management.success", "management.fail"],
 *   piiConfig: { logFields: ["email", "phone"] },
 * });
 * export const auditId = audit.id;
 * ```
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
 * **Events**: the service sends no events about streams. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /log-streams`, `GET|PATCH|DELETE /log-streams/{id}`; to find a stream by its `name`,
 * `GET /log-streams`.
 * Scopes: `create|read|update|delete:log_streams`.
 */
export class LogStream extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(logStream.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly type: pulumi.Output<
    "http" | "eventbridge" | "eventgrid" | "datadog" | "splunk" | "sumo" | "segment" | "mixpanel"
  >;
  /** The declared properties. Secret properties are secret outputs. */
  declare readonly sink: pulumi.Output<Readonly<Record<string, unknown>>>;
  declare readonly filters: pulumi.Output<
    | (
        | "auth.login.fail"
        | "auth.login.notification"
        | "auth.login.success"
        | "auth.logout.fail"
        | "auth.logout.success"
        | "auth.signup.fail"
        | "auth.signup.success"
        | "auth.silent_auth.fail"
        | "auth.silent_auth.success"
        | "auth.token_exchange.fail"
        | "auth.token_exchange.success"
        | "management.fail"
        | "management.success"
        | "scim.event"
        | "system.notification"
        | "user.fail"
        | "user.notification"
        | "user.success"
        | "actions"
        | "other"
      )[]
    | undefined
  >;
  declare readonly piiConfig: pulumi.Output<pulumi.Unwrap<LogStreamPiiConfig> | undefined>;
  declare readonly isPriority: pulumi.Output<boolean | undefined>;
  declare readonly status: pulumi.Output<"active" | "paused" | undefined>;
  /** The name of the partner event source in EventBridge, for an event bus in AWS. Only with `eventbridge`. */
  declare readonly awsPartnerEventSource: pulumi.Output<string | undefined>;
  /** The name of the partner topic in Event Grid, for a subscription in Azure. Only with `eventgrid`. */
  declare readonly azurePartnerTopic: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a log stream.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: LogStreamArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(logStream, name, args, opts);
  }
}

/**
 * A log stream as look-ups return it, without `sink`, which can contain secrets. A property that the service omits is
 * absent.
 */
export interface GetLogStreamResult {
  /** The stream's id: `lst_…`. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
  /** The type of the sink. */
  readonly type: "http" | "eventbridge" | "eventgrid" | "datadog" | "splunk" | "sumo" | "segment" | "mixpanel";
  /** The categories of logs that are sent; empty if all logs are sent. */
  readonly filters: (
    | "auth.login.fail"
    | "auth.login.notification"
    | "auth.login.success"
    | "auth.logout.fail"
    | "auth.logout.success"
    | "auth.signup.fail"
    | "auth.signup.success"
    | "auth.silent_auth.fail"
    | "auth.silent_auth.success"
    | "auth.token_exchange.fail"
    | "auth.token_exchange.success"
    | "management.fail"
    | "management.success"
    | "scim.event"
    | "system.notification"
    | "user.fail"
    | "user.notification"
    | "user.success"
    | "actions"
    | "other"
  )[];
  /** Personal data that is hashed or masked in the logs. */
  readonly piiConfig?: pulumi.Unwrap<LogStreamPiiConfig> | undefined;
  /** Whether the stream gets only security logs, with priority. */
  readonly isPriority: boolean;
  /** The status of the stream. The service suspends a stream whose sink fails. */
  readonly status: "active" | "paused" | "suspended";
  /** The name of the partner event source in EventBridge, for an event bus in AWS. Only with `eventbridge`. */
  readonly awsPartnerEventSource?: string | undefined;
  /** The name of the partner topic in Event Grid, for a subscription in Azure. Only with `eventgrid`. */
  readonly azurePartnerTopic?: string | undefined;
}

/** The requested log stream: exactly one of name and id. It is an error if several have the name. */
export type GetLogStreamArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetLogStreamArgs} with values that may be outputs. */
export type GetLogStreamOutputArgs = OutputArgs<GetLogStreamArgs>;

/** The filter for log streams. Texts are compared exactly, including letter case. Default: all log streams. */
export interface GetLogStreamsArgs {
  /** The name. Several log streams can have it. */
  name?: string | undefined;
  /** The type of the sink. */
  type?: string | undefined;
  /** The status of the stream. The service suspends a stream whose sink fails. */
  status?: string | undefined;
}

/** {@link GetLogStreamsArgs} with values that may be outputs. */
export type GetLogStreamsOutputArgs = OutputArgs<GetLogStreamsArgs>;

/** The result of {@link getLogStreams}. */
export interface GetLogStreamsResult {
  /** The objects, in the service's order. */
  readonly logStreams: GetLogStreamResult[];
}

const { one, all } = commonLookUps<GetLogStreamArgs, GetLogStreamResult, GetLogStreamsArgs, GetLogStreamsResult>(
  logStream,
);

/**
 * The log stream that matches. Routes: `GET /log-streams`, `GET /log-streams/{id}`; scope: `read:log_streams`.
 * {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const stream = await tenant.getLogStream({ name: "Audit" });
 * export const streamId = stream.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (name, id)
 */
export const getLogStream = one.plain;

/** {@link getLogStream} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getLogStreamOutput = one.output;

/**
 * The tenant's log streams. Route: `GET /log-streams`; scope: `read:log_streams`. The function reads all log streams
 * and then applies the filters. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { logStreams } = await tenant.getLogStreams();
 * export const logStreamNames = logStreams.map(({ name }) => name);
 * ```
 */
export const getLogStreams = all.plain;

/** {@link getLogStreams} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getLogStreamsOutput = all.output;
