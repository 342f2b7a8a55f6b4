import { invisible, unicodeEscape } from "../client/sanitize.ts";
import { isObject, type Json, type JsonObject } from "../schema/json.ts";
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
  /** The arguments of the call: texts, which are written as string literals, or code. Absent if `head` is the whole expression. */
  readonly arguments?: readonly (string | Code)[];
  /** The values of a template: an object of expressions, and the names that the template keeps. They follow the first argument. */
  readonly template?: {
    readonly values: readonly (readonly [name: string, expression: string])[];
    readonly keep: readonly string[];
  };
  /** Whether the expression always begins on the line of its key, even if it is too wide for the line. */
  readonly stays?: true;
}

/** TypeScript that is written as it is. */
export interface Code {
  readonly code: string;
}

/** Determines where a program contains something other than the literal values of its arguments: expressions, cast keys and comments. */
export interface Marks {
  /** The expression that replaces the value at a path; undefined to keep the value. */
  instead(path: readonly string[], value: Json): Expression | undefined;
  /** The expression that replaces an element of the list of texts at a path; undefined to keep the element. */
  element(path: readonly string[], value: Json, at: number): Expression | undefined;
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

/** The options of a resource in a program. */
export interface StatementOptions {
  /** The parent: `this` in a component. */
  readonly parent?: string;
  /** Expressions for the resources on which the resource depends although no argument refers to them. */
  readonly dependsOn?: readonly string[];
}

/** The statement that declares a resource: `export const orders = new tenant.ResourceServer("orders", { … });`. */
export function resourceStatement(
  start: string,
  name: string,
  args: Json,
  marks: Marks,
  dependsOn: readonly string[] = [],
): string {
  const isHugged = ({ columns, text }: Style) => columns(`${start}(${text(name)}, {`) <= maxColumns;
  const style = isHugged(wide) === isHugged(narrow) ? wide : { ...wide, text: plainLiteral };
  const call = { start, name: style.text(name), args, marks, options: { dependsOn } };
  return `${constructionOf(call, "", isHugged(style))};`;
}

/** A call of a constructor. */
interface Construction {
  /** The text before the parenthesis. */
  readonly start: string;
  /** The expression for the name. */
  readonly name: string;
  readonly args: Json;
  readonly marks: Marks;
  readonly options?: StatementOptions;
}

/** @param isHugged whether the name and the opening brace of the arguments fit on the first line */
function constructionOf({ start, name, args, marks, options = {} }: Construction, indent: string, isHugged: boolean) {
  const { parent, dependsOn = [] } = options;
  const before = parent === undefined ? [] : [`parent: ${parent}`];
  const hasOptions = before.length + dependsOn.length > 0;
  if (isHugged && !hasOptions) return `${start}(${name}, ${blockOf(args, [], indent, marks)})`;
  const inside = indent + step;
  const last = hasOptions ? [agreed((style) => optionsOf("dependsOn", dependsOn, inside, style, before))] : [];
  const all = [name, blockOf(args, [], inside, marks), ...last];
  return `${start}(\n${all.map((one) => `${inside}${one},\n`).join("")}${indent})`;
}

/** The last argument of a call: an object with a list, after other members. An empty list is left out. */
function optionsOf(
  name: string,
  items: readonly string[],
  indent: string,
  style: Style,
  before: readonly string[] = [],
): string {
  const list = items.length > 0 ? [`${name}: [${items.join(", ")}]`] : [];
  const line = `{ ${[...before, ...list].join(", ")} }`;
  if (style.columns(`${indent}${line},`) <= maxColumns) return line;
  const inside = indent + step;
  const members = [...before, ...(items.length > 0 ? [listMember(name, items, inside, style)] : [])];
  return `{\n${members.map((member) => `${inside}${member},\n`).join("")}${indent}}`;
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

/** A property of rows, with the TypeScript type of its values. */
export interface RowProperty {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** The declaration of the type of rows. */
export function rowType(name: string, comment: string, properties: readonly RowProperty[]): string {
  const start = `${commentBlock(comment)}\nexport `;
  if (properties.length === 0) return `${start}type ${name} = Readonly<Record<string, never>>;`;
  const lines = properties.map((one) => `${step}readonly ${one.name}${one.isOptional ? "?" : ""}: ${one.type};\n`);
  return `${start}interface ${name} {\n${lines.join("")}}`;
}

function commentBlock(text: string): string {
  return `/** ${text} */`;
}

/** The entries of an object literal at the top level of a file, each on lines of its own and with its comma. */
export function entriesOf(object: JsonObject, marks: Marks): readonly string[] {
  return Object.entries(object).map(([key, value]) => `${step}${entryOf(key, value, [key], step, marks)}`);
}

/** The rows of a table in a file of data. */
export function rowsStatement(name: string, type: string, entries: readonly string[]): string {
  return `export const ${name} = {\n${entries.join("\n")}\n} satisfies Record<string, ${type}>;`;
}

/** The names of a loop over a table. */
interface Loop {
  /** The variable of the loop's result. */
  readonly all: string;
  /** The class of the resources. */
  readonly type: string;
  /** The expressions for the rows, and for their type. */
  readonly rows: string;
  readonly rowType: string;
  /** Whether the arguments contain properties of the row. */
  readonly usesRow: boolean;
}

/** The statement that declares the resources of a table. */
export function tableStatement(
  { all, type, rows, rowType: ofRow, usesRow }: Loop,
  args: Json,
  marks: Marks,
  dependsOn: readonly string[],
): string {
  const indent = step + step;
  const call = { start: `new tenant.${type}`, name: "name", args, marks, options: { dependsOn } };
  return [
    `export const ${all} = Object.fromEntries(`,
    `${step}Object.entries<${ofRow}>(${rows}).map(([name${usesRow ? ", row" : ""}]) => [`,
    `${indent}name,`,
    `${indent}${constructionOf(call, indent, true)},`,
    `${step}]),`,
    `) as Record<keyof typeof ${rows}, tenant.${type}>;`,
  ].join("\n");
}

/** A resource of a component. */
export interface ComponentPart {
  /** The property of the component with the resource; undefined if nothing refers to the resource. */
  readonly property: string | undefined;
  /** The class of the resource. */
  readonly type: string;
  /** The expression for the resource's name. */
  readonly name: string;
  readonly args: Json;
  readonly marks: Marks;
  readonly dependsOn: readonly string[];
  /** Comments above the resource. */
  readonly comments: readonly string[];
}

/** The class of a component. */
export function componentClass(
  { name, comment, token }: { readonly name: string; readonly comment: string; readonly token: string },
  parts: readonly ComponentPart[],
): string {
  const properties = parts.flatMap(({ property, type }) =>
    property === undefined ? [] : [`${step}readonly ${property}: tenant.${type};\n`],
  );
  const indent = step + step;
  const statements = parts.map(({ property, type, comments, dependsOn, ...call }) => {
    const start = `${property === undefined ? "" : `this.${property} = `}new tenant.${type}`;
    const text = constructionOf({ ...call, start, options: { parent: "this", dependsOn } }, indent, false);
    return `${comments.map((one) => `${indent}${one}\n`).join("")}${indent}${text};\n`;
  });
  return [
    `${commentBlock(comment)}\nexport class ${name} extends pulumi.ComponentResource {\n`,
    properties.length > 0 ? `${properties.join("")}\n` : "",
    `${step}constructor(\n${indent}name: string,\n${indent}args: ${name}Args,\n`,
    `${indent}opts?: pulumi.ComponentResourceOptions,\n${step}) {\n`,
    `${indent}super(${plainLiteral(token)}, name, {}, opts);\n`,
    `${statements.join("")}${indent}this.registerOutputs();\n${step}}\n}`,
  ].join("");
}

/** The statement that reads the rows of all components of a file. */
export function componentRows(file: string, kinds: readonly { readonly all: string; readonly name: string }[]): string {
  const members = kinds.map(({ all, name }) => `${step}readonly ${all}: Readonly<Record<string, ${name}Args>>;\n`);
  const read = `JSON.parse(readFileSync(${plainLiteral(file)}, "utf8"));`;
  const start = `const rows: Rows =`;
  const isShort = `${start} ${read}`.length <= maxColumns;
  return [
    `/** The rows of ${plainLiteral(file)}, by kind and name. */\ninterface Rows {\n${members.join("")}}\n`,
    isShort ? `${start} ${read}` : `${start} JSON.parse(\n${step}readFileSync(${plainLiteral(file)}, "utf8"),\n);`,
  ].join("");
}

/** The statement that declares the components of one kind. */
export function componentsStatement({ all, name }: { readonly all: string; readonly name: string }): string {
  return [
    `export const ${all} = Object.fromEntries(`,
    `${step}Object.entries(rows.${all}).map(([name, args]) => [`,
    `${step}${step}name,`,
    `${step}${step}new ${name}(name, args),`,
    `${step}]),`,
    ");",
  ].join("\n");
}

/** The statement that names the values of rows that lack a property. */
export function defaultsStatement(name: string, values: JsonObject): string {
  const marks = {
    instead: () => undefined,
    element: () => undefined,
    keyType: () => undefined,
    comment: () => undefined,
  };
  return `const ${name} = ${blockOf(values, [], "", marks)};`;
}

/** An object as JSON, in the form that Prettier and Biome leave unchanged: every object on several lines, a list on one line if it fits. */
export function jsonEntries(object: JsonObject, indent: string): readonly string[] {
  const entries = Object.entries(object);
  return entries.map(([key, value], at) => {
    const start = `${indent}${jsonText(key)}: `;
    return `${start}${jsonOf(value, indent, start.length)}${at < entries.length - 1 ? "," : ""}`;
  });
}

function jsonOf(value: Json, indent: string, before: number): string {
  if (typeof value === "string") return jsonText(value);
  if (isObject(value)) return isEmpty(value) ? "{}" : `{\n${jsonEntries(value, indent + step).join("\n")}\n${indent}}`;
  if (!Array.isArray(value)) return scalarOf(value);
  const items = (value as readonly Json[]).map((item) => jsonOf(item, indent + step, 0));
  const line = `[${items.join(", ")}]`;
  if (!line.includes("\n") && before + widest(line) < maxColumns) return line;
  return `[\n${items.map((item) => `${indent}${step}${item}`).join(",\n")}\n${indent}]`;
}

/** A text as JSON, with escapes for invisible characters. */
export function jsonText(text: string): string {
  return JSON.stringify(text).replace(invisible, unicodeEscape);
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
  return items.map((item, at) => marks.element(path, item, at));
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
      .map((text) => `${inside}${accessAt(text, inside, style)},\n`)
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
  const texts = args.map((argument) => (typeof argument === "string" ? style.text(argument) : argument.code));
  if (template) {
    const isBelow = !fits(`${start}${head}(`);
    const [before, at] = isBelow ? [indent + step, indent + step] : [start, indent];
    const call = templateCall(`${head}(${texts[0]}`, { ...template, head, file: texts[0] ?? "" }, before, at, style);
    return isBelow ? `${name}:\n${before}${call}` : `${name}: ${call}`;
  }
  const whole = texts.length === 0 ? head : `${head}(${texts.join(", ")})`;
  if (whole === name) return name;
  if (stays || fits(`${start}${whole},`)) return `${name}: ${whole}`;
  // Formatters do not move very short arguments to a line of their own.
  const isPoor = texts.length < 2 && style.columns(texts.join("")) <= maxColumns / 4;
  const spread = (at: string) => `${head}(\n${texts.map((text) => `${at}${step}${text},\n`).join("")}${at})`;
  if (!isPoor && fits(`${start}${head}(`)) return `${name}: ${spread(indent)}`;
  const below = indent + step;
  if (texts.length === 0) return `${name}:\n${below}${accessAt(whole, below, style)}`;
  return `${name}:\n${below}${isPoor || fits(`${below}${whole},`) ? whole : spread(below)}`;
}

/** A chain of property accesses on lines of its own. If it is too wide, lines end before a property, as formatters end them. */
function accessAt(chain: string, indent: string, style: Style): string {
  const [base = "", ...links] = chain.match(/^[\p{ID_Continue}$]+|\.[\p{ID_Continue}$]+(?:\["[^"\\]*"\])?/gu) ?? [];
  if (style.columns(`${indent}${chain},`) <= maxColumns || [base, ...links].join("") !== chain) return chain;
  let text = base;
  let line = `${indent}${base}`;
  for (const [at, link] of links.entries()) {
    const end = at === links.length - 1 ? "," : "";
    const isBroken = style.columns(`${line}${link}${end}`) > maxColumns;
    line = isBroken ? `${indent}${step}${link}` : `${line}${link}`;
    text += isBroken ? `\n${indent}${step}${link}` : link;
  }
  return text;
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

/** The class name at the end of a type token: `Role` for `pulumi-nodejs:dynamic/tenant:Role`. */
export function classIn(type: string): string {
  return type.slice(type.lastIndexOf(":") + 1);
}
