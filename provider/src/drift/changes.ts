import { equal, isObject, type Json } from "../model/json.ts";
import { describePath } from "../model/pointer.ts";
import type { PreviewStep } from "./preview.ts";
import { type PropertyPath, parsePropertyPath } from "./property-path.ts";
import type { Change } from "./types.ts";
import { isList, isScalar, isSecret, keysOf, part } from "./values.ts";

/** The leaves that differ, without hidden properties, in the order of their paths. */
export function changesOf(step: PreviewStep, isHidden: (path: PropertyPath) => boolean): readonly Change[] {
  const found = new Map<string, Change>();
  const compared: Compared = new Map();
  for (const place of placesOf(step)) {
    if (isHidden(place.path)) continue;
    for (const change of changesAt(step, place, compared)) {
      const path = parsePropertyPath(change.path.replace(/\[\]$/, ""));
      if (!path || !isHidden(path)) found.set(`${change.path} ${JSON.stringify([change.was, change.is])}`, change);
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

interface DifferingPlace {
  readonly path: PropertyPath;
  /** What the engine says, for places whose values do not tell. */
  readonly kind: Change["kind"];
  readonly isInput: boolean;
}

/** The places that the engine names. If it names none: all input properties that differ. */
function placesOf({ details, reasons, before, after }: PreviewStep): readonly DifferingPlace[] {
  if (details.length > 0) {
    return details.map(({ path, kind, isInput }) => ({
      path: parsePropertyPath(path) ?? [path],
      kind: kind.startsWith("add") ? "add" : kind.startsWith("delete") ? "delete" : "update",
      isInput,
    }));
  }
  if (reasons.length > 0) return reasons.map((path) => ({ path: [path], kind: "update", isInput: true }));
  return keysOf(before?.inputs, after?.inputs)
    .filter((key) => !equal(part(before?.inputs, key), part(after?.inputs, key)))
    .map((key) => ({ path: [key], kind: "update", isInput: true }));
}

/**
 * Whether something differs at a place, as far as it is known already: the engine names each of a list's elements, and all of them stand
 * for the same comparison of the list.
 */
type Compared = Map<string, boolean>;

function changesAt(
  { before, after }: PreviewStep,
  { path, kind, isInput }: DifferingPlace,
  compared: Compared,
): readonly Change[] {
  const sides = isInput ? (["inputs", "outputs"] as const) : (["outputs", "inputs"] as const);
  for (const side of sides) {
    const cut = untilList(before?.[side], after?.[side], path);
    const place = `${side} ${describePath(cut)}`;
    const known = compared.get(place);
    if (known === true) return [];
    if (known === false) continue;
    const changes = compare(cut, at(before?.[side], cut), at(after?.[side], cut), true);
    compared.set(place, changes.length > 0);
    if (changes.length > 0) return changes;
  }
  return [{ path: describePath(path), kind }];
}

/**
 * The path, or that of the list of scalars on its way. The engine compares lists by position, so one new element would change all
 * that follow it. The report compares such a list as a whole.
 */
function untilList(before: Json | undefined, after: Json | undefined, path: PropertyPath): PropertyPath {
  const position = path.findIndex((key, index) => {
    if (typeof key !== "number") return false;
    const lists = [at(before, path.slice(0, index)), at(after, path.slice(0, index))].filter(isList);
    return lists.length > 0 && lists.every(holdsScalars);
  });
  return position < 0 ? path : path.slice(0, position);
}

const listsOfScalars = new WeakMap<readonly Json[], boolean>();

/** Whether a list has nothing but scalars. It must not change any more. */
function holdsScalars(list: readonly Json[]): boolean {
  const holds = listsOfScalars.get(list) ?? list.every(isScalar);
  listsOfScalars.set(list, holds);
  return holds;
}

/** The value at a path. Everything within a secret is the secret. */
function at(value: Json | undefined, path: PropertyPath): Json | undefined {
  let found = value;
  for (const key of path) {
    if (isSecret(found)) return found;
    found = part(found, key);
  }
  return found;
}

/** @param isNamed the engine says that something differs there, and of two secrets nothing else could tell */
function compare(path: PropertyPath, was: Json | undefined, is: Json | undefined, isNamed = false): readonly Change[] {
  if (isSecret(was) && isSecret(is) && !isNamed) return [];
  if (isSecret(was) || isSecret(is)) return [{ path: describePath(path), kind: kindOf(was, is), secret: true }];
  if (equal(was, is)) return [];
  if (isContainer(was, is, isObject)) return compareParts(path, was, is);
  if (isContainer(was, is, isList)) return compareLists(path, (was ?? []) as Json[], (is ?? []) as Json[]);
  return [changeOf(describePath(path), was, is)];
}

/** True if one value is a container of the given kind with parts, and the other one is of the same kind or absent. */
function isContainer(
  was: Json | undefined,
  is: Json | undefined,
  isKind: (value: Json | undefined) => boolean,
): boolean {
  const there = [was, is].filter((value) => value !== undefined && value !== null);
  const hasParts = there.some((value) => Object.keys(value as object).length > 0);
  return there.every((value) => isKind(value)) && hasParts;
}

function compareParts(path: PropertyPath, was: Json | undefined, is: Json | undefined): readonly Change[] {
  return keysOf(was, is).flatMap((key) => compare([...path, key], part(was, key), part(is, key)));
}

function compareLists(path: PropertyPath, was: readonly Json[], is: readonly Json[]): readonly Change[] {
  if (![...was, ...is].every(isScalar)) return compareParts(path, was, is);
  const text = describePath(path);
  if ([...was, ...is].some(isSecret)) return [{ path: text, kind: kindOf(was[0], is[0]), secret: true }];
  const gone = without(was, is).map((item): Change => ({ path: `${text}[]`, kind: "delete", was: item }));
  const added = without(is, was).map((item): Change => ({ path: `${text}[]`, kind: "add", is: item }));
  return gone.length + added.length > 0 ? [...gone, ...added] : [changeOf(text, was, is)];
}

/** The items of a list of scalars that another list has not, or not as often. */
function without(list: readonly Json[], other: readonly Json[]): readonly Json[] {
  const left = new Map<Json, number>();
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

function changeOf(path: string, was: Json | undefined, is: Json | undefined): Change {
  return { path, kind: kindOf(was, is), ...(was !== undefined && { was }), ...(is !== undefined && { is }) };
}

function kindOf(was: Json | undefined, is: Json | undefined): Change["kind"] {
  if (was === undefined || was === null) return "add";
  return is === undefined || is === null ? "delete" : "update";
}
