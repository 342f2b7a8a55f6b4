import { BoundedList, code, longest } from "../drift/markdown.ts";
import { longestError, titleOf } from "../drift/words.ts";
import { legible } from "../tenant/index.ts";
import { actions, type ReviewedResource, type ReviewReport } from "./types.ts";
import { concernsInWords, findingsOf, heads, remarkOf, summaryOf } from "./words.ts";

/**
 * The report for a comment of a pull request. All foreign text stands in code spans, so that it can neither change the format nor mention
 * anybody, and no line needs another one: a pipeline may cut it at the end of any line.
 *
 * @param limit most characters; a resource that does not fit is listed without its leaves, and what then does not fit is counted
 */
export function toMarkdown(report: ReviewReport, limit = longest): string {
  const { concerns, resources, errors, warnings, notes } = report;
  const shown = (stack: string) => (/^[\w-]+$/.test(stack) ? stack : code(legible(stack)));
  const whom = concerns.length > 0 ? `\nIt concerns ${code(concernsInWords(concerns))}\n` : "";
  const head = `### ${summaryOf(report, shown)}\n${whom}`;
  const remark = remarkOf(report);
  const foot = remark === undefined ? "" : `\n${remark}\n`;
  const list = new BoundedList(limit - head.length - foot.length - 100);
  for (const action of actions) {
    const found = resources.filter((resource) => resource.action === action);
    if (found.length > 0) list.add(0, `- **${heads[action]}**\n`);
    for (const resource of found) list.add(1, ...formsOf(resource));
  }
  // What was printed comes last: however much it is, it takes no room from what the state and the plan say.
  for (const error of errors) list.add(1, `- error: ${code(legible(error, longestError))}\n`);
  for (const warning of warnings) list.add(1, `- warning: ${code(legible(warning, longestError))}\n`);
  for (const note of notes) list.add(1, `- note: ${code(legible(note, longestError))}\n`);
  const body = list.toString();
  return `${head}${body === "" ? "" : `\n${body}`}${foot}`;
}

/** A resource with all its leaves, and one with the last line only, which says whom it concerns. */
function formsOf(resource: ReviewedResource): readonly string[] {
  const head = `  - **${code(titleOf(resource))}**\n`;
  const findings = findingsOf(resource);
  const rows = findings.map((finding) => `    - ${code(finding)}\n`);
  const last = resource.concerns.length > 0 ? (rows.at(-1) ?? "") : "";
  const cut = `    - … ${resource.changes.length} leaves, for which there is no room here\n`;
  return [head + rows.join(""), head + (resource.changes.length > 0 ? cut : "") + last];
}
