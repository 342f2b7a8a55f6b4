import { equal, isObject, type Json } from "../model/json.ts";
import { describePath } from "../model/pointer.ts";
import type { PreviewStep } from "./preview.ts";
import { type PropertyPath, parsePropertyPath } from "./property-path.ts";
import { isList, isScalar, isSecret, part } from "./values.ts";

/** One leaf that differs between the state and the tenant. */
export interface Change {
  /** In the CLI's notation. The path of an element ends in `[]` if its list is compared as a set. */
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  /** The value in the state. */
  readonly was?: Json;
  /** The value at the tenant. */
  readonly is?: Json;
  /** A secret differs. Neither value is known here. */
  readonly secret?: true;
}

/** The leaves that differ, without hidden properties, in the order of their paths. */
export function changesOf(step: PreviewStep, isHidden: (path: PropertyPath) => boolean): readonly Change[] {
  const found = new Map<string, Change>();
  const compared: Compared = { scalars: new WeakMap(), differs: new Map() };
  for (const place of placesOf(step)) {
    if (isHidden(place.path)) continue;
    for (const change of changesAt(step, place, compared)) {
      const path = parsePropertyPath(change.path.replace(/\[\]$/, ""));
      if (!path || !isHidden(path)) found.set(`${change.path} ${JSON.stringify([change.was, change.is])}`, change);
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

interface Place {
  readonly path: PropertyPath;
  /** What the engine says, for places whose values do not tell. */
  readonly kind: Change["kind"];
  readonly isInput: boolean;
}

/** The places that the engine names. If it names none: all input properties that differ. */
function placesOf({ details, reasons, before, after }: PreviewStep): readonly Place[] {
  if (details.length > 0) {
    return details.map(({ path, kind, isInput }) => ({
      path: parsePropertyPath(path) ?? [path],
      kind: kind.startsWith("add") ? "add" : kind.startsWith("delete") ? "delete" : "update",
      isInput,
    }));
  }
  if (reasons.length > 0) return reasons.map((path) => ({ path: [path], kind: "update", isInput: true }));
  return keysOf(before?.inputs, after?.inputs)
    .filter((name) => !equal(part(before?.inputs, name), part(after?.inputs, name)))
    .map((name) => ({ path: [name], kind: "update", isInput: true }));
}

/** What is known already: the engine names each of a list's elements, and all of them stand for the same comparison of the list. */
interface Compared {
  /** Whether a list has nothing but scalars. */
  readonly scalars: WeakMap<readonly Json[], boolean>;
  /** Whether something differs at a place. */
  readonly differs: Map<string, boolean>;
}

function changesAt(
  { before, after }: PreviewStep,
  { path, kind, isInput }: Place,
  compared: Compared,
): readonly Change[] {
  const sides = isInput ? (["inputs", "outputs"] as const) : (["outputs", "inputs"] as const);
  for (const side of sides) {
    const cut = untilList(before?.[side], after?.[side], path, compared);
    const place = `${side} ${describePath(cut)}`;
    const known = compared.differs.get(place);
    if (known === true) return [];
    if (known === false) continue;
    const changes = compare(cut, at(before?.[side], cut), at(after?.[side], cut), true);
    compared.differs.set(place, changes.length > 0);
    if (changes.length > 0) return changes;
  }
  return [{ path: describePath(path), kind }];
}

/**
 * The path, or that of the list of scalars on its way. The engine compares lists by position, so one new element would change all
 * that follow it. The report compares such a list as a whole.
 */
function untilList(
  before: Json | undefined,
  after: Json | undefined,
  path: PropertyPath,
  { scalars }: Compared,
): PropertyPath {
  const holdsScalars = (list: readonly Json[]): boolean => {
    const holds = scalars.get(list) ?? list.every(isScalar);
    scalars.set(list, holds);
    return holds;
  };
  const position = path.findIndex((key, index) => {
    if (typeof key !== "number") return false;
    const lists = [at(before, path.slice(0, index)), at(after, path.slice(0, index))].filter(isList);
    return lists.length > 0 && lists.every(holdsScalars);
  });
  return position < 0 ? path : path.slice(0, position);
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

function keysOf(was: Json | undefined, is: Json | undefined): readonly string[] {
  return [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
}

/** @param isNamed the engine says that something differs there, and of two secrets nothing else could tell */
function compare(path: PropertyPath, was: Json | undefined, is: Json | undefined, isNamed = false): readonly Change[] {
  if (isSecret(was) && isSecret(is) && !isNamed) return [];
  if (isSecret(was) || isSecret(is)) return [secretChange(path, was, is)];
  if (equal(was, is)) return [];
  if (isContainer(was, is, isObject)) {
    return keysOf(was, is).flatMap((key) => compare([...path, key], part(was, key), part(is, key)));
  }
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

function compareLists(path: PropertyPath, was: readonly Json[], is: readonly Json[]): readonly Change[] {
  if (![...was, ...is].every(isScalar)) {
    return Array.from({ length: Math.max(was.length, is.length) }, (_, position) =>
      compare([...path, position], was[position], is[position]),
    ).flat();
  }
  const text = describePath(path);
  if ([...was, ...is].some(isSecret)) return [{ path: text, kind: "update", secret: true }];
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

function secretChange(path: PropertyPath, was: Json | undefined, is: Json | undefined): Change {
  return { path: describePath(path), kind: kindOf(was, is), secret: true };
}

function changeOf(path: string, was: Json | undefined, is: Json | undefined): Change {
  return { path, kind: kindOf(was, is), ...(was !== undefined && { was }), ...(is !== undefined && { is }) };
}

function kindOf(was: Json | undefined, is: Json | undefined): Change["kind"] {
  if (was === undefined || was === null) return "add";
  return is === undefined || is === null ? "delete" : "update";
}
