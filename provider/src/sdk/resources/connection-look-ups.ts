import { connection } from "../../types/connection/definition.ts";
import { key, text } from "../arguments.ts";
import { lookUps, type OutputArgs, type Plain } from "../look-ups.ts";
import type { ConnectionCommonArgs } from "./connection.ts";
import { askedOptions, optionPaths, optionsQuery } from "./connection-asked-options.ts";

/** The requested connection: exactly one of name and id. `options` are the paths of the requested options. */
export type GetConnectionArgs =
  | { name: string; id?: undefined; options?: readonly string[] | undefined }
  | { id: string; name?: undefined; options?: readonly string[] | undefined };

/** {@link GetConnectionArgs} with values that may be outputs. */
export type GetConnectionOutputArgs = OutputArgs<GetConnectionArgs>;

/** A connection, as look-ups return it: the outputs of a `Connection`, without those that can contain secrets. */
export interface GetConnectionResult
  extends Plain<Omit<ConnectionCommonArgs, "adopt" | "undocumented" | "enabledClients" | "metadata">> {
  /** The id of the connection: `con_…`. */
  readonly id: string;
  /** The type of the identity provider. */
  readonly strategy: string;
  /** The requested options that the connection has, under the service's own names. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The filter for connections. Texts are compared exactly, including letter case. Default: all connections. */
export interface GetConnectionsArgs {
  /** The type of the identity provider. */
  strategy?: string | undefined;
  /** The name, unique within the tenant. */
  name?: string | undefined;
  /** The paths of the requested options, as in {@link getConnection}. Default: none. */
  options?: readonly string[] | undefined;
}

/** {@link GetConnectionsArgs} with values that may be outputs. */
export type GetConnectionsOutputArgs = OutputArgs<GetConnectionsArgs>;

/** The result of {@link getConnections}. */
export interface GetConnectionsResult {
  /** The matching connections, in the service's order. */
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
 * One connection, managed or not. Routes: `GET /connections?name=…`, `GET /connections/{id}`; scopes: `read:connections`, and
 * `read:connections_options` if the program requests options. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const corp = await tenant.getConnection({ name: "corp", options: ["issuer", "connection_settings.pkce"] });
 * export const issuer = corp.options?.issuer;
 * ```
 *
 * Options are named by paths: the service's names with dots between them. A path to an option that is secret, looks secret or contains
 * secrets is refused before anything is sent. If the program requests no options, the service does not send any.
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such connection or a requested option contains a secret
 */
export const getConnection = one.plain;

/** {@link getConnection} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionOutput = one.output;

/**
 * The tenant's connections. Route: `GET /connections`; scopes: `read:connections`, and `read:connections_options` if the program requests
 * options. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { connections } = await tenant.getConnections({ strategy: "oidc", options: ["issuer"] });
 * export const issuers = Object.fromEntries(connections.map(({ name, options }) => [name, options?.issuer]));
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if a requested option contains a secret in any of the connections
 */
export const getConnections = all.plain;

/** {@link getConnections} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionsOutput = all.output;
