import {
  listingMemory,
  PageReader,
  type Query,
  type Service,
  type SharedService,
  type TenantCall,
} from "../../client/index.ts";
import type { Listed } from "../../schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import { entryIn } from "../entry-in.ts";

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
  items: unknown[] = [];
  readonly #service: Service;
  readonly #path: readonly string[];
  readonly #listable: Listable;
  readonly #rows = new Map<string, JsonObject>();
  readonly #share = listingMemory.share();
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
    this.items = [];
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

  /** Drops all entries. Callers keep what they have received. */
  drop(): void {
    this.items = [];
    this.#rows.clear();
    this.#share.release();
  }

  #readerBy(paging: Listable["paging"], missing?: number): PageReader<unknown> {
    const { collection, query } = this.#listable;
    const subject = collection.replaceAll("_", " ");
    const listing = { path: this.#path, collection, subject, perPage, ...(query && { query }) };
    return new PageReader<unknown>(this.#service, paging, listing, this.#share, missing);
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

/** A listing's answer about an object: its entry, `absent` if it has no entry, or `unlisted` if the object must be read directly. */
export type ListingAnswer = { readonly row: JsonObject } | "absent" | "unlisted";

/** Reads a part of a listing. Resolves to false if the read fails or the API rejects listings. */
type TryRead = (read: () => Promise<void>) => Promise<boolean>;

interface WaitingRead {
  /** The key of the listing's entry for which the read waits; undefined if it waits for the end of the listing. */
  readonly key: string | undefined;
  /** The object's value of the property by which the listing can be filtered; undefined if it has none. */
  readonly name: string | undefined;
  resolve(shown: ListingAnswer): void;
}

/** Time in milliseconds during which reads are collected, so that they are answered together. */
const together = 3;

/** Maximum length of all values in one filter, in URL-encoded bytes: many servers reject a URL above 8 KiB. */
const maxNamed = 4_000;

/** The reads of one batch that one listing can answer. Failures of the listing only lead to the answer `unlisted`. */
class ListingReads {
  readonly #batch: ReadBatch;
  readonly #listing: ListingRows;
  #waiting: WaitingRead[] = [];
  #asked = 0;
  #spent = 0;
  #isBusy = false;
  #isOff = false;
  #isDropped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(batch: ReadBatch, path: readonly string[]) {
    this.#batch = batch;
    this.#listing = new ListingRows(batch.service, path, batch.listable);
  }

  /** Reads all items of the listing, without checking their form; undefined if the listing cannot be read. */
  async all(): Promise<readonly unknown[] | undefined> {
    return (await this.ask(undefined, undefined)) === "unlisted" ? undefined : this.#listing.items;
  }

  /**
   * Requests the listing's answer about an object.
   *
   * @param key the key of the object's entry. Undefined: the call waits for the end of the listing, and resolves to `absent` then
   * @param name the object's value of the property by which the listing can be filtered
   */
  ask(key: string | undefined, name: string | undefined): Promise<ListingAnswer> {
    this.#asked += 1;
    const shown = this.#answerFor(key);
    if (shown) return Promise.resolve(shown);
    return new Promise((resolve) => {
      this.#waiting.push({ key, name, resolve });
      this.#gather();
    });
  }

  #answerFor(key: string | undefined): ListingAnswer | undefined {
    if (this.#isOff) return "unlisted";
    const row = key === undefined ? undefined : this.#listing.row(key);
    if (row) return { row };
    return this.#listing.missing === 0 ? "absent" : undefined;
  }

  /** Drops the entries of the listing, as soon as no read waits for it. */
  drop(): void {
    this.#isDropped = true;
    if (!this.#isBusy && this.#waiting.length === 0) this.#listing.drop();
  }

  /** Starts the timer that combines reads. During a request of the listing, later reads are collected without a timer. */
  #gather(): void {
    if (!this.#isBusy) this.#timer ??= setTimeout(() => void this.#decide(), together);
  }

  async #decide(): Promise<void> {
    this.#timer = undefined;
    this.#isBusy = true;
    const { expected, listable, attempt } = this.#batch;
    const { pages, missing } = this.#listing;
    const most = listable.filter?.most ?? 1;
    const elsewhere = this.#batch.asked - this.#asked;
    const ledger = { asked: Math.max(expected, this.#asked), elsewhere, spent: this.#spent, pages, missing };
    const isWanted = this.#waiting.some(({ key }) => key === undefined);
    const way = isWanted ? "listed" : cheapest(ledger, this.#waiting.length, most);
    if (way === "single") this.#release(this.#waiting.splice(0));
    else if (way === "filtered") await this.#askFiltered(most);
    else if (!(await attempt(() => this.#listing.read(() => this.#settle(), isWanted)))) {
      this.#isOff = true;
      this.#listing.drop();
    }
    this.#settle();
    this.#isBusy = false;
    if (this.#waiting.length > 0) this.#gather();
    else if (this.#isDropped) this.#listing.drop();
  }

  /** Resolves the waiting reads that the pages read so far can answer. */
  #settle(): void {
    if (!this.#batch.isFresh) this.#isOff = true;
    this.#waiting = this.#waiting.filter(({ key, resolve }) => {
      const shown = this.#answerFor(key);
      if (shown) resolve(shown);
      return shown === undefined;
    });
  }

  /** Answers reads with `unlisted`, so that each object is read directly. */
  #release(waiting: readonly WaitingRead[]): void {
    this.#spent += waiting.length;
    for (const { resolve } of waiting) resolve("unlisted");
  }

  async #askFiltered(most: number): Promise<void> {
    const chunks = chunked(this.#waiting.splice(0), most);
    await Promise.all(chunks.map((chunk) => (chunk.length > 1 ? this.#askChunk(chunk) : this.#release(chunk))));
  }

  async #askChunk(chunk: readonly WaitingRead[]): Promise<void> {
    const parameter = this.#batch.listable.filter?.parameter ?? "";
    const names = chunk.flatMap(({ name }) => name ?? []);
    this.#spent += 1;
    this.#isOff ||= !(await this.#batch.attempt(() => this.#listing.readFiltered(parameter, names)));
    if (!this.#batch.isFresh) this.#isOff = true;
    for (const { key, resolve } of chunk) resolve(this.#answerFor(key) ?? "absent");
  }
}

/** Groups reads so that each group fits into one filtered request. A read without a value for the filter forms its own group. */
function chunked(waiting: readonly WaitingRead[], most: number): readonly (readonly WaitingRead[])[] {
  const chunks: WaitingRead[][] = [];
  let room = 0;
  for (const one of waiting) {
    const length = one.name === undefined ? maxNamed : encodeURIComponent(one.name).length;
    const last = chunks.at(-1);
    if (last && one.name !== undefined && last.length < most && length <= room) last.push(one);
    else {
      chunks.push([one]);
      room = maxNamed;
    }
    room -= length;
  }
  return chunks;
}

/** Maximum age of the results of listings, and of other responses that several reads share, in milliseconds. */
export const maxAge = 120_000;

/**
 * A batch of reads of different objects, without a write of this process in between and for at most 2 minutes. Listings are cached for one
 * batch only: a second read of the same object needs a new result, so it starts a new batch.
 */
export class ReadBatch {
  readonly service: SharedService;
  readonly listable: Listable;
  /** Minimum number of objects of each listing that the batch will read. */
  readonly expected: number;
  readonly attempt: TryRead;
  readonly #listings = new Map<string, ListingReads>();
  readonly #asked = new Set<string>();
  readonly #writes: number;
  readonly #startedAt = performance.now();

  constructor(service: SharedService, listable: Listable, expected: number, attempt: TryRead) {
    this.service = service;
    this.listable = listable;
    this.expected = expected;
    this.attempt = attempt;
    this.#writes = service.writes;
  }

  /** Number of requested objects in all listings. */
  get asked(): number {
    return this.#asked.size;
  }

  /** Whether the results are still valid. */
  get isFresh(): boolean {
    return this.service.writes === this.#writes && performance.now() - this.#startedAt < maxAge;
  }

  /** Drops the entries of all listings, as soon as no read waits for them. */
  drop(): void {
    for (const listing of this.#listings.values()) listing.drop();
  }

  hasAsked(entry: Asked): boolean {
    return this.#asked.has(idOf(entry));
  }

  ask(entry: ListingEntry, values: JsonObject): Promise<ListingAnswer> {
    this.#asked.add(idOf(entry));
    const { filter } = this.listable;
    const name = filter && own(values, filter.property);
    return this.#listing(entry.listing).ask(entry.key, typeof name === "string" ? name : undefined);
  }

  /** Reads all entries of a listing; undefined if the listing cannot be read. */
  all(listing: readonly string[]): Promise<readonly unknown[] | undefined> {
    this.#asked.add(idOf({ listing }));
    return this.#listing(listing).all();
  }

  #listing(path: readonly string[]): ListingReads {
    return entryIn(this.#listings, JSON.stringify(path), () => new ListingReads(this, path));
  }
}

/** A requested entry of a listing, or a requested whole listing (without `key`). */
type Asked = Pick<ListingEntry, "listing"> & Partial<Pick<ListingEntry, "key">>;

function idOf({ listing, key }: Asked): string {
  return JSON.stringify([listing, key]);
}

/** The number of requests so far in one batch, for the objects of one listing. */
interface Ledger {
  /** Number of requested objects, including the waiting ones. */
  readonly asked: number;
  /** Number of requested objects of the same type in other listings. */
  readonly elsewhere: number;
  /** Number of requests for single objects or for several by filter. */
  readonly spent: number;
  /** Number of pages of the listing that were read. */
  readonly pages: number;
  /** Number of remaining pages; undefined if unknown. */
  readonly missing: number | undefined;
}

/** A way to read objects: one request for each, one request with a filter for several, or the next pages of the listing. */
type Way = "single" | "filtered" | "listed";

/**
 * Decides how to read the waiting objects, without knowledge of later reads. The total is at most twice the number of requests of the best
 * choice in hindsight, plus two: objects are read directly until this has cost as many requests as the rest of the listing would. The first
 * page costs as much as one object and contains the length of the listing, so it is read as soon as a second object is requested.
 *
 * @param waiting number of waiting objects
 * @param most maximum number of objects in one filtered request; 1 without a filter
 */
function cheapest({ asked, elsewhere, spent, pages, missing }: Ledger, waiting: number, most: number): Way {
  if (asked + elsewhere < 2) return "single";
  if (pages === 0) return "listed";
  // A listing of unknown length is assumed to be half read.
  const rest = missing ?? pages;
  const withoutListing = Math.max(spent + Math.ceil(waiting / most), Math.ceil(asked / most));
  if (withoutListing > rest) return "listed";
  return most > 1 && waiting > 1 ? "filtered" : "single";
}
