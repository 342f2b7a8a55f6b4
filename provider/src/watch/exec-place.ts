import type { Change } from "../drift/index.ts";
import type { WatchReport } from "./report.ts";

/** What `--exec` hands to its command: all that has happened to one resource since the last document that the command took. */
export interface ExecDocument {
  readonly version: 1;
  readonly stack: string;
  readonly project: string;
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  /** Whether the resource differs from the state after all of this. */
  readonly drift: boolean;
  /** Oldest first, at most 100. */
  readonly reports: readonly WatchReport[];
  /** How many older reports are left out. */
  readonly omitted: number;
}

/** Most reports of a document. */
const mostReports = 100;

/** So often may a resource be handed over, be put right and drift again. After that, two tools fight over it. */
const mostRounds = 3;

/** Reports of one resource that come so fast are of one comparison. */
const sameComparisonMs = 100;

/** What the command is to be told of one resource. Times are in milliseconds. */
export class ExecPlace {
  /** When the latest report came. */
  latest = 0;
  /** When the oldest report came that the command has not taken. */
  since = 0;
  /** Tries that failed since the command last took a document. */
  failures = 0;
  /** Nothing is tried before. */
  notBefore = 0;
  #waiting: readonly WatchReport[] = [];
  #omitted = 0;
  /** What differs. */
  readonly #open = new Set<string>();
  #rounds = 0;
  /** Whether the command was told of drift since the latest round. */
  #isTold = false;

  /** Reports that the command has not taken. */
  get waiting(): readonly WatchReport[] {
    return this.#waiting;
  }

  /** Whether the resource differs from the state. */
  get drifts(): boolean {
    return this.#open.size > 0;
  }

  /** Whether two tools fight over the resource. */
  get isFight(): boolean {
    return this.#rounds >= mostRounds;
  }

  add(report: WatchReport, now: number): void {
    // One comparison can make two reports, first of what does not differ any more.
    const wasRight = !this.drifts && now - this.latest >= sameComparisonMs;
    if (this.#waiting.length === 0) this.since = now;
    this.latest = now;
    if (report.kind === "drift" && wasRight && this.#isTold) {
      this.#rounds += 1;
      this.#isTold = false;
    }
    this.note(report);
    this.#put([...this.#waiting, report], this.#omitted);
  }

  /** Learns what differs, and does not hand it over. */
  note({ kind, state, changes }: WatchReport): void {
    // What is deleted differs in nothing else. Nobody says by itself that what the provider keeps differs no more.
    if (state === "deleted") this.#open.clear();
    else this.#open.delete(hidden);
    const leaves = state === "deleted" ? ["deleted"] : changes.length === 0 ? [hidden] : changes.map(leafOf);
    for (const leaf of leaves) {
      if (kind === "drift") this.#open.add(leaf);
      else this.#open.delete(leaf);
    }
  }

  /** Takes out what waits. */
  handOver(): ExecDocument {
    const reports = this.#waiting;
    const omitted = this.#omitted;
    this.#waiting = [];
    this.#omitted = 0;
    this.#isTold ||= this.drifts;
    return documentOf(reports, omitted, this.drifts);
  }

  /** Takes a document back, before what has come since. */
  takeBack({ reports, omitted }: ExecDocument, since: number): void {
    this.since = since;
    this.#put([...reports, ...this.#waiting], this.#omitted + omitted);
  }

  /** Forgets the rounds so far. */
  makePeace(): void {
    this.#rounds = 0;
    this.#isTold = false;
  }

  #put(reports: readonly WatchReport[], omitted: number): void {
    this.#waiting = reports.slice(-mostReports);
    this.#omitted = omitted + reports.length - this.#waiting.length;
  }
}

function documentOf(reports: readonly WatchReport[], omitted: number, drift: boolean): ExecDocument {
  const latest = reports.at(-1);
  if (latest === undefined) throw new Error("there is nothing to hand over");
  const { stack, project, urn, type, name, id } = latest;
  return { version: 1, stack, project, urn, type, name, ...(id !== undefined && { id }), drift, reports, omitted };
}

/** Stands for what the provider keeps for itself. */
const hidden = "hidden";

/** A name for a leaf. Of a list that is compared as a set, each item is one. */
function leafOf({ path, was, is }: Change): string {
  return path.endsWith("[]") ? `at ${path} ${JSON.stringify(was === undefined ? is : was)}` : `at ${path}`;
}
