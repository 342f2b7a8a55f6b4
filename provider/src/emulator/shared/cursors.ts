import { ServiceError } from "./errors.ts";
import { type ListQuery, offsetPage } from "./query.ts";
import type { WireObject } from "./store.ts";
import { isObject } from "./validation.ts";

/** The place of an object in its listing. Places grow from object to object and never change. */
export type Place = number | string;

/** A list to be paged through, in ascending order of its places. */
export interface Listing<T> {
  /** Name of the answer's property that holds the objects. */
  readonly collection: string;
  /** A cursor is valid only for listings of the same name. Default: `collection`. */
  readonly name?: string;
  readonly all: readonly T[];
  readonly placeOf: (item: T) => Place;
  /** The form in which an object is answered. Default: the whole object. */
  readonly show?: (item: T) => unknown;
}

/** Milliseconds that a cursor is valid: 24 hours. */
const validity = 24 * 60 * 60 * 1000;

/**
 * Pages through listings. A cursor holds the place of the last object of a page, so that no object is skipped or repeated
 * when others are created or deleted between two pages.
 */
export class Cursors {
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The answer with the page that was asked for, by cursor or by page. By cursor it has `next`, the cursor of the following
   * page, unless this is the last page.
   * @throws ServiceError 400 `invalid_paging` for a cursor that is invalid, of another listing or too old
   */
  page<T>(listing: Listing<T>, asked: ListQuery): unknown {
    const { collection, name = collection, all, placeOf, show = (item) => item } = listing;
    if (!asked.byCursor) return offsetPage(all, collection, asked, show);
    const after = asked.from === undefined ? undefined : this.#read(name, asked.from);
    const start = after === undefined ? 0 : indexAfter(after, all, placeOf);
    const items = all.slice(start, start + asked.take);
    const answer: WireObject = { [collection]: items.map(show) };
    const last = items.at(-1);
    if (last === undefined || start + items.length === all.length) return answer;
    return { ...answer, next: this.#write(name, placeOf(last)) };
  }

  #write(list: string, after: Place): string {
    return Buffer.from(JSON.stringify({ list, after, until: this.#now() + validity })).toString("base64url");
  }

  #read(list: string, cursor: string): Place {
    const content = parse(Buffer.from(cursor, "base64url").toString());
    if (!isObject(content) || content.list !== list || Number(content.until) <= this.#now()) {
      throw new ServiceError(400, "The from parameter is not a valid cursor.", "invalid_paging");
    }
    return content.after as Place;
  }
}

/** The index of the first item behind a place. */
function indexAfter<T>(place: Place, all: readonly T[], placeOf: Listing<T>["placeOf"]): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(all[middle] as T) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
