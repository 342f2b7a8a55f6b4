import { legibleJson } from "../tenant/index.ts";
import { replaceFile } from "./write-file.ts";

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
