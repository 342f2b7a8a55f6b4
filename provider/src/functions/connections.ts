import { text } from "./arguments.ts";
import type { GetConnectionResult } from "./connection.ts";
import { lookUp, type OutputArgs } from "./data-source.ts";
import { optionPaths, optionsQuery } from "./options.ts";
import { matching } from "./rows.ts";
import { connections } from "./sources.ts";

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

const forms = lookUp<GetConnectionsArgs, GetConnectionsResult>({
  name: "getConnections",
  source: connections,
  args: { strategy: text, name: text, options: optionPaths },
  reads: ({ strategy, name, options }) => [{ query: { strategy, name, ...optionsQuery(options) } }],
  answer: (found) => ({ connections: matching(found) }),
});

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
export const getConnections = forms.plain;

/** {@link getConnections} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionsOutput = forms.output;
