import { isObject, type Json } from "../model/json.ts";
import { wordsOf } from "./words.ts";

/*
 * TypeScript in the form that Prettier gives it by default, and Biome with blanks for indentation: 80 columns, double quotes. Both keep
 * an object over several lines if it was written so, and all objects are. What depends on the width of a line is decided here as they do.
 */

const mostColumns = 80;
const step = "  ";

/** What the program has in place of a value: a reference, or a value of its configuration. */
export interface Expression {
  /** What comes before the parenthesis, or all of it. */
  readonly head: string;
  /** The argument of a call: a text. */
  readonly argument?: string;
}

/** What stands at a path in place of the value itself; undefined for the value. */
export type Substitutes = (path: readonly string[]) => Expression | undefined;

/**
 * How texts are written, and how wide they count. How wide characters outside of ASCII are depends on who counts. What would look
 * different is written in ASCII.
 */
interface Style {
  columns(text: string): number;
  text(text: string): string;
}

const wide: Style = { columns: (text) => text.length + (text.match(/[^\x20-\x7e]/g)?.length ?? 0), text: literal };
const narrow: Style = { columns: (text) => text.replace(/[^\x20-\x7e]/g, "").length, text: literal };
const ascii: Style = { columns: (text) => text.length, text: plainLiteral };

/** The columns that a text takes at most. */
export const widest = wide.columns;

/** A statement: `export const orders = new tenant.ResourceServer("orders", { … });`. */
export function resourceStatement(start: string, name: string, args: Json, substitutes: Substitutes): string {
  const isHugged = ({ columns, text }: Style) => columns(`${start}(${text(name)}, {`) <= mostColumns;
  const style = isHugged(wide) === isHugged(narrow) ? wide : { ...wide, text: plainLiteral };
  const written = style.text(name);
  if (isHugged(style)) return `${start}(${written}, ${blockOf(args, [], "", substitutes)});`;
  return `${start}(\n${step}${written},\n${step}${blockOf(args, [], step, substitutes)},\n);`;
}

/** A text as a literal, with the quotes that need fewer escapes. */
export function literal(text: string): string {
  const quote = text.split('"').length > text.split("'").length ? "'" : '"';
  let escaped = "";
  for (const character of text) escaped += character === quote ? `\\${quote}` : escapeOf(character);
  return quote + escaped + quote;
}

/** A text as a literal of ASCII characters only. */
function plainLiteral(text: string): string {
  return literal(text).replace(/[^\x20-\x7e]/g, unicodeEscape);
}

/** Foreign text for a comment: it stays on its line. */
export function commentLine(text: string): string {
  return `// ${text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, unicodeEscape)}`.trimEnd();
}

const written: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(character: string): string {
  // Controls, characters that nobody sees, and blanks that are none of ASCII.
  const isUnseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(character);
  return written[character] ?? (isUnseen ? unicodeEscape(character) : character);
}

function unicodeEscape(character: string): string {
  let escapes = "";
  for (let at = 0; at < character.length; at++)
    escapes += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return escapes;
}

/** The form on which everybody agrees. */
function agreed(write: (style: Style) => string): string {
  const form = write(wide);
  return form === write(narrow) ? form : write(ascii);
}

/** A value that takes several lines: an object, or an array of such. */
function blockOf(value: Json, path: readonly string[], indent: string, substitutes: Substitutes): string {
  const inside = indent + step;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inside}${elementOf(item, inside)},\n`).join("")}${indent}]`;
  }
  if (!isObject(value) || isEmpty(value)) return lineOf(value, literal) ?? "{}";
  const members = Object.entries(value).map(([key, item]) => memberOf(key, item, [...path, key], inside, substitutes));
  return `{\n${members.map((member) => `${inside}${member},\n`).join("")}${indent}}`;
}

function elementOf(item: Json, indent: string): string {
  if (lineOf(item, literal) === undefined) return blockOf(item, [], indent, () => undefined);
  return agreed((style) => leafOf(item, indent, indent, style));
}

function memberOf(key: string, value: Json, path: readonly string[], indent: string, substitutes: Substitutes): string {
  const below = indent + step;
  const expression = substitutes(path);
  if (expression) return agreed((style) => `${keyOf(key, style)}:${expressionOf(expression, key, indent, style)}`);
  if (lineOf(value, literal) !== undefined) return agreed((style) => leafMember(key, value, indent, style));
  // What takes several lines begins on the line of its key, if there is room.
  const opened = agreed((style) => {
    const name = keyOf(key, style);
    return style.columns(`${indent}${name}: {`) <= mostColumns ? `${name}: ` : `${name}:\n${below}`;
  });
  return opened + blockOf(value, path, opened.endsWith(below) ? below : indent, substitutes);
}

function leafMember(key: string, value: Json, indent: string, style: Style): string {
  const name = keyOf(key, style);
  const fits = (text: string) => style.columns(`${indent}${name}: ${text}`) <= mostColumns;
  const stays = typeof value === "boolean" || (typeof value === "number" && value >= 0);
  // A key that reaches hardly further than the indentation is not worth a line of its own.
  const isShort = typeof value === "string" && style.columns(name) < step.length + 3;
  const opening = Array.isArray(value) && value.length > 0 ? "[" : `${lineOf(value, style.text)},`;
  if (stays || isShort || fits(opening)) return `${name}: ${leafOf(value, `${indent}${name}: `, indent, style)}`;
  return `${name}:\n${indent}${step}${leafOf(value, indent + step, indent + step, style)}`;
}

/** A value that could stand on one line, after what stands before it. */
function leafOf(value: Json, before: string, indent: string, style: Style): string {
  const line = lineOf(value, style.text) ?? "";
  if (!Array.isArray(value) || style.columns(`${before}${line},`) <= mostColumns) return line;
  const inside = indent + step;
  if (value.every((item) => typeof item === "number")) return `[\n${filled(value, inside)}\n${indent}]`;
  const items = value.map((item: Json) => `${inside}${leafOf(item, inside, inside, style)},\n`);
  return `[\n${items.join("")}${indent}]`;
}

/** Numbers, as many on a line as fit. */
function filled(items: readonly Json[], inside: string): string {
  const lines: string[] = [];
  for (const item of items.map(scalarOf)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${item},`.length <= mostColumns) lines[lines.length - 1] = `${last} ${item},`;
    else lines.push(`${inside}${item},`);
  }
  return lines.join("\n");
}

function expressionOf({ head, argument }: Expression, key: string, indent: string, style: Style): string {
  const start = `${indent}${keyOf(key, style)}: `;
  const fits = (text: string) => style.columns(start + text) <= mostColumns;
  const whole = argument === undefined ? head : `${head}(${style.text(argument)})`;
  if (fits(`${whole},`)) return ` ${whole}`;
  // The shortest arguments are not worth a line of their own.
  const isPoor = argument === undefined || style.text(argument).length <= mostColumns / 4;
  if (isPoor || !fits(`${head}(`)) return `\n${indent}${step}${whole}`;
  return ` ${head}(\n${indent}${step}${style.text(argument)},\n${indent})`;
}

/** A value on one line; undefined where something in it needs more. */
function lineOf(value: Json, write: (text: string) => string): string | undefined {
  if (typeof value === "string") return write(value);
  if (isObject(value)) return isEmpty(value) ? "{}" : undefined;
  if (!Array.isArray(value)) return scalarOf(value);
  if (isMatrix(value)) return undefined;
  const items: string[] = [];
  for (const item of value) {
    const form = lineOf(item, write);
    if (form === undefined) return undefined;
    items.push(form);
  }
  return `[${items.join(", ")}]`;
}

/** Several arrays or objects of several members each: they stand below each other. */
function isMatrix(items: readonly Json[]): boolean {
  const sizeOf = (item: Json) => (typeof item === "object" && item !== null ? Object.keys(item).length : 0);
  return items.length > 1 && items.every((item) => sizeOf(item) > 1 && Array.isArray(item) === Array.isArray(items[0]));
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function scalarOf(value: Json): string {
  return String(JSON.stringify(value)).replace("e+", "e");
}

/** A key, in quotes only where it needs them. */
function keyOf(key: string, style: Style): string {
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return key;
  const isWord = style !== ascii && wordsOf(key)[0] === key && /^\p{ID_Start}/u.test(key);
  // What another formatter may take for a name, it leaves alone if it is written with escapes.
  const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(key);
  return isWord ? key : isName ? plainLiteral(key) : style.text(key);
}
