import { definitions, type TypeName } from "../definitions/registry.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import type { Field } from "../schema/schema.ts";

/** The arguments of settings that a program changes: all but those by which settings are told from others of their type. */
export function changeable(type: TypeName, args: JsonObject): readonly string[] {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  return Object.keys(args).filter((name) => fields[name] !== undefined && !fields[name].forceNew);
}

/**
 * The property without which a tenant does not have such settings, and with whose removal it deletes them as a whole; undefined for settings
 * that every tenant has.
 */
export function anchorOf(type: TypeName): string | undefined {
  const all: readonly (readonly [string, Field])[] = Object.entries(definitions[type].schema.fields);
  return all.find(([, { required, clear }]) => required && clear?.how === "null")?.[0];
}

/** The smallest program for settings as they are now: a program for them needs the required values. */
export function smallest(type: TypeName, args: JsonObject, now: JsonObject): JsonObject {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const needed = Object.keys(args).filter((name) => fields[name]?.required);
  return Object.fromEntries(needed.map((name) => [name, own(now, name) ?? own(args, name) ?? null]));
}

/** Whether an update can take a value away again. */
export function isClearable(field: Field): boolean {
  if (field.reads?.how === "never" || field.clear?.how === "release") return false;
  if (field.kind !== "object" || field.clear?.how !== "properties") return true;
  return Object.values(field.fields).every((member) => member.computed || isClearable(member));
}

/** Whether a tenant has no value: nothing, or an object whose members say nothing. What only the service sets does not count. */
export function isNone(field: Field, value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (field.kind !== "object" || !isObject(value)) return false;
  return Object.entries(field.fields).every(([name, member]) => member.computed || isNone(member, own(value, name)));
}
