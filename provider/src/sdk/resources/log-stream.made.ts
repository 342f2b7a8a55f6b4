// Made of `definitions/log-stream.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { logStream } from "../../definitions/log-stream.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { OutputArgs } from "../data-source.ts";
import { commonLookUps } from "../look-ups.ts";

/** Personal data that is made unreadable in the logs of a stream. */
export interface LogStreamPiiConfig {
  /** The fields, in any order: at least one. */
  logFields: pulumi.Input<pulumi.Input<"first_name" | "last_name" | "username" | "email" | "phone" | "address">[]>;
  /** What becomes of them. Cleared: `hash`. */
  method?: pulumi.Input<"hash" | "mask" | undefined>;
  /** The algorithm of hashes. Cleared: `xxhash`. */
  algorithm?: pulumi.Input<"xxhash" | undefined>;
}

/**
 * The arguments of a {@link LogStream}.
 *
 * Only what is declared is managed, in `sink` and `piiConfig` each member by itself. What the program no longer
 * declares goes back to what a new log stream has.
 */
export interface LogStreamArgs {
  /** A name for people. At least 1 character. The service does not keep two log streams from having the same. */
  name: pulumi.Input<string>;
  /** What takes the logs. A change replaces the stream. */
  type: pulumi.Input<"http" | "eventbridge" | "eventgrid" | "datadog" | "splunk" | "sumo" | "segment" | "mixpanel">;
  /**
   * Where the logs go, under the service's own names. Only what is declared here is managed: other members are neither
   * shown nor touched.
   */
  sink: pulumi.Input<Readonly<Record<string, unknown>>>;
  /** The categories of logs that are sent: a set. Not beside `isPriority: true`. Empty and cleared: all logs. */
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
  /** Personal data that is made unreadable in the logs. Cleared: none. */
  piiConfig?: pulumi.Input<LogStreamPiiConfig | undefined>;
  /**
   * Whether it gets the logs about security alone, before all others. The service chooses its filters then. Cleared:
   * false.
   */
  isPriority?: pulumi.Input<boolean | undefined>;
  /**
   * Whether logs are sent. A paused stream sends what has come meanwhile once it is active again. Cleared: `active`.
   */
  status?: pulumi.Input<"active" | "paused" | undefined>;
  /** When the logs begin that a new stream sends, ISO 8601. Default: now. Counts at creation only. */
  startFrom?: pulumi.Input<string | undefined>;
  /**
   * Takes over the one stream with this `name` that exists already, instead of making another one. Counts at creation
   * only. With false, a new stream is meant, and an older one of the same name may be deleted when it leaves the
   * program.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A log stream: where the tenant sends its logs as they come.
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
 * **Events**: the service sends none about streams. Only a refresh finds somebody else's change.
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
  /** The declared members. The secret ones are secret here, too. */
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

  /**
   * Manages a log stream.
   *
   * All wrong arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: LogStreamArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(logStream, name, args, opts);
  }
}

/**
 * A log stream as look-ups answer it, without `sink`, which can hold secrets. A property that the service leaves out is
 * absent.
 */
export interface GetLogStreamResult {
  /** The stream's id: `lst_…`. */
  readonly id: string;
  /** A name for people. */
  readonly name: string;
  /** What takes the logs. */
  readonly type: "http" | "eventbridge" | "eventgrid" | "datadog" | "splunk" | "sumo" | "segment" | "mixpanel";
  /** The categories of logs that are sent; empty where all are. */
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
  /** Personal data that is made unreadable in the logs. */
  readonly piiConfig?: pulumi.Unwrap<LogStreamPiiConfig> | undefined;
  /** Whether it gets the logs about security alone, before all others. */
  readonly isPriority: boolean;
  /** Whether logs are sent. The service suspends a stream whose sink fails. */
  readonly status: "active" | "paused" | "suspended";
}

/** Which log stream to look for: exactly one of name and id. An error if several have the name. */
export type GetLogStreamArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetLogStreamArgs} with values that may be outputs. */
export type GetLogStreamOutputArgs = OutputArgs<GetLogStreamArgs>;

/** Which log streams to look for. Texts must be equal, letter case included. Default: all log streams. */
export interface GetLogStreamsArgs {
  /** The name, which several can share. */
  name?: string | undefined;
  /** What takes the logs. */
  type?: string | undefined;
  /** Whether logs are sent. The service suspends a stream whose sink fails. */
  status?: string | undefined;
}

/** {@link GetLogStreamsArgs} with values that may be outputs. */
export type GetLogStreamsOutputArgs = OutputArgs<GetLogStreamsArgs>;

/** The answer of {@link getLogStreams}. */
export interface GetLogStreamsResult {
  /** In the service's order. */
  readonly logStreams: GetLogStreamResult[];
}

const { one, all } = commonLookUps<GetLogStreamArgs, GetLogStreamResult, GetLogStreamsArgs, GetLogStreamsResult>(
  logStream,
);

/**
 * The one log stream that matches. Routes: `GET /log-streams`, `GET /log-streams/{id}`; scope: `read:log_streams`.
 * {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const stream = await tenant.getLogStream({ name: "Audit" });
 * export const streamId = stream.id;
 * ```
 *
 * @throws RunError also if none or several match; it lists what was found (name, id)
 */
export const getLogStream = one.plain;

/** {@link getLogStream} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getLogStreamOutput = one.output;

/**
 * The tenant's log streams. Route: `GET /log-streams`; scope: `read:log_streams`. All log streams are read, and the
 * filters are applied to what was read. {@link LookUp} says what look-ups have in common.
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
