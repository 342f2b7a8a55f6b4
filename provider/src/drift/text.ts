import { legible } from "../tenant/index.ts";
import type { DriftReport, Unmanaged } from "./report.ts";
import { type Branch, treeOf } from "./tree.ts";
import { findingsOf, longestError, remedy, summaryOf, titleOf, unmanagedLines, unmanagedTitle } from "./words.ts";

/** How parts of the text are highlighted on a terminal. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

const plain = (text: string) => text;
export const unstyled: Style = { bold: plain, dim: plain, red: plain, yellow: plain, green: plain };

/** Of how many resources that could not be read for the same reason people are told by name. The JSON report has all of them. */
const mostUnread = 10;

/**
 * The report as a tree of resources and changed leaves, for a terminal or the log of a pipeline.
 *
 * @param advice what the values are, and what to do
 */
export function toText(report: DriftReport, style: Style = unstyled, advice = remedy): string {
  const colour = report.drift ? style.yellow : report.complete ? style.green : style.red;
  const said = (kind: string, texts: readonly string[], shade: (text: string) => string) =>
    texts.map((text, index) => (index === 0 ? "\n" : "") + shade(`${kind}: ${legible(text, longestError)}`));
  const lines = [
    style.bold(colour(summaryOf(report))),
    ...treeOf(report).flatMap((branch) => ["", ...linesOf(branch, style, "")]),
    ...unmanagedSection(report.unmanaged, style),
    ...said("error", report.errors, style.red),
    ...said("warning", report.warnings, style.yellow),
    ...(report.drift ? ["", style.dim(advice)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function unmanagedSection(unmanaged: Unmanaged | undefined, style: Style): readonly string[] {
  if (!unmanaged) return [];
  return ["", style.bold(unmanagedTitle(unmanaged)), ...unmanagedLines(unmanaged).map((line) => `  ${line}`)];
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
    : [indent + (stands === "reason" ? style.red : style.dim)(legible(title, longestError))];
  const named = stands === "reason" ? branches.slice(0, mostUnread) : branches;
  const more = branches.length - named.length;
  return [
    ...own,
    ...named.flatMap((branch) => linesOf(branch, style, `${indent}  `)),
    ...(more > 0 ? [style.dim(`${indent}  … and ${more} more`)] : []),
  ];
}
