import { createHash } from "node:crypto";
import type { Change } from "../report/types.ts";
import type { Json } from "../schema/json.ts";
import type { WatchReport } from "./options.ts";

/*
 * Edits at the tenant can make the differences arbitrarily many and large. These bounds, in bytes of JSON, limit everything that a watch
 * stores in memory, passes to a command and writes to a file.
 */

/** Maximum size of one report, in bytes. */
const maxReport = 64 * 1024;

/** Maximum size of the reports of one resource that wait for the command of `--exec`, in bytes. */
export const maxWaiting = 128 * 1024;

/** Maximum size of each of the two lists of reports in a cursor file, in bytes. While the file is replaced, its folder contains both versions. */
export const maxSaved = 2 * 1024 * 1024;

/** Maximum size of the stored events about one object, in bytes. */
export const maxHeard = 4 * 1024 * 1024;

/** Maximum length of a value, and the length to which a longer value is cut, in characters. */
const [maxLength, cutLength] = [1_000, 900];

/** Shortens a long value and adds its length and hash, so that different values stay different. Other values are returned unchanged. */
export function brief(value: Json): Json {
  return briefText(typeof value === "string" ? value : JSON.stringify(value)) ?? value;
}

/** Shortens the long values of a change. */
export function briefChange<T extends Change>(change: T): T {
  const { path, was, is } = change;
  return {
    ...change,
    path: briefText(path) ?? path,
    ...(was !== undefined && { was: brief(was) }),
    ...(is !== undefined && { is: brief(is) }),
  };
}

/** Shortens a long text; undefined for a short one. */
function briefText(text: string): string | undefined {
  if (text.length <= maxLength) return undefined;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return `${text.slice(0, cutLength).replace(/\p{Cs}$/u, "")}… (${text.length} characters, SHA-256 ${digest}…)`;
}

const sizes = new WeakMap<object, number>();

/** The size of a value as JSON, in bytes. The size is cached, so the value must not change afterwards. */
function sizeOf(value: object): number {
  const size = sizes.get(value) ?? Buffer.byteLength(JSON.stringify(value));
  sizes.set(value, size);
  return size;
}

/** The longest beginning of a list that fits into `room` bytes. */
function firstIn<T extends object>(room: number, list: readonly T[]): readonly T[] {
  let left = room;
  const end = list.findIndex((item) => {
    left -= sizeOf(item);
    return left < 0;
  });
  return end < 0 ? list : list.slice(0, end);
}

/** The longest end of a list that fits into `room` bytes. */
export function latestIn<T extends object>(room: number, list: readonly T[]): readonly T[] {
  return firstIn(room, list.toReversed()).toReversed();
}

/** Cuts the changes and causes of a report so that it fits into `room` bytes. `omitted` counts the changes that were cut. */
export function fitted(report: WatchReport, room = maxReport): WatchReport {
  if (sizeOf(report) <= room) return report;
  const causes = latestIn(room / 4, report.causes);
  const changes = firstIn(room / 2, report.changes);
  const omitted = (report.omitted ?? 0) + report.changes.length - changes.length;
  return { ...report, changes, causes, ...(omitted > 0 && { omitted }) };
}

/** The latest reports that fit into `room` bytes. The last report is always included, cut if necessary. */
export function latestReportsIn(room: number, reports: readonly WatchReport[]): readonly WatchReport[] {
  const latest = latestIn(room, reports);
  return latest.length > 0 ? latest : reports.slice(-1).map((report) => fitted(report, room));
}

/** The latest reports of each resource. Each resource gets the same share of `room`, so a resource with many reports displaces no other resource. */
export function shared(room: number, reports: readonly WatchReport[]): readonly WatchReport[] {
  const byResource = Map.groupBy(reports, ({ urn }) => urn);
  return [...byResource.values()].flatMap((own) => latestReportsIn(room / byResource.size, own));
}
