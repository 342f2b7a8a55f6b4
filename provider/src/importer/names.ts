import type { InventoryItem, KindName } from "./inventory.ts";
import { widest } from "./source.ts";
import { camelCase, wordsOf } from "./words.ts";

/** Longest name of a variable, in columns: with it, the first line of each resource fits into 80 columns. */
const longestVariable = 25;
/** Longest name of a resource made of names of the tenant, in columns. */
const longestResource = 60;

/** What a resource is called where the tenant has no usable name for it. */
const nouns: Record<KindName, string> = {
  resourceServer: "api",
  resourceServerScopes: "scopes",
  connection: "connection",
  connectionClients: "clients",
  tokenExchangeProfile: "profile",
  organizationMemberRoles: "member",
};

/** Names that a module cannot give to a variable of its own, and those that generated modules use. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally " +
    "for function if implements import in instanceof interface let new null package private protected public return static super " +
    "switch this throw true try typeof undefined var void while with yield async of NaN Infinity globalThis exports module require " +
    "pulumi tenant config apis apiScopes connections connectionClients profiles members"
  ).split(" "),
);

/** What a resource is called: in the program and in the state. */
export interface ResourceNames {
  /** The name of the variable. */
  readonly variable: string;
  /** The name of the resource in the state. */
  readonly name: string;
}

/** Gives names that are unique in a program. Objects that are given in the same order get the same names. */
export class Naming {
  readonly #variables = new Set<string>();
  readonly #names = new Set<string>();

  /** @param taken the names of the resources that the state has, each after its kind and a blank */
  constructor(taken: Iterable<string> = []) {
    for (const name of taken) this.#names.add(name);
  }

  /** @param wanted the name of the resource, where somebody has chosen one */
  namesOf({ kind, names: [best = ""] }: InventoryItem, wanted?: string): ResourceNames {
    const words = wordsOf(wanted ?? best);
    const noun = nouns[kind];
    const usual = shortened(words.join("-").toLowerCase() || noun, longestResource);
    const name = unique(wanted ?? usual, "-", this.#names, kind);
    this.#names.add(`${kind} ${name}`);
    const plain = camelCase(words);
    const usable = /^\p{ID_Start}/u.test(plain) ? plain : camelCase([noun, ...words]);
    const base = shortened(usable, longestVariable);
    const variable = unique(
      reserved.has(base) || base in globalThis ? camelCase([noun, base]) : base,
      "",
      this.#variables,
    );
    this.#variables.add(variable);
    return { variable, name };
  }
}

/** As much of a text as fits into so many columns. */
function shortened(text: string, most: number): string {
  let short = "";
  for (const character of text) {
    if (widest(short + character) > most) break;
    short += character;
  }
  return short.replace(/-$/, "");
}

/** The text itself, or with the first number after it that makes it unique. */
function unique(text: string, separator: string, taken: ReadonlySet<string>, scope?: string): string {
  const isTaken = (name: string) => taken.has(scope === undefined ? name : `${scope} ${name}`);
  let name = text;
  for (let n = 2; isTaken(name); n++) name = `${text}${separator}${n}`;
  return name;
}
