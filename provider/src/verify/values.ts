import { disposable } from "../definitions/disposable.ts";
import { definitions, type TypeName } from "../definitions/registry.ts";
import type { Program, Sample } from "../definitions/samples.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import { type Field, type IntegerField, isAtTop, type StringField } from "../schema/schema.ts";
import { changeable, isSameWhole } from "./settings.ts";
import { mismatchOf } from "./shapes.ts";

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

/**
 * Whether each part of a value can come from the run or from the time before the run. Parts are the members of objects and the elements of
 * arrays. Such a part is in a known value, in the value of a new object, in a value that the run tries, or in the value that is left after the
 * removal of a tried one.
 *
 * @param known the value before the run, and the last one that the run has seen
 * @param marks texts that only values of this run contain: its mark, and the ids of its objects
 */
export function isOfRun(
  type: TypeName,
  name: string,
  value: Json,
  { known, marks }: { readonly known: readonly Json[]; readonly marks: readonly string[] },
): boolean {
  const sample = disposable[type];
  const program = sample?.program(anywhere);
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const field = fields[name];
  if (!sample || !program || !field) return false;
  const values = triedValues(type, name, sample, program);
  const tried = [own(program.args, name) ?? null, ...(Array.isArray(values) ? (values as readonly Json[]) : [])];
  const removed = tried.flatMap((one) => {
    const after = one === null ? "kept" : afterRemoval(field, program.args, one);
    return after === "kept" ? [] : [after.value];
  });
  const isSingle = !isObject(value) && !Array.isArray(value);
  if (isSingle && tried.some((one) => one !== null && mismatchOf(name, field, one, value) === undefined)) return true;
  return isMadeOf(field, value, [...known, valueOfNew(field), ...tried, ...removed], marks);
}

/** Whether a value consists of parts of other values, or of texts with a mark. */
function isMadeOf(field: Field | undefined, value: Json, others: readonly Json[], marks: readonly string[]): boolean {
  if (value === null || value === "" || field?.computed) return true;
  if (others.some((one) => isSameWhole(field, one, value))) return true;
  if (Array.isArray(value)) {
    const item = field?.kind === "list" || field?.kind === "set" ? field.item : undefined;
    const elements = others.flatMap((one): readonly Json[] => (Array.isArray(one) ? one : []));
    return value.every((element: Json) => isMadeOf(item, element, elements, marks));
  }
  if (isObject(value)) {
    return Object.entries(value).every(([key, member]) => {
      const inner = field?.kind === "object" ? field.fields[key] : undefined;
      return isMadeOf(
        inner,
        member,
        others.map((one) => own(one, key) ?? null),
        marks,
      );
    });
  }
  return typeof value === "string" && marks.some((mark) => value.includes(mark));
}

/** Empty values for a sample's program, for questions whose answer does not depend on other objects. */
const anywhere = { key: "", free: 0, needed: {} };

/** Whether the value that a property has in a new object is known from the schema, and returned by the tenant. */
export function isOfNew(name: string, field: Field, { chosen }: Pick<Sample, "chosen">): boolean {
  const isShown = !field.computed && !field.chosen && field.reads === undefined && !field.subresource;
  const isGiven = field.clear?.how === "default" || field.absent !== undefined;
  return isShown && isGiven && !isObject(field.absent) && !chosen?.includes(name);
}

/** The value that a property has in a new object. */
export function valueOfNew(field: Field): Json {
  return field.clear?.how === "default" ? field.clear.value : (field.absent ?? null);
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

/** A document whose values are all null. The objects that contain them may remain. */
function withoutValues(document: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, isObject(value) ? withoutValues(value) : null]),
  );
}
