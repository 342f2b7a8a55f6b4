import { invisible, unicodeEscape } from "../client/sanitize.ts";
import { type TypeName, typeNames } from "../types/registry.ts";
import { tools } from "../types/tools.made.ts";
import type { InventoryItem } from "./inventory.ts";
import type { ImportedResource } from "./resource.ts";

/** A text as a TypeScript string literal, in double quotes, or in single quotes if these need fewer escapes. */
export function literal(text: string): string {
  const quote = text.split('"').length > text.split("'").length ? "'" : '"';
  let escaped = "";
  for (const character of text) escaped += character === quote ? `\\${quote}` : escapeOf(character);
  return quote + escaped + quote;
}

/** A text as a TypeScript string literal that contains only ASCII characters. */
export function plainLiteral(text: string): string {
  return literal(text).replace(/[^\x20-\x7e]/g, unicodeEscape);
}

/** A text as a template literal, in which line breaks and tabs remain unescaped. */
export function templateLiteral(text: string): string {
  let escaped = "";
  for (const character of text) {
    const isShown = character === "\n" || character === "\t";
    escaped += character === "`" ? "\\`" : isShown ? character : escapeOf(character);
  }
  return `\`${escaped.replaceAll("${", "\\${")}\``;
}

/** Untrusted text as a line comment. Line breaks in the text are escaped, so that no part of it becomes code. */
export function commentLine(text: string): string {
  return `// ${text.replace(invisible, unicodeEscape)}`.trimEnd();
}

/**
 * Whether all characters of a text are visible in an editor: besides line breaks, tabs, and the mark that makes a character an emoji, it has no
 * control or invisible characters.
 */
export function isShownByFiles(text: string): boolean {
  return text.replace(/\r?\n|\t|\ufe0f/g, "").search(invisible) < 0;
}

const written: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(character: string): string {
  // Control characters, invisible characters, and spaces outside ASCII.
  const isUnseen = character.search(invisible) >= 0 || /[\p{Co}\p{Cn}]|(?! )\p{Zs}/u.test(character);
  return written[character] ?? (isUnseen ? unicodeEscape(character) : character);
}

/** The largest width that any tool computes for a text, in columns. Tools disagree about the width of characters outside ASCII. */
export function widest(text: string): number {
  return text.length + (text.match(/[^\x20-\x7e]/g)?.length ?? 0);
}

/** Assigns unique names. A name that is already assigned gets the first free number as a suffix, starting with 2. */
export class Unique {
  readonly #separator: string;
  /** The assigned names, each preceded by its namespace and a space if it has one. */
  readonly #taken: Set<string>;
  /** The next number to try, by requested name. It saves repeated searches if many objects have the same name. */
  readonly #next = new Map<string, number>();

  /** @param taken the names that are assigned already, each preceded by its namespace and a space if it has one */
  constructor(separator: string, taken: Iterable<string> = []) {
    this.#separator = separator;
    this.#taken = new Set(taken);
  }

  /** Whether a name without a namespace is not assigned yet. */
  isFree(name: string): boolean {
    return !this.#taken.has(name);
  }

  /**
   * Returns the requested name, with a number as a suffix if the name is already assigned.
   *
   * @param space the namespace in which the name must be unique. Default: a common namespace of all names without one
   */
  take(wanted: string, space?: string): string {
    const start = space === undefined ? "" : `${space} `;
    let name = wanted;
    let n = this.#next.get(start + wanted) ?? 2;
    for (; this.#taken.has(start + name); n++) name = `${wanted}${this.#separator}${n}`;
    this.#taken.add(start + name);
    this.#next.set(start + wanted, n);
    return name;
  }
}

/** The maximum width of a variable name, in columns, so that the first line of each resource fits into 80 columns. */
const maxVariableLength = 25;
/** The maximum width of a resource name that is derived from the tenant's names, in columns. */
const maxResourceLength = 60;

/** Names that a variable of a resource must not have: reserved words, and names that generated modules use for something else. */
const reserved = new Set([
  ...(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally " +
    "for function if implements import in instanceof interface let new null package private protected public return static super " +
    "switch this throw true try typeof undefined var void while with yield async of NaN Infinity globalThis exports module require " +
    "pulumi tenant config readFileSync args name row"
  ).split(" "),
  ...typeNames.map((type) => tools[type].imported.module),
]);

const modules = typeNames.map((type) => tools[type].imported.module);
/** The variable names of generated loops, and the names of further files of a type. They are numbered because there can be several. */
const numbered = new RegExp(`^(?:(?:all|data|defaults)\\d*|(?:${modules.join("|")})\\d+)$`);

/** The names of a resource in the program and in the state. */
export interface ResourceNames {
  /** The name of the variable. */
  readonly variable: string;
  /** The name of the resource in the state. */
  readonly name: string;
}

/** A resource with its names. */
export interface NamedResource extends ImportedResource, ResourceNames {}

/** Assigns the names of a program's resources. The same objects in the same order always get the same names. */
export class Naming {
  readonly #variables = new Unique("");
  /** The first type that requested each variable name. */
  readonly #firstTypes = new Map<string, TypeName>();
  /** The resource names in the state, unique per resource type. */
  readonly #names: Unique;

  /** @param taken the names of the resources that the state already has, each preceded by its type and a space */
  constructor(taken: Iterable<string> = []) {
    this.#names = new Unique("-", taken);
  }

  /** @param wanted the name that the user chose for the resource. Default: a name derived from the object's first display name */
  namesOf({ type, names: [best = ""] }: InventoryItem, wanted?: string): ResourceNames {
    const words = wordsOf(wanted ?? best);
    const { noun } = tools[type].imported;
    const usual = fitting(words, kebabCase, maxResourceLength) || noun;
    const name = this.#names.take(wanted ?? usual, type);
    const isUsable = /^\p{ID_Start}/u.test(words[0] ?? "");
    const ofType = [...wordsOf(noun), ...words];
    const base = fitting(isUsable ? words : ofType, camelCase, maxVariableLength) || camelCase(wordsOf(noun));
    // If an object of another type already uses the base name, the noun of this object's type is put in front of it.
    const first = this.#firstTypes.get(base) ?? type;
    this.#firstTypes.set(base, first);
    const isTaken = reserved.has(base) || numbered.test(base) || base in globalThis;
    const isPlain = first === type && !isTaken;
    const variable = this.#variables.take(isPlain ? base : fitting(ofType, camelCase, maxVariableLength));
    return { variable, name };
  }
}

/** Letters, digits and combining marks, except blocks with recent Unicode additions, which some compilers reject in identifiers. */
const word = /(?:(?=\p{ID_Continue})(?=[\0-\u1c7f\u1cd0-\ua6ff\uac00-\ud7a3])[\p{L}\p{M}\p{Nd}])+/gu;

/** The words of a text in any script, without the characters between them. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize("NFC").match(word) ?? [];
}

/**
 * Returns a name from as many of the first words as fit into a width; no word is cut. If even the first word is too wide, it is split into the
 * parts of a camel-case name, and into words if its script uses no spaces. The name then has as many of these parts as fit. Empty if none fits.
 *
 * @param written returns the name for some words, such as {@link camelCase}
 * @param most the maximum width, in columns
 */
export function fitting(words: readonly string[], written: (words: readonly string[]) => string, most: number): string {
  const longest = (parts: readonly string[], name: (some: readonly string[]) => string) => {
    let fit = "";
    for (let count = 1; count <= parts.length; count++) {
      const longer = name(parts.slice(0, count));
      if (widest(longer) > most) break;
      fit = longer;
    }
    return fit;
  };
  return longest(words, written) || longest(partsOf(words[0] ?? ""), (parts) => written([parts.join("")]));
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

function partsOf(word: string): readonly string[] {
  return humpsOf(word).flatMap((hump) => [...segmenter.segment(hump)].map(({ segment }) => segment));
}

/** The words of a camel-case name, in their original case: `request` and `Template` for `requestTemplate`. */
export function humpsOf(name: string): readonly string[] {
  return name.split(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})/u);
}

/** Words as a camel-case name: `readOrders`. */
export function camelCase(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? lowered(word) : raised(word))).join("");
}

/** Words as a kebab-case name: `read-orders`. */
export function kebabCase(words: readonly string[]): string {
  return words.join("-").toLowerCase();
}

function lowered(word: string): string {
  // An abbreviation becomes lowercase as a whole: "API" becomes "api".
  return word === word.toUpperCase() ? word.toLowerCase() : firstAs(word, (letter) => letter.toLowerCase());
}

function raised(word: string): string {
  return firstAs(word === word.toUpperCase() ? word.toLowerCase() : word, (letter) => letter.toUpperCase());
}

function firstAs(word: string, change: (letter: string) => string): string {
  const [first = "", ...rest] = word;
  // Some letters have an uppercase form that Unicode added only recently. `wordsOf` drops it, and the letter stays as it is.
  const changed = wordsOf(change(first)).join("") || first;
  return changed + rest.join("");
}
