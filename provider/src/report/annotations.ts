import { sanitize, withoutCommands } from "../client/index.ts";
import { maxErrorLength } from "../pulumi-cli/pulumi.ts";
import type { DriftReport } from "./types.ts";
import { findingsOf, firstOf, reasonsOf, summaryOf, titleOf, unmanagedLines, unmanagedTitle } from "./words.ts";

/** The number of annotations of each level that GitHub keeps for a step. If a report has more, its last annotation says how many are left out. */
export const maxAnnotations = 10;

/** Maximum number of lines in an annotation. */
const maxLines = 20;

/**
 * Formats the report as workflow commands of GitHub Actions, one line each: a warning for each resource that has drifted, an error for
 * each reason for failed reads, and a notice with the unmanaged objects.
 */
export function annotations(report: DriftReport): readonly string[] {
  const drifted = report.resources.filter(({ state }) => state !== "failed");
  const drifts = drifted.map((one) => command("warning", `Drift: ${titleOf(one)}`, findingsOf(one)));
  const failures = [
    ...reasonsOf(report).map(({ says, resources }) => {
      const [title = "", ...others] = resources.map(titleOf);
      const reason = `could not be read: ${sanitize(says, maxErrorLength)}`;
      if (others.length === 0) return command("error", title, [reason]);
      return command("error", `${title} and ${others.length} more`, [reason, title, ...others]);
    }),
    ...report.errors.map(failureAnnotation),
  ];
  const warnings = report.warnings.map((text) => command("warning", "Drift report", [sanitize(text, maxErrorLength)]));
  return [
    ...limited("warning", [...drifts, ...warnings], report),
    ...limited("error", failures, report),
    ...noticesOf(report),
  ];
}

function noticesOf({ unmanaged }: DriftReport): readonly string[] {
  const lines = unmanaged ? unmanagedLines(unmanaged) : [];
  return unmanaged && lines.length > 0 ? [command("notice", unmanagedTitle(unmanaged), lines)] : [];
}

/** The annotation for an error that belongs to no resource, for example if the whole report failed. */
export function failureAnnotation(message: string): string {
  return command("error", "Drift report", [sanitize(message, maxErrorLength)]);
}

function limited(kind: "warning" | "error", commands: readonly string[], report: DriftReport): readonly string[] {
  if (commands.length <= maxAnnotations) return commands;
  const left = commands.length - maxAnnotations + 1;
  return [
    ...commands.slice(0, maxAnnotations - 1),
    command(kind, summaryOf(report), [`and ${left} more, see the summary of this job`]),
  ];
}

/** Formats a workflow command of GitHub Actions on one line. */
export function command(kind: "notice" | "warning" | "error", title: string, lines: readonly string[]): string {
  const message = firstOf(lines, maxLines).join("\n");
  const data = (text: string) =>
    withoutCommands(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = data(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${kind} title=${property}::${data(message)}`;
}
