import { sanitize } from "../client/index.ts";
import {
  describePath,
  equal,
  fromPointer,
  isAncestor,
  isObject,
  isPrefix,
  type JsonObject,
  own,
  type Path,
  toPointer,
  valueAt,
} from "../schema/json.ts";
import { type Clear, type Field, pathRulesOf, type Schema } from "../schema/schema.ts";
import { isInitial } from "../state/activation.ts";
import { same } from "../state/canonical.ts";
import { leavesOf } from "../state/leaves.ts";
import type { Plan } from "../state/plan.ts";
import { differsAt } from "../state/project.ts";
import type { Doubts } from "../state/record.ts";
import { isNeverSent } from "./known-content.ts";

/** The last known values of an object. */
export interface LastKnown {
  readonly outputs: JsonObject;
  /** Paths (JSON pointers) whose last known value is not sure. */
  readonly unsure: readonly string[];
  /** What is known about the values that a lost write sent. Default: there was no such write. */
  readonly doubts?: Doubts;
}

/** A plan, and the paths whose values another client has changed, so that the plan keeps them. */
interface Spared {
  readonly plan: Plan;
  readonly kept: readonly Path[];
}

/**
 * A plan that clears no value which another client has set since the last run: the preview has shown the clearing of another value. If the API does not
 * return the value, it counts as unchanged. So does a value that is not sure, unless it is neither the last known one nor one that this stack has sent.
 *
 * @param live the object at the tenant
 */
export function sparingForeign(plan: Plan, known: LastKnown, live: JsonObject): Spared {
  const kept = plan.removed.filter((removal) => isChangedSince(removal, known, live));
  return kept.length === 0
    ? { plan, kept: [] }
    : {
        plan: { ...plan, removed: plan.removed.filter((one) => !kept.includes(one)) },
        kept: kept.map(({ path }) => path),
      };
}

interface Place {
  readonly field: Field;
  readonly path: Path;
  /** How the value is cleared. Default: by its absence. */
  readonly clear?: Clear;
}

/**
 * Whether another client has given a value to a path since this stack has last written or read it. A value that equals the cleared one does not count: nobody
 * loses it.
 */
export function isChangedSince(
  { field, path, clear }: Place,
  { outputs, unsure, doubts }: LastKnown,
  live: JsonObject,
): boolean {
  const overlaps = (other: Path) => isPrefix(other, path) || isPrefix(path, other);
  const [now, rules] = [valueAt(live, path), pathRulesOf(field, path, outputs)];
  if (now === undefined || same(field, now, undefined, rules)) return false;
  if (clear?.how === "default" && same(field, now, clear.value, rules)) return false;
  const isOther = differsAt(field, path, outputs, live, doubts?.hints);
  // The lost write has not replaced the other client's value.
  if (liesIn((isOther ? doubts?.sent : doubts?.before) ?? [], path)) return true;
  if (doubts?.sent.some((pointer) => isMissingIn(fromPointer(pointer), path, outputs, live))) return true;
  if (!isOther) return false;
  const pointer = toPointer(path);
  const isOpen = (one: string) => {
    if (one !== pointer) return overlaps(fromPointer(one));
    return !doubts?.sentValues || !isNeverSent(doubts.sentValues, { field, pointer, value: now }, rules);
  };
  return !unsure.some(isOpen);
}

/** Whether a path, or one of its ancestors, is among these JSON pointers. */
export function liesIn(pointers: readonly string[], path: Path): boolean {
  return pointers.some((pointer) => isPrefix(fromPointer(pointer), path));
}

/** Whether an object lacks a part of the map around a path that a lost write has sent: that write has not replaced the map of another client. */
function isMissingIn(map: Path, path: Path, outputs: JsonObject, live: JsonObject): boolean {
  const [sent, now] = [valueAt(outputs, map), valueAt(live, map)];
  if (!isAncestor(map, path) || !isObject(sent)) return false;
  return Object.entries(sent).some(([name, value]) => !equal(own(now, name), value));
}

/**
 * The paths at which an object has values that no program of this stack has declared, except those of a new object.
 *
 * @param declared the recorded paths (JSON pointers)
 */
export function undeclaredValues(
  { fields, hiddenIn }: Schema,
  declared: readonly string[],
  live: JsonObject,
): readonly Path[] {
  const known = declared.map(fromPointer);
  const isDeclared = (path: Path) => known.some((one) => isPrefix(one, path));
  const shown = leavesOf(fields, live).filter((leaf) => !leaf.field.forceNew && !isInitial(leaf, live));
  return [...shown.map(({ path }) => path), ...(hiddenIn?.(live) ?? [])].filter((path) => !isDeclared(path));
}

/** Paths in a message. */
export function named(paths: readonly Path[]): string {
  return sanitize(paths.map(describePath).join(", "), 2_000);
}

/** Warns of values that an update or a reset keeps, because another client has changed them. */
export function warnOfForeign(subject: string, kept: readonly Path[]): void {
  if (kept.length === 0) return;
  console.warn(
    `warning: ${subject}: kept ${named(kept)}: the tenant's values are no longer those that this stack set or last read, so another client may rely ` +
      "on them. They are no longer managed. To reset them, do so by hand, or declare them again and run `pulumi up --refresh` before you remove them.",
  );
}
