import { maxWait } from "../client/retry.ts";
import { latestReportsIn, maxWaiting } from "./bounds.ts";
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
const maxReports = 100;

/** So often may a resource be handed over, be put right and drift again. After that, two tools fight over it. */
const maxRounds = 3;

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
    return this.#rounds >= maxRounds;
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
    this.#waiting = latestReportsIn(maxWaiting, reports.slice(-maxReports));
    this.#omitted = omitted + reports.length - this.#waiting.length;
  }
}

function documentOf(reports: readonly WatchReport[], omitted: number, drift: boolean): ExecDocument {
  const latest = reports.at(-1);
  if (latest === undefined) throw new Error("there is nothing to hand over");
  const { stack, project, urn, type, name, id } = latest;
  return { version: 1, stack, project, urn, type, name, ...(id !== undefined && { id }), drift, reports, omitted };
}

/** All times are in milliseconds. */
export const execTimes = {
  /** A resource is handed over when nothing was reported of it for so long … */
  quietMs: 1_000,
  /** … or its oldest report has waited for so long. */
  maxQuietMs: 10_000,
  /** The wait after a failure. It doubles with each one … */
  retryMs: 2_000,
  /** … up to this. */
  maxRetryMs: 300_000,
  /**
   * A resource over which two tools fight is left alone until nothing was reported of it for so long: longer than the hour after which
   * many tools run again.
   */
  calmMs: 3 * 3_600_000,
};

/** Such times: the ones above, or others. */
export type ExecTimes = Readonly<typeof execTimes>;

const never = Number.POSITIVE_INFINITY;

/**
 * Decides when which document is handed over, one at a time. A report joins those of its resource that wait already, and a document that
 * failed goes back to them, so what waits is bounded by the size of the stacks. Nothing here runs or waits: the time is an argument, in
 * milliseconds of a clock that never goes back.
 */
export class ExecQueue {
  readonly #backlogs = new Map<string, ExecBacklog>();
  readonly #times: ExecTimes;
  #underWay: ExecBacklog | undefined;
  #isClosing = false;

  constructor(times: ExecTimes = execTimes) {
    this.#times = times;
  }

  /** Learns what an earlier watch has reported and the command knows. */
  remember(report: WatchReport): void {
    this.#backlogOf(report).drifts = report.drift;
  }

  /** Takes a report in. True if it shows that two tools fight over its resource, which is left alone from now on. */
  add(report: WatchReport, now: number): boolean {
    const backlog = this.#backlogOf(report);
    if (now - backlog.latest >= this.#times.calmMs) backlog.makePeace();
    const wasFight = backlog.isFight;
    backlog.add(report, now);
    return backlog.isFight && !wasFight;
  }

  /** The next document, or undefined while one is under way or none is due. */
  take(now: number): ExecDocument | undefined {
    if (this.#underWay) return undefined;
    this.#forget(now);
    const backlog = this.#next();
    if (backlog === undefined || this.#dueAt(backlog) > now) return undefined;
    if (backlog.isFight) backlog.makePeace();
    this.#underWay = backlog;
    return backlog.handOver();
  }

  /** When there may be something to take, unless a report comes before; undefined while a document is under way or nothing waits. */
  wakeAt(): number | undefined {
    const backlog = this.#underWay ? undefined : this.#next();
    const at = backlog ? this.#dueAt(backlog) : never;
    return at === never ? undefined : at;
  }

  /** The command has taken the document that is under way. */
  succeeded(): void {
    this.#end().succeeded();
  }

  /** The command has failed. The milliseconds after which the document is tried again, or undefined if it is not, as the end is near. */
  failed(now: number): number | undefined {
    const backlog = this.#end();
    const { retryMs, maxRetryMs } = this.#times;
    const wait = this.#isClosing ? never : maxWait({ baseMs: retryMs, capMs: maxRetryMs }, backlog.failures);
    backlog.failed(now + wait);
    return this.#isClosing ? undefined : wait;
  }

  /** No report follows. All that waits is due at once, but what is left alone, and nothing is tried again. */
  close(): void {
    this.#isClosing = true;
    for (const backlog of this.#backlogs.values()) backlog.notBefore = 0;
  }

  /** What the command has not taken, in an order in which it can be added again. */
  waiting(): readonly WatchReport[] {
    const backlogs = new Set([...(this.#underWay ? [this.#underWay] : []), ...this.#backlogs.values()]);
    return [...backlogs].flatMap((backlog) => backlog.waiting);
  }

  #backlogOf({ project, stack, urn }: WatchReport): ExecBacklog {
    const key = JSON.stringify([project, stack, urn]);
    const backlog = this.#backlogs.get(key) ?? new ExecBacklog();
    this.#backlogs.set(key, backlog);
    return backlog;
  }

  #end(): ExecBacklog {
    if (!this.#underWay) throw new Error("no document is under way");
    const ended = this.#underWay;
    this.#underWay = undefined;
    return ended;
  }

  #next(): ExecBacklog | undefined {
    let next: ExecBacklog | undefined;
    for (const backlog of this.#backlogs.values()) {
      if (next === undefined || this.#dueAt(backlog) < this.#dueAt(next)) next = backlog;
    }
    return next;
  }

  #dueAt(backlog: ExecBacklog): number {
    const { quietMs, maxQuietMs, calmMs } = this.#times;
    if (backlog.waiting.length === 0) return never;
    if (backlog.isFight) return this.#isClosing ? never : backlog.latest + calmMs;
    if (this.#isClosing) return backlog.notBefore;
    return Math.max(backlog.notBefore, Math.min(backlog.latest + quietMs, backlog.since + maxQuietMs));
  }

  /** A resource that is right, and was for long, needs no backlog. */
  #forget(now: number): void {
    for (const [key, backlog] of this.#backlogs) {
      const isSettled = backlog.waiting.length === 0 && !backlog.drifts;
      if (isSettled && now - backlog.latest >= this.#times.calmMs) this.#backlogs.delete(key);
    }
  }
}
