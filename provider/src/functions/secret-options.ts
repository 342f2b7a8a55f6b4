import type { Json } from "../model/json.ts";
import { namesOf, optionNames, plainOptionPaths } from "../model/option-names.ts";
import { fromPointer, isAncestor, type Path } from "../model/pointer.ts";
import { secretOptionPaths } from "../model/strategies.ts";
import { covers, matches } from "../model/table.ts";
import { looksSecret } from "../tenant/redact.ts";
import { isTypoOf } from "../tenant/typo.ts";

const secretPatterns = secretOptionPaths.map(fromPointer);
const plainPatterns = plainOptionPaths.map(fromPointer);
const allNames: ReadonlySet<string> = new Set(Object.values(optionNames).flatMap((names) => [...names]));

/**
 * Why an option must not be shown, as the end of a sentence; undefined if it may be.
 *
 * @param strategy of its connection. Default: not known, so an option of any strategy may be meant
 */
export function secrecyOf(path: Path, strategy?: string): string | undefined {
  if (secretPatterns.some((pattern) => covers(pattern, path))) return "is secret";
  const known = strategy === undefined ? allNames : namesOf(strategy);
  return path.some((_, index) => isSuspect(path.slice(0, index + 1), known)) ? "looks secret" : undefined;
}

/** Whether there are secret options beneath a path. */
export function holdsSecrets(path: Path): boolean {
  return secretPatterns.some((pattern) => isAncestor(path, pattern));
}

/** The paths of all texts and numbers beneath a value that must not be shown. */
export function secretsBeneath(value: Json, path: Path, strategy: string): readonly Path[] {
  if (typeof value === "string" || typeof value === "number") return isSecret(value, path, strategy) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => secretsBeneath(item, [...path, name], strategy));
}

/** A private key is secret wherever it stands, and so is a password within a URL. */
function isSecret(value: string | number, path: Path, strategy: string): boolean {
  return /PRIVATE KEY-----|:\/\/[^\s/:@]*:[^\s/@]+@/.test(String(value)) || secrecyOf(path, strategy) !== undefined;
}

/** Whether the last name of a path looks secret, or like one that is, and nothing says that it is not. */
function isSuspect(path: Path, known: ReadonlySet<string>): boolean {
  const [first = ""] = path;
  const isPlain = known.has(first) && plainPatterns.some((pattern) => matches(pattern, path));
  if (looksSecret(path.at(-1) ?? "")) return !isPlain && !holdsSecrets(path);
  const isKnown = path.length === 1 && known.has(first);
  return !isKnown && secretPatterns.some((pattern) => isTypo(path, pattern));
}

/** Whether a path looks like that of a secret option, but for a slip or two. */
function isTypo(path: Path, pattern: Path): boolean {
  const meant = pattern.filter((name) => name !== "*");
  return path.length === meant.length && path.every((name, index) => isTypoOf(name, meant[index] ?? ""));
}
