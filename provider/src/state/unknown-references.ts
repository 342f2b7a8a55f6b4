import { type Json, type JsonObject, own, type Path, unknownValue } from "../schema/json.ts";
import { type Fields, fieldAt } from "../schema/schema.ts";
import { type Reference, referencesOf } from "./references.ts";

/** An object with values in place of unknown references. */
export interface Resolved {
  readonly properties: JsonObject;
  /** The top-level properties in which references were replaced. */
  readonly assumed: readonly string[];
}

/**
 * Replaces references that are known only during a run, if it is clear to which objects they lead. The references from one top-level property to one
 * property of a type are replaced if they are as many as the possible targets to which no known reference leads.
 *
 * @param targetsOf the values by which the reference can name the objects on which its top-level property depends; undefined for a value that is not known
 * @param takesAnyOrder whether several references of a list are replaced, although each can lead to each of the targets. Those of a set always are
 */
export function withReferences(
  fields: Fields,
  properties: JsonObject,
  targetsOf: (reference: Reference) => readonly (string | undefined)[],
  takesAnyOrder: boolean,
): Resolved {
  const assumed = new Set<string>();
  let resolved = properties;
  const keyOf = ({ path: [top], type, property }: Reference) => JSON.stringify([top, type, property]);
  for (const references of Map.groupBy(referencesOf(fields, properties), keyOf).values()) {
    const unknown = references.filter(({ value }) => value === undefined);
    const [reference] = unknown;
    if (!reference) continue;
    const known = new Set(references.map(({ value }) => value));
    const left = targetsOf(reference).filter((value) => value === undefined || !known.has(value));
    const values = left.filter((value) => value !== undefined);
    const isInOneSet =
      fieldAt(fields, reference.path)?.kind === "set" && unknown.every(({ path }) => isSamePath(path, reference.path));
    const isOrdered = unknown.length === 1 || isInOneSet || takesAnyOrder;
    if (!isOrdered || values.length !== left.length || values.length !== unknown.length) continue;
    for (const [index, { path }] of unknown.entries()) {
      resolved = changedAt(resolved, path, (value) => withFirst(value, values[index] ?? unknownValue)) as JsonObject;
    }
    assumed.add(String(reference.path[0]));
  }
  return { properties: resolved, assumed: [...assumed] };
}

/** The value by which a reference names an object; undefined if it is not known. */
export function nameFor({ property }: Reference, id: string | undefined, properties: JsonObject): string | undefined {
  const value = property === "id" ? id : own(properties, property);
  return typeof value === "string" && value !== unknownValue ? value : undefined;
}

function isSamePath(one: Path, other: Path): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A value in place of an unknown value, or of the first unknown element of a list. */
function withFirst(value: Json, known: string): Json {
  if (!Array.isArray(value)) return known;
  return value.with(value.indexOf(unknownValue), known) as Json;
}

/** A value in which the value at a path is changed. */
function changedAt(value: Json, [key, ...rest]: Path, change: (value: Json) => Json): Json {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item: Json, at) => (String(at) === key ? changedAt(item, rest, change) : item));
  }
  return { ...(value as JsonObject), [key]: changedAt(own(value, key) ?? null, rest, change) };
}
