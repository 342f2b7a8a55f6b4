import {
  displacedOptions,
  opaqueOptions,
  optionsOf,
  restoredOptions,
  scopeFlagsOf,
  staleOptions,
  unreadOptions,
} from "../../definitions/connection.ts";
import { withScopeInStep } from "../../definitions/connection-options.ts";
import { isEmptyObject, isObject, type JsonObject, own } from "../../schema/json.ts";
import { matches, type Path, pointersAbove, toPointer, valueAt } from "../../schema/pointer.ts";
import { pathRulesOf } from "../../schema/schema.ts";
import { same } from "../../state/canonical.ts";
import { putHidden } from "../../state/compose.ts";
import { Draft, holdsOthers, putDeclared } from "../../state/draft.ts";
import { type Plan, touched } from "../../state/plan.ts";

/** The options of an update, or the reason why the update is refused. */
export type Merged =
  | { readonly refused?: undefined; readonly options: JsonObject }
  /** The token cannot read the options, so an update would lose undeclared ones. */
  | { readonly refused: "withheld" }
  /** The tenant has undeclared options that cannot be read, so an update would lose them. */
  | { readonly refused: "opaque"; readonly names: readonly string[] };

/** Whether an update has to send options. */
export function touchesOptions(plan: Plan): boolean {
  return touched(plan).includes("options");
}

/**
 * Builds the options of an update. The API replaces all options, so undeclared options are sent back unchanged. Declared options without a
 * planned change are also sent back with the tenant's value, because an update changes only what the preview showed.
 *
 * @param live the connection, read just before
 * @param inputs the program's declared inputs
 */
export function mergeOptions(plan: Plan, inputs: JsonObject, live: JsonObject): Merged {
  const before = optionsOf(live);
  if (!before) return { refused: "withheld" };
  const declared = plan.declared.filter(({ path }) => path[0] === "options");
  const removed = plan.removed.filter(({ path }) => path[0] === "options");
  const lost = undeclaredOpaque(inputs, before, [...declared, ...removed]);
  if (lost.length > 0) return { refused: "opaque", names: lost };

  // An option that already has the declared value is not changed, so values that the service derived from it stay.
  const changed = plan.changed.filter(
    ({ field, path, value }) =>
      path[0] === "options" && !same(field, value, valueAt(before, path.slice(1)), pathRulesOf(field, path, inputs)),
  );
  const ours = namesOf(declared);
  const options = new Draft(before);
  const removeUndeclared = (names: readonly string[]) => {
    for (const name of names) if (!ours.has(name)) options.remove([name]);
  };
  removeUndeclared(staleOptions(inputs, namesOf([...changed, ...removed])));
  const cleared = removed.filter((removal) => !holdsOthers(removal, valueAt(before, removal.path.slice(1))));
  removeWithHolders(
    options,
    cleared.map(({ path }) => path.slice(1)),
    new Set(declared.flatMap(({ path }) => pointersAbove(path.slice(1)))),
  );
  const isChanged = new Set(plan.changed);
  for (const leaf of declared) {
    if (isChanged.has(leaf) || isOpaque(leaf.path, inputs)) putDeclared(options, leaf.path.slice(1), leaf.value);
  }
  putHidden(options, declared, 1);
  removeUndeclared(displacedOptions(inputs, before, options.root));
  for (const [name, value] of Object.entries(restoredOptions(inputs, before, options.root))) options.put([name], value);
  return { options: withScopeInStep(scopeFlagsOf(inputs), before, options.root, ours) };
}

function namesOf(leaves: readonly { readonly path: Path }[]): ReadonlySet<string> {
  return new Set(leaves.map(({ path }) => path[1] ?? ""));
}

/**
 * Removes values, and parent objects that become empty.
 *
 * @param kept the pointers of objects that stay even if they are empty
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

/** Whether the API returns an option encrypted or not at all, so that an update cannot send it back. */
function isOpaque(path: Path, root: JsonObject): boolean {
  const { ciphertext, never } = opaqueOptions(root);
  return [...ciphertext, ...never].some((pattern) => matches(pattern, path.slice(1)));
}

/** The names of the tenant's options that an update could not send back, and that neither the program nor its record declares. */
function undeclaredOpaque(
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
