import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import {
  listed,
  listingMemory,
  memoryOf,
  PageReader,
  type Service,
  TenantError,
} from "../../../provider/src/client/index.ts";
import { clientFor, json, type Seen, startService } from "../helpers/fake-service.ts";

const listing = { path: ["things"], collection: "things", subject: "things" };
const numbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of pages) all.push(item);
  return all;
}

async function serve(answer: (query: URLSearchParams, nth: number) => unknown) {
  const service = await startService((request: Seen, response: ServerResponse) =>
    json(response, 200, answer(new URL(request.url, "http://x").searchParams, request.nth)),
  );
  return { service, client: clientFor(service).client };
}

describe("offset pages", () => {
  const slice = (all: number[], query: URLSearchParams, cap = 100) => {
    const size = Math.min(cap, Number(query.get("per_page")));
    const start = Number(query.get("page")) * size;
    return { start, limit: size, things: all.slice(start, start + size) };
  };

  it.each([
    [0, 1],
    [3, 1],
    [10, 1],
    [11, 2],
    [20, 2],
  ])("%d objects with totals take %d calls", async (total, calls) => {
    const { service, client } = await serve((query) => ({ ...slice(numbers(0, total), query), total }));
    expect(await collect(listed(client, "offset", { ...listing, perPage: 10, query: { name: "x" } }))).toEqual(
      numbers(0, total),
    );
    expect(service.calls).toHaveLength(calls);
    expect(service.calls[0]?.url).toBe("/api/v2/things?name=x&page=0&per_page=10&include_totals=true");
  });

  it.each([0, 9, 10, 25])("%d objects in bare arrays are all read", async (total) => {
    const { client } = await serve((query) => slice(numbers(0, total), query).things);
    expect(await collect(listed(client, "offset", { ...listing, perPage: 10 }))).toEqual(numbers(0, total));
  });

  it("continue if the service returns fewer objects than requested", async () => {
    const { client } = await serve((query) => ({ ...slice(numbers(0, 25), query, 5), total: 25 }));
    expect(await collect(listed(client, "offset", { ...listing, perPage: 10 }))).toEqual(numbers(0, 25));
    const { client: untold } = await serve((query) => slice(numbers(0, 25), query, 5));
    expect(await collect(listed(untold, "offset", { ...listing, perPage: 10 }))).toEqual(numbers(0, 25));
  });

  it("follow a total that grows or shrinks during the listing", async () => {
    const growing = await serve((query, nth) => ({ ...slice(numbers(0, 25), query), total: nth === 1 ? 20 : 25 }));
    expect(await collect(listed(growing.client, "offset", { ...listing, perPage: 10 }))).toEqual(numbers(0, 25));
    const shrinking = await serve((query, nth) => ({
      ...slice(numbers(0, nth === 1 ? 30 : 12), query),
      total: nth === 1 ? 30 : 12,
    }));
    expect(await collect(listed(shrinking.client, "offset", { ...listing, perPage: 10 }))).toEqual(numbers(0, 12));
  });

  it.each([
    ["the first page", 0, "page 1 has no entries, although there are 5 in total"],
    ["a later page", 12, "page 3 has no entries, although there are 25 in total"],
  ])("end with an error if %s is empty, and has entries according to the total", async (_page, held, says) => {
    const total = held === 0 ? 5 : 25;
    const { client } = await serve((query) => ({ ...slice(numbers(0, held), query), total }));
    await expect(collect(listed(client, "offset", { ...listing, perPage: 10 }))).rejects.toThrow(says);
  });

  it("end without an error if the last page lacks entries of the total: the service can hide some from the token", async () => {
    const { client } = await serve((query) => ({ ...slice(numbers(0, 12), query), total: 15 }));
    expect(await collect(listed(client, "offset", { ...listing, perPage: 10 }))).toEqual(numbers(0, 12));
  });

  it("request no page that the caller does not need", async () => {
    const { service, client } = await serve((query) => ({ ...slice(numbers(0, 100), query), total: 100 }));
    for await (const item of listed(client, "offset", { ...listing, perPage: 10 })) if (item === 3) break;
    expect(service.calls).toHaveLength(1);
  });
});

describe("checkpoint pages", () => {
  it("follow the cursor to its end", async () => {
    const { service, client } = await serve((query) => {
      const start = Number(query.get("from") ?? 0);
      const end = start + Number(query.get("take"));
      return { things: numbers(start, Math.min(end, 250)), ...(end < 250 ? { next: String(end) } : {}) };
    });
    expect(await collect(listed(client, "checkpoint", listing))).toEqual(numbers(0, 250));
    expect(service.calls.map(({ url }) => url)).toEqual([
      "/api/v2/things?take=100",
      "/api/v2/things?take=100&from=100",
      "/api/v2/things?take=100&from=200",
    ]);
  });

  it.each([null, ""])("end at %j", async (next) => {
    const { service, client } = await serve(() => ({ things: [1], next }));
    expect(await collect(listed(client, "checkpoint", listing))).toEqual([1]);
    expect(service.calls).toHaveLength(1);
  });

  it("go on over an empty page that has a cursor", async () => {
    const { client } = await serve((_query, nth) => (nth === 1 ? { things: [], next: "a" } : { things: [1] }));
    expect(await collect(listed(client, "checkpoint", listing))).toEqual([1]);
  });

  it("end with an error if a cursor repeats", async () => {
    const { service, client } = await serve((_query, nth) => ({ things: [nth], next: nth % 2 === 0 ? "b" : "a" }));
    await expect(collect(listed(client, "checkpoint", listing))).rejects.toThrow(/same cursor/);
    expect(service.calls).toHaveLength(3);
  });
});

describe("pages that are read concurrently", () => {
  it("are as many as the total says, and no page after an empty one is used", async () => {
    const { service, client } = await serve((query) => {
      const page = Number(query.get("page"));
      const total = page < 4 ? 200 : 40;
      return { start: page * 10, limit: 10, total, things: page < 4 ? numbers(page * 10, page * 10 + 10) : [] };
    });
    const share = listingMemory.share();
    const reader = new PageReader<number>(client, "offset", { ...listing, perPage: 10 }, share);
    expect(await reader.next(5)).toEqual(numbers(0, 10));
    expect(reader.missing).toBe(19);
    expect(await reader.next(5)).toEqual(numbers(10, 40));
    expect(reader.missing).toBe(0);
    expect(service.calls).toHaveLength(6);
    share.release();
  });
});

describe("an endless listing", () => {
  // The service is what answers, so that no time is lost on the network.
  const endless = (things: readonly unknown[], bytes: number) => {
    let asked = 0;
    const service = {
      host: "tenant.example.com",
      ownDomain: undefined,
      request: async <T>() => {
        asked += 1;
        return { status: 200, headers: {}, bytes, body: { things: [asked, ...things], next: `${asked}` } as T };
      },
    };
    return { service, asked: () => asked };
  };
  const drain = async (pages: AsyncIterable<unknown>) => {
    for await (const _item of pages);
  };

  it.each([
    ["the same page at every number", () => ({ page: 1 }), "offset", 2],
    ["the same page at every cursor", () => ({ page: 1 }), "checkpoint", 2],
    ["two pages in turn", (nth: number) => ({ page: nth % 2 }), "checkpoint", 3],
  ] as const)("of %s ends with an error", async (_name, thing, paging, pages) => {
    let asked = 0;
    const request = async <T>() => {
      asked += 1;
      return {
        status: 200,
        headers: {},
        bytes: 20,
        body: { things: [thing(asked)], total: 900, next: `${asked}` } as T,
      };
    };
    const pagesOf = listed({ host: "tenant.example.com", ownDomain: undefined, request }, paging, {
      ...listing,
      perPage: 1,
    });
    await expect(drain(pagesOf)).rejects.toThrow(/same page came twice/);
    expect(asked).toBe(pages);
  });

  it("ends before the second page if the total is above the bound", async () => {
    const { service, client } = await serve(() => ({ things: [1], limit: 1, total: 4_000_000_000 }));
    await expect(drain(listed(client, "offset", listing))).rejects.toThrow(/more than 1000000 items/);
    expect(service.calls).toHaveLength(1);
  });

  it.each([
    ["of many items in each page", numbers(0, 99_999), 1_000, /more than 1000000 items/, 11],
    ["of few large items", [1], 10 * 1024 * 1024, /more than 268435456 bytes/, 26],
    ["of empty pages", [], 20, /more than 10000 pages/, 10_000],
  ])("%s ends with an error", async (_name, things, bytes, why, pages) => {
    for (const paging of ["checkpoint", "offset"] as const) {
      const { service, asked } = endless(things, bytes);
      await expect(drain(listed(service, paging, { ...listing, perPage: 1 }))).rejects.toThrow(why);
      expect(asked()).toBe(pages);
    }
  });
});

describe("concurrent listings", () => {
  const mebibyte = 1024 * 1024;
  // Other tests in this process may still hold memory, which only becomes less.
  let before = 0;
  beforeEach(() => {
    before = listingMemory.held;
  });
  const held = () => listingMemory.held - before;

  /** A service whose pages have a given size, and what all listings took at most while it answered. */
  const pagesOf = (bytes: number, end = Number.POSITIVE_INFINITY) => {
    const seen = { most: 0, asked: 0 };
    const request = async <T>({ query }: { readonly query?: Readonly<Record<string, unknown>> }) => {
      seen.most = Math.max(seen.most, listingMemory.held);
      seen.asked += 1;
      const page = Number(query?.from ?? 0) + 1;
      return { status: 200, headers: {}, bytes, body: { things: [page], next: page < end ? `${page}` : null } as T };
    };
    return { service: { host: "tenant.example.com", ownDomain: undefined, request } as unknown as Service, seen };
  };
  const read = (service: Service, more = {}) => collect(listed(service, "checkpoint", { ...listing, ...more }));

  it("never take more memory than one bound, even endless ones, and the error of each has a remedy", async () => {
    const { service, seen } = pagesOf(mebibyte);
    const subjects = Array.from({ length: 8 }, (_, n) => `things ${n}`);
    const all = await Promise.allSettled(subjects.map((subject) => read(service, { subject })));
    const errors = all.map((one) => (one.status === "rejected" ? String(one.reason) : "read"));
    for (const [n, error] of errors.entries()) {
      expect(error).toMatch(
        new RegExp(
          `Could not list things ${n}: .*more than 268435456 bytes.* If the tenant has that many objects, read fewer`,
        ),
      );
    }
    expect(errors.filter((error) => error.includes("together")).length).toBeGreaterThan(0);
    expect(seen.most).toBeLessThanOrEqual(listingMemory.max);
    expect(held()).toBeLessThanOrEqual(0);
  });

  it("release their memory after they end, fail or are left", async () => {
    const { service } = pagesOf(150 * mebibyte, 1);
    await read(service);
    for await (const _ of listed(service, "checkpoint", listing)) break;
    await expect(read(pagesOf(150 * mebibyte).service)).rejects.toThrow(/more than/);
    expect(await read(service)).toEqual([1]);
    expect(held()).toBeLessThanOrEqual(0);
  });

  it("take only the memory of a page if the caller keeps no entries", async () => {
    const { service, seen } = pagesOf(10 * mebibyte, 20);
    const many = Array.from({ length: 10 }, () => read(service, { isPassing: true }));
    expect((await Promise.all(many)).map((one) => one.length)).toEqual(Array.from({ length: 10 }, () => 20));
    expect(seen.most).toBeLessThan(10 * 11 * mebibyte);
    expect(held()).toBeLessThanOrEqual(0);
  });

  it("have room for 100,000 entries of a few hundred bytes", async () => {
    const entry = {
      id: "x".repeat(30),
      name: "y".repeat(60),
      list: ["a", "b", "c"],
      flags: { one: true, two: false },
      n: 1,
    };
    const request = async <T>({ query }: { readonly query?: Readonly<Record<string, unknown>> }) => {
      const page = Number(query?.page);
      const things = Array.from({ length: 100 }, (_, n) => ({ ...entry, n: 100 * page + n }));
      return { status: 200, headers: {}, bytes: 100 * 600, body: { things, total: 20_000, limit: 100 } as T };
    };
    const service = { host: "tenant.example.com", ownDomain: undefined, request } as unknown as Service;
    const all = await Promise.all(Array.from({ length: 5 }, () => collect(listed(service, "offset", listing))));
    expect(all.map((one) => one.length)).toEqual([20_000, 20_000, 20_000, 20_000, 20_000]);
  });

  it("request fewer pages at once if pages are large", async () => {
    let running = 0;
    let most = 0;
    const request = async <T>({ query }: { readonly query?: Readonly<Record<string, unknown>> }) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((answered) => setImmediate(answered));
      running -= 1;
      return {
        status: 200,
        headers: {},
        bytes: 10 * mebibyte,
        body: { things: [query?.page], limit: 1, total: 20 } as T,
      };
    };
    const service = { host: "tenant.example.com", ownDomain: undefined, request } as unknown as Service;
    const share = listingMemory.share();
    const reader = new PageReader<number>(service, "offset", { ...listing, perPage: 1 }, share);
    while (reader.missing !== 0) await reader.next(20);
    expect(most).toBe(3);
    share.release();
  });

  it("count the memory of values besides their text", () => {
    const small = memoryOf(Array.from({ length: 1_000 }), 3_000);
    expect(small).toBeGreaterThan(30_000);
    expect(memoryOf([{ a: [1, { b: null }] }], 20) - memoryOf([], 20)).toBe(
      memoryOf([1, 2, 3, 4, 5], 0) - memoryOf([], 0),
    );
  });
});

describe("a listing of an unexpected shape", () => {
  it.each([[{}], [{ things: {} }], [null], [3], ["x"]])("%j is a clear error", async (body) => {
    const { client } = await serve(() => body);
    await expect(collect(listed(client, "offset", listing))).rejects.toThrow(TenantError);
    await expect(collect(listed(client, "checkpoint", listing))).rejects.toThrow(
      /Could not list things: .* no list of things/,
    );
  });

  it("with a cursor that is no text is a clear error", async () => {
    const { client } = await serve(() => ({ things: [], next: 5 }));
    await expect(collect(listed(client, "checkpoint", listing))).rejects.toThrow(/"next" is not a string/);
  });
});
