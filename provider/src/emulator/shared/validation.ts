import { ServiceError } from "./errors.ts";

/**
 * A schema of JSON values. The check reports the first violation only, with the service's text, as the service does. Lengths
 * count characters, not UTF-16 units. Messages never contain the value of a string, so they cannot contain a secret.
 */
export type Schema = StringSchema | IntegerSchema | BooleanSchema | ArraySchema | ObjectSchema;

/** The schemas of an object's properties, by name. */
export type Properties = Readonly<Record<string, Schema>>;

interface Described<T> {
  /** A short description of the property. The error text has it in brackets. */
  readonly about: string;
  /** Whether `null` is admitted: the service then clears the property. */
  readonly nullable?: true;
  /** A rule that the schema cannot express. Returns why the value is wrong, or nothing. */
  readonly rule?: (value: T) => string | undefined;
}

export interface StringSchema extends Described<string> {
  readonly type: "string";
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly oneOf?: readonly string[];
}

export interface IntegerSchema extends Described<number> {
  readonly type: "integer";
  readonly min: number;
  readonly max: number;
}

export interface BooleanSchema extends Described<boolean> {
  readonly type: "boolean";
}

export interface ArraySchema extends Described<unknown[]> {
  readonly type: "array";
  readonly items: Schema;
  readonly min?: number;
  readonly max?: number;
  /** Name of the member whose value must differ between all items. */
  readonly uniqueBy?: string;
}

export interface ObjectSchema extends Described<Record<string, unknown>> {
  readonly type: "object";
  readonly properties: Properties;
  readonly required?: readonly string[];
  /** Admits members that are not listed: all, or those that fit the schema. Default: none. */
  readonly open?: true | Schema;
  /** Minimum number of members. */
  readonly min?: number;
  /** Maximum number of members. */
  readonly max?: number;
}

/** A violation of a schema: the reason, the path (`a.b[0].c`; empty for the whole value) and the property's description. */
export interface Violation {
  readonly why: string;
  readonly path: string;
  readonly about?: string;
}

/** The schema of a request body with these properties and no others. */
export function bodyOf(properties: Properties, required: readonly string[] = []): ObjectSchema {
  return { type: "object", about: "", properties, required };
}

/** Whether the value is a JSON object, neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first violation of `schema` in `value`, or nothing. */
export function check(schema: Schema, value: unknown, path = ""): Violation | undefined {
  if (value === null && schema.nullable) return undefined;
  const found = typeName(value);
  const mistyped = found === schema.type ? undefined : `Expected type ${schema.type} but found type ${found}`;
  const why = mistyped ?? ownFault(schema, value);
  if (why !== undefined) return { why, path, about: schema.about };
  const within =
    schema.type === "array"
      ? checkItems(schema, value as unknown[], path)
      : schema.type === "object"
        ? checkMembers(schema, value as Record<string, unknown>, path)
        : undefined;
  if (within) return within;
  const broken = schema.rule?.(value as never);
  return broken === undefined ? undefined : { why: broken, path, about: schema.about };
}

/** The service's text for a violation; `what` is the part of the request. */
export function violationText(what: "Payload" | "Query", { why, path, about }: Violation): string {
  const where = path === "" ? "" : ` on property ${path}${about ? ` (${about})` : ""}`;
  return `${what} validation error: '${why}'${where}.`;
}

/**
 * Checks a request body.
 * @throws ServiceError 400 `invalid_body`
 */
export function checkBody(schema: ObjectSchema, body: unknown): asserts body is Record<string, unknown>;
export function checkBody(schema: ArraySchema, body: unknown): asserts body is unknown[];
export function checkBody(schema: Schema, body: unknown): void {
  const violation = check(schema, body);
  if (violation) throw payloadError(violation);
}

/** The 400 `invalid_body` for a violation. */
export function payloadError(violation: Violation): ServiceError {
  return new ServiceError(400, violationText("Payload", violation), "invalid_body");
}

/** Does some work and returns the service's refusal as a violation, or nothing if the work was done. */
export function refusal(work: () => unknown): Violation | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { why: error.message, path: "" };
  }
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Why a value of the right type is wrong. Items and members are checked elsewhere. */
function ownFault(schema: Schema, value: unknown): string | undefined {
  switch (schema.type) {
    case "string":
      return stringFault(schema, value as string);
    case "integer": {
      const number = value as number;
      if (number < schema.min) return `Value ${number} is less than minimum ${schema.min}`;
      return number > schema.max ? `Value ${number} is greater than maximum ${schema.max}` : undefined;
    }
    case "boolean":
      return undefined;
    case "array": {
      const size = (value as unknown[]).length;
      return sizeFault(schema, size, ["Array is too short", "Array is too long"], `${size}`);
    }
    case "object": {
      const size = Object.keys(value as object).length;
      return sizeFault(schema, size, ["Too few properties defined", "Too many properties"], `${size}`);
    }
  }
}

function stringFault(schema: StringSchema, value: string): string | undefined {
  const size = [...value].length;
  const missized = sizeFault(schema, size, ["String is too short", "String is too long"], `${size} chars`);
  if (missized !== undefined) return missized;
  if (schema.pattern && !schema.pattern.test(value)) return `String does not match pattern: ${schema.pattern.source}`;
  if (!schema.oneOf || schema.oneOf.includes(value)) return undefined;
  return `No enum match, expected one of: ${schema.oneOf.join(", ")}`;
}

function sizeFault(
  { min = 0, max = Number.POSITIVE_INFINITY }: { readonly min?: number; readonly max?: number },
  size: number,
  [few, many]: readonly [string, string],
  counted: string,
): string | undefined {
  if (size < min) return `${few} (${counted}), minimum ${min}`;
  return size > max ? `${many} (${counted}), maximum ${max}` : undefined;
}

function checkItems(schema: ArraySchema, value: unknown[], path: string): Violation | undefined {
  const seen = new Map<unknown, number>();
  for (const [index, item] of value.entries()) {
    const violation = check(schema.items, item, `${path}[${index}]`);
    if (violation) return violation;
    if (schema.uniqueBy === undefined || !isObject(item)) continue;
    const key = item[schema.uniqueBy];
    const before = seen.get(key);
    const why = `Array items are not unique (indices ${before} and ${index})`;
    if (before !== undefined) return { why, path, about: schema.about };
    seen.set(key, index);
  }
  return undefined;
}

function checkMembers(schema: ObjectSchema, value: Record<string, unknown>, path: string): Violation | undefined {
  const at = (key: string) => (path === "" ? key : `${path}.${key}`);
  for (const key of schema.required ?? []) {
    if (Object.hasOwn(value, key)) continue;
    return { why: `Missing required property: ${key}`, path: at(key), about: schema.properties[key]?.about ?? "" };
  }
  for (const [key, member] of Object.entries(value)) {
    const listed = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const known = listed ?? (schema.open === true ? undefined : schema.open);
    const violation = known && check(known, member, at(key));
    if (violation) return violation;
    if (!known && !schema.open) return { why: additional(schema, value), path, about: schema.about };
  }
  return undefined;
}

function additional({ properties }: ObjectSchema, value: Record<string, unknown>): string {
  const keys = Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
  return `Additional properties not allowed: ${keys.join(",")}`;
}
