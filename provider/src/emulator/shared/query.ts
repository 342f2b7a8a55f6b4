import { ServiceError } from "./errors.ts";
import { bodyOf, check, flag, integer, type Properties, type Schema, text, violationText } from "./validation.ts";

/** The parameters of a listing by page. */
export const byPage = {
  page: integer("Index of the page, from 0", { min: 0 }),
  per_page: integer("Results per page", { min: 1, max: 100 }),
  include_totals: flag("Whether the response contains the totals"),
} satisfies Properties;

/** The parameters of a listing by cursor. */
export const byCursor = {
  from: text("Cursor of the page"),
  take: integer("Results per page", { min: 1, max: 100 }),
} satisfies Properties;

/** The parameters that select properties. */
export const byFields = {
  fields: text("Properties, separated by commas", { pattern: /^\w+(,\w+)*$/ }),
  include_fields: flag("Whether fields lists the properties to include or those to exclude"),
} satisfies Properties;

/** The parameters of a listing with pages or cursors. */
export const byEither = { ...byPage, ...byCursor } satisfies Properties;

/** A parsed listing query. */
export type ListQuery = ReturnType<typeof readListQuery>;

/**
 * Parses the query of a listing or of a single object. If a listing supports pages and cursors, a query with `from` or `take` is by cursor,
 * and its page parameters are ignored. Default: the first page, with 50 objects, or with 100 if totals are requested without a page number.
 *
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readListQuery(query: URLSearchParams, parameters: Properties) {
  const {
    page,
    per_page,
    include_totals,
    from: given,
    take,
    fields,
    include_fields,
    ...filters
  } = readQuery(query, parameters);
  // An empty cursor counts as none.
  const from = given === "" ? undefined : given;
  const totalsOnly = include_totals === true && page === undefined;
  const cursored = !("page" in parameters) || from !== undefined || take !== undefined;
  return {
    /** The names in `fields`; undefined for all properties. */
    fields: fields === undefined ? undefined : String(fields).split(","),
    /** Whether the response contains only `fields`. If false, it contains all properties except `fields`. */
    include: include_fields !== false,
    page: Number(page ?? 0),
    perPage: Number(per_page ?? (totalsOnly ? 100 : 50)),
    includeTotals: include_totals === true,
    /** Whether `from` and `take` select the page; otherwise `page` and `perPage` do. */
    byCursor: cursored,
    /** The cursor; absent for the first page. */
    from: from === undefined ? undefined : String(from),
    take: Number(take ?? 50),
    /** All other parameters of the query. */
    filters: filters as Readonly<Record<string, unknown>>,
  };
}

/**
 * Parses a query. A parameter that is not listed in `parameters` is refused. Lists are sent as one parameter for each item, with the same
 * key.
 *
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

/** The number of records that can be listed by page number. Later records need a cursor. */
const pageableRecords = 1000;

/** @throws ServiceError 400 `invalid_paging` for a page by number that begins after the first 1000 records */
export function checkPageable({ byCursor: isByCursor, page, perPage }: ListQuery): void {
  if (isByCursor || page * perPage < pageableRecords) return;
  const message = `Only the first ${pageableRecords} records can be paged through by page; use from and take.`;
  throw new ServiceError(400, message, "invalid_paging");
}

/** The requested page: an array or, if totals are requested, an object that contains the array under `collection`. */
export function offsetPage<T>(
  all: readonly T[],
  collection: string,
  query: ListQuery,
  show: (item: T) => unknown = (item) => item,
): unknown {
  const start = query.page * query.perPage;
  const items = all.slice(start, start + query.perPage).map(show);
  return query.includeTotals ? { total: all.length, start, limit: query.perPage, [collection]: items } : items;
}

/** A copy of the object with the requested properties, and with those of `always` in any case. */
export function selectFields(
  object: Record<string, unknown>,
  { fields, include }: ListQuery,
  always: readonly string[] = [],
): Record<string, unknown> {
  if (!fields) return object;
  const wanted = (name: string) => always.includes(name) || fields.includes(name) === include;
  return Object.fromEntries(Object.entries(object).filter(([name]) => wanted(name)));
}

function fromText(schema: Schema | undefined, given: string): unknown {
  if (schema?.type === "integer" && /^-?\d{1,15}$/.test(given)) return Number(given);
  if (schema?.type === "boolean" && (given === "true" || given === "false")) return given === "true";
  return given;
}
