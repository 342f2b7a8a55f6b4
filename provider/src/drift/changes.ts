import type { PreviewStep, Properties } from "./preview.ts";
import { formatPropertyPath, type PropertyPath, parsePropertyPath } from "./property-path.ts";
import { isEqual, isList, isRecord, isScalar, isSecret, part, type Value } from "./values.ts";

/** One leaf that differs: what the state says, and what is the case. */
export interface Change {
  /** In the CLI's notation; an element of a list that is compared as a set ends in `[]`. */
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  /** In the state. */
  readonly was?: Value;
  /** At the tenant. */
  readonly is?: Value;
  /** A secret differs: neither value is known here. */
  readonly secret?: true;
}

/** The leaves that differ, in the order of their paths; without hidden properties. */
export function changesOf(step: PreviewStep, isHidden: (path: PropertyPath) => boolean): readonly Change[] {
  const found = new Map<string, Change>();
  for (const place of placesOf(step)) {
    if (isHidden(place.path)) continue;
    for (const change of changesAt(step, place)) {
      const path = parsePropertyPath(change.path.replace(/\[\]$/, ""));
      if (!path || !isHidden(path)) found.set(`${change.path} ${JSON.stringify([change.was, change.is])}`, change);
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

interface Place {
  readonly path: PropertyPath;
  /** As the engine calls it, where the values do not tell. */
  readonly kind: Change["kind"];
  readonly isInput: boolean;
}

/** The places that the engine names, or else all that there are. */
function placesOf({ details, reasons, before, after }: PreviewStep): readonly Place[] {
  if (details.length > 0) {
    return details.map(({ path, kind, isInput }) => ({
      path: parsePropertyPath(path) ?? [path],
      kind: kind.startsWith("add") ? "add" : kind.startsWith("delete") ? "delete" : "update",
      isInput,
    }));
  }
  if (reasons.length > 0) return reasons.map((path) => ({ path: [path], kind: "update", isInput: true }));
  const names = (properties: Properties | undefined) => Object.keys(properties ?? {});
  return [...new Set([...names(before?.inputs), ...names(after?.inputs)])].flatMap((name) =>
    isEqual(part(before?.inputs, name), part(after?.inputs, name))
      ? []
      : [{ path: [name], kind: "update" as const, isInput: true }],
  );
}

function changesAt({ before, after }: PreviewStep, { path, kind, isInput }: Place): readonly Change[] {
  const sides = isInput ? (["inputs", "outputs"] as const) : (["outputs", "inputs"] as const);
  for (const side of sides) {
    const cut = untilList(before?.[side], after?.[side], path);
    const was = at(before?.[side], cut);
    const is = at(after?.[side], cut);
    if (isSecret(was) || isSecret(is)) return [secretChange(cut, was, is)];
    const changes = compare(cut, was, is);
    if (changes.length > 0) return changes;
  }
  return [{ path: formatPropertyPath(path), kind }];
}

/** A list of scalars is looked at as a whole: the engine compares by position, and one element more would move all others. */
function untilList(before: Value | undefined, after: Value | undefined, path: PropertyPath): PropertyPath {
  const position = path.findIndex((key, index) => {
    if (typeof key !== "number") return false;
    const lists = [at(before, path.slice(0, index)), at(after, path.slice(0, index))].filter(isList);
    return lists.length > 0 && lists.every((list) => list.every(isScalar));
  });
  return position < 0 ? path : path.slice(0, position);
}

/** The value at a path. What lies within a secret is the secret. */
function at(value: Value | undefined, path: PropertyPath): Value | undefined {
  let found = value;
  for (const key of path) {
    if (isSecret(found)) return found;
    found = part(found, key);
  }
  return found;
}

function compare(path: PropertyPath, was: Value | undefined, is: Value | undefined): readonly Change[] {
  if (isSecret(was) && isSecret(is)) return [];
  if (isSecret(was) || isSecret(is)) return [secretChange(path, was, is)];
  if (isEqual(was, is)) return [];
  if (isContainer(was, is, isRecord)) {
    const keys = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
    return keys.flatMap((key) => compare([...path, key], part(was, key), part(is, key)));
  }
  if (isContainer(was, is, isList)) return compareLists(path, (was ?? []) as Value[], (is ?? []) as Value[]);
  return [changeOf(formatPropertyPath(path), was, is)];
}

/** Whether both are of a kind that has parts, or one is (and has some) and the other is absent. */
function isContainer(
  was: Value | undefined,
  is: Value | undefined,
  isKind: (value: Value | undefined) => boolean,
): boolean {
  const there = [was, is].filter((value) => value !== undefined && value !== null);
  const hasParts = there.some((value) => Object.keys(value as object).length > 0);
  return there.every((value) => isKind(value)) && hasParts;
}

function compareLists(path: PropertyPath, was: readonly Value[], is: readonly Value[]): readonly Change[] {
  if (![...was, ...is].every(isScalar)) {
    return Array.from({ length: Math.max(was.length, is.length) }, (_, position) =>
      compare([...path, position], was[position], is[position]),
    ).flat();
  }
  const text = formatPropertyPath(path);
  if ([...was, ...is].some(isSecret)) return [{ path: text, kind: "update", secret: true }];
  const gone = without(was, is).map((item): Change => ({ path: `${text}[]`, kind: "delete", was: item }));
  const added = without(is, was).map((item): Change => ({ path: `${text}[]`, kind: "add", is: item }));
  return gone.length + added.length > 0 ? [...gone, ...added] : [changeOf(text, was, is)];
}

/** The items of a list that another one does not have, or not as often. */
function without(list: readonly Value[], other: readonly Value[]): readonly Value[] {
  const left = [...other];
  return list.filter((item) => {
    const position = left.indexOf(item);
    if (position >= 0) left.splice(position, 1);
    return position < 0;
  });
}

function secretChange(path: PropertyPath, was: Value | undefined, is: Value | undefined): Change {
  return { path: formatPropertyPath(path), kind: kindOf(was, is), secret: true };
}

function changeOf(path: string, was: Value | undefined, is: Value | undefined): Change {
  return { path, kind: kindOf(was, is), ...(was !== undefined && { was }), ...(is !== undefined && { is }) };
}

function kindOf(was: Value | undefined, is: Value | undefined): Change["kind"] {
  if (was === undefined || was === null) return "add";
  return is === undefined || is === null ? "delete" : "update";
}
