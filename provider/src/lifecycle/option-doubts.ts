import { connectionTable as table } from "../model/connection.ts";
import { isObject, type Json, type JsonObject, own } from "../model/json.ts";
import { counterparts, namesOf, optionNames, plainOptionPaths } from "../model/option-names.ts";
import { describePath, fromPointer, isAncestor, type Path } from "../model/pointer.ts";
import { secretOptionPaths } from "../model/strategies.ts";
import { matches, placeOf } from "../model/table.ts";
import { isTypoOf, legible, looksSecret } from "../tenant/index.ts";

const secretPatterns = secretOptionPaths.map(fromPointer);
/** The names that lead to secret options; beneath `configuration` they are the program's own. */
const secretPaths = secretPatterns.map((pattern) => pattern.filter((name) => name !== "*"));
const plainPaths = plainOptionPaths.map(fromPointer);

/** Options that are probably misspelt, or those of another strategy. */
export function doubtsOfOptions(args: JsonObject): readonly string[] {
  const typos = secretTypos(args);
  const secret = typos.map(
    ({ path, meant }) => `${shown(path)}: ${didYouMean(meant.join("."))} Until then its value is kept secret.`,
  );
  const names = Object.keys(optionsOf(args)).filter((name) => !typos.some(({ path }) => path[0] === name));
  return [...secret, ...names.flatMap((name) => doubtOf(name, own(args, "strategy")) ?? [])];
}

/**
 * The places of options that are probably secret, although nothing says so: their names look secret, or like those of
 * options that are.
 */
export function suspectOptions(args: JsonObject): readonly Path[] {
  const known = namesOf(own(args, "strategy"));
  const isPlain = (path: Path, value: Json) =>
    (known.has(path[0] ?? "") && plainPaths.some((plainPath) => matches(plainPath, path))) ||
    // Beneath it the table says what is secret.
    (isObject(value) && secretPatterns.some((pattern) => isAncestor(path, pattern)));
  const looks = placesIn(optionsOf(args), (path, value) => looksSecret(path.at(-1) ?? "") && !isPlain(path, value));
  return [...looks, ...secretTypos(args).map(({ path }) => path)]
    .map((path) => ["options", ...path])
    .filter((path) => !placeOf(table.fields.options, path, args).secret);
}

function doubtOf(name: string, strategy: Json | undefined): string | undefined {
  const known = namesOf(strategy);
  if (known.size === 0 || known.has(name)) return undefined;
  const twins = counterparts.find((group) => group.includes(name)) ?? [];
  const meant = [...known].find((one) => isTypoOf(name, one)) ?? twins.find((twin) => known.has(twin));
  if (meant !== undefined) return `${shown([name])}: ${didYouMean(meant)}`;
  // What is an option of many strategies may well be one of this, too.
  const owners = Object.keys(optionNames).filter((other) => optionNames[other]?.has(name));
  if (owners.length === 0 || owners.length > 2) return undefined;
  return `${shown([name])}: is an option of ${owners.join(" and ")}, not one of ${strategy} that is known here; did you mean another one?`;
}

/** Options whose names look like those of secret ones, but for a slip or two. */
function secretTypos(args: JsonObject): readonly { readonly path: Path; readonly meant: Path }[] {
  const known = namesOf(own(args, "strategy"));
  const meantBy = (path: Path) =>
    path.length === 1 && known.has(path[0] ?? "") ? undefined : secretPaths.find((meant) => isTypo(path, meant));
  return placesIn(optionsOf(args), (path) => meantBy(path) !== undefined).map((path) => ({
    path,
    meant: meantBy(path) ?? [],
  }));
}

function isTypo(path: Path, meant: Path): boolean {
  if (path.length !== meant.length || path.every((name, index) => name === meant[index])) return false;
  return path.every((name, index) => name === meant[index] || isTypoOf(name, meant[index] ?? ""));
}

/** The highest places of a value that a rule is true for and that hold a text. */
function placesIn(value: Json, isMeant: (path: Path, value: Json) => boolean, path: Path = []): readonly Path[] {
  if (path.length > 0 && isMeant(path, value)) return holdsText(value) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => placesIn(item, isMeant, [...path, key]));
}

function holdsText(value: Json): boolean {
  if (typeof value === "string") return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsText);
}

function optionsOf(args: JsonObject): JsonObject {
  const options = own(args, "options");
  return isObject(options) ? options : {};
}

function shown(path: Path): string {
  return legible(describePath(["options", ...path]));
}

/** What is said of a name that looks like a slip of another. */
export function didYouMean(meant: string): string {
  return `is not one that is known here; did you mean "${meant}"?`;
}
