import { same } from "./canonical.ts";
import { displacedOptions, opaqueOptions, optionsOf, scopeFlagsOf, staleOptions, unreadOptions } from "./connection.ts";
import { isObject, type Json, type JsonObject, type MutableJsonObject, own } from "./json.ts";
import type { Leaf } from "./leaves.ts";
import { type Plan, touched } from "./plan.ts";
import { isAncestor, type Path, putAt, toPointer, valueAt, without } from "./pointer.ts";
import { withScopeInStep } from "./scope-flags.ts";
import { matches, placeOf } from "./table.ts";

/** The options of an update, or why there cannot be one. */
export type Merged =
  | { readonly refused?: undefined; readonly options: JsonObject }
  /** The tenant withholds the options, so nobody knows what an update would wipe. */
  | { readonly refused: "withheld" }
  /** An update would lose values that it can neither read nor keep and that the program does not declare. */
  | { readonly refused: "opaque"; readonly names: readonly string[] };

/** Whether an update has to send options at all. */
export function touchesOptions(plan: Plan): boolean {
  return touched(plan).includes("options");
}

/**
 * The options that an update sends. The service replaces them whole, so undeclared options are sent back as they are.
 * Declared options that have not changed are sent back as well: an update does what the preview showed and no more.
 *
 * @param live the connection as it was read just now
 * @param inputs what the program declares
 */
export function mergeOptions(plan: Plan, inputs: JsonObject, live: JsonObject): Merged {
  const before = optionsOf(live);
  if (!before) return { refused: "withheld" };
  const declared = plan.declared.filter(({ path }) => path[0] === "options");
  const removed = plan.removed.filter(({ path }) => path[0] === "options");
  const lost = unknownOpaque(inputs, before, [...declared, ...removed]);
  if (lost.length > 0) return { refused: "opaque", names: lost };

  // A source that is declared with its present value changes nothing, so the values derived from it stay.
  const changed = plan.changed.filter(
    ({ field, path, value }) =>
      path[0] === "options" && !same(field, value, valueAt(before, path.slice(1)), placeOf(field, path, inputs)),
  );
  const ours = namesOf(declared);
  const withoutTheirs = (options: JsonObject, names: readonly string[]) =>
    names.filter((name) => !ours.has(name)).reduce((kept, name) => without(kept, [name]), options);
  let rest = withoutTheirs(before, staleOptions(inputs, namesOf([...changed, ...removed])));
  for (const { path, value } of removed) {
    // An empty object declared nothing, so what it holds by now is somebody else's.
    const isTheirs = isEmpty(value) && !isEmpty(valueAt(before, path.slice(1)));
    if (!isTheirs) rest = withoutEmptied(rest, path.slice(1), declared);
  }
  const options: MutableJsonObject = { ...rest };
  for (const leaf of declared) {
    const isSent = plan.changed.includes(leaf) || isOpaque(leaf.path, inputs);
    // An empty object declares nothing, so it must not replace what is there.
    if (!isSent || (isEmpty(leaf.value) && isObject(valueAt(options, leaf.path.slice(1))))) continue;
    if (leaf.path.length > 1) putAt(options, leaf.path.slice(1), leaf.value);
  }
  const allowed = withoutTheirs(options, displacedOptions(inputs, before, options));
  return { options: withScopeInStep(scopeFlagsOf(inputs), before, allowed, ours) };
}

function namesOf(leaves: readonly { readonly path: Path }[]): ReadonlySet<string> {
  return new Set(leaves.map(({ path }) => path[1] ?? ""));
}

function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** The object without a value, and without the objects that held nothing else. */
function withoutEmptied(root: JsonObject, path: Path, declared: readonly Leaf[]): JsonObject {
  const rest = without(root, path);
  const parent = path.slice(0, -1);
  const holder = valueAt(rest, parent);
  const isDeclared = declared.some((leaf) => isAncestor(["options", ...parent], leaf.path));
  const isEmptied = parent.length > 0 && isObject(holder) && Object.keys(holder).length === 0 && !isDeclared;
  return isEmptied ? withoutEmptied(rest, parent, declared) : rest;
}

/** Whether an option comes back as something else or not at all, so that an update cannot send it back. */
function isOpaque(path: Path, root: JsonObject): boolean {
  const { ciphertext, never } = opaqueOptions(root);
  return [...ciphertext, ...never].some((pattern) => matches(pattern, path.slice(1)));
}

/** Opaque options that are there, but that the program has never declared. */
function unknownOpaque(
  inputs: JsonObject,
  live: JsonObject,
  known: readonly { readonly pointer: string; readonly path: Path }[],
): readonly string[] {
  const pointers = new Set(known.map(({ pointer }) => pointer));
  const present = opaqueOptions(inputs).ciphertext.flatMap((pattern) => pathsOf(pattern, live));
  const unread = unreadOptions(inputs, live, namesOf(known)).map((name) => [name]);
  return [...present, ...unread]
    .filter((path) => !pointers.has(toPointer(["options", ...path])))
    .map((path) => path.join("."));
}

function pathsOf(pattern: readonly string[], root: JsonObject): readonly Path[] {
  const [name, ...rest] = pattern;
  if (name === undefined) return [[]];
  const names = name === "*" ? Object.keys(root) : [name];
  return names.flatMap((key) => {
    const value = own(root, key);
    if (value === undefined) return [];
    if (rest.length === 0) return [[key]];
    return isObject(value) ? pathsOf(rest, value).map((path) => [key, ...path]) : [];
  });
}
