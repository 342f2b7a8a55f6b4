import { disposable } from "../definitions/disposable.ts";
import { definitions, type TypeName } from "../definitions/registry.ts";
import type { Program, Sample } from "../definitions/samples.ts";
import { isObject, type Json, own } from "../schema/json.ts";
import { type Field, isAtTop } from "../schema/schema.ts";
import { same } from "../state/canonical.ts";
import { changeable, isNone } from "./settings.ts";
import { mismatchOf } from "./shapes.ts";
import { valuesOf } from "./values.ts";

/** The values with which a run tries a property, or the reason why it does not; undefined for properties that no update sends. */
export function trialOf(
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
  return changeable(type, program.args).includes(name) || Array.isArray(trialOf(type, name, sample, program));
}

/**
 * Whether a value of a setting can be one that a run has set: a value that the run tries, or the one after its removal.
 *
 * @param marks texts that only values of this run contain: its mark, and the ids of its objects
 */
export function isOfRun(type: TypeName, name: string, value: Json, marks: readonly string[]): boolean {
  const sample = disposable[type];
  const program = sample?.program(anywhere);
  const fields: Readonly<Record<string, Field>> = definitions[type].schema.fields;
  const field = fields[name];
  if (!sample || !program || !field) return false;
  if (isNone(field, value) || same(field, valueOfNew(field), value)) return true;
  if (marks.some((mark) => JSON.stringify(value).includes(mark))) return true;
  const trial = trialOf(type, name, sample, program);
  const tried = [own(program.args, name) ?? null, ...(Array.isArray(trial) ? (trial as readonly Json[]) : [])];
  return tried.some((one) => one !== null && mismatchOf(name, field, one, value) === undefined);
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
