import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "../../../provider/src/baseline/audit.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import { fromPointer } from "../../../provider/src/schema/json.ts";
import { safeguards } from "../../../provider/src/types/connection/definition-options.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { guardedIn } from "../../subjects/guarded.ts";
import { subjects } from "../../subjects/index.ts";
import { pages } from "../markdown.ts";

/* Parts of pages that follow from definitions and subjects. In a page, a part stands between two comments. */

const types = typeNames.map((name) => definitions[name]);
const cases = subjects.flatMap(({ resource, scopes }) => scopes.map((one) => ({ ...one, resource })));
const refreshed = unique(cases.flatMap(({ run, scopes }) => (run === "refresh" ? scopes : [])));

/** The parts by the names that pages give them. */
export const parts: Readonly<Record<string, string>> = {
  "scopes of resources": table(
    ["what you use", "scopes"],
    types.map((type) => [`\`${type.type}\``, scopesInWords(type)]),
  ),
  "scopes of operations": table(
    ["resource", "operation", "scopes"],
    cases.map(({ resource, operation, scopes }) => {
      return [`\`${resource}\``, operation, scopes.map((scope) => `\`${scope}\``).join(" ") || "none"];
    }),
  ),
  "scopes of refreshes": block(refreshed),
  "scopes of a watch": block(unique(["read:events", ...refreshed, ...types.flatMap(({ scopes }) => scopes.read)])),
  "rules of the baseline": table(
    ["rule", "severity", "type", "fails if", "sources"],
    rules.map(({ id, severity, profile, type, failsIf, sources }) => {
      const name = `\`${id}\`${profile === undefined ? "" : ` (${profile})`}`;
      return [name, severity, `\`${definitions[type].type}\``, failsIf, sources.join("; ")];
    }),
  ),
  "properties that decide about security": table(
    ["resource", "property", "why"],
    [...types.flatMap(guardedRowsOf), ...guardedOptionRows()],
  ),
  "destinations of secrets": table(["resource", "address or code", "secrets"], types.flatMap(destinationRowsOf)),
  "secrets at rest": table(
    ["resource", "secrets", "why"],
    types.flatMap(({ type, schema: { secretsAtRest = [] } }) =>
      secretsAtRest.map(({ secrets, why }) => [`\`${type}\``, inCode(secrets.map(dotted)), why]),
    ),
  ),
  "scopes of an import": block(
    unique(types.flatMap(({ listing, schema, scopes }) => (listing || schema.singleton ? scopes.read : []))),
  ),
};

/** The rows of the places to which the service sends a type's secrets. */
function destinationRowsOf({ type, schema: { destinations = [] } }: Definition): readonly (readonly string[])[] {
  return destinations.map(({ addresses, secrets, except = [], isCode }) => [
    `\`${type}\``,
    `${inCode(addresses.map(dotted))}${isCode ? " (code)" : ""}`,
    `${inCode(secrets.map(dotted))}${except.length > 0 ? `, except ${inCode(except.map(dotted))}` : ""}`,
  ]);
}

function dotted(pointer: string): string {
  return fromPointer(pointer).join(".");
}

/** The rows of a type's properties that decide about security: one row for each reason. */
function guardedRowsOf({ type, schema }: Definition): readonly (readonly string[])[] {
  const byReason = Map.groupBy(guardedIn(schema.fields), ({ why }) => why);
  return [...byReason].map(([why, all]) => [`\`${type}\``, inCode(all.map(({ path }) => path.join("."))), why]);
}

/** The same for the options of connections. */
function guardedOptionRows(): readonly (readonly string[])[] {
  const nameOf = ({ at }: (typeof safeguards)[number]) => ["options", ...fromPointer(at)].join(".");
  return [...Map.groupBy(safeguards, ({ why }) => why)].map(([why, all]) => [
    "`Connection`",
    inCode(all.map(nameOf)),
    why,
  ]);
}

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

function unique(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `\n${lines.join("\n")}\n`;
}

function block(lines: readonly string[]): string {
  return `\n\`\`\`text\n${lines.join("\n")}\n\`\`\`\n`;
}

/** The scopes of a type: "`create:`, `read:` and `delete:things`". */
function scopesInWords({ scopes }: Definition): string {
  const operations = new Map<string, string[]>();
  for (const scope of unique(Object.values(scopes).flat())) {
    const [operation = "", objects = ""] = scope.split(":");
    operations.set(objects, [...(operations.get(objects) ?? []), operation]);
  }
  const order = ["create", "read", "update", "delete"];
  const named = [...operations].map(([objects, all]) => {
    const sorted = all.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    const last = `\`${sorted.at(-1)}:${objects}\``;
    const others = sorted.slice(0, -1).map((operation) => `\`${operation}:\``);
    return others.length === 0 ? last : `${others.join(", ")} and ${last}`;
  });
  return named.join("; ");
}

/** The pages that have parts, with these parts as they should be. */
export function pagesWithParts(root: string): ReadonlyMap<string, { readonly is: string; readonly should: string }> {
  const texts = pages.map((page) => [page, readFileSync(join(root, page), "utf8")] as const);
  const having = texts.filter(([, text]) => text.includes("<!-- made: "));
  return new Map(having.map(([page, is]) => [page, { is, should: withParts(page, is) }]));
}

function withParts(page: string, text: string): string {
  return text.replace(
    /(<!-- made: ([^>]*) -->)\n[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`${page}: there is no part "${name}"`);
      return `${start}\n${part}\n${end}`;
    },
  );
}

/** Writes the parts of all pages. */
export function writeParts(root: string): void {
  for (const [page, { should }] of pagesWithParts(root)) writeFileSync(join(root, page), should);
}
