import { latestReportsIn, mostWaiting } from "./bounds.ts";
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
  /** Oldest first, at most 100 and 128 KiB. */
  readonly reports: readonly WatchReport[];
  /** How many older reports are left out. */
  readonly omitted: number;
}

/** Most reports of a document. */
const mostReports = 100;

/** So often may a resource be handed over, be put right and drift again. After that, two tools fight over it. */
const mostRounds = 3;

/** What the command is to be told of one resource. Times are in milliseconds. */
export class ExecBacklog {
  /** When the latest report came. */
  latest = 0;
  /** When the oldest report came that the command has not taken. */
  since = 0;
  /** Tries that failed since the command last took a document. */
  failures = 0;
  /** Nothing is tried before. */
  notBefore = 0;
  /** Whether the resource differs from the state. */
  drifts = false;
  /** What the command is reading, and since when its oldest report has waited. */
  #underWay: { readonly document: ExecDocument; readonly since: number } | undefined;
  #waiting: readonly WatchReport[] = [];
  #omitted = 0;
  #rounds = 0;
  /** Whether the command was told of drift since the latest round. */
  #isTold = false;

  /** Reports that the command has not taken, oldest first. */
  get waiting(): readonly WatchReport[] {
    return this.#underWay ? [...this.#underWay.document.reports, ...this.#waiting] : this.#waiting;
  }

  /** Whether two tools fight over the resource. */
  get isFight(): boolean {
    return this.#rounds >= mostRounds;
  }

  add(report: WatchReport, now: number): void {
    if (this.#waiting.length === 0) this.since = now;
    this.latest = now;
    if (report.kind === "drift" && !this.drifts && this.#isTold) {
      this.#rounds += 1;
      this.#isTold = false;
    }
    this.drifts = report.drift;
    this.#put([...this.#waiting, report], this.#omitted);
  }

  /** Hands over what waits. */
  handOver(): ExecDocument {
    const document = documentOf(this.#waiting, this.#omitted, this.drifts);
    this.#underWay = { document, since: this.since };
    this.#waiting = [];
    this.#omitted = 0;
    this.#isTold ||= this.drifts;
    return document;
  }

  /** The command has taken what was handed over. */
  succeeded(): void {
    this.#underWay = undefined;
    this.failures = 0;
    this.notBefore = 0;
  }

  /** The command has failed: what was handed over waits again, before what has come since. */
  failed(notBefore: number): void {
    if (this.#underWay) {
      const { document, since } = this.#underWay;
      this.#underWay = undefined;
      this.since = since;
      this.#put([...document.reports, ...this.#waiting], this.#omitted + document.omitted);
    }
    this.failures += 1;
    this.notBefore = notBefore;
  }

  /** Forgets the rounds so far. */
  makePeace(): void {
    this.#rounds = 0;
    this.#isTold = false;
  }

  #put(reports: readonly WatchReport[], omitted: number): void {
    this.#waiting = latestReportsIn(mostWaiting, reports.slice(-mostReports));
    this.#omitted = omitted + reports.length - this.#waiting.length;
  }
}

function documentOf(reports: readonly WatchReport[], omitted: number, drift: boolean): ExecDocument {
  const latest = reports.at(-1);
  if (latest === undefined) throw new Error("there is nothing to hand over");
  const { stack, project, urn, type, name, id } = latest;
  return { version: 1, stack, project, urn, type, name, ...(id !== undefined && { id }), drift, reports, omitted };
}
