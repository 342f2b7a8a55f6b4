import { ServiceError } from "./errors.ts";
import { type ListQuery, offsetPage, readListQuery, selectFields } from "./query.ts";
import type { WireObject } from "./store.ts";
import { isObject, type Properties, parseJson } from "./validation.ts";

/** The key by which objects are listed, in ascending order. It never changes for an object. */
export type SortKey = number | string;

/** A list with paging, in the order of its sort keys. */
export interface Listing<T> {
  /** The property of the response that contains the objects. */
  readonly collection: string;
  /** The name of the listing: a cursor of a listing with another name is refused. Default: `collection`. */
  readonly name?: string;
  readonly all: readonly T[];
  /** The sort key of an object. Default: its id. */
  readonly sortKeyOf?: (item: T) => SortKey;
  /** The form of an object in responses. Default: the whole object. */
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
     * @param parameters the parameters that the listing accepts
     * @param listingFor returns the listing for the parsed query
     * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds, `invalid_paging` for a cursor that
     * is invalid, expired or belongs to another listing
     */
    list<T>(query: URLSearchParams, parameters: Properties, listingFor: (asked: ListQuery) => Listing<T>): unknown {
      const asked = readListQuery(query, parameters);
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
