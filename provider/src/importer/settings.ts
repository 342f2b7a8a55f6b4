import type { Json } from "../model/json.ts";
import { fromPointer } from "../model/pointer.ts";
import type { SecretValue } from "./resource.ts";
import type { Expression } from "./source.ts";
import { Unique } from "./unique.ts";
import { camelCase, fitting, wordsOf } from "./words.ts";

/** A secret value of a stack's configuration. */
export interface SecretSetting {
  readonly key: string;
  readonly value: Json;
}

/** What the getters of the configuration are called after, by the type of a value. */
const getters: Readonly<Record<string, string>> = { string: "", boolean: "Boolean", number: "Number" };

/** Longest key of the configuration, in columns. */
const longestKey = 60;

/** The secrets that a program reads from the stack's configuration. */
export class Settings {
  readonly #keys: Unique;
  readonly all: SecretSetting[] = [];

  /** @param taken the keys that the configuration has */
  constructor(taken: Iterable<string>) {
    this.#keys = new Unique("", taken);
  }

  /** Gives a secret a key, after the variable of its resource and its place there. */
  add(variable: string, { pointer, value }: SecretValue): Expression {
    const place = fromPointer(pointer).filter((key, index) => index > 0 || key !== "options");
    const key = this.#keys.take(fitting([variable, ...wordsOf(place.join(" "))], camelCase, longestKey));
    this.all.push({ key, value });
    // What the option takes decides about the type of an object.
    return { head: `config.requireSecret${getters[typeof value] ?? "Object"}`, arguments: [key] };
  }
}
