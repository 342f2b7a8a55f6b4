import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Simulated, Simulation } from "./simulation.ts";

const things: readonly Simulated[] = ["ann", "ben", "cleo", "orders", "stock"].map((name) => ({
  name,
  hasEvents: !["orders", "stock"].includes(name),
}));
const name = fc.constantFrom(...things.map((thing) => thing.name));
const role = fc.constantFrom("r0", "r1", "r2", "r3");
const who = fc.constantFrom("alice", "bob", "carol");
const roles = fc.uniqueArray(role, { maxLength: 3 });

const happening = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant("edit" as const), name, role, who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant("run" as const),
      wanted: fc.array(fc.tuple(name, roles), { minLength: 1, maxLength: 4 }),
      eachMs: fc.integer({ min: 1, max: 3_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("accept" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant("cut" as const),
      ms: fc.integer({ min: 1, max: 60_000 }),
      forgets: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("disorder" as const), ms: fc.integer({ min: 0, max: 4_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("failures" as const), share: fc.constantFrom(0, 0.3, 1) }) },
);
const story = fc.array(
  fc.tuple(happening, fc.oneof(fc.integer({ max: 200, min: 0 }), fc.integer({ max: 20_000, min: 0 }))),
  {
    maxLength: 40,
  },
);

function live(
  simulation: Simulation,
  [happens, ms]: readonly [typeof happening extends fc.Arbitrary<infer T> ? T : never, number],
) {
  switch (happens.does) {
    case "edit":
      simulation.edit(happens.name, happens.role, happens.who);
      break;
    case "run":
      simulation.run(new Map(happens.wanted), happens.eachMs);
      break;
    case "accept":
      simulation.accept();
      break;
    case "cut":
      simulation.cut(happens.ms, happens.forgets);
      break;
    case "disorder":
      simulation.disorder(happens.ms);
      break;
    case "failures":
      simulation.failing = happens.share;
      break;
  }
  simulation.pass(ms);
}

/** Long enough for the longest wait after failures, and for a comparison of what has no events. */
const aWhile = 700_000;

describe("a watch on a simulated clock", () => {
  it("has in the end reported what a preview of a refresh shows, after any events, and nothing twice", () => {
    fc.assert(
      fc.property(story, fc.integer(), (happenings, seed) => {
        const simulation = new Simulation(things, seed);
        for (const happens of happenings) live(simulation, happens);
        simulation.failing = 0;
        simulation.pass(aWhile);
        expect(simulation.open()).toEqual(simulation.previewed());
      }),
      { numRuns: 300 },
    );
  });

  it("attributes no change to a client that did not make it", () => {
    fc.assert(
      fc.property(story, fc.integer(), (happenings, seed) => {
        const simulation = new Simulation(things, seed);
        for (const happens of happenings) live(simulation, happens);
        simulation.pass(aWhile);
        for (const { resource, changes, causes } of simulation.reports) {
          for (const { kind, was, is, causedBy } of changes) {
            for (const id of causedBy) {
              const direction = kind === "add" ? "assigned" : "deleted";
              expect(simulation.published.get(id)).toMatchObject({ name: resource.name, role: is ?? was });
              expect(simulation.published.get(id)?.type).toContain(direction);
            }
          }
          const touched = changes.map(({ was, is }) => is ?? was);
          for (const { eventId } of causes) expect(touched).toContain(simulation.published.get(eventId)?.role);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("attributes two edits of one object within a second to their two authors", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 0, max: 1_500 }),
        fc.integer(),
        (ms, delay, seed) => {
          const simulation = new Simulation(things, seed);
          simulation.pass(10_000);
          simulation.disorder(delay);
          simulation.edit("ann", "r1", "alice");
          simulation.pass(ms);
          simulation.edit("ann", "r2", "bob");
          simulation.pass(30_000);
          const said = simulation.reports.flatMap(({ changes, causes }) =>
            changes.map(({ is, causedBy }) => [
              is,
              causes.filter(({ eventId }) => causedBy.includes(eventId)).map(({ who: { clientId } }) => clientId),
            ]),
          );
          expect(said.sort()).toEqual([
            ["r1", ["alice"]],
            ["r2", ["bob"]],
          ]);
        },
      ),
    );
  });

  it("reports no change by a run of the stack, whenever the events arrive", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, roles), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 })),
        fc.integer(),
        (wanted, eachMs, delay, seed) => {
          const simulation = new Simulation(things, seed);
          simulation.pass(5_000);
          simulation.disorder(delay);
          simulation.run(new Map(wanted), eachMs);
          simulation.pass(aWhile);
          expect(simulation.reports).toEqual([]);
        },
      ),
    );
  });

  it("makes in 24 quiet hours only the calls for polled resources, and keeps nothing in memory", () => {
    const simulation = new Simulation(things, 1, 15 * 60_000);
    simulation.pass(60_000);
    simulation.reads.length = 0;
    simulation.pass(24 * 3_600_000);
    expect(new Set(simulation.reads.map(({ how, entry }) => `${how} ${entry.id}`))).toEqual(
      new Set(["in listings orders", "in listings stock"]),
    );
    expect(simulation.reads).toHaveLength(24 * 4 * 2);
    expect(simulation.reports).toEqual([]);
    expect(simulation.machine.isIdle).toBe(true);
  });

  it("reads each of 800 objects once for 1,000 events", () => {
    const many = Array.from({ length: 800 }, (_, index) => ({ name: `member-${index}`, hasEvents: true }));
    const simulation = new Simulation(many, 7);
    simulation.pass(10_000);
    simulation.reads.length = 0;
    for (let n = 0; n < 1_000; n++) simulation.edit(`member-${n % 800}`, n < 800 ? "r1" : "r2", "alice");
    simulation.pass(30_000);
    expect(simulation.reads).toHaveLength(800);
    expect(simulation.open()).toEqual(simulation.previewed());
    expect(Object.keys(simulation.open())).toHaveLength(800);
  });
});
