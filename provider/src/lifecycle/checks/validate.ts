import { z } from "zod";
import { type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { nearest } from "../../schema/names.ts";
import { groupedElement } from "../../schema/program-forms.ts";
import type {
  DocumentField,
  Field,
  Fields,
  ListField,
  MapField,
  Schema,
  SetField,
  StringField,
} from "../../schema/schema.ts";
import { wireName } from "../../schema/schema.ts";
import { refusalsIn } from "../../schema/undocumented.ts";
import { metaArgumentsOf } from "../outputs.ts";
import type { Problem } from "../resource-type.ts";
import { problemsOfValues } from "./enumerations.ts";

/** The Zod checker of each schema, cached because building one is expensive. */
const checkers = new WeakMap<Schema, z.ZodType>();

/**
 * All problems of a resource's arguments. In a preview, a value that is not known yet counts as valid.
 *
 * @param before the inputs in the state, whose enumeration values the service has accepted. Default: none
 */
export function problemsOf(schema: Schema, args: JsonObject, before: JsonObject = {}): readonly Problem[] {
  const fields = { ...schema.fields, ...metaArgumentsOf(schema) };
  const checker = checkers.get(schema) ?? objectSchema(fields);
  checkers.set(schema, checker);
  const issues = checker.safeParse(args).error?.issues ?? [];
  return [...issues.map(({ path, message }) => ({ path, says: message })), ...problemsOfValues(fields, args, before)];
}

/**
 * A Zod schema that accepts all values of the given schema, and also an absent value, null and Pulumi's unknown value. A Zod union would accept
 * the same values, but would report all problems of a value as a single one.
 */
function given(schema: z.ZodType): z.ZodType {
  return z
    .any()
    .superRefine((value, context) => {
      if (value !== unknownValue && !isAbsent(value)) report(schema, value, context);
    })
    .optional();
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Reports the problems of a value. `above` is the path to the value, and each message begins with `prefix`. */
function report(
  schema: z.ZodType,
  value: unknown,
  context: z.RefinementCtx,
  above: readonly PropertyKey[] = [],
  prefix = "",
): void {
  for (const issue of schema.safeParse(value).error?.issues ?? []) {
    context.addIssue({ code: "custom", path: [...above, ...issue.path], message: `${prefix}${issue.message}` });
  }
}

function schemaOf(field: Field): z.ZodType {
  switch (field.kind) {
    case "string":
      return stringSchema(field);
    case "integer": {
      const error = `must be a ${field.fractions ? "" : "whole "}number from ${field.min} to ${field.max}`;
      return (field.fractions ? z.number({ error }) : z.int({ error }))
        .min(field.min, { error })
        .max(field.max, { error });
    }
    case "boolean":
      return z.boolean({ error: "must be true or false" });
    case "object":
      return objectSchema(field.fields);
    case "list": {
      const { uniqueBy, distinct } = field;
      const array = arraySchema(schemaOf(field.item), field);
      if (distinct) return array.superRefine(reportTwice((item) => item));
      return uniqueBy === undefined ? array : array.superRefine(reportTwice((item) => own(item as Json, uniqueBy)));
    }
    case "set": {
      const array = arraySchema(elementSchema(field), field).superRefine(reportTwice((item) => item));
      return field.groupedBy ? groupsSchema(field, array) : array;
    }
    case "map":
      return mapSchema(field);
    case "document":
      return documentSchema(field);
  }
}

function stringSchema({ orNumber, ...field }: StringField): z.ZodType {
  const text = textSchema(field);
  if (!orNumber) return text;
  return z.any().superRefine((value, context) => report(text, typeof value === "number" ? `${value}` : value, context));
}

function textSchema({ min, max, pattern }: StringField): z.ZodType {
  const expression = pattern && new RegExp(pattern.source, "u");
  return z
    .string({ error: "must be a string" })
    .refine((text) => isBetween([...text].length, min, max), { error: lengthRule(min, max) })
    .refine((text) => expression?.test(text) ?? true, { error: pattern?.says ?? "" });
}

function isBetween(value: number, from = 0, to = Number.POSITIVE_INFINITY): boolean {
  return value >= from && value <= to;
}

function lengthRule(min: number | undefined, max: number | undefined): string {
  if (min === 1 && max === undefined) return "must not be empty";
  if (min !== undefined && max !== undefined) return `must be ${min} to ${max} characters long`;
  return max === undefined ? `must be at least ${min} characters long` : `must be at most ${max} characters long`;
}

function objectSchema(fields: Fields): z.ZodType {
  const settable = Object.entries(fields).filter(([, field]) => !field.computed);
  const shape = Object.fromEntries(settable.map(([name, field]) => [name, given(schemaOf(field))]));
  return z.looseObject(shape, { error: "must be an object" }).superRefine((value, context) => {
    for (const [name, field] of settable) {
      if (field.required && isAbsent(value[name])) {
        context.addIssue({ code: "custom", path: [name], message: "is required" });
      }
    }
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(shape, name)) continue;
      context.addIssue({ code: "custom", path: [name], message: unknownName(name, fields, Object.keys(shape)) });
    }
  });
}

function unknownName(name: string, fields: Fields, settable: readonly string[]): string {
  if (Object.hasOwn(fields, name)) return "is set by the service and cannot be declared";
  const meant = nearest(name, settable);
  return meant === undefined
    ? `is not a property. Properties: ${settable.join(", ")}`
    : `is not a property. Did you mean "${meant}"?`;
}

/** The bounds of the number of elements, and whether a program must declare the array. */
type Bounds = Pick<ListField, "min" | "max" | "required">;

function arraySchema(item: z.ZodType, { min = 0, max = Number.POSITIVE_INFINITY, required }: Bounds): z.ZodType {
  const instead = required ? "" : ". To clear the property, remove it from the program";
  const rule = (bound: string, count: number) =>
    `must have ${min === max ? "exactly" : bound} ${count} element${count === 1 ? "" : "s"}`;
  return z
    .array(given(item), { error: "must be an array" })
    .refine((items) => items.length >= min, { error: `${rule("at least", min)}${instead}` })
    .refine((items) => items.length <= max, { error: rule("at most", max) })
    .superRefine((items, context) => {
      for (const [index, element] of items.entries()) {
        if (isAbsent(element)) context.addIssue({ code: "custom", path: [index], message: "is required" });
      }
    });
}

/** A Zod schema that accepts an element of a set as the state has it and, if programs have objects, an object of this form. */
function elementSchema({ item, asObjects, onWire }: SetField): z.ZodType {
  const element = schemaOf(item);
  if (!asObjects || !onWire) return element;
  const object = objectSchema({ [onWire.key]: { ...item, required: true } });
  return z.any().superRefine((value, context) => report(typeof value === "string" ? element : object, value, context));
}

/** A Zod schema that accepts a map which groups the elements of a set by key, or the elements as the state has them (see `schema/program-forms.ts`). */
function groupsSchema({ item, max = Number.POSITIVE_INFINITY }: SetField, elements: z.ZodType): z.ZodType {
  const element = schemaOf(item);
  const names = given(z.array(z.any(), { error: "must be an array" }).superRefine(reportTwice((name) => name)));
  const map = z
    .looseObject({}, { error: "must be a map from keys to arrays of texts" })
    .superRefine((groups, context) => {
      for (const [key, group] of Object.entries(groups)) {
        report(names, group, context, [key]);
        for (const [index, name] of (Array.isArray(group) ? group : []).entries()) {
          const value = typeof name === "string" && name !== unknownValue ? groupedElement(key, name) : name;
          report(given(element), value, context, [key, index]);
          if (isAbsent(name)) context.addIssue({ code: "custom", path: [key, index], message: "is required" });
        }
      }
      const count = Object.values(groups).flat().length;
      if (count > max) context.addIssue({ code: "custom", message: `must have at most ${max} elements` });
    });
  return z.any().superRefine((value, context) => report(Array.isArray(value) ? elements : map, value, context));
}

/** Returns a check that reports each element with the same key as an earlier element. Elements whose key is absent or unknown are skipped. */
function reportTwice(keyOf: (item: unknown) => unknown) {
  return (items: unknown, context: z.RefinementCtx): void => {
    const seen = new Set<unknown>();
    for (const [index, item] of (Array.isArray(items) ? items : []).entries()) {
      const key = keyOf(item);
      if (seen.has(key)) context.addIssue({ code: "custom", path: [index], message: "occurs twice" });
      if (key !== undefined && key !== unknownValue) seen.add(key);
    }
  };
}

/** A Zod schema that accepts a document. */
function documentSchema(field: DocumentField): z.ZodType {
  const { values, min = 0, max = Number.POSITIVE_INFINITY } = field;
  const value = values && given(schemaOf(values));
  return z
    .looseObject({}, { error: "must be an object" })
    .refine((document) => Object.keys(document).length >= min, { error: `must have at least ${min} key` })
    .refine((document) => Object.keys(document).length <= max, { error: `must have at most ${max} keys` })
    .superRefine((document, context) => {
      for (const { path, says } of refusalsIn(field, document as JsonObject)) {
        context.addIssue({ code: "custom", path: [...path], message: says });
      }
      for (const [name, content] of Object.entries(document)) {
        if (value) report(value, content, context, [name]);
        else
          for (const path of notFinite(content, [name])) context.addIssue({ code: "custom", path, message: noNumber });
      }
    });
}

const noNumber = "must be a finite number. Is it computed from a text that is no number?";

/** The paths of the numbers in a value that are NaN or infinite, which JSON does not have. */
function notFinite(value: unknown, path: PropertyKey[]): readonly PropertyKey[][] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => notFinite(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => notFinite(item, [...path, key]));
}

/** What an entry of a map has in the API besides the key. */
function besideKey({ value, valueWire = "" }: MapField): Fields {
  if (value.kind !== "object") return { [valueWire]: value };
  return Object.fromEntries(Object.entries(value.fields).map(([name, field]) => [wireName(name, field), field]));
}

/**
 * A Zod schema that accepts a map, or the array of entries that the API uses for the same data. If the values are write-only, only a map is accepted,
 * because the API's entries then have no values.
 */
function mapSchema(field: MapField): z.ZodType {
  const { keyWire, sealed, max = Number.POSITIVE_INFINITY } = field;
  const besides = besideKey(field);
  const entry = objectSchema({ [keyWire]: { ...field.key, required: true }, ...besides });
  const names = [keyWire, ...Object.keys(besides)].join(", ");
  const valueLabel = sealed || field.valueWire === undefined ? "" : `its ${field.valueWire} `;
  const array = arraySchema(entry, { max }).superRefine(reportTwice((item) => own(item as Json, keyWire)));
  const key = schemaOf(field.key);
  const text = given(schemaOf(field.value));
  const map = z
    .looseObject({}, { error: sealed ? "must be a map" : `must be a map, or an array of { ${names} }` })
    .superRefine((value, context) => {
      const keys = Object.keys(value);
      if (keys.length > max) context.addIssue({ code: "custom", message: `must have at most ${max} entries` });
      for (const name of keys) {
        report(key, name, context, [name], `its ${keyWire} `);
        report(text, value[name], context, [name], valueLabel);
      }
    });
  if (sealed) return map;
  return z.any().superRefine((value, context) => report(Array.isArray(value) ? array : map, value, context));
}
