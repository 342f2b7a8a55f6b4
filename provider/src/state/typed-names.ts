import {
  fromPointer,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  put,
  stringsIn,
} from "../schema/json.ts";
import { recordKey, secretsKey } from "../schema/keys.ts";
import type { Fields, Schema } from "../schema/schema.ts";
import { undocumented } from "../schema/undocumented.ts";
import { leavesOf } from "./leaves.ts";
import { fromWire, ShapeError } from "./wire.ts";

/**
 * Moves values that an earlier version saved as undocumented to the typed properties that the schema has now, and renames their paths in the
 * record. A program that declares them under their new names then equals its state, so nothing is sent.
 *
 * @param props inputs or outputs of the state
 */
export function withTypedNames({ fields }: Schema, props: JsonObject): JsonObject {
  const values = own(props, undocumented);
  const field = fields[undocumented];
  const typed = field?.kind === "document" ? field.atTop?.typed : undefined;
  if (!typed || !isObject(values)) return props;
  const moved = Object.keys(values).filter((wire) => typed.has(wire));
  if (moved.length === 0) return props;
  const { [undocumented]: _, ...others } = props;
  const rest = Object.fromEntries(Object.entries(values).filter(([wire]) => !typed.has(wire)));
  const result: MutableJsonObject = { ...others, ...(Object.keys(rest).length > 0 && { [undocumented]: rest }) };
  const places = new Map<string, readonly string[]>();
  for (const wire of moved) {
    const name = typed.get(wire) ?? "";
    const form = typedForm(fields, name, wire, own(values, wire) ?? null);
    if (own(result, name) === undefined && form !== undefined) put(result, name, form);
    places.set(wire, form === undefined ? [] : leavesOf(fields, { [name]: form }).map(({ pointer }) => pointer));
  }
  const nowAt = (pointer: string): readonly string[] => {
    const [name, wire = ""] = fromPointer(pointer);
    return (name === undocumented && places.get(wire)) || [pointer];
  };
  const secrets = own(result, secretsKey);
  if (secrets !== undefined) put(result, secretsKey, [...new Set(stringsIn(secrets).flatMap(nowAt))]);
  const record = own(result, recordKey);
  if (isObject(record)) put(result, recordKey, withPlaces(record, nowAt));
  return result;
}

/** The value of a typed property; undefined if the saved value does not have the form that the schema requires. */
function typedForm(fields: Fields, name: string, wire: string, value: Json): Json | undefined {
  const field = fields[name];
  try {
    return field && own(fromWire({ [name]: field }, { [wire]: value }), name);
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

/** A saved record with renamed paths. Hints stay unchanged: only write-only values have hints, and undocumented values are never write-only. */
function withPlaces(record: JsonObject, nowAt: (pointer: string) => readonly string[]): JsonObject {
  const renamed = (key: string) => {
    const pointers = own(record, key);
    return pointers === undefined ? {} : { [key]: [...new Set(stringsIn(pointers).flatMap(nowAt))] };
  };
  return { ...record, ...renamed("paths"), ...renamed("unsure") };
}
