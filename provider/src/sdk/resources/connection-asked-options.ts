import * as pulumi from "@pulumi/pulumi";
import { sanitize } from "../../client/sanitize.ts";
import { isPortable, type Json, type JsonObject, own, type Path, valueAt } from "../../schema/json.ts";
import { secrecyOfDocument } from "../../schema/secrecy/by-path.ts";
import { secrecyOf, secretsIn } from "../../schema/secrecy/find.ts";
import type { Query } from "../../schema/service.ts";
import { Draft } from "../../state/leaves.ts";
import { optionsOf } from "../../types/connection/definition.ts";
import { documentedOptions } from "../../types/connection/definition-options.ts";
import { problemOfTexts } from "../arguments.ts";
import type { Argument, Values } from "../rows.ts";

/**
 * The documented secrecy of the options of all strategies together. Requested paths are checked against it before the request, because the strategy
 * is not known until the connection is read.
 */
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

/** The query of a look-up. If the program requests no options, the query makes the service leave out all options. */
export function optionsQuery(options: readonly string[] | undefined): Query {
  return options?.length ? {} : { fields: "options", include_fields: false };
}

/**
 * The requested options that the connection has.
 *
 * @throws RunError if the token cannot read the options, or if a requested option contains a secret
 */
export function askedOptions(connection: JsonObject, values: Values): object {
  const paths = values.options === undefined ? [] : [values.options].flat().map(String);
  if (paths.length === 0) return {};
  const name = `"${sanitize(String(own(connection, "name")))}"`;
  const options = optionsOf(connection);
  if (options === undefined) {
    throw new pulumi.RunError(
      `the options of connection ${name} cannot be read. Grant the scope read:connections_options to the client that this program runs as.`,
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
        `option ${shown(path)} of connection ${name} contains a text that Pulumi reserves for its own use. Do not request the option`,
      );
    }
    answered.put(path, value);
  }
  return { options: answered.root };
}

function problemOfPath(path: string): string | undefined {
  const names = namesIn(path);
  if (path.startsWith("/") || names.includes("")) {
    return `must contain names joined by dots, such as gateway_authentication.subject, not "${sanitize(path)}"`;
  }
  const secrecy = secrecyOf(names, anyOptions);
  const advice = secrecy === "holds a secret" ? ": request only the parts that you need" : "";
  return secrecy && `must not name ${shown(names)}, which ${secrecy}${advice}`;
}

/** The paths of all secrets at or below a path. */
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
    `option ${shown(path)} of connection ${connection} contains values that look secret (${held}${rest}). ` +
    "Request only the parts that you need, without these values."
  );
}

function namesIn(path: string): Path {
  return path.split(".");
}

function shown(path: Path): string {
  return sanitize(path.join("."));
}
