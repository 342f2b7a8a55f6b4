import { readFile } from "node:fs/promises";

/** Numbers of tests. */
export interface Tally {
  passed: number;
  failed: number;
}

/** What is used of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  /** Skipped ones. */
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/**
 * Counts one suite by vitest's JSON report. Nothing may be skipped, so what was skipped or left to do has failed. So has a file that could not be
 * loaded, a missing report, and a run that ends with a failure which no test accounts for.
 *
 * @param file the report
 * @param exitCode that of vitest
 */
export async function readReport(file: string, exitCode: number): Promise<Tally> {
  const report: Partial<Report> | undefined = await readFile(file, "utf8")
    .then(JSON.parse)
    .catch(() => undefined);
  if (!isReport(report)) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter(
    (result) => result.status === "failed" && result.assertionResults.length === 0,
  ).length;
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + unloaded;
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed };
}

function isReport(value: Partial<Report> | undefined): value is Report {
  return (
    Array.isArray(value?.testResults) &&
    [value.numPassedTests, value.numFailedTests, value.numPendingTests, value.numTodoTests].every(Number.isInteger)
  );
}
