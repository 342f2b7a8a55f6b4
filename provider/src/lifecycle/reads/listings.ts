import { PageReader, type Query, type Service, type TenantCall } from "../../client/index.ts";
import type { Listed } from "../../schema/definition.ts";
import { isObject, type Json, type JsonObject } from "../../schema/json.ts";

/** The entry of a listing that answers a request for a single object. */
export interface ListingEntry {
  /** The listing's path below `/api/v2`. */
  readonly listing: readonly string[];
  /** One of the entry's keys. */
  readonly key: string;
  /** The response body that the request would get; undefined if the entry does not contain all of it. */
  answer(row: JsonObject): Json | undefined;
  /** The response body if the listing has no such entry. Default: 404. */
  readonly bodyIfAbsent?: Json;
}

/** The listings that contain a type's objects, so that few requests read many objects. */
export interface Listable extends Pick<Listed, "paging" | "filter"> {
  /** The key of the list in a response: `resource_servers`. */
  readonly collection: string;
  /** Additional query parameters of the listing. */
  readonly query?: Query;
  /**
   * The entry of a listing that answers a request; undefined if there is no such listing.
   *
   * @param values the declared or last known values of the object
   */
  entryFor(call: Pick<TenantCall, "path" | "query">, values: JsonObject): ListingEntry | undefined;
  /** The properties that an entry of the listing contains although separate requests normally read them. Default: none. */
  readonly shows?: (row: JsonObject) => readonly string[];
  /** The keys by which an entry of the listing can be found. The first is the id, which takes precedence over other keys. */
  keysOf(row: JsonObject): readonly (Json | undefined)[];
}

/** A listing of another type's objects whose entries together answer a request: for the ids of an organization's members, for example. */
export interface WholeListing {
  readonly listable: Listable;
  /** The listing's path below `/api/v2`; undefined if no listing answers the request. */
  listingFor(call: Pick<TenantCall, "path" | "query">): readonly string[] | undefined;
}

const perPage = 100;

/** Maximum number of records that the API returns by page. */
const maxByPage = 1_000;

/** Number of pages that are requested at once. If the API reports more entries than there are, at most this number of requests is wasted. */
const atOnce = 20;

/** The entries of one listing by their keys, from the pages that were read. */
export class ListingRows {
  /** All items of the pages read so far. Their form is not checked. */
  readonly items: unknown[] = [];
  readonly #service: Service;
  readonly #path: readonly string[];
  readonly #listable: Listable;
  readonly #rows = new Map<string, JsonObject>();
  /** If the listing has the paging `both`, the first reader uses numbered pages, because only these contain the total. */
  #reader: PageReader<unknown>;
  #before = 0;

  constructor(service: Service, path: readonly string[], listable: Listable) {
    this.#service = service;
    this.#path = path;
    this.#listable = listable;
    this.#reader = this.#readerBy(listable.paging === "both" ? "offset" : listable.paging);
  }

  /** Number of pages that were read. */
  get pages(): number {
    return this.#before + this.#reader.pages;
  }

  /** Number of remaining pages; undefined if the API returns no total. */
  get missing(): number | undefined {
    return this.#reader.missing;
  }

  /** The entry with a key; undefined if no read page contains it. */
  row(key: string): JsonObject | undefined {
    return this.#rows.get(key);
  }

  /**
   * Reads the first page; at later calls all remaining pages, or only the next page if their number is unknown.
   *
   * @param onPages called after each batch of pages
   * @param isWhole whether to read all remaining pages even if their number is unknown
   * @throws TenantError if a page cannot be read or has an unexpected form
   */
  async read(onPages: () => void, isWhole: boolean): Promise<void> {
    const end = isWhole && this.pages > 0 ? Number.POSITIVE_INFINITY : this.pages + (this.missing ?? 1);
    while (this.pages < end && this.missing !== 0) {
      this.#keep(await this.#reader.next(atOnce));
      onPages();
    }
    const { total = 0 } = this.#reader;
    if (this.#listable.paging !== "both" || this.#before > 0 || total <= maxByPage) return;
    // The listing is read again from its start by cursor, as there is no cursor for a numbered page.
    this.#before = this.pages;
    this.items.length = 0;
    this.#reader = this.#readerBy("checkpoint", Math.ceil(total / perPage));
  }

  /**
   * Reads the entries with given values of a filter.
   *
   * @throws TenantError if the entries cannot be read
   */
  async readFiltered(parameter: string, values: readonly string[]): Promise<void> {
    this.#keep(await this.#readerBy(this.#listable.paging).filtered({ [parameter]: values }));
  }

  #readerBy(paging: Listable["paging"], missing?: number): PageReader<unknown> {
    const { collection, query } = this.#listable;
    const subject = collection.replaceAll("_", " ");
    const listing = { path: this.#path, collection, subject, perPage, ...(query && { query }) };
    return new PageReader<unknown>(this.#service, paging, listing, missing);
  }

  #keep(items: readonly unknown[]): void {
    for (const row of items) {
      this.items.push(row);
      if (!isObject(row)) continue;
      const [id, ...others] = this.#listable.keysOf(row);
      for (const key of others) if (typeof key === "string" && !this.#rows.has(key)) this.#rows.set(key, row);
      if (typeof id === "string") this.#rows.set(id, row);
    }
  }
}
