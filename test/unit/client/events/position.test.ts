import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ResumePosition } from "../../../../provider/src/client/events/index.ts";
import { toTimestamp } from "../../../../provider/src/client/events/options.ts";
import { Position } from "../../../../provider/src/client/events/stream-connection.ts";

const rules = { reorderWindow: 16, settleMs: 60_000, dedupWindow: 1_000 };

/** The order in which events 1…count are delivered: each within a block of `block`, some twice. */
function delivery(count: number, block: number, random: () => number): number[] {
  const order: number[] = [];
  for (let start = 1; start <= count; start += block) {
    const keyed = Array.from({ length: Math.min(block, count + 1 - start) }, (_, n) => [start + n, random()] as const);
    keyed.sort(([, a], [, b]) => a - b);
    for (const [number] of keyed) order.push(number, ...(random() < 0.05 ? [number] : []));
  }
  return order;
}

/** Numbers in [0, 1), the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("the position of the event stream", () => {
  test("returns each event as new exactly once, over disorder within half its window, restarts and rotations", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ events: fc.integer({ min: 1, max: 60 }), killed: fc.boolean() }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer(),
        (connections, block, seed) => {
          const random = randomFrom(seed);
          const total = 200;
          const news: number[] = [];
          let position = new Position({ from: "0" }, rules);
          let clock = 0;
          const connect = (events: number): void => {
            const from = Number(position.query().from);
            for (const number of delivery(total, block, random)
              .filter((number) => number > from)
              .slice(0, events)) {
              if (position.isNew(String(number), undefined)) news.push(number);
              position.passed(String(number), clock++);
            }
            position.resume(clock);
          };
          for (const { events, killed } of connections) {
            connect(events);
            if (killed) position = new Position(JSON.parse(JSON.stringify(position.toResume(clock))), rules);
          }
          connect(1_000);
          expect(news.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, n) => n + 1));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("advances with connections shorter than the window, once their items have settled", () => {
    const position = new Position({ from: "0" }, rules);
    const reached = (now: number) => {
      const from = Number(position.query().from);
      for (let n = from + 1; n <= from + 5; n++) position.passed(String(n), now);
      position.resume(now);
      return position.query().from;
    };
    expect([0, 30_000, 59_999, 60_000].map(reached)).toEqual(["0", "0", "0", "5"]);
    expect([60_000, 119_999, 120_000].map(reached)).toEqual(["5", "5", "10"]);
  });

  test("trails only behind recent events, and is small when it is saved", () => {
    const position = new Position({}, rules);
    expect(position.query()).toEqual({});
    position.opened("2026-01-31T12:00:00Z");
    position.opened("2026-01-31T13:00:00Z");
    expect(position.toResume(0)).toEqual({ fromTimestamp: "2026-01-31T12:00:00Z", seen: [] });
    for (let n = 1; n <= 900; n++) {
      position.isNew(`evt_${n}`, undefined);
      position.passed(String(n), 0);
    }
    const { from, fromTimestamp, seen } = position.toResume(59_999);
    expect([from, fromTimestamp, seen.length]).toEqual([
      String(900 - rules.reorderWindow),
      undefined,
      4 * rules.reorderWindow,
    ]);
    expect(position.toResume(60_000).from).toBe("900");
    position.restart("2026-01-31T14:00:00Z");
    expect(position.query()).toEqual({ from_timestamp: "2026-01-31T14:00:00Z" });
  });

  test("recognizes repeated events within its window, and remembers nothing older", () => {
    const position = new Position({ seen: ["a"] } satisfies Partial<ResumePosition>, { ...rules, dedupWindow: 3 });
    expect(position.isNew("a", undefined)).toBe(false);
    for (const id of ["b", "c", "d"]) expect(position.isNew(id, undefined)).toBe(true);
    expect(position.isNew("a", undefined)).toBe(true);
    expect(position.isNew("d", undefined)).toBe(false);
  });

  test("rounds timestamps down to 20 characters", () => {
    expect(toTimestamp(Date.parse("2026-01-31T12:00:00.999Z"))).toBe("2026-01-31T12:00:00Z");
  });
});
