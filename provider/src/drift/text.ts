import type { DriftReport } from "./report.ts";
import { type Branch, treeOf } from "./tree.ts";
import { findingsOf, printable, remedy, summaryOf, titleOf } from "./words.ts";

/** How parts of the text are highlighted on a terminal. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

const plain = (text: string) => text;
const unstyled: Style = { bold: plain, dim: plain, red: plain, yellow: plain, green: plain };

/** The report as a tree of resources and changed leaves, for a terminal or the log of a pipeline. */
export function toText(report: DriftReport, style: Style = unstyled): string {
  const colour = report.drift ? style.yellow : report.complete ? style.green : style.red;
  const lines = [style.bold(colour(summaryOf(report)))];
  for (const branch of treeOf(report)) lines.push("", ...linesOf(branch, style, ""));
  if (report.errors.length > 0) lines.push("");
  for (const error of report.errors) lines.push(style.red(`error: ${printable(error)}`));
  if (report.warnings.length > 0) lines.push("");
  for (const warning of report.warnings) lines.push(style.yellow(`warning: ${printable(warning)}`));
  if (report.drift) lines.push("", style.dim(remedy));
  return `${lines.join("\n")}\n`;
}

function linesOf({ stands, resource, title, branches }: Branch, style: Style, indent: string): readonly string[] {
  const own = resource
    ? [
        indent + style.bold(titleOf(resource)),
        ...findingsOf(resource).map((finding) => {
          const colour = resource.state === "changed" ? style.yellow : style.red;
          return `${indent}  ${colour(finding)}`;
        }),
      ]
    : [indent + (stands === "reason" ? style.red : style.dim)(printable(title))];
  return [...own, ...branches.flatMap((branch) => linesOf(branch, style, `${indent}  `))];
}
