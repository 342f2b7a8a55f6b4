import { ServiceError } from "./errors.ts";
import { type ListQuery, offsetPage, readListQuery, selectFields } from "./query.ts";
import type { WireObject } from "./store.ts";
import { isObject, type Properties, parseJson } from "./validation.ts";

/** What objects are listed by, in ascending order. It never changes for an object. */
export type SortKey = number | string;

/** A list to be paged through, in the order of its sort keys. */
export interface Listing<T> {
  /** Name of the answer's property that holds the objects. */
  readonly collection: string;
  /** A cursor is valid only for listings of the same name. Default: `collection`. */
  readonly name?: string;
  readonly all: readonly T[];
  /** Default: the id of an object. */
  readonly sortKeyOf?: (item: T) => SortKey;
  /** The form in which an object is answered. Default: the whole object. */
  readonly show?: (item: T) => WireObject;
  /** The properties that an object always has, whatever `fields` asks for. */
  readonly always?: readonly string[];
}

/** The items in the order of their sort keys. */
export function sorted<T>(all: readonly T[], sortKeyOf: (item: T) => SortKey): T[] {
  const keyed = all.map((item) => ({ item, key: sortKeyOf(item) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

/** Objects in the order of their ids. */
export function byId(all: readonly WireObject[]): WireObject[] {
  return sorted(all, idOf);
}

/** Milliseconds that a cursor is valid: 24 hours. */
const validity = 24 * 60 * 60 * 1000;

/**
 * Pages through listings. A cursor holds the sort key of the last object of a page, so that no object is skipped or repeated
 * when others are created or deleted between two pages.
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
     * The answer to a query that has these parameters: the page that was asked for, by cursor or by page. By cursor it has
     * `next`, the cursor of the following page, unless this is the last page.
     * @param listingFor the list for what was asked for
     * @throws ServiceError 400 `invalid_query_string` for an unknown parameter or a value out of bounds, `invalid_paging` for a
     * cursor that is invalid, of another listing or too old
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

/** The index of the first item behind a sort key. */
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
