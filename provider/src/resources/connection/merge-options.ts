import {
  displacedOptions,
  opaqueOptions,
  optionsOf,
  restoredOptions,
  scopeFlagsOf,
  staleOptions,
  unreadOptions,
} from "../../definitions/connection.ts";
import { withScopeInStep } from "../../definitions/connection-scope-flags.ts";
import { isEmptyObject, isObject, type JsonObject, own } from "../../schema/json.ts";
import { matches, type Path, pointersAbove, toPointer, valueAt } from "../../schema/pointer.ts";
import { pathRulesOf } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { putHidden } from "../../state/compose.ts";
import { Draft } from "../../state/draft.ts";
import { type Plan, touched } from "../../state/plan.ts";

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
      path[0] === "options" && !same(field, value, valueAt(before, path.slice(1)), pathRulesOf(field, path, inputs)),
  );
  const ours = namesOf(declared);
  const options = new Draft(before);
  const removeTheirs = (names: readonly string[]) => {
    for (const name of names) if (!ours.has(name)) options.remove([name]);
  };
  removeTheirs(staleOptions(inputs, namesOf([...changed, ...removed])));
  // An empty object declared nothing, so what it holds by now is somebody else's.
  const cleared = removed.filter(
    ({ path, value }) => !isEmptyObject(value) || isEmptyObject(valueAt(before, path.slice(1))),
  );
  removeWithHolders(
    options,
    cleared.map(({ path }) => path.slice(1)),
    new Set(declared.flatMap(({ path }) => pointersAbove(path.slice(1)))),
  );
  const isChanged = new Set(plan.changed);
  for (const leaf of declared) {
    const isSent = isChanged.has(leaf) || isOpaque(leaf.path, inputs);
    // An empty object declares nothing, so it must not replace what is there.
    if (!isSent || (isEmptyObject(leaf.value) && isObject(valueAt(options.root, leaf.path.slice(1))))) continue;
    options.put(leaf.path.slice(1), leaf.value);
  }
  putHidden(options, declared, 1);
  removeTheirs(displacedOptions(inputs, before, options.root));
  for (const [name, value] of Object.entries(restoredOptions(inputs, before, options.root))) options.put([name], value);
  return { options: withScopeInStep(scopeFlagsOf(inputs), before, options.root, ours) };
}

function namesOf(leaves: readonly { readonly path: Path }[]): ReadonlySet<string> {
  return new Set(leaves.map(({ path }) => path[1] ?? ""));
}

/**
 * Removes values, and the objects that held nothing else.
 *
 * @param kept the pointers of objects that stay, also empty
 */
function removeWithHolders(options: Draft, paths: readonly Path[], kept: ReadonlySet<string>): void {
  for (const path of paths) {
    options.remove(path);
    for (let holder = path.slice(0, -1); holder.length > 0; holder = holder.slice(0, -1)) {
      if (!isEmptyObject(valueAt(options.root, holder)) || kept.has(toPointer(holder))) break;
      options.remove(holder);
    }
  }
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
