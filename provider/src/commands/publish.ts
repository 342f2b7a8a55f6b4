import { CommanderError } from "commander";
import { legibleJson } from "../client/index.ts";
import { failureAnnotation } from "../report/github.ts";
import { appendToFile, replaceFile } from "./files.ts";

/** Where a report goes: `true` for standard output, in place of the text; or the name of a file, besides. */
interface Destinations {
  readonly json?: true | string;
  readonly markdown?: true | string;
}

/** A report in its forms. */
interface Published {
  readonly report: unknown;
  readonly markdown: string;
  /** Made only where it is shown. */
  readonly text: () => string;
}

/** Writes a report into the files that are asked for, and prints it in one form. */
export async function publish(
  { report, markdown: asMarkdown, text }: Published,
  { json, markdown }: Destinations,
): Promise<void> {
  const asJson = `${legibleJson(report, 2)}\n`;
  if (typeof json === "string") await replaceFile(json, asJson);
  if (typeof markdown === "string") await replaceFile(markdown, asMarkdown);
  process.stdout.write(json === true ? asJson : markdown === true ? asMarkdown : text());
}

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
