import { beforeEach, expect, test, vi } from "vitest";
import { halfWay } from "../harness/fault-run/half-way.ts";
import { moveRun } from "../harness/fault-run/moves.ts";
import { faultRun } from "../harness/fault-run/run.ts";
import { inThisProcess } from "../harness/fault-run/runtime.ts";
import { twoStacksRun } from "../harness/fault-run/two-stacks.ts";
import { cases, longest } from "../harness/scale.ts";

const lines: string[] = [];
beforeEach(() => {
  for (const method of ["warn", "info", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void lines.push(parts.join(" ")));
  }
});

const { numRuns: operations, seed } = cases(1, 500);

test(
  "with faults and edits of other clients, no object is lost, created twice or emptied",
  async () => {
    const tally = await faultRun({ launch: inThisProcess(lines), operations, seed });
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.operations).toBeGreaterThanOrEqual(operations);
    // Most of it succeeds, and a good part of it does not. The number differs with the types that a seed chooses.
    expect(tally.faults).toBeGreaterThan(tally.cases);
  },
  longest,
);

test(
  "with faults, members that move between lists keep other clients' roles, and get no removed role back",
  async () => {
    const tally = await moveRun({ launch: inThisProcess(lines), operations: operations / 4, seed });
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.moves).toBeGreaterThan(operations / 50);
  },
  longest,
);

test(
  "with half-way replacements and rollbacks, the originals stay and no other object is left",
  async () => {
    const tally = await faultRun({
      launch: inThisProcess(lines),
      operations: operations / 4,
      seed: seed + 1,
      scenarios: halfWay,
    });
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.faults).toBeGreaterThan(operations / 100);
    // Replacements did stop half-way, and originals were taken back.
    expect(tally.halves).toBeGreaterThan(tally.cases / 4);
    expect(tally.rollbacks).toBeGreaterThan(tally.cases / 20);
  },
  longest,
);

test(
  "with outages and moves, two stacks with one declared object never change, delete or adopt each other's",
  async () => {
    const numRuns = Math.ceil(operations / 20);
    const tally = await twoStacksRun({ launch: inThisProcess(lines), numRuns, seed });
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.cases).toBe(numRuns);
    // The numbers differ with the seed.
    expect(tally.contests).toBeGreaterThan(numRuns / 25);
    expect(tally.moves).toBeGreaterThan(numRuns / 50);
  },
  longest,
);
