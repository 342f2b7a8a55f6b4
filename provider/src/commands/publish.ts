import { CommanderError } from "commander";
import { sanitizeJson } from "../client/index.ts";
import { failureAnnotation } from "../report/annotations.ts";
import { appendToFile, refuseUnwritable, replaceFile } from "./files.ts";

/** The options of {@link Destinations}, as arguments of commander's `option`. */
export const jsonOption = [
  "--json [file]",
  "print the report as JSON instead of text; with a file name, print text and write JSON to the file",
] as const;
export const markdownOption = [
  "--markdown [file]",
  "print the report as Markdown instead of text; with a file name, print text and write Markdown to the file",
] as const;

/** Where a report is written. `true`: to standard output, instead of the text. A file name: to that file, in addition to the text. */
interface Destinations {
  readonly json?: true | string;
  readonly markdown?: true | string;
}

/** A report in each of its formats. */
interface Published {
  readonly report: unknown;
  readonly markdown: string;
  /** Called only if the text is printed. */
  readonly text: () => string;
}

/** Throws if a requested file could not be written. It is called before a long run, whose report would be lost. */
export async function refuseLostReport({ json, markdown }: Destinations): Promise<void> {
  for (const file of [json, markdown]) if (typeof file === "string") await refuseUnwritable(file);
}

/** Writes a report to the requested files, and prints it in one format. */
export async function publish(
  { report, markdown: asMarkdown, text }: Published,
  { json, markdown }: Destinations,
): Promise<void> {
  const asJson = `${sanitizeJson(report, 2)}\n`;
  if (typeof json === "string") await replaceFile(json, asJson);
  if (typeof markdown === "string") await replaceFile(markdown, asMarkdown);
  process.stdout.write(json === true ? asJson : markdown === true ? asMarkdown : text());
}

/** Runs a command. With `--github`, a failure is also printed as an annotation for GitHub Actions. */
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

/** Appends Markdown to the job summary of GitHub Actions, if there is one. */
export async function addToSummary(markdown: string): Promise<void> {
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) await appendToFile(summary, markdown);
}
