import * as pulumi from "@pulumi/pulumi";
import { legible } from "../../client/legible.ts";
import { connection, optionsOf } from "../../definitions/connection.ts";
import { documentedOptions } from "../../definitions/connection-known-options.ts";
import { isPortable, type Json, type JsonObject, own } from "../../schema/json.ts";
import { type Path, valueAt } from "../../schema/pointer.ts";
import { secrecyOfDocument } from "../../schema/secrecy/by-path.ts";
import { secrecyOf, secretsIn } from "../../schema/secrecy/find.ts";
import type { Query } from "../../schema/service.ts";
import { Draft } from "../../state/draft.ts";
import { key, problemOfTexts, text } from "../arguments.ts";
import type { OutputArgs, Plain } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";
import type { Argument, Values } from "../questions.ts";
import type { ConnectionCommonArgs } from "./connection.ts";

/** Before anything is read, an option of any strategy may be meant. */
const anyOptions = secrecyOfDocument(documentedOptions(undefined));

/** Paths of options: the service's own names, with dots between them. */
export const optionPaths: Argument = {
  problem(value) {
    const problem = problemOfTexts(value);
    if (problem !== undefined) return problem;
    const wrong = (value as readonly string[]).flatMap((path) => problemOfPath(path) ?? []);
    return wrong.length > 0 ? wrong.join(", and ") : undefined;
  },
  fits: () => true,
};

/** The query that has the service send options only where they are asked for. */
function optionsQuery(options: readonly string[] | undefined): Query {
  return options?.length ? {} : { fields: "options", include_fields: false };
}

/**
 * The options that a question asks for, as far as the connection has them.
 *
 * @throws RunError where the tenant withholds the options, or where there is a secret among what is asked for
 */
export function askedOptions(connection: JsonObject, values: Values): object {
  const paths = values.options === undefined ? [] : [values.options].flat().map(String);
  if (paths.length === 0) return {};
  const name = `"${legible(String(own(connection, "name")))}"`;
  const options = optionsOf(connection);
  if (options === undefined) {
    throw new pulumi.RunError(
      `the tenant withholds the options of connection ${name}. The scope it needs is read:connections_options.`,
    );
  }
  const answered = new Draft();
  for (const path of paths.map(namesIn)) {
    const value = valueAt(options, path);
    if (value === undefined || value === null) continue;
    const secrets = secretsAt(path, value, String(own(connection, "strategy")));
    if (secrets.length > 0) throw new pulumi.RunError(refusal(name, path, secrets));
    if (!isPortable(value)) {
      throw new pulumi.RunError(
        `option ${shown(path)} of connection ${name} holds a text that Pulumi keeps for itself`,
      );
    }
    answered.put(path, value);
  }
  return { options: answered.root };
}

function problemOfPath(path: string): string | undefined {
  const names = namesIn(path);
  if (path.startsWith("/") || names.includes("")) {
    return `must hold names with dots between them, such as gateway_authentication.subject, not "${legible(path)}"`;
  }
  const secrecy = secrecyOf(names, anyOptions);
  const advice = secrecy === "holds a secret" ? ": name the parts that you need" : "";
  return secrecy && `must not name ${shown(names)}, which ${secrecy}${advice}`;
}

/** The places of what is secret at a path, each by itself. */
function secretsAt(path: Path, value: Json, strategy: string): readonly Path[] {
  const asked = new Draft();
  asked.put(path, value);
  const found = secretsIn(asked.root, secrecyOfDocument(documentedOptions(strategy)));
  return found.flatMap((finding) => leavesBelow(finding.value, finding.path));
}

function leavesBelow(value: Json, path: Path): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, item]) => leavesBelow(item, [...path, name]));
}

function refusal(connection: string, path: Path, secrets: readonly Path[]): string {
  const held = secrets.slice(0, 5).map(shown).join(", ");
  const rest = secrets.length > 5 ? ` and ${secrets.length - 5} more` : "";
  return (
    `connection ${connection} holds at option ${shown(path)} what looks secret (${held}${rest}). ` +
    "Name the parts that you need, and none of these."
  );
}

function namesIn(path: string): Path {
  return path.split(".");
}

function shown(path: Path): string {
  return legible(path.join("."));
}

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
