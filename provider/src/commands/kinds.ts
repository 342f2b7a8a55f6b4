import { InvalidArgumentError } from "commander";
import { sanitize } from "../client/sanitize.ts";
import type { TypeName } from "../definitions/registry.ts";
import { importableTypes } from "../import/inventory.ts";
import { classOf } from "../schema/provider-code.ts";

/** The names of the types that a tenant lists, as the option `--kinds` takes them. */
export const kindNames = importableTypes.map(classOf).join(", ");

/** Parses a use of the option `--kinds`, which may be repeated. Letter case, hyphens and the plural do not matter. */
export function toKinds(value: string, before: readonly TypeName[] = []): readonly TypeName[] {
  const plain = (text: string) => text.replaceAll("-", "").toLowerCase();
  const kinds = value.split(",").map((word) => {
    const found = importableTypes.find((kind) => [plain(kind), `${plain(kind)}s`].includes(plain(word.trim())));
    if (found) return found;
    throw new InvalidArgumentError(`Unknown type "${sanitize(word)}". Types: ${kindNames}.`);
  });
  return [...before, ...kinds];
}

/** Parses a use of an option with patterns, separated by commas, which may be repeated. */
export function toPatterns(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").filter((pattern) => pattern !== "")];
}
