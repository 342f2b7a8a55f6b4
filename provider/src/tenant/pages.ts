import { isRecord } from "./answer.ts";
import type { Service } from "./client.ts";
import { TenantError } from "./errors.ts";
import { encodePath, type Query } from "./path.ts";

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
const mostPages = 10_000;
const mostItems = 1_000_000;
const mostBytes = 256 * 1024 * 1024;

/**
 * How a listing is paged: `offset` by number, `untold` by number as well, where it refuses to be asked for totals, `checkpoint` by cursor,
 * `both`: as the caller likes.
 */
export type Paging = "offset" | "untold" | "checkpoint" | "both";

/** All entries of a listing. */
export function listed<T>(service: Service, paging: Paging, listing: Listing): AsyncGenerator<T, void, undefined> {
  if (paging === "checkpoint" || paging === "both") return checkpointPages<T>(service, listing);
  return offsetPages<T>(service, listing, paging);
}

/** What asks for a page by its number. */
export function byNumber(page: number, perPage: number, paging: Paging): Query {
  return { page, per_page: perPage, ...(paging !== "untold" && { include_totals: true }) };
}

/**
 * Lists with `page`, `per_page` and `include_totals`. It accepts objects with totals and bare arrays.
 * The end is an empty page; otherwise, with a total, as many items as the latest answer counts; without one, the first short page.
 * Objects that come or go meanwhile may be missed or listed twice: the service's paging does that.
 * @throws TenantError, also when a page comes a second time, as the service then ignores `page`
 */
export function offsetPages<T>(
  service: Service,
  listing: Listing,
  paging: Paging = "offset",
): AsyncGenerator<T, void, undefined> {
  const { perPage = 100 } = listing;
  const query = (page: number): Query => byNumber(page, perPage, paging);
  let seen = 0;
  let before: string | undefined;
  return pages<T>(service, listing, query(0), (items, body, page) => {
    if (items.length === 0) return undefined;
    const text = JSON.stringify(items);
    if (text === before) throw shapeError(service, listing, "the same page came twice, so the listing would never end");
    before = text;
    seen += items.length;
    const size = Math.min(perPage, count(body.limit) || perPage);
    const total = count(body.total);
    return (total === undefined ? items.length < size : seen >= total) ? undefined : query(page + 1);
  });
}

/**
 * Lists with `from` and `take`, as long as answers hold a cursor in `next`.
 * @throws TenantError, also when a cursor comes back a second time
 */
export function checkpointPages<T>(service: Service, listing: Listing): AsyncGenerator<T, void, undefined> {
  const take = 100;
  const cursors = new Set<string>();
  return pages<T>(service, listing, { take }, (_, { next }) => {
    const from = next ?? "";
    if (from === "") return undefined;
    if (typeof from !== "string") throw shapeError(service, listing, '"next" is not a string');
    if (cursors.has(from)) {
      throw shapeError(service, listing, "the same cursor came twice, so the listing would never end");
    }
    cursors.add(from);
    return { take, from };
  });
}

/** One page of a listing. */
export interface Page<T> {
  readonly items: readonly T[];
  /** All else that the answer holds. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The size of the answer on the wire. */
  readonly bytes: number;
}

/**
 * One page of a listing.
 * @param paging which page
 * @param continues whether another page came before
 * @throws TenantError
 */
export async function listPage<T>(
  service: Service,
  listing: Listing,
  paging: Query,
  continues: boolean,
): Promise<Page<T>> {
  const { path, subject, collection } = listing;
  const query = { ...listing.query, ...paging };
  const { body, bytes } = await service.request({ method: "GET", path, query, subject, action: "list", continues });
  const items = isRecord(body) ? body[collection] : body;
  if (!Array.isArray(items)) throw shapeError(service, listing, `there is no list of ${collection} in it`);
  return { items: items as T[], fields: isRecord(body) ? body : {}, bytes };
}

/** @param next the query of the page after this one, or undefined at the end */
async function* pages<T>(
  service: Service,
  listing: Listing,
  first: Query,
  next: (items: readonly T[], body: Page<T>["fields"], page: number) => Query | undefined,
): AsyncGenerator<T, void, undefined> {
  let paging: Query | undefined = first;
  let [seen, size] = [0, 0];
  for (let page = 0; page < mostPages; page += 1) {
    const { items, fields, bytes } = await listPage<T>(service, listing, paging, page > 0);
    seen += items.length;
    size += bytes;
    if (seen > mostItems) throw shapeError(service, listing, `more than ${mostItems} items`);
    if (size > mostBytes) throw shapeError(service, listing, `more than ${mostBytes} bytes`);
    paging = next(items, fields, page);
    yield* items;
    if (paging === undefined) return;
  }
  throw shapeError(service, listing, `more than ${mostPages} pages`);
}

/** A count in an answer. */
export function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function shapeError({ host }: Service, { subject, path }: Listing, problem: string): TenantError {
  return new TenantError(
    { outcome: "unknown", what: `the answer of ${host} cannot be used: ${problem}` },
    { action: "list", subject, request: { method: "GET", path: encodePath(path) }, retries: 0 },
  );
}
