import { addsAdvice, comparableReasonIn, reasonIn } from "../client/index.ts";
import { byText } from "../schema/json.ts";
import type { DriftReport } from "./report.ts";
import type { ResourceReport } from "./types.ts";

/** A resource that could not be read, with its error. */
interface Unread {
  readonly urn: string;
  readonly error?: string;
}

/** Resources that could not be read, all for the same reason. */
export interface Reason<R extends Unread = ResourceReport> {
  /** The error of the first resource, without the part that names its object. */
  readonly says: string;
  readonly resources: readonly R[];
}

/** The resources of a report that could not be read, grouped by reason. */
export function reasonsOf({ resources }: DriftReport): readonly Reason[] {
  return byReason(resources.filter(({ state }) => state === "failed"));
}

/**
 * Groups resources that could not be read, by reason. Two errors have the same reason if they differ only in the object and the request id,
 * or if one of them is followed by advice: the provider gives the same advice only once per run.
 */
export function byReason<R extends Unread>(unread: readonly R[]): readonly Reason<R>[] {
  const byKey = Map.groupBy(unread, ({ error = "" }) => comparableReasonIn(error));
  const reasons: { key: string; says: string; resources: R[] }[] = [];
  // In descending order, an error without advice comes directly after the same error with advice.
  for (const [key, found] of [...byKey].sort(([a], [b]) => (a < b ? 1 : -1))) {
    const last = reasons.at(-1);
    if (last && addsAdvice(last.key, key)) last.resources.push(...found);
    else reasons.push({ key, says: reasonIn(found[0]?.error ?? ""), resources: found });
  }
  for (const reason of reasons) reason.resources.sort((a, b) => byText(a.urn, b.urn));
  return reasons;
}
