import { PageReader, type Service } from "../../client/index.ts";
import { isObject, type JsonObject } from "../../schema/json.ts";
import type { Listable } from "./listable.ts";

const perPage = 100;

/** The service shows no more records by page. */
const maxByPage = 1_000;

/** How many pages are asked for at once: so many are in vain where the service counts more than there is. */
const atOnce = 20;

/** The entries of one listing by their keys, as far as its pages were read. */
export class ListingRows {
  /** All that the pages have shown, whatever it is. */
  readonly items: unknown[] = [];
  readonly #service: Service;
  readonly #path: readonly string[];
  readonly #listable: Listable;
  readonly #rows = new Map<string, JsonObject>();
  /** Begins by number also where cursors lead on, as only a numbered page tells how long the listing is. */
  #reader: PageReader<unknown>;
  #before = 0;

  constructor(service: Service, path: readonly string[], listable: Listable) {
    this.#service = service;
    this.#path = path;
    this.#listable = listable;
    this.#reader = this.#readerBy(listable.paging === "both" ? "offset" : listable.paging);
  }

  /** How many pages were read. */
  get pages(): number {
    return this.#before + this.#reader.pages;
  }

  /** How many are still to be read; undefined where the service does not tell. */
  get missing(): number | undefined {
    return this.#reader.missing;
  }

  /** The entry with a key, as far as it was shown. */
  row(key: string): JsonObject | undefined {
    return this.#rows.get(key);
  }

  /**
   * Reads the first page; after that all that are missing, or the next one where the service does not tell how many there are.
   *
   * @param onPages is called whenever pages have come
   * @param isWhole whether all pages are wanted, however many there are
   * @throws TenantError where a page cannot be read, or makes no sense
   */
  async read(onPages: () => void, isWhole: boolean): Promise<void> {
    const end = isWhole && this.pages > 0 ? Number.POSITIVE_INFINITY : this.pages + (this.missing ?? 1);
    while (this.pages < end && this.missing !== 0) {
      this.#keep(await this.#reader.next(atOnce));
      onPages();
    }
    const { total = 0 } = this.#reader;
    if (this.#listable.paging !== "both" || this.#before > 0 || total <= maxByPage) return;
    // From the start, as nothing tells the cursor after this page.
    this.#before = this.pages;
    this.items.length = 0;
    this.#reader = this.#readerBy("checkpoint", Math.ceil(total / perPage));
  }

  /**
   * Reads the entries that a filter names.
   *
   * @throws TenantError where they cannot be read
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
