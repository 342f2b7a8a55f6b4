import { ServiceError } from "./errors.ts";
import { entryOf, filtered, keyed, type WireObject } from "./store.ts";
import { check, isObject, object, type Properties, parseJson, type Schema, violationText } from "./validation.ts";

/** A parsed listing query. */
export type ListQuery = ReturnType<typeof readListQuery>;

/**
 * Parses the query of a listing or of a single object. If a listing supports page numbers and cursors, a query with `from` or `take`
 * uses the cursor, and its page parameters are ignored. Default: the first page, with 50 objects, or with 100 if totals are requested without a
 * page number.
 *
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readListQuery(request: Asked) {
  const { page, per_page, include_totals, from: given, take, fields, include_fields, ...filters } = readQuery(request);
  // An empty `from` counts as absent.
  const from = given === "" ? undefined : given;
  const totalsOnly = include_totals === true && page === undefined;
  const cursored = !("page" in request.parameters) || from !== undefined || take !== undefined;
  return {
    /** The names in the parameter `fields`; undefined if the query does not have the parameter. */
    fields: fields === undefined ? undefined : String(fields).split(","),
    /** Whether the response contains only the properties in `fields`. If false, it contains all others. */
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

/** A query, and the parameters that its route accepts. */
export interface Asked {
  readonly query: URLSearchParams;
  readonly parameters: Properties;
}

/**
 * Parses a query. A parameter that the route does not accept is refused. A list is sent as several parameters with the same key, one for each
 * item.
 *
 * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds
 */
export function readQuery({ query, parameters }: Asked): Record<string, unknown> {
  const values = keyed([...query.keys()], (key) => {
    const known = entryOf(parameters, key);
    return known?.type === "array" ? query.getAll(key) : fromText(known, query.get(key) ?? "");
  });
  const violation = check(object(parameters), values);
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

/** A copy of the object with only the requested properties and the properties in `always`. */
export function selectFields(
  object: Record<string, unknown>,
  { fields, include }: ListQuery,
  always: readonly string[] = [],
): Record<string, unknown> {
  if (!fields) return object;
  const wanted = (name: string) => always.includes(name) || fields.includes(name) === include;
  return filtered(object, (_, name) => wanted(name));
}

function fromText(schema: Schema | undefined, given: string): unknown {
  if (schema?.type === "integer" && /^-?\d{1,15}$/.test(given)) return Number(given);
  if (schema?.type === "boolean" && (given === "true" || given === "false")) return given === "true";
  return given;
}

/** The key by which a listing is sorted, in ascending order. The key of an object never changes. */
export type SortKey = number | string;

/** The objects and settings of a listing with paging. The objects are in the order of their sort keys. */
export interface Listing<T> {
  /** The property of the response that contains the objects. */
  readonly collection: string;
  /** The name of the listing: a cursor of a listing with another name is refused. Default: `collection`. */
  readonly name?: string;
  readonly all: readonly T[];
  /** The sort key of an object. Default: its id. */
  readonly sortKeyOf?: (item: T) => SortKey;
  /** Returns an object in the form of responses. Default: the whole object. */
  readonly show?: (item: T) => WireObject;
  /** Properties that a response always contains, whatever `fields` requests. */
  readonly always?: readonly string[];
}

/** Items in the order of their sort keys. */
export function sorted<T>(all: readonly T[], sortKeyOf: (item: T) => SortKey): T[] {
  const keyed = all.map((item) => ({ item, key: sortKeyOf(item) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

/** Objects in the order of their ids. */
export function byId(all: readonly WireObject[]): WireObject[] {
  return sorted(all, idOf);
}

/** The lifetime of a cursor, in milliseconds: 24 hours. */
const validity = 24 * 60 * 60 * 1000;

/**
 * Paging through listings. A cursor contains the sort key of the last object of a page, so no object is skipped or repeated when others are
 * created or deleted between two pages.
 */
export type Cursors = ReturnType<typeof cursorsOf>;

/** @param now the clock, in milliseconds since the epoch */
export function cursorsOf(now: () => number) {
  const write = (list: string, after: SortKey) =>
    Buffer.from(JSON.stringify({ list, after, until: now() + validity })).toString("base64url");
  const read = (list: string, cursor: string): SortKey => {
    const content = parseJson(Buffer.from(cursor, "base64url").toString());
    if (!isObject(content) || content.list !== list || Number(content.until) <= now()) {
      throw new ServiceError(400, "The from parameter is not a valid cursor.", "invalid_paging");
    }
    return content.after as SortKey;
  };
  return {
    /**
     * The response to a listing request: one page, by cursor or by number. A page by cursor has `next`, the cursor of the following page,
     * except for the last page.
     *
     * @param listingFor returns the listing for the parsed query
     * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds, `invalid_paging` for a cursor that
     * is invalid, expired or belongs to another listing
     */
    list<T>(request: Asked, listingFor: (asked: ListQuery) => Listing<T>): unknown {
      const asked = readListQuery(request);
      const { collection, name = collection, all, sortKeyOf = idOf, show, always } = listingFor(asked);
      const shown = (item: T) => selectFields(show ? show(item) : (item as WireObject), asked, always);
      if (!asked.byCursor) return offsetPage(all, collection, asked, shown);
      const start = asked.from === undefined ? 0 : indexAfter(read(name, asked.from), all, sortKeyOf);
      const items = all.slice(start, start + asked.take);
      const answer: WireObject = { [collection]: items.map(shown) };
      const last = items.at(-1);
      if (last === undefined || start + items.length === all.length) return answer;
      return { ...answer, next: write(name, sortKeyOf(last)) };
    },
  };
}

/** The index of the first item after a sort key. */
function indexAfter<T>(key: SortKey, all: readonly T[], sortKeyOf: (item: T) => SortKey): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sortKeyOf(all[middle] as T) > key) high = middle;
    else low = middle + 1;
  }
  return low;
}

function idOf(item: unknown): string {
  return String((item as WireObject).id);
}
