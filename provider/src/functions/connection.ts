import type { ConnectionCommonArgs } from "../resources/connection-args.ts";
import { key } from "./arguments.ts";
import { lookUp, type OutputArgs, type Plain } from "./data-source.ts";
import { optionPaths, optionsQuery } from "./options.ts";
import { exactlyOne } from "./rows.ts";
import { connections } from "./sources.ts";

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

const forms = lookUp<GetConnectionArgs, GetConnectionResult>({
  name: "getConnection",
  source: connections,
  args: { name: key, id: key, options: optionPaths },
  required: [["name", "id"]],
  reads: ({ name, id, options }) => [{ key: id, query: { name, ...optionsQuery(options) } }],
  answer: exactlyOne,
});

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
export const getConnection = forms.plain;

/** {@link getConnection} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getConnectionOutput = forms.output;
