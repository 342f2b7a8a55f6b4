import { type Style, unstyled } from "../drift/text.ts";
import { longestError, titleOf } from "../drift/words.ts";
import { legible } from "../tenant/index.ts";
import { actions, type Operation, type ReviewedResource, type ReviewReport } from "./types.ts";
import { concernsInWords, findingsOf, heads, remarkOf, summaryOf } from "./words.ts";

/** The report for a terminal or the log of a pipeline: what is deleted or replaced first. */
export function toText(report: ReviewReport, style: Style = unstyled): string {
  const { complete, changes, concerns, errors, warnings, notes } = report;
  const colour = !complete ? style.red : changes ? style.yellow : style.green;
  const remark = remarkOf(report);
  const lines = [
    style.bold(colour(summaryOf(report))),
    ...(concerns.length > 0 ? [`It concerns ${concernsInWords(concerns)}`] : []),
    ...actions.flatMap((action) => sectionOf(report, action, style)),
    ...said("error", errors, style.red),
    ...said("warning", warnings, style.yellow),
    ...said("note", notes, style.dim),
    ...(remark === undefined ? [] : ["", style.dim(remark)]),
  ];
  return `${lines.join("\n")}\n`;
}

function sectionOf({ resources }: ReviewReport, action: Operation, style: Style): readonly string[] {
  const found = resources.filter((resource) => resource.action === action);
  if (found.length === 0) return [];
  const isLoss = action === "delete" || action === "replace";
  const shade = isLoss ? style.red : style.yellow;
  return ["", style.bold(shade(heads[action])), ...found.flatMap((resource) => linesOf(resource, style))];
}

function linesOf(resource: ReviewedResource, style: Style): readonly string[] {
  return [`  ${style.bold(titleOf(resource))}`, ...findingsOf(resource).map((finding) => `    ${finding}`)];
}

function said(kind: string, texts: readonly string[], shade: (text: string) => string): readonly string[] {
  return texts.map((text, index) => (index === 0 ? "\n" : "") + shade(`${kind}: ${legible(text, longestError)}`));
}
