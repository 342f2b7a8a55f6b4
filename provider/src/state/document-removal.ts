import {
  equal,
  isEmptyObject,
  isObject,
  type Json,
  matches,
  type Path,
  pointersAbove,
  toPointer,
  valueAt,
} from "../schema/json.ts";
import type { Need, PathRules } from "../schema/schema.ts";
import { Draft, putDeclared } from "./leaves.ts";
import { clear } from "./object-update.ts";
import type { Plan, Removal } from "./plan.ts";

/** A removed value that an update keeps, because the API does not accept the object around it without the value. */
export interface Released {
  readonly path: Path;
  /** Path of the object. */
  readonly object: Path;
}

/** The changes of the values in one document, and the rules for its paths. */
export interface DocumentChange extends Pick<Plan, "declared" | "changed" | "removed"> {
  rulesAt(path: Path): PathRules;
}

/** The part of a plan that changes values in a document. A path of length 1 is that of an empty document, which declares no values. */
export function changeWithin(
  name: string,
  { declared, changed, removed }: Plan,
): Pick<Plan, "declared" | "changed" | "removed"> {
  const isInside = ({ path }: { readonly path: Path }) => path[0] === name && path.length > 1;
  return { declared: declared.filter(isInside), changed: changed.filter(isInside), removed: removed.filter(isInside) };
}

/**
 * Removes values from a document. An object of which nothing is left goes, too: values that the service adds, or that only a creation can set, mean
 * nothing without the values around them. If other members of an object stay, and the API does not accept the object without a removed value, the
 * value stays.
 *
 * @param depth the number of keys at the start of a path that lead to the draft's root
 * @returns the values that stay
 */
export function removeValues(document: Draft, change: DocumentChange, depth = 0): readonly Released[] {
  const { declared, changed, rulesAt } = change;
  const kept = new Set(declared.flatMap(({ path, pointer }) => [pointer, ...pointersAbove(path)]));
  const base = document.root;
  const released = new Map<Removal, Released>();
  for (;;) {
    const going = change.removed.filter((removal) => !released.has(removal));
    const trial = new Draft(base);
    for (const removal of going) remove(trial, removal, { kept, rulesAt, depth });
    for (const { path, value } of changed) putDeclared(trial, path.slice(depth), value);
    const needed = going.flatMap((removal) => {
      const { path } = removal;
      const value = valueAt(base, path.slice(depth));
      const object = holdersOf(path).find((holder) =>
        rulesAt(holder).needs?.some(
          (need) =>
            isMetBy(need, path.slice(holder.length), value) && lacks(valueAt(trial.root, holder.slice(depth)), need),
        ),
      );
      return object ? [[removal, { path, object }] as const] : [];
    });
    for (const [removal, one] of needed) released.set(removal, one);
    if (needed.length > 0) continue;
    for (const removal of going) remove(document, removal, { kept, rulesAt, depth });
    return [...released.values()];
  }
}

interface Removing {
  /** The pointers of objects that stay, because the program declares them. */
  readonly kept: ReadonlySet<string>;
  readonly rulesAt: DocumentChange["rulesAt"];
  readonly depth: number;
}

/** Removes one value, and the objects around it of which nothing is left. */
function remove(document: Draft, removal: Removal, { kept, rulesAt, depth }: Removing): void {
  clear(document, { ...removal, path: removal.path.slice(depth) });
  if (removal.clear.how !== "drop") return;
  for (const holder of holdersOf(removal.path)) {
    const place = holder.slice(depth);
    if (kept.has(toPointer(holder)) || !isNothing(valueAt(document.root, place), holder, rulesAt)) break;
    document.remove(place);
  }
}

/** The paths of the objects in a document that contain a path, innermost first. */
function holdersOf(path: Path): readonly Path[] {
  return path.slice(2).map((_, index) => path.slice(0, path.length - 1 - index));
}

/** Whether a value is an object without any value of another owner. */
function isNothing(value: Json | undefined, path: Path, rulesAt: DocumentChange["rulesAt"]): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([key, item]) => {
    const place = [...path, key];
    const { createOnly, absent } = rulesAt(place);
    const isAdded = createOnly === true || (absent !== undefined && equal(item, absent));
    return isAdded || (!isEmptyObject(item) && isNothing(item, place, rulesAt));
  });
}

/** Whether a value is an object without a needed member. */
function lacks(value: Json | undefined, need: Need): boolean {
  return isObject(value) && !hasMember(value, need, []);
}

function hasMember(value: Json | undefined, need: Need, path: Path): boolean {
  if (path.length === need.at.length) return isMetBy(need, path, value);
  return isObject(value) && Object.entries(value).some(([key, item]) => hasMember(item, need, [...path, key]));
}

/** Whether a member of an object, with this path in the object, is a needed one. */
function isMetBy({ at, value: wanted }: Need, path: Path, value: Json | undefined): boolean {
  return matches(at, path) && (wanted === undefined ? (value ?? null) !== null : equal(value, wanted));
}
