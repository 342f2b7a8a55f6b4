import { fromPointer, type Json } from "../schema/json.ts";
import { camelCase, fitting, humpsOf, kebabCase, Unique, wordsOf } from "./names.ts";
import type { Expression } from "./program-text.ts";
import type { SecretValue } from "./resource.ts";

/** A secret that an import adds to the stack's configuration. */
export interface SecretSetting {
  readonly key: string;
  readonly value: Json;
}

/** The suffix of `config.requireSecret` in the name of the getter, by the JavaScript type of the value. */
const getters: Readonly<Record<string, string>> = { string: "", boolean: "Boolean", number: "Number" };

/** The maximum width of a configuration key, in columns. */
const maxKeyLength = 60;

/** The secrets that a program reads from the stack's configuration. */
export class Settings {
  readonly #keys: Unique;
  readonly all: SecretSetting[] = [];

  /** @param taken the keys that the configuration already has */
  constructor(taken: Iterable<string>) {
    this.#keys = new Unique("", taken);
  }

  /** Adds a secret and returns the expression that reads it. Its key is derived from the resource's variable and the secret's path. */
  add(variable: string, { pointer, value }: SecretValue): Expression {
    const key = this.#keys.take(fitting([variable, ...wordsOfPlace(pointer)], camelCase, maxKeyLength));
    this.all.push({ key, value });
    return { head: getterOf(value), arguments: [key] };
  }

  /**
   * Adds a secret of each row of a loop and returns the expression that reads the secret of a row by its key, `name`.
   *
   * @param secrets the secrets by the keys of their rows. All have the same path, and values of the same type
   */
  addOfRows(secrets: ReadonlyMap<string, SecretValue>): Expression {
    const [{ pointer, value } = { pointer: "", value: "" }] = secrets.values();
    const place = fitting(wordsOfPlace(pointer).flatMap(humpsOf), kebabCase, maxKeyLength) || "secret";
    const keyOf = (row: string, suffix: string) => `${row}-${place}${suffix}`;
    let suffix = "";
    for (let n = 2; ![...secrets.keys()].every((row) => this.#keys.isFree(keyOf(row, suffix))); n++) suffix = `-${n}`;
    for (const [row, secret] of secrets)
      this.all.push({ key: this.#keys.take(keyOf(row, suffix)), value: secret.value });
    return { head: getterOf(value), arguments: [{ code: `\`\${name}-${place}${suffix}\`` }] };
  }
}

/** The words of a secret's path that make up its key. */
function wordsOfPlace(pointer: string): readonly string[] {
  const place = fromPointer(pointer).filter((key, index) => index > 0 || key !== "options");
  return wordsOf(place.join(" "));
}

/** The function that reads a secret. `requireSecretObject` needs no type argument: TypeScript infers it from the property that receives the value. */
function getterOf(value: Json): string {
  return `config.requireSecret${getters[typeof value] ?? "Object"}`;
}
