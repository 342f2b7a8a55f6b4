import {
  equal,
  fromPointer,
  isObject,
  isPortable,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  put,
  toPointer,
  valueAt,
} from "../schema/json.ts";
import { type Field, fieldAt, isFromCreation, type PathRules, pathRulesOf, type Schema } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { inOrderOf, same } from "./canonical.ts";
import { type Leaf, leafAt, objectOf } from "./leaves.ts";
import { changedMarker } from "./record.ts";
import { hiddenIn } from "./secrets.ts";

/** An object at the tenant, under the program's names. */
export interface Seen {
  readonly live: JsonObject;
  /** Top-level properties that were neither read nor written: their values in `live` are meaningless. */
  readonly unseen?: readonly string[];
}

/** An object that was not read: all properties are unseen, and `values` are the last known ones. */
export function unseen({ fields }: Schema, values: JsonObject): Seen {
  return { live: values, unseen: Object.keys(fields) };
}

/** An object at the tenant with its declaration. */
export interface Observation extends Seen {
  /** The declared paths (JSON pointers). */
  readonly paths: readonly string[];
  /** The values that were declared or last read. */
  readonly before: JsonObject;
  /** The hint of each write-only value (see `ReadsBack.hint`), as the tenant returned it after the last write of the value. By JSON pointer. */
  readonly hints: JsonObject;
}

/**
 * The declared properties of an object with the tenant's values. A value that is equivalent to the declared one is replaced with the
 * declared form, so that the two compare as equal. Undeclared properties are left out.
 */
export function project(schema: Schema, seen: Observation): JsonObject {
  const known = (field: Field, path: Path) =>
    field.forceNew ? identityAt(field, path, seen) : observed(field, path, seen);
  return objectOf(schema, seen.paths, known, seen.before);
}

/** The value of an identity property; undefined if the property is undeclared and the tenant has its default. */
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
  switch (shownAs(seen.live, field, path, place)) {
    case "nothing":
      return before;
    case "hint": {
      const { hint } = place.reads ?? {};
      const parent = path.slice(0, -1);
      // The value was deleted if its parent is absent, or if the response contains no ciphertext at its path.
      if (parent.length > 0 && valueAt(seen.live, parent) === undefined) return undefined;
      if (hint === "" && now === undefined) return absentAt(field, path);
      if (!hintChanged(hint, path, seen)) return before;
      return (field.kind === "map" && membersByHint(before, now, own(seen.hints, toPointer(path)))) || changedMarker;
    }
    case "value":
      if (before !== undefined && same(field, before, now, place)) return before;
      if (now === undefined) return absentAt(field, path);
      // The engine cannot store the tenant's value, so a marker takes its place.
      if (!isPortable(now)) return changedMarker;
      return field.kind === "set" && Array.isArray(now) ? inOrderOf(now, before) : now;
  }
}

/**
 * The value of a declared path that the response lacks. A declared property with the value that its absence means is not missing: otherwise each refresh
 * would report it.
 */
function absentAt(field: Field, path: Path): Json | undefined {
  return path.length === 1 ? field.absent : undefined;
}

/** What a response contains about a path: the value, only a hint, or nothing. */
function shownAs(live: JsonObject, field: Field, path: Path, { reads }: PathRules): "value" | "hint" | "nothing" {
  if (isWithheld(field, path, live) || leafAt(field, live, path) === notShown) return "nothing";
  if (reads?.how === "never") return "hint";
  return reads?.how === "sometimes" && valueAt(live, path) === undefined ? "nothing" : "value";
}

/** Whether the response omits the whole document that contains a path. The token may lack a scope to read it, so the value at the path is unknown. */
export function isWithheld(field: Field, path: Path, live: JsonObject): boolean {
  return field.kind === "document" && !!field.mayBeWithheld && valueAt(live, path.slice(0, 1)) === undefined;
}

/** The documents with known values that the response omits, each with the scope that a token needs to read it. */
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

/** Whether a refresh can tell if the tenant's value at a path (a JSON pointer) has changed. */
export function isReadable(schema: Schema, pointer: string, seen: Observation): boolean {
  const path = fromPointer(pointer);
  const field = fieldAt(schema.fields, path);
  if (!field) return true;
  const place = pathRulesOf(field, path, seen.before);
  const shown = shownAs(seen.live, field, path, place);
  return shown === "hint"
    ? place.reads?.hint !== undefined && own(seen.hints, pointer) !== undefined
    : shown === "value";
}

/** The declared leaves whose value in the response differs from the declared one. Leaves that the response lacks are left out. */
export function notKept(leaves: readonly Leaf[], inputs: JsonObject, live: JsonObject): readonly Leaf[] {
  return leaves.filter(({ field, path, value }) => {
    const place = pathRulesOf(field, path, inputs);
    return shownAs(live, field, path, place) === "value" && !same(field, value, leafAt(field, live, path), place);
  });
}

/**
 * Whether a response has another value at a path than the last known values. False if the response does not show that.
 *
 * @param hints the known hints of write-only values, by JSON pointer. Default: none, so that write-only values do not differ
 */
export function differsAt(
  field: Field,
  path: Path,
  before: JsonObject,
  live: JsonObject,
  hints: JsonObject = {},
): boolean {
  const place = pathRulesOf(field, path, before);
  const shown = shownAs(live, field, path, place);
  if (shown === "hint") return hintChanged(place.reads?.hint, path, { live, hints });
  return shown === "value" && !same(field, leafAt(field, before, path), leafAt(field, live, path), place);
}

/** Whether responses contain a hint in place of the value at a path. */
export function isHinted(schema: Schema, path: Path, root: JsonObject): boolean {
  const field = fieldAt(schema.fields, path);
  return field !== undefined && pathRulesOf(field, path, root).reads?.hint !== undefined;
}

function hintChanged(hint: string | undefined, path: Path, seen: Pick<Observation, "live" | "hints">): boolean {
  if (hint === undefined) return false;
  const written = own(seen.hints, toPointer(path));
  const now = valueAt(seen.live, hintPath(path, hint));
  return written !== undefined && now !== undefined && now !== notShown && !equal(written, now);
}

/**
 * The entries of a map for which the response contains hints in place of values (`now`). Changed and added entries get the {@link changedMarker}.
 * Undefined if the map or its hints are missing.
 */
function membersByHint(before: Json | undefined, now: Json | undefined, written: Json | undefined) {
  if (!isObject(before) || !isObject(now) || !isObject(written)) return undefined;
  const members = Object.entries(now).map(([key, hint]) => {
    const known = own(before, key);
    return [key, known !== undefined && equal(hint, own(written, key)) ? known : changedMarker] as const;
  });
  return Object.fromEntries(members);
}

/** The path of a hint: that of a sibling of the value or, if the hint's name is empty, the value's own path. */
export function hintPath(path: Path, hint: string): Path {
  return hint === "" ? path : [...path.slice(0, -1), hint];
}

/** Reads the hints of declared write-only values. The next comparison needs them to detect changes. */
export function readHintsOf(
  schema: Schema,
  { paths, live, before, unseen = [] }: Omit<Observation, "hints">,
): JsonObject {
  const hints: MutableJsonObject = {};
  for (const pointer of paths) {
    const path = fromPointer(pointer);
    // For an unseen property, `live` has the declared value, which is no hint and can be a secret.
    if (unseen.includes(path[0] ?? "")) continue;
    const field = fieldAt(schema.fields, path);
    const hint = field && pathRulesOf(field, path, before).reads?.hint;
    const said = hint === undefined ? undefined : valueAt(live, hintPath(path, hint));
    if (said === undefined || hiddenIn(said).length > 0 || !isPortable(said)) continue;
    // A returned value that equals the declared one is no hint and can be a secret. An empty map is always a hint: later entries differ from it.
    if (equal(said, {}) || !equal(said, valueAt(before, path))) put(hints, pointer, said);
  }
  return hints;
}

/**
 * The computed properties.
 *
 * @param before the last known values, used where the tenant returns only a mask, or nothing of what only a creation returns
 */
export function computedOf(schema: Schema, live: JsonObject, before: JsonObject = {}): JsonObject {
  const result: MutableJsonObject = {};
  for (const [name, field] of Object.entries(schema.fields)) {
    const shown = own(live, name);
    const isKept = shown === notShown || (shown === undefined && isFromCreation(field));
    const value = (isKept ? own(before, name) : shown) ?? field.absent;
    if (field.computed && value !== undefined) put(result, name, value);
  }
  return result;
}
