import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import {
  filled,
  isPlaceholderName,
  type Placeholder,
  placeholdersIn,
  TemplateError,
  whyRefused,
} from "../schema/template.ts";
import { whyLost } from "./base.ts";

/** A value of a template: a text or a number for `##NAME##`, any JSON value for `@@NAME@@`. Lists and objects may contain outputs. */
export type TemplateValue = pulumi.Input<string | number | boolean | null | object>;

/** The options of {@link template}. */
export interface TemplateOptions {
  /** The names of placeholders that stay in the text as they are, such as those of another tool. A name that the file lacks is an error. */
  readonly keep?: readonly string[];
}

/**
 * The text of a file in which values replace placeholders. So a script or a page needs no id of a tenant, and stays a file that an editor
 * understands.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const shop = new tenant.Client("shop", { name: "Shop" });
 * new tenant.Connection("customers", {
 *   name: "customers",
 *   strategy: "auth0",
 *   options: {
 *     customScripts: {
 *       login: tenant.template("files/login.js", { CLIENT_ID: shop.clientId, HOST: tenant.domain(), PLANS: ["free", "paid"] }),
 *     },
 *   },
 * });
 * ```
 *
 * | placeholder | replaced by |
 * |---|---|
 * | `##NAME##` | a text or a number, to be written between quotes: `"https://##HOST##/"`. Quotes, backticks, `${`, backslashes, line breaks and control characters are refused, because they could end the text and become code |
 * | `@@NAME@@` | a JSON literal with its own quotes: `const plans = @@PLANS@@;` |
 *
 * A name consists of upper-case letters, digits and underscores, and begins with a letter. Nothing else is a placeholder: `@@password@@` and
 * `## Title ##` stay as they are.
 *
 * **Names**: a placeholder without a value is an error, and so is a value without a placeholder. `keep` names the placeholders that stay.
 *
 * **Outputs**: in a preview, the text is unknown if a value is. The text is secret if a value is.
 *
 * @param path the file, UTF-8, relative to the working directory, which is the folder of the program
 * @param values the values by the names of their placeholders
 * @throws RunError if the file cannot be read, if names or values do not fit, with all problems. A value that is an output fails the run later, when
 *   the value is known. No message contains a value
 */
export function template(
  path: string,
  values: Readonly<Record<string, TemplateValue>>,
  { keep = [] }: TemplateOptions = {},
): pulumi.Output<string> {
  const label = `template(${JSON.stringify(path)})`;
  const text = textOf(path, label);
  const problems = problemsOf(text, values, keep);
  if (problems.length > 0) throw new pulumi.RunError(`${label}: ${problems.join("; ")}.`);
  const kept = new Set(keep);
  return pulumi.output({ ...values }).apply((known) => {
    try {
      return filled(text, known, (name) => kept.has(name));
    } catch (error) {
      throw error instanceof TemplateError ? new pulumi.RunError(`${label}: ${error.message}.`) : error;
    }
  });
}

function textOf(path: string, label: string): string {
  try {
    // A character that is not UTF-8 would silently become another one.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const why = error instanceof TypeError ? "the file is not UTF-8" : `the file cannot be read: ${error.message}`;
    throw new pulumi.RunError(`${label}: ${why}. Paths are relative to ${process.cwd()}.`);
  }
}

function problemsOf(text: string, values: Readonly<Record<string, TemplateValue>>, keep: readonly string[]): string[] {
  const found = Map.groupBy(placeholdersIn(text), ({ name }) => name);
  const kept = new Set(keep);
  const given = Object.keys(values);
  const unused = (name: string, what: string) => {
    if (isPlaceholderName(name))
      return `the file contains neither ##${name}## nor @@${name}@@, so ${what} ${name} is unused`;
    return `${what} ${JSON.stringify(name)}: a name consists of upper-case letters, digits and underscores, and begins with a letter`;
  };
  return [
    ...given.filter((name) => !found.has(name)).map((name) => unused(name, "the value")),
    ...[...kept].filter((name) => !found.has(name)).map((name) => unused(name, "`keep`")),
    ...given.filter((name) => kept.has(name)).map((name) => `${name} is both a value and in \`keep\``),
    ...[...found.values()].flatMap(([first, ...others]) => {
      if (first === undefined || kept.has(first.name)) return [];
      if (!Object.hasOwn(values, first.name)) return [unknown(text, first)];
      const value: unknown = values[first.name];
      if (pulumi.Resource.isInstance(value))
        return [`${first.name} is a resource. Give one of its outputs, such as its id`];
      const lost = whyLost(value, first.name);
      if (lost !== undefined) return [lost];
      return isLater(value) ? [] : [...new Set([first, ...others].flatMap((one) => whyRefused(value, one) ?? []))];
    }),
  ];
}

function unknown(text: string, { name, written, index }: Placeholder): string {
  const line = text.slice(0, index).split("\n").length;
  return `line ${line} contains ${written}, but there is no value ${name}. Add the value, or name it in \`keep\``;
}

/** Whether a value is, or may contain, an output or a promise. */
function isLater(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
