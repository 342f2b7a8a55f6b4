import { dirname, join } from "node:path";
import { sanitizeJson } from "../client/index.ts";
import type { Json } from "../schema/json.ts";
import type { Recorder } from "../verify/recording.ts";
import { exitCode, ownManifest } from "./command.ts";
import { makeFolder, namesIn, readableByAll, refuseUncreatable, replaceFile } from "./files.ts";

/** Where the results of a run go. */
export interface Destination {
  /** The folder of the report. */
  readonly out: string;
  /** The file of the recording. */
  readonly record?: string;
  /** Only one JSON document on standard output, and no files of a report. */
  readonly json?: true;
}

/** Throws if the results could not be written. It is called before a long run. */
export async function refuseLostResults({ out, record, json }: Destination): Promise<void> {
  if (!json) await refuseUncreatable(join(out, "verified.json"));
  if (record !== undefined) await refuseUncreatable(record);
}

/** A report in all its forms. */
interface Forms {
  readonly report: { readonly date: string };
  readonly text: string;
  readonly markdown: string;
  readonly isDifferent: boolean;
}

/** Prints a report, and writes it and the recording. If one of the files cannot be written, the other one is written nevertheless. */
export async function publish(forms: Forms, recorder: Recorder | undefined, to: Destination): Promise<void> {
  // If objects are left at the tenant, the exit code is already set. It stays, because left objects are worse than differences.
  if (forms.isDifferent) process.exitCode ??= exitCode.changed;
  process.stdout.write(to.json ? jsonOf(forms) : forms.text);
  try {
    if (!to.json) await saveReport(forms, to.out);
  } finally {
    await saveRecording(recorder, to);
  }
}

/** Writes a report as JSON and as Markdown. If there is a report of the same day, the new one gets a number in its name. */
async function saveReport(forms: Forms, out: string): Promise<void> {
  await makeFolder(out);
  const taken = await namesIn(out);
  const isTaken = (stem: string) => [".json", ".md"].some((ending) => taken.includes(stem + ending));
  let stem = `verified-${forms.report.date}`;
  for (let number = 2; isTaken(stem); number += 1) stem = `verified-${forms.report.date}-${number}`;
  const name = join(out, stem);
  await replaceFile(`${name}.json`, jsonOf(forms), readableByAll);
  await replaceFile(`${name}.md`, forms.markdown, readableByAll);
  process.stdout.write(`The report is in ${name}.json and ${name}.md.\n`);
}

function jsonOf({ report }: Forms): string {
  return `${sanitizeJson(report as unknown as Json, 2)}\n`;
}

async function saveRecording(recorder: Recorder | undefined, { record }: Destination): Promise<void> {
  const { exchanges, events } = recorder ?? {};
  const recording = { version: ownManifest().version, exchanges, events };
  if (record === undefined) return;
  await makeFolder(dirname(record));
  await replaceFile(record, `${sanitizeJson(recording, 1)}\n`, readableByAll);
}
