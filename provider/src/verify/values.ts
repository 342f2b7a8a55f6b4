import { disposable } from "../definitions/disposable.ts";
import { definitions, type TypeName } from "../definitions/registry.ts";
import type { Program, Sample } from "../definitions/samples.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import { type Field, type IntegerField, isAtTop, type StringField } from "../schema/schema.ts";
import { changeable } from "./settings.ts";

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

/** Empty values for a sample's program, for questions whose answer does not depend on other objects. */
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
      const [text = null, further = null] = textsOf(field.value);
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
