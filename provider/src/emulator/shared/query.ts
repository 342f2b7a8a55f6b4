import { ServiceError } from "./errors.ts";
import { check, type ObjectSchema, type Schema, violationText } from "./validation.ts";

const pageSchemas = {
  page: { type: "integer", min: 0, max: Number.MAX_SAFE_INTEGER, about: "Index of the page, from 0" },
  per_page: { type: "integer", min: 1, max: 100, about: "Results per page" },
  include_totals: { type: "boolean", about: "Whether the answer holds the totals" },
} as const satisfies Record<string, Schema>;

const checkpointSchemas = {
  from: { type: "string", min: 1, about: "Cursor of the page" },
  take: { type: "integer", min: 1, max: 100, about: "Results per page" },
} as const satisfies Record<string, Schema>;

const fieldSchemas = {
  fields: { type: "string", pattern: /^\w+(,\w+)*$/, about: "Properties, separated by commas" },
  include_fields: { type: "boolean", about: "Whether the properties are the ones to show or those to leave out" },
} as const satisfies Record<string, Schema>;

/** A listing's own filters. */
export type Filters = Readonly<Record<string, Schema>>;

/** A listing by page and what else its query asked for. */
export interface OffsetQuery {
  readonly page: number;
  readonly perPage: number;
  readonly includeTotals: boolean;
  /** The listing's own filters, those that were given. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** A listing by cursor and what else its query asked for. */
export interface CheckpointQuery {
  /** The cursor; absent for the first page. */
  readonly from?: string;
  readonly take: number;
  /** The listing's own filters, those that were given. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** Which properties of an object are asked for. */
export interface FieldsQuery {
  /** All when absent. */
  readonly fields?: readonly string[];
  /** Whether `fields` are the ones to show, or those to leave out. */
  readonly include: boolean;
}

/** A listing that can be paged through both ways. */
export type ListQuery = FieldsQuery &
  (({ readonly by: "page" } & OffsetQuery) | ({ readonly by: "cursor" } & CheckpointQuery));

/**
 * Reads the query of a listing by `page` and `per_page` (facts page, "Two paginations"). Page size is 50 unless told.
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readOffsetQuery(query: URLSearchParams, filters: Filters): OffsetQuery {
  return toOffset(readQuery(query, { ...pageSchemas, ...filters }));
}

/**
 * Reads the query of a listing by `from` and `take`. Page size is 50 unless told.
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readCheckpointQuery(query: URLSearchParams, filters: Filters): CheckpointQuery {
  return toCheckpoint(readQuery(query, { ...checkpointSchemas, ...filters }));
}

/**
 * Reads the query of a listing that takes either way of paging, and `fields`: by cursor if `from` or `take` is given, by page
 * otherwise.
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds, `invalid_paging` for both ways
 */
export function readListQuery(query: URLSearchParams, filters: Filters): ListQuery {
  const schemas = { ...pageSchemas, ...checkpointSchemas, ...fieldSchemas, ...filters };
  const { fields, include_fields, ...rest } = readQuery(query, schemas);
  const shown = toFields({ fields, include_fields });
  if (!("from" in rest || "take" in rest)) return { ...shown, by: "page", ...toOffset(rest) };
  if ("page" in rest || "per_page" in rest || "include_totals" in rest) {
    throw new ServiceError(400, "Paging is either by page and per_page or by from and take.", "invalid_paging");
  }
  return { ...shown, by: "cursor", ...toCheckpoint(rest) };
}

/**
 * Reads the query of a single object.
 * @throws ServiceError 400 `invalid_query_string` for anything but `fields` and `include_fields`
 */
export function readFieldsQuery(query: URLSearchParams): FieldsQuery {
  return toFields(readQuery(query, fieldSchemas));
}

/** The page asked for: a bare array, or with totals an object that holds it under `collection`. */
export function offsetPage(all: readonly unknown[], collection: string, query: OffsetQuery): unknown {
  const start = query.page * query.perPage;
  const items = all.slice(start, start + query.perPage);
  return query.includeTotals ? { start, limit: query.perPage, total: all.length, [collection]: items } : items;
}

/** The properties of an object that are asked for. */
export function selectFields(
  object: Record<string, unknown>,
  { fields, include }: FieldsQuery,
): Record<string, unknown> {
  if (!fields) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => fields.includes(name) === include));
}

function toOffset({ page, per_page, include_totals, ...filters }: Record<string, unknown>): OffsetQuery {
  const of = { page, per_page, include_totals } as { page?: number; per_page?: number; include_totals?: boolean };
  return { page: of.page ?? 0, perPage: of.per_page ?? 50, includeTotals: of.include_totals ?? false, filters };
}

function toCheckpoint({ from, take, ...filters }: Record<string, unknown>): CheckpointQuery {
  return { ...(from !== undefined && { from: String(from) }), take: Number(take ?? 50), filters };
}

function toFields({ fields, include_fields }: Record<string, unknown>): FieldsQuery {
  return { ...(fields !== undefined && { fields: String(fields).split(",") }), include: include_fields !== false };
}

/**
 * Reads a query of these parameters and no others; a list is one that repeats its key.
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readQuery(query: URLSearchParams, properties: Filters): Record<string, unknown> {
  const schema: ObjectSchema = { type: "object", about: "", properties };
  const values = Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return [key, known?.type === "array" ? query.getAll(key) : fromText(known, query.get(key) ?? "")];
    }),
  );
  const violation = check(schema, values);
  if (violation) throw new ServiceError(400, violationText("Query", violation), "invalid_query_string");
  return values;
}

function fromText(schema: Schema | undefined, text: string): unknown {
  if (schema?.type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
