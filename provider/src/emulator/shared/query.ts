import { ServiceError } from "./errors.ts";
import { bodyOf, check, type Properties, type Schema, violationText } from "./validation.ts";

/** The parameters of a listing by page. */
export const byPage = {
  page: { type: "integer", min: 0, max: Number.MAX_SAFE_INTEGER, about: "Index of the page, from 0" },
  per_page: { type: "integer", min: 1, max: 100, about: "Results per page" },
  include_totals: { type: "boolean", about: "Whether the answer holds the totals" },
} satisfies Properties;

/** The parameters of a listing by cursor. */
export const byCursor = {
  from: { type: "string", min: 1, about: "Cursor of the page" },
  take: { type: "integer", min: 1, max: 100, about: "Results per page" },
} satisfies Properties;

/** The parameters that select properties. */
export const byFields = {
  fields: { type: "string", pattern: /^\w+(,\w+)*$/, about: "Properties, separated by commas" },
  include_fields: { type: "boolean", about: "Whether the properties are the ones to show or those to leave out" },
} satisfies Properties;

/** Which properties of an object are asked for. */
export interface FieldsQuery {
  /** Default: all properties. */
  readonly fields?: readonly string[];
  /** Whether `fields` are the properties to show; otherwise they are left out. */
  readonly include: boolean;
}

/** The parameters of a listing that goes by page or by cursor. */
export const byEither = { ...byPage, ...byCursor } satisfies Properties;

/** What a listing by page is asked for. */
export interface PageQuery {
  readonly page: number;
  readonly perPage: number;
  readonly includeTotals: boolean;
}

/**
 * What a listing is asked for. Default: the first page, 50 objects to a page; 100 where totals are asked for and nothing is said
 * about pages.
 */
export interface ListQuery extends FieldsQuery, PageQuery {
  /** Whether the page is given by `from` and `take`; otherwise it is given by `page` and `perPage`. */
  readonly byCursor: boolean;
  /** The cursor; absent for the first page. */
  readonly from?: string;
  readonly take: number;
  /** All other parameters of the query. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/**
 * Reads the query of a listing that has these parameters. If the listing supports pages and cursors, `from` or `take` selects
 * cursors, and the parameters of pages beside them are ignored.
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readListQuery(query: URLSearchParams, parameters: Properties): ListQuery {
  const { page, per_page, include_totals, from, take, fields, include_fields, ...filters } = readQuery(
    query,
    parameters,
  );
  const totalsOnly = include_totals === true && page === undefined;
  const cursored = !("page" in parameters) || from !== undefined || take !== undefined;
  return {
    ...toFields({ fields, include_fields }),
    page: Number(page ?? 0),
    perPage: Number(per_page ?? (totalsOnly ? 100 : 50)),
    includeTotals: include_totals === true,
    byCursor: cursored,
    ...(from !== undefined && { from: String(from) }),
    take: Number(take ?? 50),
    filters,
  };
}

/**
 * Reads the query of a single object.
 * @throws ServiceError 400 `invalid_query_string` for anything but `fields` and `include_fields`
 */
export function readFieldsQuery(query: URLSearchParams): FieldsQuery {
  return toFields(readQuery(query, byFields));
}

/**
 * Reads a query of these parameters and no others; a list repeats its key.
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readQuery(query: URLSearchParams, parameters: Properties): Record<string, unknown> {
  const values = Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const known = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
      return [key, known?.type === "array" ? query.getAll(key) : fromText(known, query.get(key) ?? "")];
    }),
  );
  const violation = check(bodyOf(parameters), values);
  if (violation) throw new ServiceError(400, violationText("Query", violation), "invalid_query_string");
  return values;
}

/** The page that was asked for: an array, or with totals an object that has the array under `collection`. */
export function offsetPage<T>(
  all: readonly T[],
  collection: string,
  query: PageQuery,
  show: (item: T) => unknown = (item) => item,
): unknown {
  const start = query.page * query.perPage;
  const items = all.slice(start, start + query.perPage).map(show);
  return query.includeTotals ? { total: all.length, start, limit: query.perPage, [collection]: items } : items;
}

/** The object with the properties that were asked for, and with those that it always has. */
export function selectFields(
  object: Record<string, unknown>,
  { fields, include }: FieldsQuery,
  always: readonly string[] = [],
): Record<string, unknown> {
  if (!fields) return object;
  const wanted = (name: string) => always.includes(name) || fields.includes(name) === include;
  return Object.fromEntries(Object.entries(object).filter(([name]) => wanted(name)));
}

function toFields({ fields, include_fields }: Record<string, unknown>): FieldsQuery {
  return { ...(fields !== undefined && { fields: String(fields).split(",") }), include: include_fields !== false };
}

function fromText(schema: Schema | undefined, text: string): unknown {
  if (schema?.type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
