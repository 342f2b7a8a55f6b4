import { ServiceError } from "./errors.ts";

/**
 * A small checker of JSON values. It reports the first thing that is wrong, as the service does, in the service's form of
 * text. Lengths count characters, not UTF-16 units. Values are never repeated, so no secret can get into a message.
 */
export type Schema = StringSchema | IntegerSchema | BooleanSchema | ArraySchema | ObjectSchema;

interface Described {
  /** What the property is, in a few words; it ends up in brackets in the error. */
  readonly about: string;
  /** Whether `null` is admitted, which is how the service clears a property. */
  readonly nullable?: true;
}

export interface StringSchema extends Described {
  readonly type: "string";
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly oneOf?: readonly string[];
  /** A rule that the others cannot express: why the value is wrong, or nothing. */
  readonly rule?: (value: string) => string | undefined;
}

export interface IntegerSchema extends Described {
  readonly type: "integer";
  readonly min: number;
  readonly max: number;
}

export interface BooleanSchema extends Described {
  readonly type: "boolean";
}

export interface ArraySchema extends Described {
  readonly type: "array";
  readonly items: Schema;
  readonly min?: number;
  readonly max?: number;
  /** Name of the member that no two items may share. */
  readonly uniqueBy?: string;
}

export interface ObjectSchema extends Described {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Whether members that are not listed are admitted: any, or those that fit. */
  readonly open?: true | Schema;
  /** Most members there may be. */
  readonly max?: number;
}

/** One thing that is wrong: why, where (`a.b[0].c`, empty for the whole) and what the property is. */
export interface Violation {
  readonly why: string;
  readonly path: string;
  readonly about: string;
}

/** Whether the value is a JSON object, neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first violation of `schema` in `value`, or nothing. */
export function check(schema: Schema, value: unknown, path = ""): Violation | undefined {
  const fail = (why: string): Violation => ({ why, path, about: schema.about });
  if (value === null && schema.nullable) return undefined;
  const found = typeName(value);
  if (found !== schema.type) return fail(`Expected type ${schema.type} but found type ${found}`);
  switch (schema.type) {
    case "string": {
      const why = stringFault(schema, value as string);
      return why === undefined ? undefined : fail(why);
    }
    case "integer": {
      const number = value as number;
      if (number < schema.min) return fail(`Value ${number} is less than minimum ${schema.min}`);
      if (number > schema.max) return fail(`Value ${number} is greater than maximum ${schema.max}`);
      return undefined;
    }
    case "boolean":
      return undefined;
    case "array":
      return checkArray(schema, value as unknown[], path);
    case "object":
      return checkObject(schema, value as Record<string, unknown>, path);
  }
}

/** The service's text for a violation; `what` is the part of the request it is in. */
export function violationText(what: "Payload" | "Query", { why, path, about }: Violation): string {
  const where = path === "" ? "" : ` on property ${path}${about === "" ? "" : ` (${about})`}`;
  return `${what} validation error: '${why}'${where}.`;
}

/**
 * Throws for a request body that breaks the schema.
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

/** What the service refuses of some work, in the form that a seed's error takes; nothing when it is done. */
export function refusal(work: () => unknown): Violation | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { why: error.message, path: "", about: "" };
  }
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function stringFault(schema: StringSchema, value: string): string | undefined {
  const length = [...value].length;
  if (schema.min !== undefined && length < schema.min) {
    return `String is too short (${length} chars), minimum ${schema.min}`;
  }
  if (schema.max !== undefined && length > schema.max) {
    return `String is too long (${length} chars), maximum ${schema.max}`;
  }
  if (schema.pattern && !schema.pattern.test(value)) return `String does not match pattern: ${schema.pattern.source}`;
  if (schema.oneOf && !schema.oneOf.includes(value))
    return `No enum match, expected one of: ${schema.oneOf.join(", ")}`;
  return schema.rule?.(value);
}

function checkArray(schema: ArraySchema, value: unknown[], path: string): Violation | undefined {
  const fail = (why: string): Violation => ({ why, path, about: schema.about });
  if (schema.min !== undefined && value.length < schema.min) {
    return fail(`Array is too short (${value.length}), minimum ${schema.min}`);
  }
  if (schema.max !== undefined && value.length > schema.max) {
    return fail(`Array is too long (${value.length}), maximum ${schema.max}`);
  }
  const seen = new Map<unknown, number>();
  for (const [index, item] of value.entries()) {
    const violation = check(schema.items, item, `${path}[${index}]`);
    if (violation) return violation;
    if (schema.uniqueBy === undefined || !isObject(item)) continue;
    const key = item[schema.uniqueBy];
    const before = seen.get(key);
    if (before !== undefined) return fail(`Array items are not unique (indices ${before} and ${index})`);
    seen.set(key, index);
  }
  return undefined;
}

function checkObject(schema: ObjectSchema, value: Record<string, unknown>, path: string): Violation | undefined {
  const at = (key: string) => (path === "" ? key : `${path}.${key}`);
  const count = Object.keys(value).length;
  if (schema.max !== undefined && count > schema.max) {
    return { why: `Too many properties (${count}), maximum ${schema.max}`, path, about: schema.about };
  }
  for (const key of schema.required ?? []) {
    if (Object.hasOwn(value, key)) continue;
    const about = schema.properties[key]?.about ?? "";
    return { why: `Missing required property: ${key}`, path: at(key), about };
  }
  for (const [key, member] of Object.entries(value)) {
    const listed = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const known = listed ?? (schema.open === true ? undefined : schema.open);
    if (known) {
      const violation = check(known, member, at(key));
      if (violation) return violation;
    } else if (!schema.open) {
      return { why: `Additional properties not allowed: ${key}`, path, about: schema.about };
    }
  }
  return undefined;
}
