import { rules } from "../baseline/audit.ts";
import { severities } from "../baseline/rule.ts";
import { addedWaivers, type Waivers } from "../baseline/waivers.ts";
import type { ReviewReport } from "./types.ts";

/** A report with the waivers for its stack that a branch adds to those in force, the most severe rules first. */
export function withBranchWaivers(report: ReviewReport, { all }: Waivers, { all: ofBranch }: Waivers): ReviewReport {
  const severityOf = new Map(rules.map(({ id, severity }) => [id, severity]));
  const added = addedWaivers(all, ofBranch)
    .filter(({ stack }) => stack === undefined || report.stack === undefined || stack === report.stack)
    .map((waiver) => ({ ...waiver, severity: severityOf.get(waiver.rule) ?? "low" }))
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  return added.length === 0 ? report : { ...report, addedWaivers: added };
}
