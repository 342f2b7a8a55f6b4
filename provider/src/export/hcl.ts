import { invisible } from "../client/sanitize.ts";
import { isObject, type Json } from "../schema/json.ts";

/** The content of a block: expressions by argument, and nested blocks in their order. */
export interface Body {
  readonly attributes: Map<string, string>;
  readonly blocks: (readonly [name: string, body: Body])[];
}

/** A body without content. */
export function emptyBody(): Body {
  return { attributes: new Map(), blocks: [] };
}

/** The maximum width of a list or an object in one line, in characters. */
const maxWidth = 90;

/** Whether Terraform keeps a text as it is: it brings texts into a normal form of Unicode, and has none that are not valid Unicode. */
export function isKept(text: string): boolean {
  return text.isWellFormed() && text.normalize("NFC") === text;
}

/** A text as a literal: no part of it is read as a template, and it has one line without control characters and invisible ones. */
export function quoted(text: string): string {
  const escaped = text
    .replace(/["\\]/g, "\\$&")
    .replace(/[$%]+\{?/g, withoutTemplate)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t")
    .replace(invisible, (character) => `\\U${hexOf(character, 8)}`);
  return `"${escaped}"`;
}

/**
 * Marks, as they stand before a brace: the last one is doubled, and those before it are escaped, because several in a row have more than one reading.
 * Other marks begin no template.
 */
function withoutTemplate(marks: string): string {
  if (!marks.endsWith("{")) return marks;
  const last = marks.at(-2) ?? "";
  const others = [...marks.slice(0, -2)].map((mark) => `\\u${hexOf(mark, 4)}`);
  return `${others.join("")}${last}${last}{`;
}

function hexOf(character: string, digits: number): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
}

/** A list of expressions. */
export function listOf(items: readonly string[]): string {
  return inLines("[", items, "]", ",");
}

/** An object of expressions. */
export function objectOf(entries: readonly (readonly [key: string, expression: string])[]): string {
  const items = entries.map(([key, expression]) => `${quoted(key)} = ${expression}`);
  return inLines("{", items, "}", "");
}

/** A JSON value as an expression. */
export function literalOf(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return listOf(value.map(literalOf));
  if (isObject(value)) return objectOf(Object.entries(value).map(([key, item]) => [key, literalOf(item)]));
  return typeof value === "number" ? numberOf(value) : String(value);
}

/** A number, without an exponent with a plus sign, which some versions do not read. */
export function numberOf(value: number): string {
  return String(value).replace("e+", "e");
}

function inLines(open: string, items: readonly string[], close: string, end: string): string {
  if (items.length === 0) return open + close;
  const line = end === "" ? `{ ${items.join(", ")} }` : `${open}${items.join(`${end} `)}${close}`;
  if (line.length <= maxWidth && !line.includes("\n")) return line;
  return `${open}\n${items.map((item) => `  ${item.replaceAll("\n", "\n  ")}${end}\n`).join("")}${close}`;
}

/** A block with its labels, in the form of Terraform's formatter. */
export function blockOf(type: string, labels: readonly string[], body: Body): string {
  const head = [type, ...labels.map(quoted)].join(" ");
  const lines = linesOf(body);
  return lines.length === 0 ? `${head} {}\n` : `${head} {\n${indented(lines).join("\n")}\n}\n`;
}

function linesOf({ attributes, blocks }: Body): readonly string[] {
  const nested = blocks.map(([name, body]) => blockOf(name, [], body).trimEnd());
  return [aligned([...attributes]).join("\n"), ...nested]
    .filter((part) => part !== "")
    .join("\n\n")
    .split("\n")
    .filter((line, _, all) => all.length > 1 || line !== "");
}

/** Arguments, with the equals signs of consecutive lines below each other. */
function aligned(attributes: readonly (readonly [name: string, expression: string])[]): readonly string[] {
  const runs: (readonly [string, string])[][] = [[]];
  for (const one of attributes) {
    const isTall = one[1].includes("\n");
    if (isTall) runs.push([one], []);
    else runs.at(-1)?.push(one);
  }
  return runs.flatMap((run) => {
    const width = Math.max(...run.map(([name]) => name.length));
    return run.flatMap(([name, expression]) => `${name.padEnd(width)} = ${expression}`.split("\n"));
  });
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? line : `  ${line}`));
}
