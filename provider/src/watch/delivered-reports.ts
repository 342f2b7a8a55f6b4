import { parseUrn } from "../drift/urn.ts";
import { parseInstant } from "../tenant/events/instant.ts";
import { briefChange, fitted } from "./bounds.ts";
import type { ResourceDrift } from "./compare.ts";
import type { WatchReport } from "./report.ts";
import type { Reported } from "./watched-resource.ts";

/** The reports that were delivered: how many, how late, and which of them still hold. */
export class DeliveredReports {
  /** What was not restored, by URN. */
  readonly #open: Map<string, WatchReport>;
  /** How many reports there were. */
  count = 0;
  /** Milliseconds from the latest reported event's own time to its report; undefined before the first. */
  lagMs: number | undefined;

  /** @param open what an earlier watch has delivered and was not restored */
  constructor(open: readonly WatchReport[] = []) {
    this.#open = new Map(open.map((report) => [report.urn, report]));
  }

  /** What was not restored, one report for each resource. */
  get open(): readonly WatchReport[] {
    return [...this.#open.values()];
  }

  /** Makes a report, which counts as delivered from now on. @param now wall clock in milliseconds */
  add({ resource, kind, state, changes, causes, left }: Reported, now: number): WatchReport {
    this.count += 1;
    const times = causes.map(({ when }) => parseInstant(when)).filter((time) => time !== undefined);
    if (times.length > 0) this.lagMs = Math.max(0, now - Math.max(...times));
    const { stack = "", project = "" } = parseUrn(resource.urn) ?? {};
    const common = { version: 1, stack, project, at: new Date(now).toISOString() } as const;
    if (left) this.#keep(common, resource.urn, left.finding);
    // Of a resource about which another report follows, that one says it.
    const drift = left === undefined || left.finding !== undefined;
    return fitted({ ...common, kind, ...resource, state, drift, changes: changes.map(briefChange), causes });
  }

  /** Keeps what differs at a resource by now, as one report. */
  #keep(common: Pick<WatchReport, "version" | "stack" | "project" | "at">, urn: string, found: ResourceDrift): void {
    if (!found) {
      this.#open.delete(urn);
      return;
    }
    const changes = found.changes.map((change) => ({ ...briefChange(change), causedBy: [] }));
    const state = found.state === "deleted" ? "deleted" : "changed";
    this.#open.set(urn, fitted({ ...common, kind: "drift", ...found, state, drift: true, changes, causes: [] }));
  }
}
