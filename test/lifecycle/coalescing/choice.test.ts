import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TenantCall, TenantClient } from "../../../provider/src/client/index.ts";
import type { Listable } from "../../../provider/src/lifecycle/reads/listings.ts";
import { Reads } from "../../../provider/src/lifecycle/reads/reads.ts";
import { type JsonObject, own } from "../../../provider/src/schema/json.ts";
import { cases, longest } from "../../harness/scale.ts";

/** Objects `GET /groups/{group}/things/{id}`, and listings of them. */
interface Service {
  readonly sizes: readonly number[];
  readonly paging: Listable["paging"];
  readonly isFiltered: boolean;
  readonly tellsTotals: boolean;
}

const listableOf = ({ paging, isFiltered }: Service): Listable => ({
  collection: "things",
  paging,
  ...(isFiltered && { filter: { parameter: "ids", most: 10, property: "id" } }),
  entryFor: ({ path: [, group = "", , id] }) =>
    id === undefined ? undefined : { listing: ["groups", group, "things"], key: id, answer: (row) => row },
  keysOf: (row) => [own(row, "id")],
});

/** Answers calls after a while, and counts them. */
function clientOf({ sizes, tellsTotals }: Service, latencies: () => number) {
  const counted = { calls: 0 };
  const request = async ({ path: [, group, , id], query = {} }: TenantCall) => {
    counted.calls += 1;
    await new Promise((answered) => setTimeout(answered, latencies()));
    if (id !== undefined) return { status: 200, headers: {}, bytes: 2_000, body: { id } };
    const all = Array.from({ length: sizes[Number(group)] ?? 0 }, (_, n) => ({ id: `${group}-${n}` }));
    const ids = query.ids as readonly string[] | undefined;
    const shown = ids ? all.filter((thing) => ids.includes(thing.id)) : all;
    if (query.take !== undefined) {
      const start = Number(query.from ?? 0);
      const next = start + 100 < shown.length ? { next: String(start + 100) } : {};
      return { status: 200, headers: {}, bytes: 2_000, body: { things: shown.slice(start, start + 100), ...next } };
    }
    const start = Number(query.page) * 100;
    const things = shown.slice(start, start + 100);
    const body = tellsTotals ? { things, start, limit: 100, total: shown.length } : things;
    return { status: 200, headers: {}, bytes: 2_000, body };
  };
  const client = { host: "tenant.example.com", writes: 0, request, debug: () => undefined };
  return { client: client as unknown as TenantClient, counted };
}

function ask(reads: Reads, group: number, id: string): Promise<JsonObject> {
  const path = ["groups", String(group), "things", id];
  return reads.answer<JsonObject>({
    values: { id },
    ask: async (from) =>
      (await from.request<JsonObject>({ method: "GET", path, subject: "it", action: "read" })).body ?? {},
    isExpected: (row) => row.id === id,
  });
}

/** Numbers from 0 to 1, always the same ones for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const size = fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 100, max: 4_000 }));
const service = fc
  .record({
    paging: fc.constantFrom("offset", "checkpoint", "both"),
    tellsTotals: fc.boolean(),
    isFiltered: fc.boolean(),
  })
  .chain((rest) =>
    // Objects that a filter can name are in one listing.
    fc.array(size, { minLength: 1, maxLength: rest.isFiltered ? 1 : 6 }).map((sizes): Service => ({ ...rest, sizes })),
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test(
  "in any order and at any tenant, reads take at most twice the calls of the best choice in hindsight, plus two",
  async () => {
    const scenario = fc.noShrink(
      fc.record({
        given: service,
        percent: fc.integer({ min: 1, max: 100 }),
        isInOrder: fc.boolean(),
        most: fc.integer({ min: 1, max: 300 }),
        seed: fc.integer(),
        parallel: fc.constantFrom(1, 3, 8, 64),
      }),
    );
    await fc.assert(
      fc.asyncProperty(scenario, async ({ given, percent, isInOrder, most, seed, parallel }) => {
        const random = randomFrom(seed);
        const { client, counted } = clientOf(given, () => Math.floor(random() * 6));
        const asked = given.sizes
          .flatMap((size, group) => Array.from({ length: size }, (_, n) => ({ group, id: `${group}-${n}` })))
          .filter(() => random() * 100 < percent)
          .map((one) => ({ one, place: random() }))
          .sort((a, b) => (isInOrder ? 0 : a.place - b.place))
          .slice(0, most)
          .map(({ one }) => one);
        const reads = new Reads(client, { listable: listableOf(given) });
        const queue = asked.values();
        const worker = async () => {
          for (const { group, id } of queue) {
            const answer = await ask(reads, group, id);
            expect(answer).toEqual({ id });
          }
        };
        const done = Promise.all(Array.from({ length: parallel }, worker));
        await vi.runAllTimersAsync();
        await done;

        const together = given.isFiltered ? Math.min(10, parallel) : 1;
        const best = given.sizes.map((size, index) => {
          const count = asked.filter(({ group }) => group === index).length;
          return Math.min(Math.ceil(count / together), Math.ceil(size / 100));
        });
        expect(counted.calls).toBeLessThanOrEqual(2 * best.reduce((sum, calls) => sum + calls, 0) + 2);
      }),
      cases(0.3),
    );
  },
  longest,
);

test("a known number of reads lets the first one fetch the whole listing", async () => {
  const given: Service = { sizes: [250], paging: "offset", isFiltered: false, tellsTotals: true };
  const { client, counted } = clientOf(given, () => 1);
  const reads = new Reads(client, { listable: listableOf(given) }, 250);
  const done = (async () => {
    for (const id of ["0-249", "0-0", "0-120"]) await ask(reads, 0, id);
  })();
  await vi.runAllTimersAsync();
  await done;
  expect(counted.calls).toBe(3);
});

test("the content of a listing is not used after a pause", async () => {
  const given: Service = { sizes: [50], paging: "offset", isFiltered: false, tellsTotals: true };
  const { client, counted } = clientOf(given, () => 1);
  const reads = new Reads(client, { listable: listableOf(given) });
  const askBoth = async (...ids: readonly string[]) => {
    const done = Promise.all(ids.map((id) => ask(reads, 0, id)));
    await vi.advanceTimersByTimeAsync(100);
    await done;
  };
  await askBoth("0-0", "0-1");
  await askBoth("0-2");
  expect(counted.calls).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await askBoth("0-3");
  expect(counted.calls).toBe(2);
});
