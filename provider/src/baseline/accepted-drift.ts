import { sanitize } from "../client/index.ts";
import type { AcceptedResource, Change, DriftReport, ResourceReport } from "../report/types.ts";
import { today } from "./days.ts";
import { checkOfEnd, checkOfResource, checkOfStack, parseEntries } from "./waiver-file.ts";
import { addedWaivers, isInForce, remarkOnEnd, type Waiver, Waivers } from "./waivers.ts";
import { resourceOf } from "./words.ts";

/** The name of the file with the accepted drift of a project, beside its Pulumi.yaml. */
export const acceptedDriftFile = "tenant-drift.yaml";

/** A permission for a resource to differ from its state for some time. */
export interface AcceptedDrift extends Omit<Waiver, "rule" | "tenant"> {
  /** The path of the property that may differ, including all that it contains. Default: the whole resource, which may also be deleted. */
  readonly property?: string | undefined;
}

/**
 * Parses a file of accepted drift.
 *
 * @param file the file name to show in error messages
 * @throws WaiverError
 */
export function parseAcceptedDrift(text: string, file: string): readonly AcceptedDrift[] {
  return parseEntries(text, file, {
    required: ["resource", "reason", "until"],
    optional: ["stack", "property"],
    checks: {
      resource: checkOfResource("Name the resources."),
      until: checkOfEnd,
      stack: checkOfStack,
    },
  });
}

/** The entries of a changed file that accept drift which the earlier file does not accept, or only until an earlier day. */
export function addedDrift(
  before: readonly AcceptedDrift[],
  after: readonly AcceptedDrift[],
  day = today(),
): readonly AcceptedDrift[] {
  const asWaiver = (entry: AcceptedDrift): Waiver => ({ ...entry, rule });
  return after.filter((entry) => {
    const wide = before.filter(({ property }) => property === undefined || property === entry.property);
    return addedWaivers(wide.map(asWaiver), [asWaiver(entry)], day).length > 0;
  });
}

/** The rule of all entries, so that they match resources as waivers of the baseline do. */
const rule = "drift";

/**
 * A report whose accepted drift is listed apart and does not count as drift: resources of which each difference is accepted. Entries that have
 * ended, end soon or match no drift become warnings.
 *
 * @param isWhole whether the report is about all resources of the stack, so that it shows which entries of the stack match none
 */
export function withAccepted(
  report: DriftReport,
  entries: readonly AcceptedDrift[],
  { isWhole, day = today() }: { readonly isWhole: boolean; readonly day?: string },
): DriftReport {
  if (entries.length === 0) return report;
  const propertyOf = new Map<Waiver, string | undefined>();
  const all = entries.map(({ property, ...entry }): Waiver => {
    const waiver = { ...entry, rule };
    propertyOf.set(waiver, property);
    return waiver;
  });
  const waivers = new Waivers(all);
  const matching = new Set<Waiver>();
  const accepted: AcceptedResource[] = [];
  const resources: ResourceReport[] = [];
  for (const resource of report.resources) {
    const covering = resource.state === "failed" ? [] : waivers.covering(rule, resource);
    for (const one of covering) matching.add(one);
    const by = acceptedBy(
      resource,
      covering.filter((one) => isInForce(one, day)).map((waiver) => ({ waiver, property: propertyOf.get(waiver) })),
    );
    if (by) accepted.push({ ...resource, accepted: by.map(({ reason, until }) => ({ reason, until })) });
    else resources.push(resource);
  }
  const remarks = all.flatMap((waiver) => {
    const isIdle = isWhole && report.complete && waiver.stack === report.stack && !matching.has(waiver);
    const says = remarkOnEnd(waiver, day) ?? (isIdle ? "matches no drift any more. Remove it" : undefined);
    return says === undefined ? [] : [`accepted drift of ${resourceOf(waiver)} ${sanitize(says)}`];
  });
  const left = (state: ResourceReport["state"]) => resources.filter((resource) => resource.state === state).length;
  return {
    ...report,
    drift: left("changed") + left("deleted") > 0,
    counts: { ...report.counts, changed: left("changed"), deleted: left("deleted"), accepted: accepted.length },
    resources,
    ...(accepted.length > 0 && { accepted }),
    warnings: [...report.warnings, ...remarks],
  };
}

/** The entries that together accept all differences of a resource; undefined if a difference is left. */
function acceptedBy(
  { state, changes }: ResourceReport,
  entries: readonly { readonly waiver: Waiver; readonly property: string | undefined }[],
): readonly Waiver[] | undefined {
  const whole = entries.find(({ property }) => property === undefined);
  if (whole) return [whole.waiver];
  if (state !== "changed" || changes.length === 0) return undefined;
  const found = changes.map((change) => entries.find(({ property }) => isWithin(change, property ?? ""))?.waiver);
  return found.every((one) => one !== undefined) ? [...new Set(found)] : undefined;
}

/** Whether the path of a change is a property or leads to a part of its value. */
function isWithin({ path }: Change, property: string): boolean {
  return path === property || path.startsWith(`${property}.`) || path.startsWith(`${property}[`);
}
