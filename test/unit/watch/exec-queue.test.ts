import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExecDocument, ExecQueue, execTimes } from "../../../provider/src/watch/exec.ts";
import type { WatchReport } from "../../../provider/src/watch/options.ts";
import { cases } from "../../harness/scale.ts";
import { reportOf } from "./reports.ts";

const { quietMs, maxQuietMs, retryMs, maxRetryMs, calmMs } = execTimes;
const drift = (name = "a", more: Partial<WatchReport> = {}) => reportOf(name, more);
const restored = (name = "a", more: Partial<WatchReport> = {}) => reportOf(name, { kind: "restored", ...more });
/** Lets a document be taken as soon as it is due, and says when that was. */
function takeNext(queue: ExecQueue): { at: number; document: ExecDocument } | undefined {
  const at = queue.wakeAt();
  if (at === undefined) return undefined;
  expect(queue.take(at - 1)).toBeUndefined();
  const document = queue.take(at);
  if (!document) throw new Error("nothing was due");
  return { at, document };
}

describe("the document of a resource", () => {
  it("has the reports until the resource has been quiet for a second", () => {
    const queue = new ExecQueue();
    queue.add(drift(), 0);
    queue.add(restored(), 400);
    queue.add(drift("b"), 500);
    const { at, document } = takeNext(queue) ?? {};
    expect(at).toBe(400 + quietMs);
    expect(document).toEqual({
      version: 1,
      stack: "dev",
      project: "shop",
      urn: drift().urn,
      type: drift().type,
      name: "a",
      id: "con_a",
      drift: false,
      reports: [drift(), restored()],
      omitted: 0,
    });
  });

  it("waits at most ten seconds for quiet", () => {
    const queue = new ExecQueue();
    for (let now = 0; now < 60_000; now += 500) queue.add(drift(), now);
    expect(queue.wakeAt()).toBe(maxQuietMs);
  });

  it("has at most a hundred reports, and the number of older ones", () => {
    const queue = new ExecQueue();
    for (let nth = 0; nth < 1_000; nth++) queue.add(drift("a", { at: String(nth) }), 0);
    const { document } = takeNext(queue) ?? {};
    expect(document).toMatchObject({ omitted: 900, drift: true });
    expect(document?.reports.map(({ at }) => Number(at))).toEqual(Array.from({ length: 100 }, (_, nth) => 900 + nth));
  });

  it("says whether the resource still drifts after a part was restored", () => {
    const queue = new ExecQueue();
    const item = (is: string) => ({ path: "scopes[]", kind: "add", is, causedBy: [] }) as const;
    queue.add(drift("a", { changes: [item("x"), item("y")] }), 0);
    queue.add(
      restored("a", { drift: true, changes: [{ path: "scopes[]", kind: "delete", was: "x", causedBy: [] }] }),
      0,
    );
    expect(takeNext(queue)?.document.drift).toBe(true);
    queue.succeeded();
    queue.add(
      drift("a", { kind: "restored", changes: [{ path: "scopes[]", kind: "delete", was: "y", causedBy: [] }] }),
      5_000,
    );
    expect(takeNext(queue)?.document.drift).toBe(false);
  });
});

it("a report of an earlier watch is not passed again, but counts for whether the resource drifts", () => {
  const queue = new ExecQueue();
  queue.remember(drift());
  queue.remember(drift("b"));
  expect(queue.wakeAt()).toBeUndefined();
  const part = {
    drift: true,
    changes: [{ path: "isDomainConnection", kind: "update", was: true, is: false, causedBy: [] }],
  } as const;
  queue.add(restored("a", part), 0);
  expect(takeNext(queue)?.document).toMatchObject({ drift: true, reports: [{ kind: "restored" }] });
});

describe("the drift of a deleted resource", () => {
  it("ends when the object is back, unless its values differ", () => {
    const queue = new ExecQueue();
    const gone = { state: "deleted", changes: [] } as const;
    const drifts = (now: number) => {
      const { drift } = queue.take(now) ?? {};
      queue.succeeded();
      return drift;
    };
    queue.add(drift(), 0);
    queue.add(drift("a", gone), 1);
    expect(drifts(10_000)).toBe(true);
    queue.add(restored("a", gone), 20_000);
    expect(drifts(30_000)).toBe(false);
    queue.add(drift("a", { changes: [] }), 40_000);
    expect(drifts(50_000)).toBe(true);
    queue.add(restored("a", { changes: [] }), 60_000);
    expect(drifts(70_000)).toBe(false);
  });
});

describe("a document that --exec failed to take", () => {
  it("is passed again after 2 s, 4 s and so on up to 5 minutes, without an end", () => {
    const queue = new ExecQueue();
    queue.add(drift(), 0);
    let now = takeNext(queue)?.at ?? 0;
    for (let tries = 0; tries < 50; tries++) {
      const wait = Math.min(retryMs * 2 ** tries, maxRetryMs);
      expect(queue.failed(now)).toBe(wait);
      const next = takeNext(queue);
      expect(next).toMatchObject({ at: now + wait, document: { reports: [drift()] } });
      now = next?.at ?? 0;
    }
  });

  it("does not delay documents of other resources", () => {
    const queue = new ExecQueue();
    queue.add(drift("a"), 0);
    queue.add(drift("b"), 10);
    const { at = 0 } = takeNext(queue) ?? {};
    queue.failed(at);
    expect(takeNext(queue)).toMatchObject({ at: 10 + quietMs, document: { name: "b" } });
  });

  it("is passed again with later reports, in their order", () => {
    const queue = new ExecQueue();
    queue.add(drift(), 0);
    const { at = 0 } = takeNext(queue) ?? {};
    queue.add(restored(), at + 1);
    queue.failed(at + 2);
    expect(takeNext(queue)?.document).toMatchObject({ drift: false, reports: [drift(), restored()] });
  });
});

describe("a fight of two tools over a resource", () => {
  /** Another client edits, the command is told, and the value is put right; again and again. */
  function rounds(queue: ExecQueue, count: number, from = 0, everyMs = 60_000): number {
    for (let nth = 0; nth < count; nth++) {
      const now = from + nth * everyMs;
      expect(queue.add(drift(), now)).toBe(false);
      expect(queue.take(now + quietMs)).toMatchObject({ drift: true });
      queue.succeeded();
      queue.add(restored(), now + 2 * quietMs);
      expect(queue.take(now + 4 * quietMs)).toMatchObject({ drift: false });
      queue.succeeded();
    }
    return from + count * everyMs;
  }

  it.each([60_000, 3_600_000])(
    "is detected after three rounds, reported once, and then waits for calm (a round in %i ms)",
    (everyMs) => {
      const queue = new ExecQueue();
      const now = rounds(queue, 3, 0, everyMs);
      expect(queue.add(drift(), now)).toBe(true);
      expect(queue.add(restored(), now + 1_000)).toBe(false);
      expect(queue.add(drift(), now + 2_000)).toBe(false);
      expect(takeNext(queue)).toMatchObject({
        at: now + 2_000 + calmMs,
        document: { drift: true, reports: [drift(), restored(), drift()] },
      });
      // A failure is tried again as any other.
      expect(queue.failed(now + 2_000 + calmMs)).toBe(retryMs);
      expect(takeNext(queue)?.at).toBe(now + 2_000 + calmMs + retryMs);
      queue.succeeded();
      // From here it counts anew.
      rounds(queue, 3, now + 10_000 + calmMs);
    },
  );

  it("is not assumed if one item of a set replaces another", () => {
    const queue = new ExecQueue();
    const item = (text: string) => ({ changes: [{ path: "roles[]", kind: "add", is: text, causedBy: [] }] as const });
    for (let now = 0; now < 20 * 60_000; now += 60_000) {
      if (now > 0) queue.add(restored("a", { ...item(`${now - 60_000}`), drift: true }), now);
      expect(queue.add(drift("a", item(`${now}`)), now)).toBe(false);
      expect(queue.take(now + quietMs)).toMatchObject({ drift: true });
      queue.succeeded();
    }
  });

  it("does not delay documents of other resources", () => {
    const queue = new ExecQueue();
    const now = rounds(queue, 3);
    queue.add(drift(), now);
    queue.add(drift("b"), now);
    expect(takeNext(queue)).toMatchObject({ at: now + quietMs, document: { name: "b" } });
  });

  it("is not assumed if three rounds are far apart, or if the command did not run between them", () => {
    const queue = new ExecQueue();
    rounds(queue, 12, 0, calmMs + 60_000);
    for (let nth = 0; nth < 20; nth++) queue.add(nth % 2 === 0 ? drift("b") : restored("b"), nth * 200);
    expect(takeNext(queue)?.document.reports).toHaveLength(20);
  });
});

describe("the queue at the end of the watch", () => {
  it("passes each document once without a wait, and returns the others for the next watch", () => {
    const queue = new ExecQueue();
    queue.add(drift("a"), 0);
    queue.add(drift("b"), 0);
    queue.close();
    expect(queue.take(1)).toMatchObject({ name: "a" });
    expect(queue.failed(2)).toBeUndefined();
    expect(queue.take(2)).toMatchObject({ name: "b" });
    expect(queue.waiting()).toEqual([drift("b"), drift("a")]);
    queue.succeeded();
    expect(queue.wakeAt()).toBeUndefined();
    const next = new ExecQueue();
    for (const report of queue.waiting()) next.add(report, 0);
    expect(takeNext(next)?.document.reports).toEqual([drift("a")]);
  });
});

/** What happens in a random scene. */
type Step =
  | { readonly what: "report"; readonly name: string; readonly kind: WatchReport["kind"] }
  | { readonly what: "wait"; readonly ms: number }
  | { readonly what: "end of the command"; readonly ok: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("report" as const),
      name: fc.constantFrom("a", "b", "c"),
      kind: fc.constantFrom("drift", "restored"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("wait" as const),
      ms: fc.oneof(fc.nat(2_000), fc.nat(600_000), fc.nat(2 * calmMs)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("end of the command" as const), ok: fc.boolean() }) },
);

describe("the queue under any sequence of reports, failures, kills and waits", () => {
  it("loses no report, keeps the order of each resource, and never passes two documents at once", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new ExecQueue();
        const sent = new Map<string, string[]>();
        const taken = new Map<string, string[]>();
        const note = (into: Map<string, string[]>, { name, at }: WatchReport) =>
          into.set(name, [...(into.get(name) ?? []), at]);
        let underWay: ExecDocument | undefined;
        let now = 0;
        const end = (ok: boolean) => {
          if (!underWay) return;
          if (ok) {
            for (const report of underWay.reports) note(taken, report);
            queue.succeeded();
          } else queue.failed(now);
          underWay = undefined;
        };
        const take = () => {
          const next = queue.take(now);
          if (!next) return;
          expect(underWay).toBeUndefined();
          expect(new Set(next.reports.map(({ name }) => name))).toEqual(new Set([next.name]));
          underWay = next;
        };
        steps.forEach((one, nth) => {
          if (one.what === "wait") now += one.ms;
          else if (one.what === "end of the command") end(one.ok);
          else {
            const report = reportOf(one.name, { kind: one.kind, at: String(nth) });
            note(sent, report);
            queue.add(report, now);
          }
          take();
          // At any time, what is not taken is known, each resource's in its order.
          const open = new Map([...taken].map(([name, list]) => [name, [...list]]));
          for (const report of queue.waiting()) note(open, report);
          expect(open).toEqual(sent);
        });
        end(true);
        for (let at = queue.wakeAt(); at !== undefined; at = queue.wakeAt()) {
          now = Math.max(now, at);
          take();
          expect(underWay).toBeDefined();
          end(true);
        }
        expect(taken).toEqual(sent);
      }),
      cases(),
    );
  });
});
