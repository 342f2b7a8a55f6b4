import { connection } from "../../definitions/connection.ts";
import { key, text } from "../arguments.ts";
import type { OutputArgs, Plain } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";
import type { ConnectionCommonArgs } from "./connection.ts";
import { askedOptions, optionPaths, optionsQuery } from "./connection-asked-options.ts";

/** Which connection to look for: exactly one of name and id. `options` are the paths of the options to answer. */
export type GetConnectionArgs =
  | { name: string; id?: undefined; options?: readonly string[] | undefined }
  | { id: string; name?: undefined; options?: readonly string[] | undefined };

/** {@link GetConnectionArgs} with values that may be outputs. */
export type GetConnectionOutputArgs = OutputArgs<GetConnectionArgs>;

/** A connection as look-ups answer it: the outputs of a `Connection`, without what can hold secrets. */
export interface GetConnectionResult
  extends Plain<Omit<ConnectionCommonArgs, "adopt" | "enabledClients" | "metadata">> {
  /** The connection's id: `con_…`. */
  readonly id: string;
  /** The kind of identity provider. */
  readonly strategy: string;
  /** The options that were asked for, as far as the connection has them, under the service's own names. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Which connections to look for. Texts must be equal, letter case included. Default: all connections. */
export interface GetConnectionsArgs {
  /** The kind of identity provider. */
  strategy?: string | undefined;
  /** The name, which no two connections share. */
  name?: string | undefined;
  /** The paths of the options to answer, as in {@link getConnection}. Default: none. */
  options?: readonly string[] | undefined;
}

/** {@link GetConnectionsArgs} with values that may be outputs. */
export type GetConnectionsOutputArgs = OutputArgs<GetConnectionsArgs>;

/** The answer of {@link getConnections}. */
export interface GetConnectionsResult {
  /** In the service's order. */
  readonly connections: GetConnectionResult[];
}

const { one, all } = lookUps<GetConnectionArgs, GetConnectionResult, GetConnectionsArgs, GetConnectionsResult>(
  connection,
  { describe: ({ id, name, strategy }) => `"${name}" (${id}), strategy ${strategy}`, also: askedOptions },
  {
    one: {
      args: { name: key, id: key, options: optionPaths },
      required: [["name", "id"]],
      reads: ({ name, id, options }) => [{ key: id, query: { name, ...optionsQuery(options) } }],
    },
    all: {
      args: { strategy: text, name: text, options: optionPaths },
      reads: ({ strategy, name, options }) => [{ query: { strategy, name, ...optionsQuery(options) } }],
    },
  },
);

/**
 * One connection, whoever manages it. Routes: `GET /connections?name=…`, `GET /connections/{id}`; scopes:
 * `read:connections`, and `read:connections_options` if the program asks for options. {@link LookUp} says what look-ups have
 * in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const corp = await tenant.getConnection({ name: "corp", options: ["issuer", "connection_settings.pkce"] });
 * export const issuer = corp.options?.issuer;
 * ```
 *
 * Options are named by paths: the service's names with dots between them. A path that is secret, looks secret or holds
 * something secret is refused before anything is sent. Options that nobody asks for are not even sent by the service.
 *
 * @throws RunError also if there is none, or if there is a secret among the options at a path
 */
export const getConnection = one.plain;

/** {@link getConnection} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionOutput = one.output;

/**
 * The tenant's connections. Route: `GET /connections`; scopes: `read:connections`, and `read:connections_options` if the
 * program asks for options. {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { connections } = await tenant.getConnections({ strategy: "oidc", options: ["issuer"] });
 * export const issuers = Object.fromEntries(connections.map(({ name, options }) => [name, options?.issuer]));
 * ```
 *
 * @throws RunError also if there is a secret among the options at a path, in any of the connections
 */
export const getConnections = all.plain;

/** {@link getConnections} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionsOutput = all.output;
