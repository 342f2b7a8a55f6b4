import { ServiceError } from "./errors.ts";

/**
 * A schema of JSON values. Like the service, {@link check} reports only the first violation, in the service's words. Lengths count
 * characters, not UTF-16 units. Messages never contain a string value, so they cannot contain a secret.
 */
export type Schema = AnySchema | StringSchema | NumberSchema | BooleanSchema | ArraySchema | ObjectSchema;

/** The schemas of an object's properties, by name. */
export type Properties = Readonly<Record<string, Schema>>;

interface Described<T> {
  /** The property's description. Error texts contain it in parentheses. */
  readonly about?: string;
  /** Whether `null` is allowed. The service clears a property that is null. */
  readonly nullable?: boolean;
  /** A rule that the schema cannot express. Returns the reason why the value is wrong, or undefined. */
  readonly rule?: (value: T) => string | undefined;
}

/** Bounds of a number, or of the number of characters, items or members. */
interface Bounded {
  readonly min?: number;
  readonly max?: number;
}

export interface AnySchema extends Described<unknown> {
  readonly type: "any";
}

export interface StringSchema extends Described<string>, Bounded {
  readonly type: "string";
  readonly pattern?: RegExp;
  readonly format?: string;
  readonly oneOf?: readonly string[];
}

export interface NumberSchema extends Described<number>, Bounded {
  /** A `number` can have a fractional part. */
  readonly type: "integer" | "number";
}

export interface BooleanSchema extends Described<boolean> {
  readonly type: "boolean";
}

export interface ArraySchema extends Described<unknown[]>, Bounded {
  readonly type: "array";
  readonly items: Schema;
  /** Whether no two items are equal; or the member whose value no two items share. */
  readonly unique?: true | string;
}

export interface ObjectSchema extends Described<Record<string, unknown>>, Bounded {
  readonly type: "object";
  readonly properties: Properties;
  readonly required?: readonly string[];
  /** Allows additional members: all, or those that match a schema. Default: none. */
  readonly open?: true | Schema;
  /** The schemas of which one applies, by the value of another property. {@link check} does not know that value, and allows any members. */
  readonly kinds?: Readonly<Record<string, ObjectSchema>>;
}

/** A violation of a schema: the reason, the path (`a.b[0].c`; empty for the whole value) and the property's description. */
export interface Violation {
  readonly why: string;
  readonly path: string;
  readonly about?: string | undefined;
}

type More<T> = Omit<T, "type" | "items" | "properties" | "required">;

export const flag: BooleanSchema = { type: "boolean" };

export function text(more: More<StringSchema> = {}): StringSchema {
  return { type: "string", ...more };
}

export function list(items: Schema, more: More<ArraySchema> = {}): ArraySchema {
  return { type: "array", items, ...more };
}

/** An object with these properties and no others. */
export function object(
  properties: Properties,
  required: readonly string[] = [],
  more: More<ObjectSchema> = {},
): ObjectSchema {
  return { type: "object", properties, required, ...more };
}

/** An object with any members. */
export const anyObject = object({}, [], { open: true });

/** The JSON value of a text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object, neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first violation of `schema` in `value`, or undefined. */
export function check(schema: Schema, value: unknown, path = ""): Violation | undefined {
  if (schema.type === "any" || (value === null && schema.nullable)) return undefined;
  const found = typeName(value);
  const isTyped = found === schema.type || (schema.type === "number" && found === "integer");
  const why = isTyped ? ownFault(schema, value) : `Expected type ${schema.type} but found type ${found}`;
  if (why !== undefined) return violationOf(schema, why, path);
  const within =
    schema.type === "array"
      ? checkItems(schema, value as unknown[], path)
      : schema.type === "object"
        ? checkMembers(schema, value as Record<string, unknown>, path)
        : undefined;
  if (within) return within;
  const broken = schema.rule?.(value as never);
  return broken === undefined ? undefined : violationOf(schema, broken, path);
}

function violationOf({ about }: Schema, why: string, path: string): Violation {
  return { why, path, about };
}

/**
 * The schema of a value in responses, given that of requests. A response can lack properties that a request requires (secrets), and have further
 * ones; its texts can be empty, its values null. Bounds are not checked, because values can be older than the bounds.
 */
export function answered<T extends Schema>(schema: T): T {
  const nullable = true;
  switch (schema.type) {
    case "string": {
      const { min: _, max: _max, ...filled } = schema;
      return text({
        nullable,
        rule: (value) => (value === "" ? undefined : check(filled as StringSchema, value)?.why),
      }) as Schema as T;
    }
    case "integer":
      return { type: "number", nullable } as Schema as T;
    case "array":
      return list(answered(schema.items), { nullable }) as Schema as T;
    case "object": {
      const properties = Object.entries(schema.properties).map(([key, one]) => [key, answered(one)]);
      return object(Object.fromEntries(properties), [], { nullable, open: true }) as Schema as T;
    }
    default:
      return { ...schema, nullable };
  }
}

/** The service's error text for a violation. `what` is the part of the request that violates the schema. */
export function violationText(what: "Payload" | "Query", { why, path, about }: Violation): string {
  const where = path === "" ? "" : ` on property ${path}${about ? ` (${about})` : ""}`;
  return `${what} validation error: '${why}'${where}.`;
}

/**
 * Checks a request body.
 *
 * @throws ServiceError 400 `invalid_body`
 */
export function checkBody(schema: ObjectSchema, body: unknown): asserts body is Record<string, unknown>;
export function checkBody(schema: ArraySchema, body: unknown): asserts body is unknown[];
export function checkBody(schema: Schema, body: unknown): void {
  const violation = check(schema, body);
  if (violation) throw payloadError(violation);
}

/** The error 400 `invalid_body` for a violation in a request body. */
export function payloadError(violation: Violation): ServiceError {
  return new ServiceError(400, violationText("Payload", violation), "invalid_body");
}

/** Runs a function. Returns the message of a thrown {@link ServiceError} as a violation; undefined if the function succeeds. */
export function refusal(work: () => unknown): Violation | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { why: error.message, path: "" };
  }
}

/** The name of a JSON value's type. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

const numbers = ["Value # is less than minimum", "Value # is greater than maximum"] as const;

/** The messages for values out of bounds; `#` stands for the size. */
const outOfBounds = {
  string: ["String is too short (# chars), minimum", "String is too long (# chars), maximum"],
  integer: numbers,
  number: numbers,
  array: ["Array is too short (#), minimum", "Array is too long (#), maximum"],
  object: ["Too few properties defined (#), minimum", "Too many properties (#), maximum"],
} as const;

function sizeOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? [...value].length : Object.keys(value as object).length;
}

/** The reason why a value of the right type is wrong. The items of an array and the members of an object are not checked. */
function ownFault(schema: Exclude<Schema, AnySchema>, value: unknown): string | undefined {
  if (schema.type === "boolean") return undefined;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = schema;
  const [few, many] = outOfBounds[schema.type];
  const size = sizeOf(value);
  if (size < min) return `${few.replace("#", `${size}`)} ${min}`;
  if (size > max) return `${many.replace("#", `${size}`)} ${max}`;
  return schema.type === "string" ? textFault(schema, value as string) : undefined;
}

const address = /^(\d{1,3}(\.\d{1,3}){3}|[\da-fA-F:]*:[\da-fA-F:.]*)(\/\d{1,3})?$/;

/** By format: whether a text has it. */
const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
  url: (text) => URL.canParse(text) && !/\s/.test(text),
  address: (text) => address.test(text),
  "absolute-uri-or-empty": (text) => text === "" || URL.canParse(text),
  "absolute-https-uri-with-placeholders-or-empty": (text) => {
    const plain = text.replaceAll(/\{[\w.]+\}/g, "x");
    return text === "" || (plain.startsWith("https://") && URL.canParse(plain));
  },
};

function textFault({ pattern, format = "", oneOf }: StringSchema, value: string): string | undefined {
  if (pattern && !pattern.test(value)) return `String does not match pattern: ${pattern.source}`;
  if (formats[format]?.(value) === false) return `Object didn't pass validation for format ${format}`;
  return !oneOf || oneOf.includes(value) ? undefined : `No enum match, expected one of: ${oneOf.join(", ")}`;
}

function checkItems(schema: ArraySchema, value: unknown[], path: string): Violation | undefined {
  const { items, unique } = schema;
  const seen = new Map<unknown, number>();
  for (const [index, item] of value.entries()) {
    const violation = check(items, item, `${path}[${index}]`);
    if (violation) return violation;
    if (unique === undefined) continue;
    const key = unique === true ? item : (item as Record<string, unknown>)[unique];
    const before = seen.get(key);
    if (before !== undefined)
      return violationOf(schema, `Array items are not unique (indexes ${before} and ${index})`, path);
    seen.set(key, index);
  }
  return undefined;
}

function checkMembers(schema: ObjectSchema, value: Record<string, unknown>, path: string): Violation | undefined {
  const at = (key: string) => (path === "" ? key : `${path}.${key}`);
  for (const key of schema.required ?? []) {
    if (Object.hasOwn(value, key)) continue;
    return violationOf(schema.properties[key] ?? schema, `Missing required property: ${key}`, at(key));
  }
  for (const [key, member] of Object.entries(value)) {
    const listed = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const known = listed ?? (schema.open === true ? undefined : schema.open);
    const violation = known && check(known, member, at(key));
    if (violation) return violation;
    if (!known && !schema.open) return violationOf(schema, additional(schema, value), path);
  }
  return undefined;
}

function additional({ properties }: ObjectSchema, value: Record<string, unknown>): string {
  const keys = Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
  return `Additional properties not allowed: ${keys.join(",")}`;
}
