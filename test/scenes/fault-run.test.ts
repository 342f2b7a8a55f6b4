import { afterAll, beforeAll, expect, test } from "vitest";
import { makeProject, type TemporaryProject } from "../contract/project.ts";
import { faultRun } from "../harness/fault-run/run.ts";
import { inHostProcess } from "../harness/fault-run/runtime.ts";
import { cases, longest } from "../harness/scale.ts";

let project: TemporaryProject;
beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project.remove());

const { numRuns: operations, seed } = cases(1 / 10);

test(
  "with faults of the SDK's host process, no object is lost, created twice or emptied",
  async () => {
    const tally = await faultRun({ launch: inHostProcess(project.folder), operations, seed });
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.operations).toBeGreaterThanOrEqual(operations);
  },
  longest,
);
