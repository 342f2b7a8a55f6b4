import { createHash } from "node:crypto";
import { isObject } from "../schema/json.ts";
import type { Query } from "../schema/service.ts";
import { encodePath } from "./call.ts";
import type { Service } from "./client.ts";
import { TenantError } from "./errors.ts";
import { listingMemory, type MemoryShare, memoryOf } from "./memory.ts";

/** The listing to read. */
export interface Listing {
  path: readonly string[];
  /** Query parameters of every request. A `take` replaces the number of entries of a page. */
  query?: Query;
  /** The key of the list in the response, such as "resource_servers". */
  collection: string;
  /** The subject for error messages: "resource servers". */
  subject: string;
  /** The number of entries of a numbered page: 1 to 100. Default: 100. */
  perPage?: number;
  /** Set if the caller drops each entry before it asks for the next one. Default: the caller keeps the entries until the listing ends. */
  isPassing?: true;
}

/**
 * Bounds that no real listing exceeds. A service that never ends a listing must neither keep a run busy forever nor fill its memory, because
 * many callers collect all items.
 */
const maxPages = 10_000;
const maxItems = 1_000_000;
const maxBytes = 256 * 1024 * 1024;

/** The number of bytes that pages requested at once may have together, judged by the largest page so far. */
const maxAhead = 32 * 1024 * 1024;

const ifTooLarge =
  "If the tenant has that many objects, read fewer of them at once, for example fewer types, or with several smaller stacks. If it does not, " +
  "the service does not end its listings: try again later.";

/**
 * The paging of a listing. `offset`: by page number, with totals. `untold`: by page number, without totals. `checkpoint`: by cursor. `both`:
 * by number or by cursor. `whole`: no pages, one response has all entries.
 */
export type Paging = "offset" | "untold" | "checkpoint" | "both" | "whole";

/** A listing that is malformed, too large or never ends. A retry cannot help. */
export class ListingError extends TenantError {
  /** @param what the reason, which follows "Could not list …: " in the message */
  constructor({ subject, path }: Listing, what: string, advice?: string) {
    const request = { method: "GET", path: encodePath(path) } as const;
    super({ outcome: "unknown", what }, { action: "list", subject, request, retries: 0, advice });
  }
}

/** Counts the pages of one listing, and finds the bounds that the listing exceeds. */
export class ListingBounds {
  pages = 0;
  items = 0;
  /** The size of the largest page on the wire, in bytes. */
  largest = 0;
  #bytes = 0;
  readonly #seen = new Set<string>();

  /**
   * Counts one page.
   *
   * @param bytes the size of the page on the wire
   * @returns the problem of the listing, for users; undefined within the bounds
   */
  add(items: readonly unknown[], bytes: number): string | undefined {
    this.pages += 1;
    this.items += items.length;
    this.#bytes += bytes;
    this.largest = Math.max(this.largest, bytes);
    if (this.items > maxItems) return `more than ${maxItems} items`;
    if (this.#bytes > maxBytes) return `more than ${maxBytes} bytes`;
    if (items.length === 0) return undefined;
    const digest = createHash("sha256").update(JSON.stringify(items)).digest("base64");
    if (this.#seen.has(digest)) return "the same page came twice, so the listing would never end";
    this.#seen.add(digest);
    return undefined;
  }

  /**
   * Checks the announced size of a listing.
   *
   * @param items the total number of items, as the service counts them
   * @param size the number of items of a page
   * @returns the problem of the listing, for users; undefined within the bounds
   */
  problemOf(items: number, size: number): string | undefined {
    if (items > maxItems) return `more than ${maxItems} items`;
    return items > maxPages * size ? `more than ${maxPages} pages` : undefined;
  }

  /** The reason why no further page may be read, for users; undefined if a further page may be read. */
  get problemOfNext(): string | undefined {
    return this.pages < maxPages ? undefined : `more than ${maxPages} pages`;
  }
}

/**
 * Reads one listing page by page, on demand and within bounds.
 *
 * By number, the reader sends `page`, `per_page` and `include_totals`, and accepts objects with totals and bare arrays. The listing ends
 * with an empty page; with a total, also once that many items were read; without a total, with the first page that is not full. An empty page
 * that has entries according to its total is invalid: otherwise the rest of a listing would count as absent. By cursor, the reader sends
 * `from` and `take` as long as responses contain a cursor in `next`. If objects are created or deleted meanwhile, the service's paging may omit
 * objects or list them twice.
 */
export class PageReader<T> {
  /** The number of pages still to be read; undefined if the service does not report it. */
  missing: number | undefined;
  /** The total number of items in the latest response; undefined if the service does not report it. */
  total: number | undefined;
  readonly #service: Service;
  readonly #paging: Paging;
  readonly #listing: Listing;
  readonly #perPage: number;
  readonly #bounds = new ListingBounds();
  /** The digests of the cursors so far: cursors can be long. */
  readonly #cursors = new Set<string>();
  readonly #share: MemoryShare;
  #cursor: string | undefined;

  /**
   * @param paging the paging of the route. For `both`, the reader uses the cursor
   * @param share the memory of the entries. The caller releases it as soon as it drops them
   * @param missing the number of pages, if the caller knows it
   */
  constructor(service: Service, paging: Paging, listing: Listing, share: MemoryShare, missing?: number) {
    this.#service = service;
    this.#paging = paging;
    this.#listing = listing;
    this.#perPage = listing.perPage ?? 100;
    this.#share = share;
    this.missing = missing;
  }

  /** The number of pages read. */
  get pages(): number {
    return this.#bounds.pages;
  }

  /**
   * Reads the next page, or several numbered pages at once if they are known to exist.
   *
   * @param atOnce the maximum number of pages
   * @throws ListingError if the listing is malformed or never ends; TenantError if a page cannot be read
   */
  async next(atOnce = 1): Promise<readonly T[]> {
    this.#check(this.#bounds.problemOfNext);
    if (this.#listing.isPassing) this.#share.release();
    const continues = this.pages > 0;
    const ahead = Math.max(1, Math.min(atOnce, Math.floor(maxAhead / Math.max(1, this.#bounds.largest))));
    const queries = this.#isByCursor
      ? [{ take: this.#listing.query?.take ?? 100, from: this.#cursor }]
      : Array.from({ length: Math.min(this.missing ?? 1, ahead) }, (_, n) => this.#byNumber(this.pages + n));
    const pages = await Promise.all(queries.map((query) => this.#fetch(query, continues)));
    return pages.flatMap((page) => this.#take(page));
  }

  /**
   * Reads the entries that match a filter and fit into one page. They do not count as pages of the listing.
   *
   * @throws the errors of `next`
   */
  async filtered(filter: Query): Promise<readonly T[]> {
    const { items, bytes } = await this.#fetch({ ...filter, ...this.#byNumber(0) }, false);
    this.#hold(items, bytes);
    return items;
  }

  get #isByCursor(): boolean {
    return this.#paging === "checkpoint" || this.#paging === "both";
  }

  #byNumber(page: number): Query {
    if (this.#paging === "whole") return {};
    return { page, per_page: this.#perPage, ...(this.#paging !== "untold" && { include_totals: true }) };
  }

  async #fetch(paging: Query, continues: boolean): Promise<Page<T>> {
    const { path, subject, collection } = this.#listing;
    const query = { ...this.#listing.query, ...paging };
    const call = { method: "GET", path, query, subject, action: "list", continues } as const;
    const { body, bytes } = await this.#service.request(call);
    const items = isObject(body) ? body[collection] : body;
    if (!Array.isArray(items)) throw this.#error(`it contains no list of ${collection}`);
    return { items: items as T[], fields: isObject(body) ? body : {}, bytes };
  }

  #take({ items, fields, bytes }: Page<T>): readonly T[] {
    // If several pages were requested at once, the last ones may be beyond the end of the listing. Their items are ignored.
    if (this.missing === 0) return [];
    this.#check(this.#bounds.add(items, bytes));
    this.#hold(items, bytes);
    if (this.#isByCursor) this.#follow(fields.next);
    else this.missing = this.#missingAfter(items, fields);
    return items;
  }

  #missingAfter(items: readonly T[], { limit, total }: Page<T>["fields"]): number | undefined {
    const size = Math.min(this.#perPage, count(limit) || this.#perPage);
    this.total = count(total);
    if (items.length === 0 && (this.pages - 1) * size < (this.total ?? 0))
      throw this.#error(`page ${this.pages} has no entries, although there are ${this.total} in total`);
    if (items.length === 0 || this.#paging === "whole") return 0;
    if (this.total === undefined) return items.length < size ? 0 : undefined;
    this.#check(this.#bounds.problemOf(this.total, size));
    return Math.max(0, Math.ceil((this.total - this.#bounds.items) / size));
  }

  #follow(next: unknown): void {
    const cursor = next ?? "";
    if (typeof cursor !== "string") throw this.#error('"next" is not a string');
    const digest = createHash("sha256").update(cursor).digest("base64");
    if (this.#cursors.has(digest)) throw this.#error("the same cursor came twice, so the listing would never end");
    this.#cursors.add(digest);
    this.#cursor = cursor;
    const left = Math.max(0, (this.missing ?? 0) - 1) || undefined;
    this.missing = cursor === "" ? 0 : left;
  }

  /** Counts the memory of entries, which the caller keeps from now on. */
  #hold(items: readonly T[], bytes: number): void {
    if (this.#share.take(memoryOf(items, bytes))) return;
    const what = `it and the other listings that this process reads would take more than ${listingMemory.max} bytes of memory together`;
    throw new ListingError(this.#listing, what, ifTooLarge);
  }

  #check(problem: string | undefined): void {
    if (problem !== undefined) throw this.#error(problem, problem.startsWith("more than") ? ifTooLarge : undefined);
  }

  #error(problem: string, advice?: string): ListingError {
    return new ListingError(this.#listing, `the response of ${this.#service.host} is invalid: ${problem}`, advice);
  }
}

interface Page<T> {
  readonly items: readonly T[];
  /** The other fields of the response. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The size of the response on the wire, in bytes. */
  readonly bytes: number;
}

/**
 * All entries of a listing. The next page is requested only when needed.
 *
 * @param kept the memory of a caller that keeps the entries longer than until the listing ends
 * @throws the errors of `PageReader.next`
 */
export async function* listed<T>(
  service: Service,
  paging: Paging,
  listing: Listing,
  kept?: MemoryShare,
): AsyncGenerator<T, void, undefined> {
  const share = kept ?? listingMemory.share();
  try {
    const reader = new PageReader<T>(service, paging, listing, share);
    while (reader.missing !== 0) yield* await reader.next();
  } finally {
    if (!kept) share.release();
  }
}

/** A count in a response; undefined unless it is a whole number from 0 on. */
function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}
