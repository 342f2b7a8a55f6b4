import { expect, test, vi } from "vitest";
import {
  cacheMemory,
  listingMemory,
  type MemoryBound,
  type TenantCall,
  type TenantClient,
} from "../../../provider/src/client/index.ts";
import type { Listable, WholeListing } from "../../../provider/src/lifecycle/reads/listings.ts";
import { ReaderRegistry, Reads, SharedCalls } from "../../../provider/src/lifecycle/reads/reads.ts";
import { type JsonObject, own } from "../../../provider/src/schema/json.ts";

/** The answers of a listing, by number of the call from 0. */
type Answers = (nth: number) => JsonObject | readonly JsonObject[];

const things = (from: number, count = 100) => Array.from({ length: count }, (_, n) => ({ id: `other-${from + n}` }));

/** The calls that a listing may take before it is given up: the first page, and pages that were asked for at once. */
const maxWasted = 25;

/** A listing that is never at its end: how it is paged, its answers, and what the debug log says. */
const forms: Readonly<Record<string, readonly [Listable["paging"], Answers, RegExp]>> = {
  "shows one page again and again": ["offset", () => things(0), /same page/],
  "shows one page again and again, and counts ten thousand objects": [
    "offset",
    () => ({ things: things(0), limit: 100, total: 10_000 }),
    /same page/,
  ],
  "shows two pages in turn": [
    "both",
    (nth) => ({ things: things((nth % 2) * 100), limit: 100, total: 900 }),
    /same page/,
  ],
  "counts four billion objects": [
    "offset",
    () => ({ things: things(0), limit: 100, total: 4_000_000_000 }),
    /more than 1000000 items/,
  ],
  "counts four billion objects, which cursors lead to": [
    "both",
    (nth) => ({ things: things(nth * 100), limit: 100, total: 4_000_000_000, next: `${nth}` }),
    /more than 1000000 items/,
  ],
  "counts a million pages of one object": [
    "offset",
    (nth) => ({ things: things(nth, 1), limit: 1, total: 1_000_000 }),
    /more than 10000 pages/,
  ],
  "has the same page at every cursor": ["checkpoint", (nth) => ({ things: things(0), next: `${nth}` }), /same page/],
  "has the same cursor on every page": [
    "checkpoint",
    (nth) => ({ things: things(nth * 100), next: "a" }),
    /same cursor/,
  ],
};

function clientOf(answers: Answers) {
  const seen = { listed: 0, single: 0, log: [] as string[] };
  const request = async ({ path: [, id] }: TenantCall) => {
    await new Promise((answered) => setImmediate(answered));
    if (id !== undefined) {
      seen.single += 1;
      return { status: 200, headers: {}, bytes: 20, body: { id } };
    }
    const body = answers(seen.listed);
    seen.listed += 1;
    return { status: 200, headers: {}, bytes: 2_000, body };
  };
  const client = { host: "tenant.example.com", writes: 0, request, debug: (line: string) => void seen.log.push(line) };
  return { client: client as unknown as TenantClient & { writes: number }, seen };
}

function listableOf(paging: Listable["paging"]): Listable {
  return {
    collection: "things",
    paging,
    entryFor: ({ path: [, id] }) => (id ? { listing: ["things"], key: id, answer: (row) => row } : undefined),
    keysOf: (row) => [own(row, "id")],
  };
}

const ask = (reads: Reads, path: readonly string[], query = {}) =>
  reads.answer({
    values: {},
    ask: async (from) =>
      (await from.request<JsonObject>({ method: "GET", path, query, subject: "it", action: "read" })).body,
    isExpected: () => true,
  });

test.each(Object.entries(forms))("a run that reads 300 objects ends although their listing %s", async (_name, form) => {
  const [paging, answers, why] = form;
  const { client, seen } = clientOf(answers);
  const reads = new Reads(client, { listable: listableOf(paging) }, 300);
  const ids = Array.from({ length: 300 }, (_, n) => `mine-${n}`);
  const all = () => Promise.all(ids.map((id) => ask(reads, ["things", id])));
  expect(await all()).toEqual(ids.map((id) => ({ id })));
  expect(seen.listed).toBeLessThan(maxWasted);
  expect(seen.log.join("\n")).toMatch(why);
  const { listed } = seen;
  // A write ends what listings have shown. A listing without end is not asked again.
  client.writes += 1;
  await all();
  expect(seen).toMatchObject({ listed, single: 600 });
});

test.each([
  ["pages of ever new objects", (nth: number) => things(nth * 100), /more than 1000000 items|more than 10000 pages/],
  ["pages without objects", () => [], /more than 10000 pages/],
] as const)(
  "a run that reads all members of an organization ends although cursors never end: %s",
  { timeout: 60_000 },
  async (_name, page, why) => {
    const { client, seen } = clientOf((nth) => ({ things: page(nth), next: `${nth}` }));
    const registry = new ReaderRegistry(client);
    const wholeListing: WholeListing = {
      listable: listableOf("checkpoint"),
      listingFor: ({ path, query }) => (path.length === 1 && query?.fields === "id" ? path : undefined),
    };
    const reads = new Reads(client, { wholeListing }, 1, registry);
    await ask(reads, ["things"], { fields: "id" });
    expect(seen.listed).toBeLessThanOrEqual(10_001);
    expect(seen.log.join("\n")).toMatch(why);
    await ask(reads, ["things"], { fields: "id" });
    expect(seen.listed).toBeLessThanOrEqual(10_002);
  },
);

test("a listing of large pages is stopped before it fills the memory", async () => {
  let asked = 0;
  const answers: Answers = (nth) => ({ things: things(nth * 100), limit: 100, total: 100_000 });
  const { client, seen } = clientOf(answers);
  const { request } = client;
  client.request = (async (call: TenantCall) => {
    const answer = await request(call);
    if (call.path.length === 1) asked += 1;
    return call.path.length === 1 ? { ...answer, bytes: 10 * 1024 * 1024 } : answer;
  }) as typeof client.request;
  const reads = new Reads(client, { listable: listableOf("offset") }, 3_000);
  const ids = Array.from({ length: 3_000 }, (_, n) => `mine-${n}`);
  expect(await Promise.all(ids.map((id) => ask(reads, ["things", id])))).toHaveLength(3_000);
  expect(asked).toBeLessThanOrEqual(26 + maxWasted);
  expect(seen.log.join("\n")).toMatch(/more than 268435456 bytes/);
});

const mebibyte = 1024 * 1024;

/** What holders take beyond what those of other tests in this process still take: theirs only becomes less. */
function heldSince(memory: MemoryBound): () => number {
  const before = memory.held;
  return () => memory.held - before;
}

/** A client whose pages have a MiB each. */
function clientOfLargePages(answers: Answers) {
  const { client, seen } = clientOf(answers);
  const { request } = client;
  client.request = (async (call: TenantCall) => {
    const answer = await request(call);
    return call.path.length === 1 ? { ...answer, bytes: mebibyte } : answer;
  }) as typeof client.request;
  return { client, seen };
}

test("endless listings of several types stay within one memory bound together, and all objects are read", async () => {
  const held = heldSince(listingMemory);
  let most = 0;
  const { client, seen } = clientOfLargePages((nth) => {
    most = Math.max(most, listingMemory.held);
    return { things: things(nth * 100), next: `${nth}` };
  });
  const ids = Array.from({ length: 300 }, (_, n) => `mine-${n}`);
  const all = Array.from({ length: 4 }, () => {
    const reads = new Reads(client, { listable: listableOf("checkpoint") }, 100_000);
    return Promise.all(ids.map((id) => ask(reads, ["things", id])));
  });
  for (const read of await Promise.all(all)) expect(read).toEqual(ids.map((id) => ({ id })));
  expect(most).toBeGreaterThan(200 * mebibyte);
  expect(most).toBeLessThanOrEqual(listingMemory.max);
  expect(held()).toBeLessThanOrEqual(0);
  expect(seen.log.join("\n")).toMatch(/Could not list things: .* together/);
});

test("a batch of reads holds the memory of its listing, and returns it at its end or after a write", async () => {
  const held = heldSince(listingMemory);
  const { client, seen } = clientOfLargePages(() => ({ things: things(0), total: 100, limit: 100 }));
  const reads = new Reads(client, { listable: listableOf("offset") });
  const all = () => Promise.all(things(0).map(({ id }) => ask(reads, ["things", id])));
  for (const listed of [1, 2, 3]) {
    await all();
    expect(seen.listed).toBe(listed);
    expect(held()).toBeLessThan(1.5 * mebibyte);
    client.writes += 1;
  }
  await vi.waitFor(() => expect(held()).toBeLessThanOrEqual(0), { timeout: 30_000 });
});

test("a cache keeps no response beyond the bound of all caches, and returns its memory", async () => {
  // Tests before this one can hold some of the memory.
  const room = cacheMemory.max - cacheMemory.held;
  const held = heldSince(cacheMemory);
  const { client } = clientOf(() => ({}));
  const request = async () => ({ status: 200, headers: {}, bytes: 10 * mebibyte, body: {} });
  const [one, other] = [new SharedCalls(client, request), new SharedCalls(client, request)];
  const call = (n: number) => ({ method: "GET", path: ["things", `${n}`], subject: "it", action: "read" }) as const;
  for (let n = 0; n < 10; n += 1) await Promise.all([one, other].map((cache) => cache.ask(call(n))));
  expect(held()).toBeGreaterThan(room - 20 * mebibyte);
  expect(cacheMemory.held).toBeLessThanOrEqual(cacheMemory.max);
  expect([one.cached(call(0)), one.cached(call(9))]).toEqual([expect.any(Promise), undefined]);
  for (let again = 0; again < 3; again += 1) await one.ask(call(0));
  one.forget();
  client.writes += 1;
  expect(other.cached(call(0))).toBeUndefined();
  expect(held()).toBeLessThanOrEqual(0);
});
