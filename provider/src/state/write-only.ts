import {
  equal,
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  toPointer,
  valueAt,
} from "../schema/json.ts";
import { type Field, fieldAt, pathRulesOf, type Schema } from "../schema/schema.ts";
import { notShown } from "../schema/secrecy/find.ts";
import { hintPath, isWithheld } from "./project.ts";
import { changedMarker } from "./record.ts";

/** A write-only value that this stack has written, and the hint that the API has returned after the write. */
export interface WrittenValue {
  readonly path: Path;
  /** The path as a JSON pointer. */
  readonly pointer: string;
  readonly field: Field;
  readonly hint: Json;
  /** Where responses have the hint. */
  readonly hintedAt: Path;
}

/**
 * The write-only values of which a record has hints, without those whose change a preview has shown. Each member of a map counts alone.
 *
 * @param outputs the last known values
 */
export function writtenValues({ fields }: Schema, hints: JsonObject, outputs: JsonObject): readonly WrittenValue[] {
  return Object.entries(hints).flatMap(([pointer, hint]) => {
    const path = fromPointer(pointer);
    const field = fieldAt(fields, path);
    if (!field) return [];
    const members =
      field.kind === "map" && isObject(hint)
        ? Object.entries(hint).map(([key, one]) => ({ path: [...path, key], field: field.value, hint: one }))
        : [{ path, field, hint }];
    return members.flatMap((member) => {
      const name = pathRulesOf(member.field, member.path, outputs).reads?.hint;
      const known = valueAt(outputs, member.path);
      if (name === undefined || known === undefined || known === changedMarker) return [];
      return [{ ...member, pointer: toPointer(member.path), hintedAt: hintPath(member.path, name) }];
    });
  });
}

/** Whether an object has another write-only value than the one that this stack has written, or no longer has one. */
export function isRewritten({ field, path, hint, hintedAt }: WrittenValue, live: JsonObject): boolean {
  const now = valueAt(live, hintedAt);
  if (now === undefined) return equal(hintedAt, path) && !isWithheld(field, path, live);
  return now !== notShown && !equal(now, hint);
}
