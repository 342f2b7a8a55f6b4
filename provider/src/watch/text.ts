import type { createColors } from "picocolors";
import { legible } from "../tenant/index.ts";
import type { WatchReport } from "./report.ts";
import { causesInWords, changesInWords, subjectOf } from "./words.ts";

type Style = Pick<ReturnType<typeof createColors>, "bold" | "dim" | "green" | "yellow">;

const plain = (text: unknown) => `${text}`;
const unstyled: Style = { bold: plain, dim: plain, green: plain, yellow: plain };

/** A report for people, in a few lines: when, what, was → is, and who. */
export function toText(report: WatchReport, style: Style = unstyled): string {
  const shade = report.kind === "drift" ? style.yellow : style.green;
  const lines = [
    `${style.dim(legible(report.at))}  ${style.bold(shade(report.kind))}  ${style.bold(subjectOf(report))}`,
    ...changesInWords(report).map((line) => `  ${shade(line)}`),
    ...causesInWords(report).map((line) => `  ${style.dim(line)}`),
  ];
  return `${lines.join("\n")}\n`;
}
