import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import type { InventoryItem } from "./inventory.ts";
import { camelCase, fitting, kebabCase, wordsOf } from "./name-words.ts";
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
