import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readReport } from "./report.ts";

async function count(report: unknown, exitCode: number) {
  const folder = await mkdtemp(join(tmpdir(), "report-"));
  try {
    await writeFile(join(folder, "report.json"), JSON.stringify(report));
    return await readReport(join(folder, "report.json"), exitCode);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const one = { status: "passed", assertionResults: [{}] };
const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [one] };

test.each([
  ["all tests pass", report, 0, { passed: 5, failed: 0 }],
  ["tests fail", { ...report, numFailedTests: 2 }, 1, { passed: 5, failed: 2 }],
  [
    "skipped and planned tests count as failures",
    { ...report, numPendingTests: 2, numTodoTests: 1 },
    0,
    { passed: 5, failed: 3 },
  ],
  [
    "a file that could not be loaded counts as a failure",
    { ...report, testResults: [one, { status: "failed", assertionResults: [] }] },
    1,
    { passed: 5, failed: 1 },
  ],
  ["an exit code without a failed test counts as a failure", report, 1, { passed: 5, failed: 1 }],
  ["no test ran", { ...report, numPassedTests: 0, testResults: [] }, 0, { passed: 0, failed: 1 }],
  ["the report is truncated", "half", 0, { passed: 0, failed: 1 }],
])("the count of a test report: %s", async (_, given, exitCode, expected) => {
  expect(await count(given, exitCode)).toEqual(expected);
});

test("a missing test report counts as a failure", async () => {
  expect(await readReport(join(tmpdir(), "no", "such", "report.json"), 0)).toEqual({ passed: 0, failed: 1 });
});
