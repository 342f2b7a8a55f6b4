import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Failure } from "../../../provider/src/client/errors.ts";
import { decideRetry, defaultRetryBounds, mayRepeat, parseRetryAfter } from "../../../provider/src/client/retries.ts";

const failure = (rest: Partial<Failure>): Failure => ({ outcome: "unknown", what: "it failed", ...rest });

describe("whether a failed call is repeated, by failure", () => {
  it.each<[string, Partial<Failure>, boolean, boolean]>([
    // name, failure, repeatable call, other call
    ["never sent", { outcome: "notSent" }, true, true],
    ["never sent, and never will be", { outcome: "notSent", retry: "never" }, false, false],
    ["429", { outcome: "refused", status: 429 }, true, true],
    ["answer lost", {}, true, false],
    ["answer unreadable", { status: 200 }, true, false],
    ["408", { status: 408 }, true, false],
    ["500", { status: 500 }, true, false],
    ["502", { status: 502 }, true, false],
    ["503", { status: 503 }, true, false],
    ["504", { status: 504 }, true, false],
    ["501", { status: 501 }, false, false],
    ["400", { outcome: "refused", status: 400 }, false, false],
    ["401", { outcome: "refused", status: 401 }, false, false],
    ["404", { outcome: "refused", status: 404 }, false, false],
    ["409", { outcome: "refused", status: 409 }, false, false],
    ["302", { outcome: "refused", status: 302 }, false, false],
  ])("%s", (_name, given, repeatable, other) => {
    expect(mayRepeat(failure(given), true)).toBe(repeatable);
    expect(mayRepeat(failure(given), false)).toBe(other);
    expect(mayRepeat(failure(given), "never")).toBe(false);
  });
});

const none = { faults: 0, refusals: 0, refusedMs: 0 };
const rules = { repeatable: true, bounds: defaultRetryBounds };

describe("the schedule of retries", () => {
  const bounds = fc.record({
    faults: fc.integer({ min: 0, max: 10 }),
    baseMs: fc.integer({ min: 1, max: 2_000 }),
    capMs: fc.integer({ min: 1, max: 20_000 }),
    refusedMs: fc.integer({ min: 0, max: 600_000 }),
  });
  const fate = fc.record({
    status: fc.constantFrom(429, 503, undefined),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined }),
    random: fc.double({ min: 0, max: 0.999999, noNaN: true }),
    took: fc.integer({ min: 0, max: 30_000 }),
  });

  it("ends, keeps every wait in its bounds, and never waits beyond the total time", () => {
    fc.assert(
      fc.property(
        bounds,
        fc.array(fate, { minLength: 1 }),
        fc.integer({ min: 0, max: 60_000 }),
        (limits, fates, total) => {
          const counts = { faults: 0, refusals: 0, refusedMs: 0 };
          let remaining = total;
          for (let i = 0; ; i += 1) {
            const next = fates[i % fates.length] ?? fates[0];
            if (next === undefined) return;
            remaining -= next.took;
            const failed = failure({
              ...(next.status === undefined ? {} : { status: next.status }),
              ...(next.retryAfterMs === undefined ? {} : { retryAfterMs: next.retryAfterMs }),
            });
            const decision = decideRetry(failed, { repeatable: true, bounds: limits }, counts, remaining, next.random);
            if ("stop" in decision) break;
            const asked = next.retryAfterMs ?? 0;
            expect(decision.waitMs).toBeGreaterThanOrEqual(asked);
            expect(decision.waitMs).toBeLessThanOrEqual(asked + limits.capMs);
            if (failed.status === 429) {
              expect(counts.refusedMs + decision.waitMs).toBeLessThan(limits.refusedMs);
              counts.refusedMs += decision.waitMs;
              counts.refusals += 1;
              continue;
            }
            expect(decision.waitMs).toBeLessThan(remaining);
            remaining -= decision.waitMs;
            counts.faults += 1;
          }
          expect(counts.faults).toBeLessThanOrEqual(limits.faults);
        },
      ),
    );
  });

  it("doubles the waits, each of them fully random", () => {
    const waits = [0, 1, 2, 3].map((faults) => decideRetry(failure({}), rules, { ...none, faults }, 60_000, 0.5));
    expect(waits).toEqual([{ waitMs: 250 }, { waitMs: 500 }, { waitMs: 1000 }, { waitMs: 2000 }]);
    expect(decideRetry(failure({}), rules, { ...none, faults: 4 }, 60_000, 0.5)).toEqual({
      stop: "count",
    });
  });

  it("stops if the service asks for more time than is left", () => {
    const down = failure({ outcome: "refused", status: 503, retryAfterMs: 60_000 });
    expect(decideRetry(down, rules, none, 59_999, 0)).toEqual({ stop: "retryAfter" });
  });
});

describe("after a 429", () => {
  const busy = failure({ outcome: "refused", status: 429, retryAfterMs: 60_000 });

  it("waits longer than the rest of the call, up to the limit for refusals", () => {
    expect(decideRetry(busy, rules, none, 1_000, 0)).toEqual({ waitMs: 60_000 });
    const refusedMs = defaultRetryBounds.refusedMs - 60_000;
    expect(decideRetry(busy, rules, { ...none, refusedMs }, 1_000, 0)).toEqual({ stop: "refused" });
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2030, 0, 1);
  it.each([
    ["3", 3_000],
    ["0", 0],
    ["Tue, 01 Jan 2030 00:00:07 GMT", 7_000],
    ["Mon, 31 Dec 2029 00:00:00 GMT", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
    [["1", "2"], undefined],
  ])("%s", (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });
});
