/** A placeholder in a text: `##NAME##` for a text, or `@@NAME@@` for a JSON literal. */
export interface Placeholder {
  readonly name: string;
  /** The placeholder as it is written. */
  readonly written: string;
  readonly isText: boolean;
  /** The position of its first character. */
  readonly index: number;
}

const pattern = /##([A-Z][A-Z0-9_]*)##|@@([A-Z][A-Z0-9_]*)@@/g;

/** The placeholders in a text, from left to right. */
export function placeholdersIn(text: string): readonly Placeholder[] {
  return [...text.matchAll(pattern)].map(({ 0: written, 1: ofText, 2: ofJson = "", index }) => ({
    name: ofText ?? ofJson,
    written,
    isText: ofText !== undefined,
    index,
  }));
}

/** Whether a text can be the name of a placeholder. */
export function isPlaceholderName(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name);
}

/** A value that a template cannot contain. The message names the placeholder, never the value, which may be secret. */
export class TemplateError extends Error {}

/**
 * Replaces the placeholders of a text by values.
 *
 * @param isKept whether the placeholders with a name stay as they are
 * @throws TemplateError if a placeholder refuses its value
 */
export function filled(text: string, values: Readonly<Record<string, unknown>>, isKept: (name: string) => boolean) {
  let result = "";
  let rest = 0;
  const inserted: (readonly [placeholder: Placeholder, from: number, to: number])[] = [];
  for (const placeholder of placeholdersIn(text)) {
    const { name, written, isText, index } = placeholder;
    if (isKept(name)) continue;
    const from = result.length + index - rest;
    result += text.slice(rest, index) + (isText ? textOf : literalOf)(values[name], placeholder);
    rest = index + written.length;
    inserted.push([placeholder, from, result.length]);
  }
  result += text.slice(rest);
  for (const [placeholder, from, to] of inserted) {
    // The characters beside the value count, too: `$` in front of a value that begins with `{`.
    if (placeholder.isText && result.slice(Math.max(0, from - 1), to + 1).includes(opening))
      refuse(placeholder, `"${opening}"`);
  }
  return result;
}

/** The reason why a placeholder refuses a value, as the end of a sentence; undefined if it accepts the value. */
export function whyRefused(value: unknown, placeholder: Placeholder): string | undefined {
  try {
    (placeholder.isText ? textOf : literalOf)(value, placeholder);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** The characters that begin an expression in a template literal of JavaScript. */
const opening = "${";

/** What `##NAME##` refuses: characters that could end the text around the placeholder, or change its meaning. */
const refused: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a quote", /["'`]/],
  ["a backslash", /\\/],
  ["a line break", /[\n\r\u0085\u2028\u2029]/],
  ["a control character", /\p{Cc}/u],
  [`"${opening}"`, /\$\{/],
];

function textOf(value: unknown, placeholder: Placeholder): string {
  if (typeof value === "number" && Number.isFinite(value)) return decimal(value);
  if (typeof value !== "string") return refuse(placeholder, describe(value), "is neither a text nor a number");
  const [what] = refused.find(([, found]) => found.test(value)) ?? [];
  return what === undefined ? value : refuse(placeholder, what);
}

function refuse(
  { name, written }: Placeholder,
  what: string,
  how = "could end the text around the placeholder",
): never {
  const found = how.startsWith("is")
    ? `the value is ${what}, which ${how}`
    : `the value contains ${what}, which ${how}`;
  throw new TemplateError(`${written}: ${found}. @@${name}@@ writes any value as a JSON literal, with its own quotes`);
}

/** A value as a JSON literal that is also a literal of JavaScript, and that ends neither a line nor an element of HTML. */
function literalOf(value: unknown, { written }: Placeholder): string {
  const json = JSON.stringify(value, (_, item: unknown) => {
    const isJson =
      typeof item === "number" ? Number.isFinite(item) : !["bigint", "function", "symbol"].includes(typeof item);
    if (isJson) return item;
    throw new TemplateError(`${written}: the value is or contains ${describe(item)}, which JSON does not have`);
  }) as string | undefined;
  if (json === undefined) throw new TemplateError(`${written}: the value is ${describe(value)}`);
  return json.replace(/[<\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function describe(value: unknown): string {
  if (value === undefined || value === null || typeof value === "number") return String(value);
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A number without an exponent: `0.0000001` for 1e-7. */
function decimal(value: number): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, "0");
  return sign + padded.slice(0, point) + (padded.length > point ? `.${padded.slice(point)}` : "");
}
