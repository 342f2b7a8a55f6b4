import { type AcceptedDrift, acceptedDriftFile, addedDrift } from "../baseline/accepted-drift.ts";
import { rules } from "../baseline/audit.ts";
import { severities } from "../baseline/rule.ts";
import { addedWaivers, type Waivers } from "../baseline/waivers.ts";
import { addedExpectations, type Expected, nothingExpected } from "../compare/expected.ts";
import { classOf } from "../schema/provider-code.ts";
import type { AddedAcceptance, ReviewReport } from "./types.ts";

/** A report with the waivers for its stack that a branch adds to those in force, the most severe rules first. */
export function withBranchWaivers(report: ReviewReport, { all }: Waivers, { all: ofBranch }: Waivers): ReviewReport {
  const severityOf = new Map(rules.map(({ id, severity }) => [id, severity]));
  const added = addedWaivers(all, ofBranch)
    .filter(({ stack }) => stack === undefined || report.stack === undefined || stack === report.stack)
    .map((waiver) => ({ ...waiver, severity: severityOf.get(waiver.rule) ?? "low" }))
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  return added.length === 0 ? report : { ...report, addedWaivers: added };
}

/** What the files of a project accept. */
export interface Accepted {
  readonly waivers: Waivers;
  readonly drift: readonly AcceptedDrift[];
  /** The expected differences between tenants, by the name of the file. */
  readonly expected: ReadonlyMap<string, Expected>;
}

/** A report with the waivers and the drift of its stack, and the differences between tenants, that a branch accepts beyond the files in force. */
export function withBranchAccepted(report: ReviewReport, inForce: Accepted, ofBranch: Accepted): ReviewReport {
  const waived = withBranchWaivers(report, inForce.waivers, ofBranch.waivers);
  const drift = addedDrift(inForce.drift, ofBranch.drift)
    .filter(({ stack }) => stack === undefined || report.stack === undefined || stack === report.stack)
    .map(({ resource, property, ...entry }) => ({
      ...{ file: acceptedDriftFile, ...entry },
      says: `drift of ${JSON.stringify(resource)}${property === undefined ? "" : `, ${property}`}`,
    }));
  const differences = [...ofBranch.expected].flatMap(([file, expected]) =>
    expectationsInWords(addedExpectations(inForce.expected.get(file) ?? nothingExpected, expected)).map((one) => ({
      file,
      ...one,
    })),
  );
  const all = [...drift, ...differences];
  return all.length === 0 ? waived : { ...waived, addedAcceptances: all };
}

function expectationsInWords(added: Omit<Expected, "sides">): readonly Omit<AddedAcceptance, "file">[] {
  const { replacements, pairs, mayDiffer } = added;
  const because = (reason: string | undefined) => (reason === undefined ? {} : { reason });
  const [text, both] = [(value: string) => JSON.stringify(value), "counts as the same as"];
  return [
    ...mayDiffer.map(({ type, object, property, reason }) => ({
      says: `${classOf(type)} ${object === undefined ? "(all)" : text(object)} may differ${property === undefined ? ", or be missing" : `: ${property}`}`,
      reason,
    })),
    ...replacements.map(({ from, to, reason }) => ({ says: `${text(from)} ${both} ${text(to)}`, ...because(reason) })),
    ...pairs.map(({ type, from, to }) => ({ says: `${classOf(type)} ${text(from)} ${both} ${text(to)}` })),
  ];
}
