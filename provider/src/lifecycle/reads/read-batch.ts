import type { SharedService } from "../../client/index.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { type Listable, type ListingEntry, ListingRows } from "./listings.ts";

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

/** Milliseconds within which arriving reads are combined. */
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
    else if (!(await attempt(() => this.#listing.read(() => this.#settle(), isWanted)))) this.#isOff = true;
    this.#settle();
    this.#isBusy = false;
    if (this.#waiting.length > 0) this.#gather();
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
 * batch only: a second read of the same object needs a new result.
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
    const id = JSON.stringify(path);
    const listing = this.#listings.get(id) ?? new ListingReads(this, path);
    this.#listings.set(id, listing);
    return listing;
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
 * page costs as much as one object and contains the length of the listing, so it is read together with the second object.
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
