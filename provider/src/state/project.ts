import {
  equal,
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
} from "../schema/json.ts";
import { fromPointer, type Path, toPointer, valueAt } from "../schema/pointer.ts";
import { type Field, fieldAt, type PathRules, pathRulesOf, type Schema } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/masks.ts";
import { inOrderOf, same } from "./canonical.ts";
import { type Leaf, leafAt, objectOf } from "./leaves.ts";
import { changedMarker } from "./record.ts";
import { hiddenIn } from "./secrets.ts";

/** An object as the tenant has it, under the names that programs use. */
export interface Seen {
  readonly live: JsonObject;
  /** Top-level properties that were neither read nor written: `live` says nothing of them. */
  readonly unseen?: readonly string[];
}

/** Nothing is known but the values until now. */
export function unseen({ fields }: Schema, values: JsonObject): Seen {
  return { live: values, unseen: Object.keys(fields) };
}

/** An object of the tenant and what is known of how it was declared. */
export interface Observation extends Seen {
  /** The declared paths (JSON pointers). */
  readonly paths: readonly string[];
  /** The values as they were declared or last seen. */
  readonly before: JsonObject;
  /** What the tenant showed beside values that never come back, when they were written. By JSON pointer. */
  readonly hints: JsonObject;
}

/**
 * The declared properties of an object as the tenant has them. Where the tenant's form means the same as the declared
 * one, the declared one is kept, so that both compare as equal. Undeclared properties are left out.
 */
export function project(schema: Schema, seen: Observation): JsonObject {
  const known = (field: Field, path: Path) =>
    field.forceNew ? identityAt(field, path, seen) : observed(field, path, seen);
  return objectOf(schema, seen.paths, known, seen.before);
}

/** What is declared, and what the tenant has where it is more than what no declaration means. */
function identityAt(field: Field, path: Path, { live, before }: Observation): Json | undefined {
  const [now, was] = [valueAt(live, path), valueAt(before, path)];
  const saysNothing = was === undefined && field.absent !== undefined && same(field, now, field.absent);
  return saysNothing ? undefined : (now ?? was);
}

function observed(field: Field, path: Path, seen: Observation): Json | undefined {
  const before = leafAt(field, seen.before, path);
  const now = leafAt(field, seen.live, path);
  if (seen.unseen?.includes(path[0] ?? "")) return before;
  const place = pathRulesOf(field, path, seen.before);
  switch (shownBy(seen.live, field, path, place)) {
    case "nothing":
      return before;
    case "hint": {
      const { hint } = place.reads ?? {};
      const parent = path.slice(0, -1);
      // The value is gone: its parent is gone, or nothing stands in its own place, where a ciphertext would be.
      if (parent.length > 0 && valueAt(seen.live, parent) === undefined) return undefined;
      if (hint === "" && now === undefined) return undefined;
      if (!hintChanged(hint, path, seen)) return before;
      return (field.kind === "map" && membersByHint(before, now, own(seen.hints, toPointer(path)))) || changedMarker;
    }
    case "value":
      if (before !== undefined && same(field, before, now, place)) return before;
      // The engine cannot hold what somebody has set here.
      if (!isPortable(now)) return changedMarker;
      return field.kind === "set" && Array.isArray(now) ? inOrderOf(now, before) : now;
  }
}

/** What an answer tells of a path: its value, no more than a hint at it, or nothing at all. */
function shownBy(live: JsonObject, field: Field, path: Path, { reads }: PathRules): "value" | "hint" | "nothing" {
  if (isWithheld(field, path, live) || leafAt(field, live, path) === notShown) return "nothing";
  if (reads?.how === "never") return "hint";
  return reads?.how === "sometimes" && valueAt(live, path) === undefined ? "nothing" : "value";
}

/** Whether the tenant leaves out the whole document that a path is in. That says nothing about the path. */
export function isWithheld(field: Field, path: Path, live: JsonObject): boolean {
  return field.kind === "document" && !!field.mayBeWithheld && valueAt(live, path.slice(0, 1)) === undefined;
}

/** The properties that are known and that the tenant leaves out, each with the scope that a token needs to see it. */
export function withheldIn(
  { fields }: Schema,
  before: JsonObject,
  live: JsonObject,
): readonly (readonly [string, string])[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const scope = field.kind === "document" ? field.mayBeWithheld : undefined;
    return scope !== undefined && own(before, name) !== undefined && own(live, name) === undefined
      ? [[name, scope]]
      : [];
  });
}

/** Whether a refresh can tell what the tenant holds at a path (a JSON pointer). */
export function isReadable(schema: Schema, pointer: string, seen: Observation): boolean {
  const path = fromPointer(pointer);
  const field = fieldAt(schema.fields, path);
  if (!field) return true;
  const place = pathRulesOf(field, path, seen.before);
  const shown = shownBy(seen.live, field, path, place);
  return shown === "hint"
    ? place.reads?.hint !== undefined && own(seen.hints, pointer) !== undefined
    : shown === "value";
}

/** The leaves that an object does not have as a program declares them, as far as the answer tells. */
export function notKept(leaves: readonly Leaf[], inputs: JsonObject, live: JsonObject): readonly Leaf[] {
  return leaves.filter(({ field, path, value }) => {
    const place = pathRulesOf(field, path, inputs);
    return shownBy(live, field, path, place) === "value" && !same(field, value, leafAt(field, live, path), place);
  });
}

function hintChanged(hint: string | undefined, path: Path, seen: Observation): boolean {
  if (hint === undefined) return false;
  const written = own(seen.hints, toPointer(path));
  const now = valueAt(seen.live, hintPath(path, hint));
  return written !== undefined && now !== undefined && now !== notShown && !equal(written, now);
}

/** A map whose own places show hints: those of its members that were changed, and those that somebody has added, differ. */
function membersByHint(before: Json | undefined, now: Json | undefined, written: Json | undefined) {
  if (!isObject(before) || !isObject(now) || !isObject(written)) return undefined;
  const members = Object.entries(now).map(([key, hint]) => {
    const known = own(before, key);
    return [key, known !== undefined && equal(hint, own(written, key)) ? known : changedMarker] as const;
  });
  return Object.fromEntries(members);
}

/** The path of a hint: a sibling of the value, or with an empty name the value's own place. */
function hintPath(path: Path, hint: string): Path {
  return hint === "" ? path : [...path.slice(0, -1), hint];
}

/** What the tenant shows beside the declared values that never come back. The next comparison needs it. */
export function readHintsOf(
  schema: Schema,
  { paths, live, before, unseen = [] }: Omit<Observation, "hints">,
): JsonObject {
  const hints: MutableJsonObject = {};
  for (const pointer of paths) {
    const path = fromPointer(pointer);
    // An unseen property may hold the declared value itself, which can be a secret.
    if (unseen.includes(path[0] ?? "")) continue;
    const field = fieldAt(schema.fields, path);
    const hint = field && pathRulesOf(field, path, before).reads?.hint;
    const said = hint === undefined ? undefined : valueAt(live, hintPath(path, hint));
    if (said === undefined || hiddenIn(said).length > 0 || !isPortable(said)) continue;
    // The declared value itself is no hint, and can be a secret. Nothing in a map tells that somebody has added something since.
    if (equal(said, {}) || !equal(said, valueAt(before, path))) put(hints, pointer, said);
  }
  return hints;
}

/**
 * The properties that the service gives by itself.
 *
 * @param before what was known of them: it stays where the tenant does not show them
 */
export function computedOf(schema: Schema, live: JsonObject, before: JsonObject = {}): JsonObject {
  const result: MutableJsonObject = {};
  for (const [name, field] of Object.entries(schema.fields)) {
    const shown = own(live, name);
    const value = (shown === notShown ? own(before, name) : shown) ?? field.absent;
    if (field.computed && value !== undefined) put(result, name, value);
  }
  return result;
}
