import { parseInstant } from "../tenant/events/instant.ts";
import { type Finding, placeOf } from "./compare.ts";
import type { WatchReport } from "./report.ts";
import type { Reported } from "./resource.ts";

/** The reports that were delivered: how many, how late, and which of them still hold. */
export class Delivered {
  /** What was not restored, by URN. */
  readonly #open: Map<string, WatchReport>;
  #count = 0;
  #lagMs: number | undefined;

  /** @param open what an earlier watch has delivered and was not restored */
  constructor(open: readonly WatchReport[] = []) {
    this.#open = new Map(open.map((report) => [report.urn, report]));
  }

  /** What was not restored, one report for each resource. */
  get open(): readonly WatchReport[] {
    return [...this.#open.values()];
  }

  /** How many reports there were. */
  get count(): number {
    return this.#count;
  }

  /** Milliseconds from the latest reported event's own time to its report; undefined before the first. */
  get lagMs(): number | undefined {
    return this.#lagMs;
  }

  /** Makes a report, which counts as delivered from now on. @param now wall clock in milliseconds */
  add({ resource, kind, state, changes, causes, left }: Reported, now: number): WatchReport {
    this.#count += 1;
    const times = causes.map(({ when }) => parseInstant(when)).filter((time) => time !== undefined);
    if (times.length > 0) this.#lagMs = Math.max(0, now - Math.max(...times));
    const common = { version: 1, ...placeOf(resource.urn), at: new Date(now).toISOString() } as const;
    if (left) this.#keep(common, resource.urn, left.finding);
    return { ...common, kind, ...resource, state, changes, causes };
  }

  /** Keeps what differs at a resource by now, as one report. */
  #keep(common: Pick<WatchReport, "version" | "stack" | "project" | "at">, urn: string, found: Finding): void {
    if (!found) {
      this.#open.delete(urn);
      return;
    }
    const changes = found.changes.map((change) => ({ ...change, causedBy: [] }));
    const state = found.state === "deleted" ? "deleted" : "changed";
    this.#open.set(urn, { ...common, kind: "drift", ...found, state, changes, causes: [] });
  }
}
