import { createHash } from "node:crypto";
import { isObject } from "../schema/json.ts";
import type { Query } from "../schema/service.ts";
import type { Service } from "./client.ts";
import { TenantError } from "./errors.ts";
import { encodePath } from "./path.ts";

/** What to list. */
export interface Listing {
  path: readonly string[];
  query?: Query;
  /** Key of the list in the answer, such as "resource_servers". */
  collection: string;
  /** For people, in errors: "resource servers". */
  subject: string;
  /** Entries of a page that has a number: 1 to 100. Default: 100. */
  perPage?: number;
}

/**
 * More of each than any tenant has. A service that never stops must not keep a run forever, nor fill its memory: many callers keep all
 * items.
 */
const maxPages = 10_000;
const maxItems = 1_000_000;
const maxBytes = 256 * 1024 * 1024;

/**
 * How a listing is paged: `offset` by number, `untold` by number as well, where it refuses to be asked for totals, `checkpoint` by cursor,
 * `both`: as the caller likes, `whole`: not at all, one answer has all.
 */
export type Paging = "offset" | "untold" | "checkpoint" | "both" | "whole";

/** A listing that makes no sense or leads to no end. To ask for it again cannot help. */
export class ListingError extends TenantError {
  constructor({ host }: Service, { subject, path }: Listing, problem: string) {
    super(
      { outcome: "unknown", what: `the answer of ${host} cannot be used: ${problem}` },
      { action: "list", subject, request: { method: "GET", path: encodePath(path) }, retries: 0 },
    );
  }
}

/** What the pages of one listing have held so far. Everything that reads a listing is held to the same bounds. */
export class ListingBounds {
  pages = 0;
  items = 0;
  #bytes = 0;
  readonly #seen = new Set<string>();

  /**
   * Counts one page.
   *
   * @param bytes the size of the page on the wire
   * @returns what is wrong with the listing, for people; undefined where it is within the bounds
   */
  add(items: readonly unknown[], bytes: number): string | undefined {
    this.pages += 1;
    this.items += items.length;
    this.#bytes += bytes;
    if (this.items > maxItems) return `more than ${maxItems} items`;
    if (this.#bytes > maxBytes) return `more than ${maxBytes} bytes`;
    if (items.length === 0) return undefined;
    const digest = createHash("sha256").update(JSON.stringify(items)).digest("base64");
    if (this.#seen.has(digest)) return "the same page came twice, so the listing would never end";
    this.#seen.add(digest);
    return undefined;
  }

  /**
   * Bounds what the listing announces.
   *
   * @param items how many items it has in all, as the service counts them
   * @param size of a page
   * @returns what is wrong with it, for people
   */
  problemOf(items: number, size: number): string | undefined {
    if (items > maxItems) return `more than ${maxItems} items`;
    return items > maxPages * size ? `more than ${maxPages} pages` : undefined;
  }

  /** What is wrong with asking for one more page, for people. */
  get problemOfNext(): string | undefined {
    return this.pages < maxPages ? undefined : `more than ${maxPages} pages`;
  }
}

/**
 * Reads one listing page by page, as far as its caller likes, within bounds.
 *
 * By number it reads `page`, `per_page` and `include_totals`, and accepts objects with totals and bare arrays. The end is an empty page;
 * otherwise, with a total, as many items as the latest answer counts; without one, the first short page. By cursor it reads `from` and
 * `take`, as long as answers hold a cursor in `next`. Objects that come or go meanwhile may be missed or listed twice: the service's paging
 * does that.
 */
export class PageReader<T> {
  /** How many pages are still to be read; undefined where the service does not tell. */
  missing: number | undefined;
  /** How many items there are in all, as the latest answer counts them; undefined where the service does not tell. */
  total: number | undefined;
  readonly #service: Service;
  readonly #paging: Paging;
  readonly #listing: Listing;
  readonly #perPage: number;
  readonly #bounds = new ListingBounds();
  readonly #cursors = new Set<string>();
  #cursor: string | undefined;

  /**
   * @param paging `both` reads by cursor
   * @param missing how many pages there are, as far as the caller knows
   */
  constructor(service: Service, paging: Paging, listing: Listing, missing?: number) {
    this.#service = service;
    this.#paging = paging;
    this.#listing = listing;
    this.#perPage = listing.perPage ?? 100;
    this.missing = missing;
  }

  /** How many pages were read. */
  get pages(): number {
    return this.#bounds.pages;
  }

  /**
   * Reads the next page, or several at once where they have numbers and are known to be there.
   *
   * @param atOnce how many pages, at most
   * @throws ListingError where the listing makes no sense, or leads to no end; TenantError where a page cannot be read
   */
  async next(atOnce = 1): Promise<readonly T[]> {
    this.#check(this.#bounds.problemOfNext);
    const continues = this.pages > 0;
    const queries = this.#isByCursor
      ? [{ take: 100, from: this.#cursor }]
      : Array.from({ length: Math.min(this.missing ?? 1, atOnce) }, (_, n) => this.#byNumber(this.pages + n));
    const pages = await Promise.all(queries.map((query) => this.#fetch(query, continues)));
    return pages.flatMap((page) => this.#take(page));
  }

  /**
   * Reads the entries that a filter names, which fit into one page. It is no part of the listing's other pages.
   *
   * @throws as `next` does
   */
  async filtered(filter: Query): Promise<readonly T[]> {
    const { items } = await this.#fetch({ ...filter, ...this.#byNumber(0) }, false);
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
    if (!Array.isArray(items)) throw this.#error(`there is no list of ${collection} in it`);
    return { items: items as T[], fields: isObject(body) ? body : {}, bytes };
  }

  #take({ items, fields, bytes }: Page<T>): readonly T[] {
    // Pages that were asked for together may lie behind the end.
    if (this.missing === 0) return [];
    this.#check(this.#bounds.add(items, bytes));
    if (this.#isByCursor) this.#follow(fields.next);
    else this.missing = this.#missingAfter(items, fields);
    return items;
  }

  #missingAfter(items: readonly T[], { limit, total }: Page<T>["fields"]): number | undefined {
    const size = Math.min(this.#perPage, count(limit) || this.#perPage);
    this.total = count(total);
    if (items.length === 0 || this.#paging === "whole") return 0;
    if (this.total === undefined) return items.length < size ? 0 : undefined;
    this.#check(this.#bounds.problemOf(this.total, size));
    return Math.max(0, Math.ceil((this.total - this.#bounds.items) / size));
  }

  #follow(next: unknown): void {
    const cursor = next ?? "";
    if (typeof cursor !== "string") throw this.#error('"next" is not a string');
    if (this.#cursors.has(cursor)) throw this.#error("the same cursor came twice, so the listing would never end");
    this.#cursors.add(cursor);
    this.#cursor = cursor;
    const left = Math.max(0, (this.missing ?? 0) - 1) || undefined;
    this.missing = cursor === "" ? 0 : left;
  }

  #check(problem: string | undefined): void {
    if (problem !== undefined) throw this.#error(problem);
  }

  #error(problem: string): ListingError {
    return new ListingError(this.#service, this.#listing, problem);
  }
}

interface Page<T> {
  readonly items: readonly T[];
  /** All else that the answer holds. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The size of the answer on the wire. */
  readonly bytes: number;
}

/**
 * All entries of a listing, one page after the other: a page that nobody wants is not asked for.
 *
 * @throws as `PageReader.next` does
 */
export async function* listed<T>(
  service: Service,
  paging: Paging,
  listing: Listing,
): AsyncGenerator<T, void, undefined> {
  const reader = new PageReader<T>(service, paging, listing);
  while (reader.missing !== 0) yield* await reader.next();
}

/** A count in an answer. */
function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}
