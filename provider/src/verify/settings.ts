import { disposable } from "../definitions/disposable.ts";
import { definitions, type TypeName } from "../definitions/registry.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import type { Field } from "../schema/schema.ts";
import { same } from "../state/canonical.ts";

/** The names of the arguments that an update can change. Arguments that identify the settings, such as the name of a prompt, are left out. */
export function changeable(type: TypeName, args: JsonObject): readonly string[] {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  return Object.keys(args).filter((name) => fields[name] !== undefined && !fields[name].forceNew);
}

/**
 * The required property of settings that a tenant may not have: the settings exist exactly if this property has a value. Undefined for settings
 * that every tenant has.
 */
export function anchorOf(type: TypeName): string | undefined {
  const all: readonly (readonly [string, Field])[] = Object.entries(definitions[type].schema.fields);
  return all.find(([, { required, clear }]) => required && clear?.how === "null")?.[0];
}

/** The required arguments of the sample of a settings type, such as the name of a prompt. */
export function requiredArgs(type: TypeName): JsonObject {
  return disposable[type]?.program({ key: "", free: 0, needed: {} }).args ?? {};
}

/** The arguments of the smallest program that changes nothing: the required ones. Each has its current value or, without one, that in `args`. */
export function smallest(type: TypeName, args: JsonObject, now: JsonObject): JsonObject {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const needed = Object.keys(args).filter((name) => fields[name]?.required);
  return Object.fromEntries(needed.map((name) => [name, own(now, name) ?? own(args, name) ?? null]));
}

/** Whether two values of a setting are the same. Unlike {@link same}, it also compares keys that only one of two documents has. */
export function isSameWhole(field: Field | undefined, one: Json, other: Json): boolean {
  return same(field, one, other) && same(field, other, one);
}

/** Whether two reads have the same settings. The order of sets does not count. */
export function isSameSettings(type: TypeName, one: JsonObject, other: JsonObject): boolean {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSameWhole(fields[name], own(one, name) ?? null, own(other, name) ?? null));
}

/**
 * Whether a value of a setting is one that the tenant had before the run, or that the run has set: one of the known values or, after an unfinished
 * change, a mixture of these and of the value that the change was about to set.
 *
 * @param next undefined if the last change is complete
 */
export function isOfRun(
  field: Field | undefined,
  value: Json,
  known: readonly Json[],
  next: Json | undefined,
): boolean {
  if (known.some((one) => isSameWhole(field, one, value))) return true;
  return next !== undefined && isMixture(field, value, [...known, next]);
}

/**
 * Whether a value equals one of some values, or is an object of which each member has the value from one of them. Arrays are compared as a whole. A
 * member that an object lacks counts as one with its default value, because the service adds such members, or omits them.
 */
function isMixture(field: Field | undefined, value: Json, others: readonly Json[]): boolean {
  // The service computes the value, or never returns it.
  if (field?.computed || field?.reads?.how === "never") return true;
  if (others.some((one) => isSameWhole(field, one, value))) return true;
  if (!isObject(value)) return false;
  const keys = new Set([value, ...others].flatMap((one) => (isObject(one) ? Object.keys(one) : [])));
  return [...keys].every((key) => {
    const inner = field?.kind === "object" ? field.fields[key] : undefined;
    const [member = null, ...given] = [value, ...others].map((one) => own(one, key) ?? null);
    return (isDefault(inner, member) && given.some((one) => isDefault(inner, one))) || isMixture(inner, member, given);
  });
}

/** Whether a value is that of a new object, or empty. */
function isDefault(field: Field | undefined, value: Json): boolean {
  return value === null || value === "" || (field !== undefined && isSameWhole(field, valueOfNew(field), value));
}

/** The value that a property has in a new object. */
export function valueOfNew(field: Field): Json {
  return field.clear?.how === "default" ? field.clear.value : (field.absent ?? null);
}

/** Whether an update can remove the value of a property. */
export function isClearable(field: Field): boolean {
  if (field.reads?.how === "never" || field.clear?.how === "release") return false;
  if (field.kind !== "object" || field.clear?.how !== "properties") return true;
  return Object.values(field.fields).every((member) => member.computed || isClearable(member));
}

/** Whether a value is empty: null, an empty text, or an object whose properties are all empty, apart from those that only the service sets. */
export function isNone(field: Field, value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (field.kind !== "object" || !isObject(value)) return false;
  return Object.entries(field.fields).every(([name, member]) => member.computed || isNone(member, own(value, name)));
}
