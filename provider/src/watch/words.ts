import { findingsOf, titleOf } from "../drift/words.ts";
import { legible } from "../tenant/index.ts";
import type { Cause, WatchReport } from "./report.ts";

/** What the report is about: `Connection corp (con_…) in stack dev`. */
export function subjectOf(report: WatchReport): string {
  return `${titleOf(report)} in stack ${legible(report.stack)}`;
}

/** What has become different, or the same again, a line each. Where there are several causes, each line names its own. */
export function changesInWords(report: WatchReport): readonly string[] {
  const { kind, state, changes, causes } = report;
  if (kind === "restored" && state === "deleted") return ["it is back: the tenant has it again"];
  const lines = findingsOf(report);
  if (causes.length < 2) return lines;
  return lines.map((line, index) => {
    const { causedBy = [] } = changes[index] ?? {};
    return causedBy.length === 0 ? line : `${line}  [${causedBy.map((id) => legible(id)).join(", ")}]`;
  });
}

/** Who did it, when and from where, a line for each event. */
export function causesInWords({ causes }: WatchReport): readonly string[] {
  return causes.length > 0 ? causes.map(causeInWords) : ["by somebody: no event tells who"];
}

function causeInWords({ eventId, type, when, who, from }: Cause): string {
  const user = named(who.userName, who.userId);
  const client = named(who.clientName, who.clientId);
  const people = user && client ? `${user} with ${client}` : user || client || "somebody";
  const place = [from.ip, from.userAgent].filter((text) => text !== undefined);
  const where = place.length > 0 ? `, from ${place.join(", ")}` : "";
  return legible(`by ${people}${where}, at ${when} (${type} ${eventId})`, longestCause);
}

/** Most characters of a line about a cause. User agents can be long. */
const longestCause = 1_000;

function named(name: string | undefined, id: string | undefined): string {
  return name === undefined || id === undefined ? (name ?? id ?? "") : `${name} (${id})`;
}
