import { fromPointer, type Json } from "../schema/json.ts";
import { camelCase, fitting, humpsOf, kebabCase, literal, Unique, wordsOf } from "./names.ts";
import type { Expression } from "./program-text.ts";
import type { SecretValue } from "./resource.ts";

/** A value that an import adds to the stack's configuration. */
export interface Setting {
  readonly key: string;
  readonly value: Json;
}

/** The suffix of `config.requireSecret` in the name of the getter, by the JavaScript type of the value. */
const getters: Readonly<Record<string, string>> = { string: "", boolean: "Boolean", number: "Number" };

/** The maximum width of a configuration key, in columns. */
export const maxKeyLength = 60;

/** The values that a program reads from the stack's configuration. */
export class Settings {
  readonly #keys: Unique;
  readonly #keywords = new Map<string, string>();
  readonly secrets: Setting[] = [];
  /** Values that are no secrets. */
  readonly plain: Setting[] = [];
  /** The number of expressions so far that read a value. */
  uses = 0;

  /** @param taken the keys that the configuration already has */
  constructor(taken: Iterable<string>) {
    this.#keys = new Unique("", taken);
  }

  /** Adds a secret and returns the expression that reads it. Its key is derived from the resource's variable and the secret's path. */
  add(variable: string, { pointer, value }: SecretValue): Expression {
    const key = this.#keys.take(fitting([variable, ...wordsOfPlace(pointer)], camelCase, maxKeyLength));
    this.secrets.push({ key, value });
    this.uses += 1;
    return { head: getterOf(value), arguments: [key] };
  }

  /**
   * The expression that reads the value of another tool's keyword. The value is added once, under the keyword's name.
   *
   * @param isSecret whether a secret property has the value
   */
  ofKeyword(name: string, value: string, isSecret: boolean): string {
    const known = this.#keywords.get(name);
    this.uses += 1;
    if (known !== undefined) return known;
    const key = this.#keys.take(fitting(wordsOf(name.toLowerCase()), camelCase, maxKeyLength));
    (isSecret ? this.secrets : this.plain).push({ key, value });
    const expression = `config.require${isSecret ? "Secret" : ""}(${literal(key)})`;
    this.#keywords.set(name, expression);
    return expression;
  }

  /** The names of the keywords that the program reads. */
  get keywords(): ReadonlySet<string> {
    return new Set(this.#keywords.keys());
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
      this.secrets.push({ key: this.#keys.take(keyOf(row, suffix)), value: secret.value });
    this.uses += 1;
    return { head: getterOf(value), arguments: [{ code: `\`\${name}-${place}${suffix}\`` }] };
  }
}

/** The words of a path that make up its configuration key. */
export function wordsOfPlace(pointer: string): readonly string[] {
  const place = fromPointer(pointer).filter((key, index) => index > 0 || key !== "options");
  return wordsOf(place.join(" "));
}

/** The function that reads a secret. `requireSecretObject` needs no type argument: TypeScript infers it from the property that receives the value. */
function getterOf(value: Json): string {
  return `config.requireSecret${getters[typeof value] ?? "Object"}`;
}
