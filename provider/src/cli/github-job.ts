import { CommanderError } from "commander";
import { failureAnnotation } from "../drift/github.ts";
import { appendToFile } from "./write-file.ts";

/** Runs a command that may fail. In a job of GitHub Actions (`--github`) its failure is an annotation besides. */
export async function withFailureAnnotation(isWanted: true | undefined, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (isWanted && !(error instanceof CommanderError)) {
      process.stdout.write(`${failureAnnotation(error instanceof Error ? error.message : String(error))}\n`);
    }
    throw error;
  }
}

/** Adds Markdown to the summary of the job, where there is one. */
export async function addToSummary(markdown: string): Promise<void> {
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) await appendToFile(summary, markdown);
}
