import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { type Field, type IntegerField, isAtTop, type StringField } from "../../provider/src/schema/schema.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { disposable } from "./disposable.ts";
import type { Program, Sample } from "./sample.ts";

/** The names of the arguments that an update can change. Arguments that identify the settings, such as the name of a prompt, are left out. */
export function changeable(type: TypeName, args: JsonObject): readonly string[] {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  return Object.keys(args).filter((name) => fields[name] !== undefined && !fields[name].forceNew);
}

/**
 * The required property of settings that some tenants lack: the settings exist if, and only if, this property has a value. Undefined for settings
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

/** The arguments of the smallest program that changes nothing: the required ones, with their current values or else their values in `args`. */
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
 * Whether `value` equals one of `others`, or is an object and each of its members equals the same member of one of `others`. Arrays are compared
 * as a whole. A missing member counts as one with its default value, because the service may add or omit such members.
 */
function isMixture(field: Field | undefined, value: Json, others: readonly Json[]): boolean {
  // A value that the service computes, or never returns, tells nothing about its origin.
  if (field?.computed || field?.reads?.how === "never") return true;
  if (others.some((one) => isSameWhole(field, one, value))) return true;
  // The service omits an object of which all members were cleared.
  if (value === null)
    return others.some((one) => isObject(one) && Object.values(one).every((member) => member === null));
  if (!isObject(value)) return false;
  const keys = new Set([value, ...others].flatMap((one) => (isObject(one) ? Object.keys(one) : [])));
  return [...keys].every((key) => {
    const inner = field?.kind === "object" ? field.fields[key] : undefined;
    const [member = null, ...given] = [value, ...others].map((one) => own(one, key) ?? null);
    return (isDefault(inner, member) && given.some((one) => isDefault(inner, one))) || isMixture(inner, member, given);
  });
}

/** Whether a value is the one that the property has in a new object, or is empty. */
function isDefault(field: Field | undefined, value: Json): boolean {
  return value === null || value === "" || (field !== undefined && isSameWhole(field, valueOfNew(field), value));
}

/** The value that a property has in a new object. */
export function valueOfNew(field: Field): Json {
  return field.clear?.how === "default" ? field.clear.value : (field.absent ?? null);
}

/** The value that the service gives a property of a new object if the request omits it; undefined if it gives none. */
export function initialOf(field: Field): Json | undefined {
  if (field.initial !== undefined || field.kind !== "object") return field.initial;
  const members = Object.entries(field.fields).flatMap(([name, member]) => {
    const value = initialOf(member);
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
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

/** The values with which a run tries a property, or the reason why it does not; undefined for properties that no update sends. */
export function triedValues(
  type: TypeName,
  name: string,
  { key, only }: Sample,
  { args, values: given }: Program,
): readonly Json[] | string | undefined {
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const field = fields[name];
  if (!field || field.computed || field.forceNew || isAtTop(field)) return undefined;
  if (only?.includes(name) === false) return undefined;
  if (name === key && field.kind === "string") return [own(args, name) ?? null];
  const sampled = given?.[name];
  if (sampled !== undefined) return sampled;
  if (field.forceNewIfDeclared) return "no update can change it";
  if (field.idOf !== undefined) return "it refers to another object";
  const values = valuesOf(field);
  return values.length > 0 ? values : "this package has no value for it";
}

/** Whether a run can change this property of a settings type. */
export function changesSetting(type: TypeName, name: string): boolean {
  const sample = disposable[type];
  const program = sample?.program(anywhere);
  if (!sample || !program) return false;
  return changeable(type, program.args).includes(name) || Array.isArray(triedValues(type, name, sample, program));
}

/** Parameters of a sample's program, for uses in which the key and other objects do not matter. */
const anywhere = { key: "", free: 0, needed: {} };

/** Whether the value that a property has in a new object is known from the schema, and returned by the tenant. */
export function isOfNew(name: string, field: Field, { chosen }: Pick<Sample, "chosen">): boolean {
  const isShown = !field.computed && !field.chosen && field.reads === undefined && !field.subresource;
  const isGiven = field.clear?.how === "default" || field.absent !== undefined;
  return isShown && isGiven && !isObject(field.absent) && !chosen?.includes(name);
}

/**
 * Two different valid values of a property, neither of which is its default. There are fewer if the property has fewer values, and none if they
 * cannot be derived from the schema, as for a pattern or a free-form document.
 */
export function valuesOf(field: Field): readonly Json[] {
  const value = field.clear?.how === "default" ? field.clear.value : field.absent;
  return candidatesOf(field)
    .filter((one) => JSON.stringify(one) !== JSON.stringify(value))
    .slice(0, 2);
}

function candidatesOf(field: Field): readonly Json[] {
  if (field.computed) return [];
  switch (field.kind) {
    case "boolean":
      return [true, false];
    case "integer":
      return integersOf(field);
    case "string":
      return textsOf(field);
    case "object": {
      // Properties for which no value can be derived are left out, and so are those that no update can change.
      const settable = Object.entries(field.fields).filter(([, member]) => !member.forceNewIfDeclared);
      const members = settable.map(([name, member]) => ({ name, member, values: valuesOf(member) }));
      if (members.some(({ member, values }) => member.required && values.length === 0)) return [];
      const version = (at: number): JsonObject =>
        Object.fromEntries(
          members.flatMap(({ name, values }) => {
            const value = values[at] ?? values[0];
            return value === undefined ? [] : [[name, value]];
          }),
        );
      const versions = [version(0), version(1)];
      return versions.filter((one) => Object.keys(one).length > 0);
    }
    case "list":
    case "set": {
      const [first, second] = valuesOf(field.item);
      if (first === undefined) return [];
      return second === undefined || field.max === 1 ? [[first]] : [[first], [second, first]];
    }
    case "map": {
      const [key, other] = textsOf(field.key);
      const [text = null, further = null] = valuesOf(field.value);
      return key === undefined || other === undefined ? [] : [{ [key]: text }, { [key]: further, [other]: text }];
    }
    case "document": {
      const [first, second] = field.values ? valuesOf(field.values) : [];
      return first === undefined ? [] : [{ plan: first }, { plan: second ?? first, region: first }];
    }
  }
}

function integersOf({ min, max, clear }: IntegerField): readonly Json[] {
  const usual = clear?.how === "default" ? Number(clear.value) : min;
  return [usual - 1, usual + 1, usual - 2, usual + 2].filter((one) => one >= min && one <= max);
}

function textsOf({ oneOf, pattern, min = 1, max = 40 }: StringField): readonly string[] {
  if (oneOf) return oneOf;
  if (pattern) return [];
  return ["Example:One", "Example:Two"].map((text) => text.padEnd(min, ".").slice(0, max));
}

/** The value that a property has at the tenant after its removal from the program; `kept` if the removal does not change the value. */
export function afterRemoval(field: Field, args: JsonObject, before: Json): { readonly value: Json } | "kept" {
  const { clear = { how: "drop" } } = field;
  // If the service merges the values of an update, each nested value is removed separately.
  if (field.kind === "document" || (field.kind === "object" && field.merges))
    return { value: membersAfterRemoval(field, args, before) };
  switch (clear.how) {
    case "release":
      return "kept";
    case "default":
      return { value: clear.value };
    case "like": {
      const other = own(args, clear.property) ?? null;
      return { value: clear.as === "list" ? [other] : other };
    }
    case "properties":
      return { value: membersAfterRemoval(field, args, before) };
    default:
      return { value: field.absent ?? null };
  }
}

function membersAfterRemoval(field: Field, args: JsonObject, before: Json): Json {
  if (field.kind === "document" && isObject(before)) return withoutValues(before);
  if (field.kind !== "object") return null;
  const members = Object.entries(field.fields).flatMap(([name, member]) => {
    const value = own(before, name);
    if (value === undefined) return [];
    const after = afterRemoval(member, args, value);
    return [[name, after === "kept" ? value : after.value] as const];
  });
  return Object.fromEntries(members);
}

/** A document with null in place of every value. Nested objects remain, with null in place of their values. */
function withoutValues(document: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, isObject(value) ? withoutValues(value) : null]),
  );
}
