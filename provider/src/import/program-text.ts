import { isObject, type Json } from "../schema/json.ts";
import { commentLine, literal, plainLiteral, widest, wordsOf } from "./names.ts";

/*
 * Writes TypeScript in the form that Prettier with default options, and Biome with spaces for indentation, leave unchanged: 80 columns, double
 * quotes. Both formatters keep an object on several lines if it is written that way, so every object is written on several lines. Where the form
 * depends on the width of a line, this file applies the rules of these formatters.
 */

const maxColumns = 80;
const step = "  ";

/** An expression that a program contains instead of a literal value: a reference, a configuration value, or a text of several lines. */
export interface Expression {
  /** The part before the parenthesis, or the whole expression. */
  readonly head: string;
  /** The arguments of the call: texts, which are written as string literals. Absent if `head` is the whole expression. */
  readonly arguments?: readonly string[];
  /** The values of a template: an object of expressions, and the names that the template keeps. They follow the first argument. */
  readonly template?: {
    readonly values: readonly (readonly [name: string, expression: string])[];
    readonly keep: readonly string[];
  };
  /** Whether the expression always begins on the line of its key, even if it is too wide for the line. */
  readonly stays?: true;
}

/** Determines where a program contains something other than the literal values of its arguments: expressions, cast keys and comments. */
export interface Marks {
  /** The expression that replaces the value at a path; undefined to keep the value. */
  instead(path: readonly string[], value: Json): Expression | undefined;
  /** The expression that replaces an element of the list of texts at a path; undefined to keep the element. */
  element(path: readonly string[], value: Json): Expression | undefined;
  /** The type to which a key is cast if the arguments' type does not have the key; undefined for an ordinary key. */
  keyType(path: readonly string[]): string | undefined;
  /** The comment on the value at a path, or on an element of the list there; undefined for no comment. Untrusted text. */
  comment(path: readonly string[], value: Json): string | undefined;
}

/**
 * How texts are written, and how their width is measured. Formatters disagree about the width of characters outside ASCII. If the layout of a
 * text depends on that, the text is written with escapes, in ASCII only.
 */
interface Style {
  columns(text: string): number;
  text(text: string): string;
}

const wide: Style = { columns: widest, text: literal };
const narrow: Style = { columns: (text) => text.replace(/[^\x20-\x7e]/g, "").length, text: literal };
const ascii: Style = { columns: (text) => text.length, text: plainLiteral };

/**
 * The statement that declares a resource: `export const orders = new tenant.ResourceServer("orders", { … });`.
 *
 * @param dependsOn expressions for the resources on which this one depends although no argument refers to them
 */
export function resourceStatement(
  start: string,
  name: string,
  args: Json,
  marks: Marks,
  dependsOn: readonly string[] = [],
): string {
  const isHugged = ({ columns, text }: Style) => columns(`${start}(${text(name)}, {`) <= maxColumns;
  const style = isHugged(wide) === isHugged(narrow) ? wide : { ...wide, text: plainLiteral };
  const written = style.text(name);
  if (dependsOn.length > 0) {
    const options = agreed((form) => optionsOf("dependsOn", dependsOn, step, form));
    return `${start}(\n${step}${written},\n${step}${blockOf(args, [], step, marks)},\n${step}${options},\n);`;
  }
  if (isHugged(style)) return `${start}(${written}, ${blockOf(args, [], "", marks)});`;
  return `${start}(\n${step}${written},\n${step}${blockOf(args, [], step, marks)},\n);`;
}

/** The last argument of a call: an object with one list. */
function optionsOf(name: string, items: readonly string[], indent: string, style: Style): string {
  const line = `{ ${name}: [${items.join(", ")}] }`;
  if (style.columns(`${indent}${line},`) <= maxColumns) return line;
  const inside = indent + step;
  return `{\n${inside}${listMember(name, items, inside, style)},\n${indent}}`;
}

/**
 * The statements that declare many resources of one type: `const data = { … } satisfies Record<string, tenant.RoleArgs>;` and
 * `export const all = …`.
 *
 * @param suffix the suffix of both variable names
 * @param args the arguments of each resource, by resource name
 */
export function loopStatements(suffix: string, type: string, args: Json, marks: Marks): string {
  const [data, all] = [`data${suffix}`, `all${suffix}`];
  return [
    `const ${data} = ${blockOf(args, [], "", marks)} satisfies Record<string, tenant.${type}Args>;`,
    `export const ${all} = Object.fromEntries(`,
    `${step}Object.entries(${data}).map(([name, args]) => [`,
    `${step}${step}name,`,
    `${step}${step}new tenant.${type}(name, args),`,
    `${step}]),`,
    `) as Record<keyof typeof ${data}, tenant.${type}>;`,
  ].join("\n");
}

/** A property access: `.orders`, or `["orders-eu"]`. */
export function memberAccess(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${plainLiteral(key)}]`;
}

/** The form that all formatters leave unchanged. If they disagree about the layout of non-ASCII characters, these are written as escapes. */
function agreed(write: (style: Style) => string): string {
  const form = write(wide);
  return form === write(narrow) ? form : write(ascii);
}

/** A value on several lines: an object, an array of objects or arrays, or an array with comments. */
function blockOf(value: Json, path: readonly string[], indent: string, marks: Marks): string {
  const inside = indent + step;
  if (Array.isArray(value)) {
    const instead = expressionsIn(path, value, marks);
    const items = value.map((item: Json, at) =>
      instead[at]
        ? `${inside}${instead[at].head},\n`
        : `${inside}${elementOf(item, [...path, String(at)], inside, marks)},${commentAt(path, item, marks)}\n`,
    );
    return `[\n${items.join("")}${indent}]`;
  }
  if (!isObject(value) || isEmpty(value)) return lineOf(value, literal) ?? "{}";
  const entries = Object.entries(value).map(([key, item]) => entryOf(key, item, [...path, key], inside, marks));
  return `{\n${entries.map((entry) => `${inside}${entry}\n`).join("")}${indent}}`;
}

/** The comment at the end of a line. The name is in quotes so that no compiler or linter takes it for a directive, such as `@ts-expect-error`. */
function commentAt(path: readonly string[], value: Json, marks: Marks): string {
  const name = marks.comment(path, value);
  return name === undefined ? "" : ` ${commentLine(`"${name}"`)}`;
}

function elementOf(item: Json, path: readonly string[], indent: string, marks: Marks): string {
  if (lineOf(item, literal) !== undefined) return agreed((style) => leafOf(item, indent, indent, style));
  // Elements of a list within a list are never expressions: formatters have special rules for such lists.
  return blockOf(item, path, indent, Array.isArray(item) ? { ...marks, element: () => undefined } : marks);
}

/** A property of an object literal, with its comma and its comment. */
function entryOf(key: string, value: Json, path: readonly string[], indent: string, marks: Marks): string {
  const below = indent + step;
  const type = marks.keyType(path);
  const nameOf = (style: Style) => (type === undefined ? keyOf(key, style) : `[${style.text(key)} as ${type}]`);
  const expression = marks.instead(path, value);
  if (expression) return `${agreed((style) => expressionMember(nameOf(style), expression, indent, style))},`;
  const end = `,${commentAt(path, value, marks)}`;
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  const instead = expressionsIn(path, items, marks);
  const isCommented = items.some((item, at) => !instead[at] && marks.comment(path, item) !== undefined);
  const hasInstead = instead.some((expression) => expression !== undefined);
  const isFlat = items.every((item, at) => instead[at] || lineOf(item, literal) !== undefined);
  if (!isCommented && hasInstead && isFlat) {
    return (
      agreed((style) => {
        const textOf = (write: (item: Json) => string) => items.map((item, at) => instead[at]?.head ?? write(item));
        const lines = textOf((item) => lineOf(item, style.text) ?? "");
        return listMember(nameOf(style), lines, indent, style, (at) => textOf((item) => leafOf(item, at, at, style)));
      }) + end
    );
  }
  if (!isCommented && !hasInstead && lineOf(value, literal) !== undefined) {
    return agreed((style) => leafMember(nameOf(style), value, indent, style)) + end;
  }
  // A value on several lines begins on the line of its key if there is room.
  const opened = agreed((style) => {
    const name = nameOf(style);
    return style.columns(`${indent}${name}: {`) <= maxColumns ? `${name}: ` : `${name}:\n${below}`;
  });
  return opened + blockOf(value, path, opened.endsWith(below) ? below : indent, marks) + end;
}

/** For each element of a list: the expression that replaces it, or undefined. */
function expressionsIn(path: readonly string[], items: readonly Json[], marks: Marks) {
  return items.map((item) => marks.element(path, item));
}

/**
 * A property whose value is a list with expressions. The list is on one line if it fits.
 *
 * @param below returns the elements for lines of their own, by their indentation. Default: the same texts as on one line
 */
function listMember(
  name: string,
  texts: readonly string[],
  indent: string,
  style: Style,
  below: (indent: string) => readonly string[] = () => texts,
): string {
  const fits = (text: string) => style.columns(text) <= maxColumns;
  const listAt = (before: string, at: string) => {
    const line = `[${texts.join(", ")}]`;
    if (fits(`${before}${line},`)) return line;
    const inside = at + step;
    return `[\n${below(inside)
      .map((text) => `${inside}${text},\n`)
      .join("")}${at}]`;
  };
  const start = `${indent}${name}: `;
  if (fits(`${start}[`)) return `${name}: ${listAt(start, indent)}`;
  const under = indent + step;
  return `${name}:\n${under}${listAt(under, under)}`;
}

function leafMember(name: string, value: Json, indent: string, style: Style): string {
  const fits = (text: string) => style.columns(`${indent}${name}: ${text}`) <= maxColumns;
  const stays = typeof value === "boolean" || (typeof value === "number" && value >= 0);
  // Formatters do not move a value below a key that is hardly wider than the indentation.
  const isShort = typeof value === "string" && style.columns(name) < step.length + 3;
  const opening = Array.isArray(value) && value.length > 0 ? "[" : `${lineOf(value, style.text)},`;
  if (stays || isShort || fits(opening)) return `${name}: ${leafOf(value, `${indent}${name}: `, indent, style)}`;
  return `${name}:\n${indent}${step}${leafOf(value, indent + step, indent + step, style)}`;
}

/** A value after the text `before` on the same line. An array that is too wide for the line gets several lines. */
function leafOf(value: Json, before: string, indent: string, style: Style): string {
  const line = lineOf(value, style.text) ?? "";
  if (!Array.isArray(value) || style.columns(`${before}${line},`) <= maxColumns) return line;
  const inside = indent + step;
  if (value.every((item) => typeof item === "number")) return `[\n${filled(value, inside)}\n${indent}]`;
  const items = value.map((item: Json) => `${inside}${leafOf(item, inside, inside, style)},\n`);
  return `[\n${items.join("")}${indent}]`;
}

/** The numbers of a list, as many on each line as fit. */
function filled(items: readonly Json[], inside: string): string {
  const lines: string[] = [];
  for (const item of items.map(scalarOf)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${item},`.length <= maxColumns) lines[lines.length - 1] = `${last} ${item},`;
    else lines.push(`${inside}${item},`);
  }
  return lines.join("\n");
}

function expressionMember(name: string, expression: Expression, indent: string, style: Style): string {
  const { head, arguments: args = [], template, stays } = expression;
  const fits = (text: string) => style.columns(text) <= maxColumns;
  const start = `${indent}${name}: `;
  const texts = args.map(style.text);
  if (template) {
    const isBelow = !fits(`${start}${head}(`);
    const [before, at] = isBelow ? [indent + step, indent + step] : [start, indent];
    const call = templateCall(`${head}(${texts[0]}`, { ...template, head, file: texts[0] ?? "" }, before, at, style);
    return isBelow ? `${name}:\n${before}${call}` : `${name}: ${call}`;
  }
  const whole = texts.length === 0 ? head : `${head}(${texts.join(", ")})`;
  if (stays || fits(`${start}${whole},`)) return `${name}: ${whole}`;
  // Formatters do not move very short arguments to a line of their own.
  const isPoor = texts.length < 2 && style.columns(texts.join("")) <= maxColumns / 4;
  const spread = (at: string) => `${head}(\n${texts.map((text) => `${at}${step}${text},\n`).join("")}${at})`;
  if (!isPoor && fits(`${start}${head}(`)) return `${name}: ${spread(indent)}`;
  const below = indent + step;
  return `${name}:\n${below}${isPoor || fits(`${below}${whole},`) ? whole : spread(below)}`;
}

/** A call whose second argument is an object of expressions. */
function templateCall(
  opening: string,
  { head, file, values, keep }: { readonly head: string; readonly file: string } & NonNullable<Expression["template"]>,
  before: string,
  indent: string,
  style: Style,
): string {
  const objectAt = (at: string) => {
    const entries = values.map(([name, value]) => expressionMember(name, { head: value }, at + step, style));
    return `{\n${entries.map((entry) => `${at}${step}${entry},\n`).join("")}${at}}`;
  };
  const isHugged = keep.length === 0 && style.columns(`${before}${opening}, {`) <= maxColumns;
  if (isHugged) return `${opening}, ${objectAt(indent)})`;
  const inside = indent + step;
  const options = keep.length > 0 ? [optionsOf("keep", keep.map(style.text), inside, style)] : [];
  const all = [file, objectAt(inside), ...options];
  return `${head}(\n${all.map((one) => `${inside}${one},\n`).join("")}${indent})`;
}

/** A value on one line, whatever its width; undefined if formatters put a part of the value on several lines in any case. */
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

/** Whether a list consists of several arrays, or of several objects, each with more than one element. Formatters put each on its own line. */
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

/** A key, quoted only if necessary. */
function keyOf(key: string, style: Style): string {
  if (/^[A-Za-z_$][\w$]*$/.test(key)) return key;
  const isWord = style !== ascii && wordsOf(key)[0] === key && /^\p{ID_Start}/u.test(key);
  // Formatters disagree about quotes around non-ASCII keys that are valid identifiers. They keep the quotes of a key with escapes.
  const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(key);
  return isWord ? key : isName ? plainLiteral(key) : style.text(key);
}
