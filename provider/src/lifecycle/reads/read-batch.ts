import type { SharedService } from "../../client/index.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import type { Listable, ListingEntry } from "./listable.ts";
import { ListingRows } from "./listing-rows.ts";

/** What a listing tells of an object: its entry, that it has none, or nothing. */
export type ListingAnswer = { readonly row: JsonObject } | "absent" | "nothing";

/** Reads a part of a listing. False where that failed, or where the service refuses listings. */
type TryRead = (read: () => Promise<void>) => Promise<boolean>;

interface WaitingRead {
  /** The entry that it waits for; undefined for the end of the listing. */
  readonly key: string | undefined;
  /** By this the filter names the object. */
  readonly name: string | undefined;
  resolve(shown: ListingAnswer): void;
}

/** Reads that arrive within so many milliseconds are made together. */
const together = 3;

/** How long the names in one filter may be in all, in bytes as they are sent: many servers refuse a URL above 8 KiB. */
const maxNamed = 4_000;

/** The reads of one burst that one listing can answer. Where it cannot, they are shown nothing: nothing here fails. */
class ListingReads {
  readonly #burst: ReadBatch;
  readonly #listing: ListingRows;
  #waiting: WaitingRead[] = [];
  #asked = 0;
  #spent = 0;
  #isBusy = false;
  #isOff = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(batch: ReadBatch, path: readonly string[]) {
    this.#burst = batch;
    this.#listing = new ListingRows(batch.service, path, batch.listable);
  }

  /** All entries, whatever they are; undefined where they cannot be listed. */
  async all(): Promise<readonly unknown[] | undefined> {
    return (await this.ask(undefined, undefined)) === "nothing" ? undefined : this.#listing.items;
  }

  /**
   * @param key of the entry; undefined for the end of the listing, which counts as absent
   * @param name by this the filter names the object
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
    if (this.#isOff) return "nothing";
    const row = key === undefined ? undefined : this.#listing.row(key);
    if (row) return { row };
    return this.#listing.missing === 0 ? "absent" : undefined;
  }

  /** While a listing is on its way, others gather by themselves. */
  #gather(): void {
    if (!this.#isBusy) this.#timer ??= setTimeout(() => void this.#decide(), together);
  }

  async #decide(): Promise<void> {
    this.#timer = undefined;
    this.#isBusy = true;
    const { expected, listable, attempt } = this.#burst;
    const { pages, missing } = this.#listing;
    const most = listable.filter?.most ?? 1;
    const elsewhere = this.#burst.asked - this.#asked;
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

  /** Tells those who wait what is known by now. */
  #settle(): void {
    if (!this.#burst.isFresh) this.#isOff = true;
    this.#waiting = this.#waiting.filter(({ key, resolve }) => {
      const shown = this.#answerFor(key);
      if (shown) resolve(shown);
      return shown === undefined;
    });
  }

  /** Each is to be read by itself. */
  #release(waiting: readonly WaitingRead[]): void {
    this.#spent += waiting.length;
    for (const { resolve } of waiting) resolve("nothing");
  }

  async #askFiltered(most: number): Promise<void> {
    const chunks = chunked(this.#waiting.splice(0), most);
    await Promise.all(chunks.map((chunk) => (chunk.length > 1 ? this.#askChunk(chunk) : this.#release(chunk))));
  }

  async #askChunk(chunk: readonly WaitingRead[]): Promise<void> {
    const parameter = this.#burst.listable.filter?.parameter ?? "";
    const names = chunk.flatMap(({ name }) => name ?? []);
    this.#spent += 1;
    this.#isOff ||= !(await this.#burst.attempt(() => this.#listing.readFiltered(parameter, names)));
    if (!this.#burst.isFresh) this.#isOff = true;
    for (const { key, resolve } of chunk) resolve(this.#answerFor(key) ?? "absent");
  }
}

/** Reads that fit into one filter; those that no filter can name are alone. */
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

/** How long what a listing has shown may count, in milliseconds. */
export const longest = 120_000;

/**
 * One pass over different objects, with no write of this process in between, for 2 minutes at most. What listings show counts for one burst:
 * who asks for an object again wants to know anew.
 */
export class ReadBatch {
  readonly service: SharedService;
  readonly listable: Listable;
  /** How many objects of each listing will be asked for, at least. */
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

  /** How many objects were asked for, in all listings. */
  get asked(): number {
    return this.#asked.size;
  }

  /** Whether what was read still counts. */
  get isFresh(): boolean {
    return this.service.writes === this.#writes && performance.now() - this.#startedAt < longest;
  }

  hasAsked(entry: Asked): boolean {
    return this.#asked.has(idOf(entry));
  }

  ask(entry: ListingEntry, known: JsonObject): Promise<ListingAnswer> {
    this.#asked.add(idOf(entry));
    const { filter } = this.listable;
    const name = filter && own(known, filter.property);
    return this.#listing(entry.listing).ask(entry.key, typeof name === "string" ? name : undefined);
  }

  /** All entries of a listing; undefined where they cannot be listed. */
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

/** What somebody asks for: an entry, or a whole listing. */
type Asked = Pick<ListingEntry, "listing"> & Partial<Pick<ListingEntry, "key">>;

function idOf({ listing, key }: Asked): string {
  return JSON.stringify([listing, key]);
}

/** What the reads of one burst have cost so far, of the objects that one listing shows. */
interface Ledger {
  /** The objects that were asked for, those included that wait. */
  readonly asked: number;
  /** The objects of the same kind that were asked for elsewhere: other listings show them. */
  readonly elsewhere: number;
  /** The calls that asked for objects by themselves, one or several in each. */
  readonly spent: number;
  /** The pages of the listing that were read. */
  readonly pages: number;
  /** The pages that are still to be read; undefined where the service does not tell. */
  readonly missing: number | undefined;
}

/** One call for each object; one call for several, named in a filter; or the next pages of the listing. */
type Way = "single" | "filtered" | "listed";

/**
 * How to read the objects that wait, without knowing which others will be asked for. All in all it takes at most twice the calls of the
 * best choice in hindsight, plus two: objects are read by themselves until that has cost what the rest of the listing would. The first page
 * costs as much as one object and tells how long the listing is, so it comes with the second object.
 *
 * @param waiting how many objects wait
 * @param most how many objects one filtered call may name; 1 where there is no filter
 */
function cheapest({ asked, elsewhere, spent, pages, missing }: Ledger, waiting: number, most: number): Way {
  if (asked + elsewhere < 2) return "single";
  if (pages === 0) return "listed";
  // A listing that does not tell its length counts as half read.
  const rest = missing ?? pages;
  const withoutListing = Math.max(spent + Math.ceil(waiting / most), Math.ceil(asked / most));
  if (withoutListing > rest) return "listed";
  return most > 1 && waiting > 1 ? "filtered" : "single";
}
