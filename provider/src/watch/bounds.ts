import { createHash } from "node:crypto";
import type { Change } from "../report/types.ts";
import type { Json } from "../schema/json.ts";
import type { WatchReport } from "./report.ts";

/*
 * Whoever edits the tenant chooses how much differs, how often and in how many words. All that a watch keeps, hands over and writes has
 * its bounds here, in bytes of JSON.
 */

/** Most bytes of one report. */
const maxReport = 64 * 1024;

/** Most bytes of what one resource has to hand over. */
export const maxWaiting = 128 * 1024;

/** Most bytes of each of the two lists of reports in a cursor file, which lies twice in its folder while it is written. */
export const maxSaved = 2 * 1024 * 1024;

/** Most bytes of the events that are kept for one object. */
export const maxHeard = 4 * 1024 * 1024;

/** Most characters of a value, and how many of a longer one are kept. */
const [longest, kept] = [1_000, 900];

/** A value that is cut if it is long, and can still be told from others. What is cut already stays as it is. */
export function brief(value: Json): Json {
  return briefText(typeof value === "string" ? value : JSON.stringify(value)) ?? value;
}

/** A change with values that are cut if they are long. */
export function briefChange<T extends Change>(change: T): T {
  const { path, was, is } = change;
  return {
    ...change,
    path: briefText(path) ?? path,
    ...(was !== undefined && { was: brief(was) }),
    ...(is !== undefined && { is: brief(is) }),
  };
}

/** Undefined for a text that is short. */
function briefText(text: string): string | undefined {
  if (text.length <= longest) return undefined;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return `${text.slice(0, kept).replace(/\p{Cs}$/u, "")}… (${text.length} characters, SHA-256 ${digest}…)`;
}

const sizes = new WeakMap<object, number>();

/** How many bytes something has as JSON. It must not change any more. */
export function sizeOf(value: object): number {
  const size = sizes.get(value) ?? Buffer.byteLength(JSON.stringify(value));
  sizes.set(value, size);
  return size;
}

/** The first of a list that have room together. */
function firstIn<T extends object>(room: number, list: readonly T[]): readonly T[] {
  let left = room;
  const end = list.findIndex((item) => {
    left -= sizeOf(item);
    return left < 0;
  });
  return end < 0 ? list : list.slice(0, end);
}

/** The latest of a list, oldest first, that have room together. */
export function latestIn<T extends object>(room: number, list: readonly T[]): readonly T[] {
  return firstIn(room, list.toReversed()).toReversed();
}

/** A report with as many of its changes and causes as have room. The other changes are counted. */
export function fitted(report: WatchReport, room = maxReport): WatchReport {
  if (sizeOf(report) <= room) return report;
  const causes = latestIn(room / 4, report.causes);
  const changes = firstIn(room / 2, report.changes);
  const omitted = (report.omitted ?? 0) + report.changes.length - changes.length;
  return { ...report, changes, causes, ...(omitted > 0 && { omitted }) };
}

/** The latest reports that have room; the last one in any case, as far as it has. */
export function latestReportsIn(room: number, reports: readonly WatchReport[]): readonly WatchReport[] {
  const latest = latestIn(room, reports);
  return latest.length > 0 ? latest : reports.slice(-1).map((report) => fitted(report, room));
}

/** The latest reports of each resource. All resources have the same share of the room, so that none takes the room of another. */
export function shared(room: number, reports: readonly WatchReport[]): readonly WatchReport[] {
  const byResource = Map.groupBy(reports, ({ urn }) => urn);
  return [...byResource.values()].flatMap((own) => latestReportsIn(room / byResource.size, own));
}
