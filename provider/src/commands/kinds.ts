import { InvalidArgumentError } from "commander";
import { sanitize } from "../client/sanitize.ts";
import type { TypeName } from "../definitions/registry.ts";
import { importableTypes } from "../import/inventory.ts";
import { classOf } from "../schema/provider-code.ts";

/** The names of the types that can be imported, as the option `--kinds` accepts them. */
export const kindNames = namesOf(importableTypes);

/** Parses one `--kinds` value. Accepts only types that can be imported. */
export const toKinds = kindsAmong(importableTypes);

/** The names of types, as the option `--kinds` accepts them. */
export function namesOf(types: readonly TypeName[]): string {
  return types.map(classOf).join(", ");
}

/**
 * Returns a function that parses one `--kinds` value. Accepts only the given types. The option may be repeated. Letter case, hyphens and
 * the plural do not matter.
 */
export function kindsAmong(known: readonly TypeName[]) {
  return (value: string, before: readonly TypeName[] = []): readonly TypeName[] => {
    const plain = (text: string) => text.replaceAll("-", "").toLowerCase();
    const types = value.split(",").map((word) => {
      const found = known.find((type) => [plain(type), `${plain(type)}s`].includes(plain(word.trim())));
      if (found) return found;
      throw new InvalidArgumentError(`Unknown type "${sanitize(word)}". Types: ${namesOf(known)}.`);
    });
    return [...before, ...types];
  };
}

/** Parses one value of an option with patterns, separated by commas. The option may be repeated: the patterns are added to those before. */
export function toPatterns(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").filter((pattern) => pattern !== "")];
}
