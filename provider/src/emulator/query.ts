import { ServiceError } from "./errors.ts";
import { check, type ObjectSchema, type Schema, violationText } from "./validation.ts";

const pageSchemas = {
  page: { type: "integer", min: 0, max: Number.MAX_SAFE_INTEGER, about: "Index of the page, from 0" },
  per_page: { type: "integer", min: 1, max: 100, about: "Results per page" },
  include_totals: { type: "boolean", about: "Whether the answer holds the totals" },
} as const satisfies Record<string, Schema>;

/** A listing by page and what else its query asked for. */
export interface OffsetQuery {
  readonly page: number;
  readonly perPage: number;
  readonly includeTotals: boolean;
  /** The listing's own filters, those that were given. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/**
 * Reads the query of a listing by `page` and `per_page` (facts page, "Two paginations"). Page size is 50 unless told.
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readOffsetQuery(query: URLSearchParams, filters: Readonly<Record<string, Schema>>): OffsetQuery {
  const properties = { ...pageSchemas, ...filters };
  const { page, per_page, include_totals, ...rest } = readQuery(
    { type: "object", about: "", properties },
    query,
  ) as Record<string, unknown> & { page?: number; per_page?: number; include_totals?: boolean };
  return { page: page ?? 0, perPage: per_page ?? 50, includeTotals: include_totals ?? false, filters: rest };
}

/** The page asked for: a bare array, or with totals an object that holds it under `collection`. */
export function offsetPage(all: readonly unknown[], collection: string, query: OffsetQuery): unknown {
  const start = query.page * query.perPage;
  const items = all.slice(start, start + query.perPage);
  return query.includeTotals ? { start, limit: query.perPage, total: all.length, [collection]: items } : items;
}

function readQuery(schema: ObjectSchema, query: URLSearchParams): Record<string, unknown> {
  const values = Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const known = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
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
