import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import type { InventoryItem } from "./inventory.ts";
import { camelCase, fitting, kebabCase, wordsOf } from "./name-words.ts";
import type { ImportedResource } from "./resource.ts";

/** Gives names, each one only once: where a name is taken, with the first number after it that is free. */
export class Unique {
  readonly #separator: string;
  /** Names, each after its space. */
  readonly #taken: Set<string>;
  /** The number to try next, by the name that was wanted, as many objects can have the same name. */
  readonly #next = new Map<string, number>();

  /** @param taken names without a space, or each after its space and a blank */
  constructor(separator: string, taken: Iterable<string> = []) {
    this.#separator = separator;
    this.#taken = new Set(taken);
  }

  /**
   * The name itself, or with a number.
   *
   * @param space what the name has to be unique in. Default: all that have none
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

/** Longest name of a variable, in columns: with it, the first line of each resource fits into 80 columns. */
const maxVariableLength = 25;
/** Longest name of a resource made of names of the tenant, in columns. */
const maxResourceLength = 60;

/** Names that a module cannot give to a variable of its own, and those that generated modules use. */
const reserved = new Set([
  ...(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally " +
    "for function if implements import in instanceof interface let new null package private protected public return static super " +
    "switch this throw true try typeof undefined var void while with yield async of NaN Infinity globalThis exports module require " +
    "pulumi tenant config readFileSync"
  ).split(" "),
  ...typeNames.map((kind) => definitions[kind].imported.module),
]);

/** The names that the variables of loops have: a file can have several loops. */
const ofLoops = /^(?:all|data)\d*$/;

/** What a resource is called: in the program and in the state. */
export interface ResourceNames {
  /** The name of the variable. */
  readonly variable: string;
  /** The name of the resource in the state. */
  readonly name: string;
}

/** A resource with its names. */
export interface NamedResource extends ImportedResource, ResourceNames {}

/** Gives names that are unique in a program. Objects that are given in the same order get the same names. */
export class Naming {
  readonly #variables = new Unique("");
  /** The kind that was the first to want a name for a variable. */
  readonly #kinds = new Map<string, TypeName>();
  /** Names in the state, each after its kind and a blank. */
  readonly #names: Unique;

  /** @param taken the names of the resources that the state has, each after its kind and a blank */
  constructor(taken: Iterable<string> = []) {
    this.#names = new Unique("-", taken);
  }

  /** @param wanted the name of the resource, where somebody has chosen one */
  namesOf({ kind, names: [best = ""] }: InventoryItem, wanted?: string): ResourceNames {
    const words = wordsOf(wanted ?? best);
    const { noun } = definitions[kind].imported;
    const usual = fitting(words, kebabCase, maxResourceLength) || noun;
    const name = this.#names.take(wanted ?? usual, kind);
    const isUsable = /^\p{ID_Start}/u.test(words[0] ?? "");
    const base = fitting(isUsable ? words : [noun, ...words], camelCase, maxVariableLength) || noun;
    // What an object of another kind is called as well says what it is.
    const first = this.#kinds.get(base) ?? kind;
    this.#kinds.set(base, first);
    const isTaken = reserved.has(base) || ofLoops.test(base) || base in globalThis;
    const isPlain = first === kind && !isTaken;
    const variable = this.#variables.take(isPlain ? base : fitting([noun, ...words], camelCase, maxVariableLength));
    return { variable, name };
  }
}
