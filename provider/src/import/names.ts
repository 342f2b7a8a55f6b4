import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import type { InventoryItem } from "./inventory.ts";
import { widest } from "./literal.ts";
import type { ImportedResource } from "./resource.ts";

/** Assigns unique names: a name that is taken gets the first free number as a suffix. */
export class Unique {
  readonly #separator: string;
  /** Taken names, each with its namespace in front. */
  readonly #taken: Set<string>;
  /** The next number to try, by the requested name, because many objects can have the same name. */
  readonly #next = new Map<string, number>();

  /** @param taken names without a namespace, or with the namespace and a space in front */
  constructor(separator: string, taken: Iterable<string> = []) {
    this.#separator = separator;
    this.#taken = new Set(taken);
  }

  /**
   * Returns the requested name, with a number if the name is taken.
   *
   * @param space the namespace in which the name must be unique. Default: the one of all names without a namespace
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

/** The maximum width of a variable name, in columns: the first line of each resource then fits into 80 columns. */
const maxVariableLength = 25;
/** The maximum width of a resource name that is derived from the tenant's names, in columns. */
const maxResourceLength = 60;

/** Names that a variable of a module cannot have, and names that generated modules use. */
const reserved = new Set([
  ...(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally " +
    "for function if implements import in instanceof interface let new null package private protected public return static super " +
    "switch this throw true try typeof undefined var void while with yield async of NaN Infinity globalThis exports module require " +
    "pulumi tenant config readFileSync"
  ).split(" "),
  ...typeNames.map((type) => definitions[type].imported.module),
]);

/** The variable names of generated loops. A file can have several loops. */
const loopVariable = /^(?:all|data)\d*$/;

/** The names of a resource in the program and in the state. */
export interface ResourceNames {
  /** The name of the variable. */
  readonly variable: string;
  /** The name of the resource in the state. */
  readonly name: string;
}

/** A resource with its names. */
export interface NamedResource extends ImportedResource, ResourceNames {}

/** Assigns names that are unique in a program. The same objects in the same order get the same names. */
export class Naming {
  readonly #variables = new Unique("");
  /** The first type that requested each variable name. */
  readonly #firstTypes = new Map<string, TypeName>();
  /** Names in the state, each with its type and a space in front. */
  readonly #names: Unique;

  /** @param taken the names of the resources in the state, each with its type and a space in front */
  constructor(taken: Iterable<string> = []) {
    this.#names = new Unique("-", taken);
  }

  /** @param wanted the name that the user chose for the resource, if any */
  namesOf({ type, names: [best = ""] }: InventoryItem, wanted?: string): ResourceNames {
    const words = wordsOf(wanted ?? best);
    const { noun } = definitions[type].imported;
    const usual = fitting(words, kebabCase, maxResourceLength) || noun;
    const name = this.#names.take(wanted ?? usual, type);
    const isUsable = /^\p{ID_Start}/u.test(words[0] ?? "");
    const ofType = [...wordsOf(noun), ...words];
    const base = fitting(isUsable ? words : ofType, camelCase, maxVariableLength) || camelCase(wordsOf(noun));
    // A base name that an object of another type already has gets the noun of its own type in front.
    const first = this.#firstTypes.get(base) ?? type;
    this.#firstTypes.set(base, first);
    const isTaken = reserved.has(base) || loopVariable.test(base) || base in globalThis;
    const isPlain = first === type && !isTaken;
    const variable = this.#variables.take(isPlain ? base : fitting(ofType, camelCase, maxVariableLength));
    return { variable, name };
  }
}

/** Letters, digits and combining marks, without recent Unicode additions that some compilers do not know. */
const word = /(?:(?=\p{ID_Continue})(?=[\0-\u1c7f\u1cd0-\ua6ff\uac00-\ud7a3])[\p{L}\p{M}\p{Nd}])+/gu;

/** The words of a text in any script. */
export function wordsOf(text: string): readonly string[] {
  return text.normalize("NFC").match(word) ?? [];
}

/**
 * Writes as many words as fit into a width; no word is cut. If the first word alone is too wide, its parts count as words: camel-case
 * humps, and words that its script writes without spaces. Empty if none fits.
 *
 * @param written makes a name of words
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

/** The words of a camel-case name: `request` and `Template` for `requestTemplate`. */
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
  // For some old lowercase letters, Unicode added the uppercase letter only recently.
  const changed = wordsOf(change(first)).join("") || first;
  return changed + rest.join("");
}
