import { isRecord } from "./answer.ts";
import type { TenantClient } from "./client.ts";
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
}

/** More pages than any tenant has: a service that never stops must not keep a run forever. */
const mostPages = 10_000;

/**
 * Lists over `page`, `per_page` and `include_totals`; takes objects with totals and bare arrays.
 * With a total it ends when as many items were seen as the latest answer says there are, otherwise at the first short page;
 * at an empty page in any case. Objects that come or go meanwhile may be missed or seen twice: that is the service's paging.
 * @param listing perPage: 1 to 100, default 100
 * @throws TenantError, also when a page comes a second time: something then answers without looking at `page`
 */
export async function* offsetPages<T>(
  client: Pick<TenantClient, "request" | "host">,
  listing: Listing & { perPage?: number },
): AsyncGenerator<T, void, undefined> {
  const perPage = listing.perPage ?? 100;
  let seen = 0;
  let before: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const body = await fetchPage(client, listing, { page, per_page: perPage, include_totals: true });
    const items = itemsOf<T>(client, listing, body);
    if (items.length === 0) return;
    const text = JSON.stringify(items);
    if (text === before) throw shapeError(client, listing, "the same page came twice, so the listing would never end");
    before = text;
    yield* items;
    seen += items.length;
    const total = isRecord(body) ? count(body.total) : undefined;
    const size = Math.min(perPage, (isRecord(body) ? count(body.limit) : undefined) || perPage);
    if (total === undefined ? items.length < size : seen >= total) return;
  }
  throw shapeError(client, listing, `more than ${mostPages} pages`);
}

/**
 * Lists over `from` and `take`, as long as answers hold a cursor in `next`.
 * @param listing take: 1 to 100, default 100 (specification 4.1)
 * @throws TenantError, also when a cursor comes back a second time
 */
export async function* checkpointPages<T>(
  client: Pick<TenantClient, "request" | "host">,
  listing: Listing & { take?: number },
): AsyncGenerator<T, void, undefined> {
  const take = listing.take ?? 100;
  const cursors = new Set<string>();
  let from: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const body = await fetchPage(client, listing, { take, from });
    yield* itemsOf<T>(client, listing, body);
    const next = isRecord(body) ? (body.next ?? undefined) : undefined;
    if (next === undefined || next === "") return;
    if (typeof next !== "string") throw shapeError(client, listing, '"next" is not a string');
    if (cursors.has(next))
      throw shapeError(client, listing, "the same cursor came twice, so the listing would never end");
    cursors.add(next);
    from = next;
  }
  throw shapeError(client, listing, `more than ${mostPages} pages`);
}

async function fetchPage(client: Pick<TenantClient, "request">, listing: Listing, paging: Query): Promise<unknown> {
  const { path, subject } = listing;
  const query = { ...listing.query, ...paging };
  return (await client.request({ method: "GET", path, query, subject, action: "list" })).body;
}

function itemsOf<T>(client: Pick<TenantClient, "host">, listing: Listing, body: unknown): T[] {
  const items = isRecord(body) ? body[listing.collection] : body;
  if (!Array.isArray(items)) throw shapeError(client, listing, `there is no list of ${listing.collection} in it`);
  return items;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function shapeError(client: Pick<TenantClient, "host">, listing: Listing, problem: string): TenantError {
  return new TenantError(
    { outcome: "unknown", what: `the answer of ${client.host} cannot be used: ${problem}` },
    {
      action: "list",
      subject: listing.subject,
      request: { method: "GET", path: encodePath(listing.path) },
      retries: 0,
    },
  );
}
