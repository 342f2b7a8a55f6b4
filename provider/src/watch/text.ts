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

/**
 * What a watch that compares once says where it has found nothing new.
 *
 * @param resources how many it has compared
 * @param open how many of them differ, as an earlier watch has reported
 */
export function onceInWords(resources: number, open: number): string {
  return open === 0
    ? `No drift: all is as the state has it (resources: ${resources})`
    : `No new drift: what differs was reported before (resources: ${open} of ${resources})`;
}
