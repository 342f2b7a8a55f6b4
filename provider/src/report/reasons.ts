import type { DriftReport } from "./report.ts";
import type { ResourceReport } from "./types.ts";

/** A resource that could not be read. */
interface Unread {
  readonly urn: string;
  readonly error?: string;
}

/** Resources that could not be read, all for the same reason. */
export interface Reason<R extends Unread = ResourceReport> {
  /** Their error, without what names one object. */
  readonly says: string;
  readonly resources: readonly R[];
}

/** What stands before the reason in an error about one object: what was tried, and on which object. */
const opening = /^Could not (?:"(?:[^"\\]|\\.)*"|:(?! )|[^":])*: /s;

/** The resources of a report that could not be read, by the reason. */
export function reasonsOf({ resources }: DriftReport): readonly Reason[] {
  return byReason(resources.filter(({ state }) => state === "failed"));
}

/**
 * Resources that could not be read, by the reason. Two errors have the same one if they differ only by their objects and the ids of
 * their requests, or if one of them goes on to say what to do: the provider says that once.
 */
export function byReason<R extends Unread>(unread: readonly R[]): readonly Reason<R>[] {
  const byKey = Map.groupBy(unread, ({ error = "" }) => keyOf(error));
  const reasons: { key: string; says: string; resources: R[] }[] = [];
  // In this order, what a text begins with comes right after it.
  for (const [key, found] of [...byKey].sort(([a], [b]) => (a < b ? 1 : -1))) {
    const last = reasons.at(-1);
    if (last && key.endsWith(".") && last.key.startsWith(`${key} `)) last.resources.push(...found);
    else reasons.push({ key, says: withoutObject(found[0]?.error ?? ""), resources: found });
  }
  for (const reason of reasons) reason.resources.sort((a, b) => (a.urn < b.urn ? -1 : Number(a.urn > b.urn)));
  return reasons;
}

/** An error without what differs from object to object. */
function keyOf(error: string): string {
  return withoutObject(error).replace(/request id [^\s,)]+/g, "request id");
}

function withoutObject(error: string): string {
  return error.replace(opening, "");
}
