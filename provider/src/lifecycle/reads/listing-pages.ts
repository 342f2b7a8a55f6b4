import { isObject, type JsonObject } from "../../model/json.ts";
import { byNumber, count, listPage, type Page, type Query, type Service } from "../../tenant/index.ts";
import type { Listable } from "./listable.ts";

const perPage = 100;

/** The service shows no more records by page. */
const mostByPage = 1_000;

/** Reads one listing, page by page, and keeps what it has shown. */
export class ListingPages {
  /** How many pages were read. */
  pages = 0;
  /** How many are still to be read; undefined where the service does not tell. */
  missing: number | undefined;
  /** All that the pages have shown, whatever it is. */
  readonly items: unknown[] = [];
  readonly #service: Service;
  readonly #path: readonly string[];
  readonly #listable: Listable;
  readonly #rows = new Map<string, JsonObject>();
  readonly #cursors = new Set<string>();
  #byCursor: boolean;

  constructor(service: Service, path: readonly string[], listable: Listable) {
    this.#service = service;
    this.#path = path;
    this.#listable = listable;
    this.#byCursor = listable.paging === "checkpoint";
  }

  /** The entry with a key, as far as it was shown. */
  row(key: string): JsonObject | undefined {
    return this.#rows.get(key);
  }

  /**
   * Reads the first page; after that all that are missing, or the next one where the service does not tell how many there are.
   *
   * @param onPage is called after each page
   * @throws Error where a page cannot be read, or makes no sense
   */
  async read(onPage: () => void): Promise<void> {
    if (this.#byCursor) await this.#readByCursor(onPage);
    else if (this.pages === 0) await this.#readFirst();
    else await this.#readByPage(onPage);
  }

  /**
   * Reads the entries that a filter names.
   *
   * @throws Error where they cannot be read
   */
  async readFiltered(parameter: string, values: readonly string[]): Promise<void> {
    await this.#fetch({ [parameter]: values, ...byNumber(0, perPage, this.#listable.paging) }, false);
  }

  async #readFirst(): Promise<void> {
    const { items, fields } = await this.#page(byNumber(0, perPage, this.#listable.paging));
    const size = Math.min(perPage, count(fields.limit) || perPage);
    const total = count(fields.total);
    if (items.length === 0 || (total === undefined && items.length < size)) this.missing = 0;
    else if (total === undefined) this.missing = undefined;
    else if (total <= mostByPage || this.#listable.paging !== "both") this.missing = Math.ceil(total / size) - 1;
    else {
      // From the start, as nothing tells the cursor after this page.
      this.#byCursor = true;
      this.missing = Math.ceil(total / perPage);
    }
  }

  async #readByPage(onPage: () => void): Promise<void> {
    const { missing, pages } = this;
    const rest = Array.from({ length: missing ?? 1 }, (_, index) => pages + index);
    const sizes = await Promise.all(
      rest.map(async (page) => {
        const { items } = await this.#page(byNumber(page, perPage, this.#listable.paging));
        onPage();
        return items.length;
      }),
    );
    if (missing !== undefined || sizes.some((size) => size < perPage)) this.missing = 0;
  }

  async #readByCursor(onPage: () => void): Promise<void> {
    for (let left = this.missing ?? 1; left > 0; left -= 1) {
      const from = [...this.#cursors].at(-1);
      const { fields } = await this.#page({ take: perPage, from });
      onPage();
      const { next } = fields;
      if (next === undefined || next === null || next === "") {
        this.missing = 0;
        return;
      }
      if (typeof next !== "string" || this.#cursors.has(next)) throw new Error("its cursors do not lead to an end");
      this.#cursors.add(next);
    }
    this.missing = undefined;
  }

  async #page(query: Query): Promise<Page<unknown>> {
    const page = await this.#fetch(query, this.pages > 0);
    this.pages += 1;
    return page;
  }

  async #fetch(paging: Query, continues: boolean): Promise<Page<unknown>> {
    const { collection, query } = this.#listable;
    const subject = collection.replaceAll("_", " ");
    const listing = { path: this.#path, collection, subject, ...(query && { query }) };
    const page = await listPage<unknown>(this.#service, listing, paging, continues);
    for (const item of page.items) {
      this.items.push(item);
      if (isObject(item)) this.#keep(item);
    }
    return page;
  }

  #keep(row: JsonObject): void {
    const [id, ...others] = this.#listable.keysOf(row);
    for (const key of others) if (typeof key === "string" && !this.#rows.has(key)) this.#rows.set(key, row);
    if (typeof id === "string") this.#rows.set(id, row);
  }
}
