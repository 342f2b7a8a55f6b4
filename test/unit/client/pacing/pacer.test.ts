import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupOf, otherRoutes } from "../../../../provider/src/client/pacing/bucket.ts";
import { Pacer, type QueuedCall } from "../../../../provider/src/client/pacing/pacer.ts";
import type { RateGroup } from "../../../../provider/src/schema/service.ts";
import { rateGroups } from "../../../../provider/src/types/registry.ts";
import { cases } from "../../../harness/scale.ts";
import { emptyShare, type Outcome, patience, run, type Scene } from "./simulation.ts";

/** The buckets of the service's plans, and others whose refill has to be learned. */
const known = [
  { limit: 2, perSecond: 2 },
  { limit: 5, perSecond: 50 / 60 },
  { limit: 10, perSecond: 2 },
  { limit: 20, perSecond: 200 / 60 },
  { limit: 50, perSecond: 16 },
];
const faster = [
  { limit: 10, perSecond: 150 / 60 },
  { limit: 30, perSecond: 10 },
  { limit: 100, perSecond: 5 },
];
const budget = fc.constantFrom(1, 0.8, 0.5, 0.25);
const seed = fc.integer({ min: 1, max: 2 ** 31 });

/** Numbers in [0, 1) that look random. */
function chance(from: number): () => number {
  let state = from;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A queue of about two minutes. */
function scene(part: Pick<Scene, "bucket" | "budget"> & Partial<Scene>, from: number): Scene {
  const { bucket } = part;
  const calls = Math.round(bucket.limit + bucket.perSecond * part.budget * 120);
  return {
    calls,
    parallel: calls,
    latency: 50,
    jitter: 50,
    others: 0,
    bunch: 1,
    rhythm: "random",
    random: chance(from),
    ...part,
  };
}

/** By how many calls the worst window exceeds the share of the bucket. */
function excess({ sent }: Outcome, { bucket, budget: share }: Scene): number {
  const burst = Math.max(1, bucket.limit * share);
  const perMs = (bucket.perSecond * share) / 1000;
  // The highest of `calls so far` minus what the refill gave, over the lowest of the same before: one pass instead of all windows.
  let lowest = Number.POSITIVE_INFINITY;
  let worst = Number.NEGATIVE_INFINITY;
  sent.forEach((at, index) => {
    const drift = index - at * perMs;
    lowest = Math.min(lowest, drift);
    worst = Math.max(worst, drift - lowest + 1);
  });
  return worst - burst;
}

function idealMs({ bucket, budget: share, calls }: Scene): number {
  return ((calls - Math.max(1, bucket.limit * share)) / (bucket.perSecond * share)) * 1000;
}

const latencies = fc.record({ latency: fc.integer({ min: 1, max: 1_500 }), jitter: fc.integer({ min: 0, max: 500 }) });

describe("the only client of a bucket", () => {
  it("never exceeds its budget in any window, gets no 429, and uses almost all of the budget", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        budget,
        latencies,
        fc.boolean(),
        seed,
        (bucket, share, times, some, from) => {
          const one = scene({ bucket, budget: share, ...times }, from);
          // The engine asks for a few at a time; that is only a limit where latency times rate is lower.
          const parallel = some ? Math.max(8, Math.ceil(bucket.perSecond * 4)) : one.calls;
          const outcome = run({ ...one, parallel });
          expect(outcome.refused).toBe(0);
          expect(excess(outcome, one)).toBeLessThan(0.01);
          expect(outcome.endedAt).toBeLessThan(1.1 * idealMs(one) + 3 * (times.latency + times.jitter));
        },
      ),
      cases(0.1),
    );
  });

  it("learns a refill that is faster than assumed", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...faster),
        fc.constantFrom(1, 0.8),
        fc.integer({ min: 1, max: 80 }),
        seed,
        (bucket, share, latency, from) => {
          const one = scene({ bucket, budget: share, latency, jitter: latency / 4 }, from);
          const outcome = run(one);
          expect(outcome.refused).toBe(0);
          // Two per cent of what the refill gave: what learning may err by.
          expect(excess(outcome, one)).toBeLessThan(1 + 0.02 * outcome.sent.length);
          expect(outcome.endedAt).toBeLessThan(1.25 * idealMs(one));
        },
      ),
      cases(0.1),
    );
  });

  it("makes 300 calls, 8 at a time, in 1.02 times the time that the bucket needs", () => {
    const bucket = { limit: 50, perSecond: 16 };
    fc.assert(
      fc.property(fc.constantFrom(1, 0.8), seed, (share, from) => {
        const one = scene({ bucket, budget: share, calls: 300, parallel: 8, latency: 20, jitter: 60 }, from);
        const { refused, sent } = run(one);
        expect(refused).toBe(0);
        expect(sent.at(-1)).toBeLessThan(1.02 * idealMs(one));
      }),
      cases(0.1),
    );
  });

  it("spends the burst at once, after a first call that learns the limit", () => {
    const { sent } = run(scene({ bucket: { limit: 50, perSecond: 16 }, budget: 0.8, jitter: 0 }, 1));
    expect(sent[1]).toBe(50);
    expect(sent.filter((at) => at <= 50)).toHaveLength(40);
  });
});

describe("with other clients of the bucket", () => {
  const large = [...known, ...faster].filter(({ limit }) => limit >= 10);

  /** Of six runs, as a share of few calls would be a matter of luck. */
  function share429(part: Parameters<typeof scene>[0], from: number): number {
    const outcomes = Array.from({ length: 6 }, (_, index) => run(scene(part, from + index * 7919)));
    const sum = (pick: (one: Outcome) => number) => outcomes.reduce((total, one) => total + pick(one), 0);
    return sum(({ refused }) => refused) / sum(({ answers }) => answers);
  }

  it("that take half of the refill: at most 1 % of the calls get a 429, and at most 2 % with latencies of 2 s", () => {
    fc.assert(
      fc.property(fc.constantFrom(...large), budget, latencies, seed, (bucket, share, times, from) => {
        const part = { bucket, budget: share, others: 0.5, ...times };
        expect(share429(part, from)).toBeLessThanOrEqual(times.latency + times.jitter > 1_000 ? 0.02 : 0.01);
      }),
      cases(0.03),
    );
  });

  const runs = (part: Parameters<typeof scene>[0], from: number) =>
    Array.from({ length: 6 }, (_, index) => run(scene(part, from + index * 7919)).refused);
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);

  it("that take half of the refill all the time: none of 70 calls gets a 429; at most 1 % with a bucket of two", () => {
    fc.assert(
      fc.property(fc.constantFrom(...known), budget, latencies, seed, (bucket, share, times, from) => {
        const part = { bucket, budget: share, others: 0.5, rhythm: "steady", calls: 70, ...times } as const;
        // A bucket of two shows others by the difference of one token, and several calls are under way before an answer comes.
        const most = bucket.limit === 2 ? 0.01 * 6 * 70 : 0;
        expect(sum(runs(part, from))).toBeLessThanOrEqual(most);
      }),
      cases(0.1),
    );
  });

  it("that take half of the free plan's refill all the time, at 20 to 80 ms: none of 70 calls gets a 429", () => {
    const bucket = { limit: 2, perSecond: 2 };
    const part = { bucket, budget: 1, others: 0.5, rhythm: "steady", calls: 70, parallel: 8 } as const;
    for (let from = 1; from <= 50; from += 1)
      expect(run(scene({ ...part, latency: 20, jitter: 60 }, from * 7919)).refused).toBe(0);
  });

  it("that take half of the refill evenly: one of 70 calls at most gets a 429; at most 5 % with a bucket of two", () => {
    fc.assert(
      fc.property(fc.constantFrom(...known), budget, latencies, seed, (bucket, share, times, from) => {
        const part = { bucket, budget: share, others: 0.5, rhythm: "regular", calls: 70, ...times } as const;
        const refused = runs(part, from);
        // The worst for a bucket of two is an answer that takes exactly as long as the distance of theirs.
        if (bucket.limit > 2) for (const one of refused) expect(one).toBeLessThanOrEqual(1);
        else expect(sum(refused)).toBeLessThanOrEqual(0.05 * 6 * 70);
      }),
      cases(0.1),
    );
  });

  it("that take half of the refill in bursts of a fifth of the bucket: 2 % get a 429 at most, 1 % if evenly spaced", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...large),
        budget,
        latencies,
        fc.constantFrom("regular", "random"),
        seed,
        (bucket, share, times, rhythm, from) => {
          const part = {
            bucket,
            budget: share,
            others: 0.5,
            rhythm,
            bunch: Math.floor(bucket.limit / 5),
            ...times,
          } as const;
          expect(share429(part, from)).toBeLessThanOrEqual(rhythm === "regular" ? 0.01 : 0.02);
        },
      ),
      cases(0.02),
    );
  });

  it("that randomly take half of a bucket of two: 429 at most 2.5 times as often as the bucket is empty without us", () => {
    const bucket = { limit: 2, perSecond: 2 };
    const others = { bucket, others: 0.5, bunch: 1, rhythm: "random" } as const;
    fc.assert(
      fc.property(fc.constantFrom(1, 0.8), fc.integer({ min: 1, max: 500 }), seed, (share, latency, from) => {
        const empty = emptyShare({ ...others, random: chance(from) });
        expect(empty).toBeGreaterThan(0.05);
        const part = { ...others, budget: share, latency, jitter: latency / 4 };
        expect(share429(part, from)).toBeLessThan(2.5 * empty);
      }),
      cases(0.03),
    );
  });

  it("of any number and with any bursts: every run ends within bounds", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known, ...faster),
        budget,
        latencies,
        fc.double({ min: 0.05, max: 0.8, noNaN: true }),
        fc.integer({ min: 1, max: 10 }),
        seed,
        (bucket, share, times, others, bunch, from) => {
          const one = scene({ bucket, budget: share, others, bunch, ...times }, from);
          const outcome = run(one);
          expect(outcome.answers).toBe(one.calls + outcome.refused);
          expect(excess(outcome, one)).toBeLessThan(1 + 0.02 * outcome.sent.length);
        },
      ),
      cases(0.05),
    );
  });
});

describe("the queue", () => {
  const answer = { refused: false, limit: 2, remaining: 1 };
  const call = (order: number, continues = false): QueuedCall => ({ group: otherRoutes, order, continues });

  it("sends calls in the order of arrival, and calls that continue an operation before new ones", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (kinds) => {
        const pacer = new Pacer<QueuedCall>(1, patience);
        kinds.forEach((continues, index) => void pacer.arrive(call(index, continues)));
        const gone: QueuedCall[] = [];
        for (let now = 0; gone.length < kinds.length; now = Math.max(now, pacer.nextAt(now))) {
          for (const { call: one, sent } of pacer.depart(now)) {
            gone.push(one);
            pacer.answered(sent, answer, now, 0);
          }
        }
        const wanted = kinds
          .map((continues, index) => call(index, continues))
          .sort((a, b) => Number(b.continues) - Number(a.continues) || a.order - b.order);
        expect(gone).toEqual(wanted);
      }),
      cases(0.1),
    );
  });

  it("drops a call that is given up, and sends the others", () => {
    const pacer = new Pacer<QueuedCall>(1, patience);
    const calls = [0, 1, 2, 3].map((order) => call(order));
    for (const one of calls) pacer.arrive(one);
    const [first] = pacer.depart(0);
    for (const one of calls.slice(1, 3)) expect(pacer.leave(one)).toBe(true);
    expect(pacer.leave(calls[0] as QueuedCall)).toBe(false);
    if (first) pacer.answered(first.sent, answer, 10, 0);
    expect(pacer.depart(10).map((one) => one.call.order)).toEqual([3]);
    expect(pacer.nextAt(10)).toBe(Number.POSITIVE_INFINITY);
  });

  it("holds nothing back after a first response without rate limit headers", () => {
    const pacer = new Pacer<QueuedCall>(0.1, patience);
    for (let order = 0; order < 100; order += 1) pacer.arrive(call(order));
    const [first, ...none] = pacer.depart(0);
    expect(none).toEqual([]);
    if (first) pacer.answered(first.sent, { refused: false }, 5, 0);
    expect(pacer.depart(5)).toHaveLength(99);
  });

  it("sends the other calls if the first one gets no response for long", () => {
    const pacer = new Pacer<QueuedCall>(0.1, patience);
    for (let order = 0; order < 10; order += 1) pacer.arrive(call(order));
    const [first] = pacer.depart(0);
    expect(pacer.depart(60_000)).toEqual([]);
    if (first) pacer.goOn(first.sent);
    expect(pacer.depart(60_000)).toHaveLength(9);
  });

  it("holds no call back for ever because of invalid headers", () => {
    const value = fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 60 }), fc.constant(999_999_999_999_999));
    const told = fc.record({ refused: fc.constant(false), limit: value, remaining: value });
    fc.assert(
      fc.property(fc.array(told, { minLength: 1, maxLength: 60 }), (answers) => {
        const pacer = new Pacer<QueuedCall>(0.5, patience);
        for (const order of answers.keys()) pacer.arrive(call(order));
        let now = 0;
        for (let left = answers; left.length > 0; ) {
          now = Math.max(now, pacer.nextAt(now));
          for (const { sent } of pacer.depart(now)) {
            const [one, ...rest] = left;
            if (one) pacer.answered(sent, one, now + 20, 0);
            left = rest;
            now += 20;
          }
        }
        // A bucket of one, the smallest there is, refills in 20 s; half of that is used.
        expect(now).toBeLessThan((answers.length + 1) * 41_000);
      }),
      cases(0.1),
    );
  });

  it("stops the whole bucket for the time of Retry-After after a 429, and then sends one call", () => {
    const pacer = new Pacer<QueuedCall>(1, patience);
    for (let order = 0; order < 9; order += 1) pacer.arrive(call(order));
    const [first] = pacer.depart(0);
    if (first) expect(pacer.answered(first.sent, { refused: true, retryAfterMs: 7_000 }, 5, 0)).toBe("again");
    expect(pacer.depart(7_004)).toEqual([]);
    expect(pacer.depart(7_005)).toHaveLength(1);
  });

  it("does not wait for the bucket after a 429 whose headers show remaining tokens", () => {
    const pacer = new Pacer<QueuedCall>(1, patience);
    for (let order = 0; order < 3; order += 1) pacer.arrive(call(order));
    const [first] = pacer.depart(0);
    if (first) pacer.answered(first.sent, { refused: false, limit: 1_000_000, remaining: 999_999 }, 0, 0);
    const [second, third] = pacer.depart(0);
    // Another client has been seen, so a part of the bucket is left to others.
    if (second) pacer.answered(second.sent, { refused: false, limit: 1_000_000, remaining: 999_000 }, 1, 0);
    if (third) pacer.answered(third.sent, { refused: true, limit: 1_000_000, remaining: 998_000 }, 2, 0);
    pacer.arrive(call(99));
    expect(pacer.nextAt(3)).toBeLessThan(1_000);
  });

  it("sends no further call if Retry-After exceeds the patience of a run: each call ends at its first 429", () => {
    const pacer = new Pacer<QueuedCall>(1, patience);
    for (let order = 0; order < 20; order += 1) pacer.arrive(call(order));
    const [first] = pacer.depart(0);
    if (first) pacer.answered(first.sent, { refused: false, limit: 10, remaining: 9 }, 0, 0);
    const refused = { refused: true, limit: 10, remaining: 0, retryAfterMs: 3_600_000 };
    const verdicts: string[] = [];
    let now = 0;
    // Nine are under way together when the refusals come; the others go one at a time.
    while (verdicts.length < 19 && now < 30_000) {
      const batch = pacer.depart(now);
      now += 20;
      for (const { sent } of batch) verdicts.push(pacer.answered(sent, refused, now, 0.5));
      now = Math.max(now, pacer.nextAt(now));
    }
    expect(verdicts).toEqual(Array.from({ length: 19 }, () => "over"));
  });

  it("gives up after ten minutes of 429, and not before", () => {
    const pacer = new Pacer<QueuedCall>(1, patience);
    pacer.arrive(call(0));
    let now = 0;
    for (;;) {
      now = Math.max(now, pacer.nextAt(now));
      const [one] = pacer.depart(now);
      if (!one) continue;
      if (pacer.answered(one.sent, { refused: true, limit: 10, remaining: 0 }, now, 0.5) === "over") break;
      pacer.arrive(one.call);
    }
    expect(now).toBeGreaterThanOrEqual(600_000);
    expect(now).toBeLessThan(610_000);
  });

  const reads: RateGroup = { route: "connections", calls: "reads", isOptional: true };

  it.each([
    [50, 50, "share the default bucket"],
    [5, 55, "have a bucket of their own where they tell another limit"],
  ])("sends reads of connections with a limit of %d beside 50: %d calls at once, as they %s", (limit, together) => {
    fc.assert(
      fc.property(fc.boolean(), (isReadFirst) => {
        const pacer = new Pacer<QueuedCall>(1, patience);
        for (let order = 0; order < 200; order += 1) {
          const isRead = (order % 2 === 0) === isReadFirst;
          pacer.arrive({ group: isRead ? reads : otherRoutes, order, continues: false });
        }
        const left = new Map<string, number>();
        let gone = 0;
        // Answers come at once, so that nothing refills meanwhile.
        for (let batch = pacer.depart(0); batch.length > 0; batch = pacer.depart(0)) {
          gone += batch.length;
          for (const { call: one, sent } of batch) {
            const size = one.group === otherRoutes ? 50 : limit;
            const bucket = size === 50 ? "default" : "own";
            const remaining = (left.get(bucket) ?? size) - 1;
            left.set(bucket, remaining);
            expect(remaining).toBeGreaterThanOrEqual(0);
            pacer.answered(sent, { refused: false, limit: size, remaining }, 0, 0);
          }
        }
        // Where the buckets turn out to be two, the first call of the second one was also counted for the first one.
        expect(gone).toBeGreaterThanOrEqual(together - 1);
        expect(gone).toBeLessThanOrEqual(together);
      }),
      cases(0.1),
    );
  });
});

describe("the rate limit group of a route", () => {
  it.each([
    ["GET", "resource-servers/1", "others", undefined],
    ["GET", "connections/1/clients", "connections", "reads"],
    ["PATCH", "connections/1", "others", undefined],
    ["POST", "organizations/org_1/members/user/roles", "organizations/*/members/*/roles", undefined],
    ["GET", "organizations/org_1/members/user/roles", "organizations/*/members/*/roles", undefined],
    ["GET", "organizations/org_1/members", "others", undefined],
    ["GET", "token-exchange-profiles", "token-exchange-profiles", "reads"],
    ["DELETE", "token-exchange-profiles/1", "token-exchange-profiles", "writes"],
  ] as const)("%s %s: %s, %s", (method, path, route, calls) => {
    const group = groupOf(rateGroups, method, path.split("/"));
    expect(group === otherRoutes ? { route: "others" } : group).toMatchObject({ route, ...(calls && { calls }) });
  });
});
