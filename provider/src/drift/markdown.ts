import type { DriftReport } from "./report.ts";
import { type Branch, treeOf } from "./tree.ts";
import { findingsOf, printable, remedy, summaryOf, titleOf } from "./words.ts";

/** Most characters of the report. GitHub's limit for a comment is 65,536; the rest is for text that a pipeline adds. */
const longest = 60_000;

/**
 * The report for an issue, a comment or a step summary. All foreign text stands in code spans, so that it can neither change the format
 * nor mention anybody.
 *
 * @param limit most characters; items that do not fit are counted
 */
export function toMarkdown(report: DriftReport, limit = longest): string {
  const head = `### ${escaped(summaryOf(report))}\n`;
  const items = [
    ...treeOf(report).map((branch) => `${linesOf(branch, "").join("\n")}\n`),
    ...report.errors.map((error) => `- error: ${code(printable(error))}\n`),
    ...report.warnings.map((warning) => `- warning: ${code(printable(warning))}\n`),
  ];
  const foot = report.drift ? `\n${remedy}\n` : "";
  const room = limit - head.length - foot.length - 100;
  const kept: string[] = [];
  let length = 0;
  for (const item of items) {
    length += item.length;
    if (length > room) break;
    kept.push(item);
  }
  const left = items.length - kept.length;
  const more = left > 0 ? `- … and ${left} more, for which there is no room here\n` : "";
  const list = kept.join("") + more;
  return `${head}${list === "" ? "" : `\n${list}`}${foot}`;
}

function linesOf({ resource, title, branches }: Branch, indent: string): readonly string[] {
  const own = resource
    ? [
        `${indent}- **${code(titleOf(resource))}**`,
        ...findingsOf(resource).map((finding) => `${indent}  - ${code(finding)}`),
      ]
    : [`${indent}- ${code(printable(title))}`];
  return [...own, ...branches.flatMap((branch) => linesOf(branch, `${indent}  `))];
}

/** A code span for any text. Its fence is longer than every run of backticks in the text. */
function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#@|~]/g, (one) => `\\${one}`);
}
