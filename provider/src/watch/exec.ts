import { maxWait } from "../client/retries.ts";
import { latestReportsIn, maxSaved, maxWaiting, shared } from "./bounds.ts";
import type { WatchReport } from "./options.ts";

/** The result of a run of the command. */
export interface ExecEnd {
  /** Why the command failed, as text for messages; absent after a success. */
  readonly why?: string;
  /** The last part of the command's output. */
  readonly output: string;
}

/** Runs the command with a document and resolves when the command has ended. It never rejects. Aborting the signal kills the command. */
export type ExecRun = (document: ExecDocument, signal: AbortSignal) => Promise<ExecEnd>;

/** The progress of the command, for the log. */
export type ExecStatus =
  /** The command has succeeded for a document. `ms`: the duration of the command in milliseconds. */
  | { readonly state: "taken"; readonly document: ExecDocument; readonly ms: number }
  | {
      readonly state: "failed";
      readonly document: ExecDocument;
      readonly ms: number;
      readonly end: ExecEnd;
      /** Milliseconds until the next try. Absent if there is none, because the watch is ending. */
      readonly againMs?: number;
    }
  /** Two tools fight over the resource. The command is not run for it until no report of it has arrived for {@link execTimes.calmMs}. */
  | { readonly state: "fight"; readonly report: WatchReport }
  /** The watch has ended, and the command has not succeeded for the latest reports of these resources. */
  | { readonly state: "left"; readonly urns: readonly string[] };

/** Passes the reports of a watch to the command of `--exec`, one document at a time. */
export class Exec {
  readonly #queue: ExecQueue;
  readonly #run: ExecRun;
  readonly #tell: (status: ExecStatus) => void;
  readonly #killing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #lastStart = Number.POSITIVE_INFINITY;

  constructor(run: ExecRun, tell: (status: ExecStatus) => void, times?: ExecTimes) {
    this.#run = run;
    this.#tell = tell;
    this.#queue = new ExecQueue(times);
  }

  /** Records reports of an earlier watch for which the command has succeeded, so that documents say whether a resource still drifts. */
  remember(reports: readonly WatchReport[]): void {
    for (const report of reports) this.#queue.remember(report);
  }

  add(report: WatchReport): void {
    if (this.#queue.add(report, performance.now())) this.#tell({ state: "fight", report });
    this.#schedule();
  }

  /** The reports for which the command has not succeeded yet, at most {@link maxSaved}. Pass them to the next watch, so that no resource is lost. */
  waiting(): readonly WatchReport[] {
    return shared(maxSaved, this.#queue.waiting());
  }

  /**
   * Passes each waiting document to the command once, and resolves when the last command has ended. A status with the state `left` then
   * names the resources for which the command has not succeeded.
   *
   * @param ms the time after which no further command is started, in milliseconds
   */
  async end(ms: number): Promise<void> {
    this.#queue.close();
    this.#lastStart = performance.now() + ms;
    this.#schedule();
    while (this.#running) await this.#running;
    clearTimeout(this.#timer);
    const urns = [...new Set(this.waiting().map(({ urn }) => urn))];
    if (urns.length > 0) this.#tell({ state: "left", urns });
  }

  /** Kills the running command. No further command is started. */
  kill(): void {
    this.#lastStart = 0;
    this.#killing.abort();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const document = now >= this.#lastStart ? undefined : this.#queue.take(now);
    if (document) {
      this.#running = this.#handOver(document);
      return;
    }
    const at = this.#queue.wakeAt();
    if (at !== undefined && at < this.#lastStart) {
      // Timers of Node.js are limited to 2^31 - 1 milliseconds. After a timer that ends too early, this method starts the next one.
      this.#timer = setTimeout(() => this.#schedule(), Math.min(Math.max(0, at - now), 2 ** 31 - 1));
    }
  }

  async #handOver(document: ExecDocument): Promise<void> {
    const begun = performance.now();
    const end = await this.#run(document, this.#killing.signal);
    const now = performance.now();
    const ms = Math.round(now - begun);
    if (end.why === undefined) {
      this.#queue.succeeded();
      this.#tell({ state: "taken", document, ms });
    } else {
      const againMs = this.#queue.failed(now);
      this.#tell({ state: "failed", document, ms, end, ...(againMs !== undefined && { againMs }) });
    }
    this.#running = undefined;
    this.#schedule();
  }
}

/** The document that `--exec` passes to its command: all reports of one resource since the command last succeeded for this resource. */
export interface ExecDocument {
  readonly version: 1;
  readonly stack: string;
  readonly project: string;
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  /** Whether the resource differs from the state after the latest report. */
  readonly drift: boolean;
  /** Oldest first, at most 100 and 128 KiB. */
  readonly reports: readonly WatchReport[];
  /** Number of older reports that were left out. */
  readonly omitted: number;
}

/** Maximum number of reports in a document. */
const maxReports = 100;

/**
 * The number of cycles after which the watch assumes that two tools fight over a resource. In each cycle, drift is passed to the command, is
 * restored, and comes back.
 */
const maxCycles = 3;

/** The waiting reports of one resource. Times are in milliseconds. */
export class ExecBacklog {
  /** Arrival time of the latest report. */
  latest = 0;
  /** Arrival time of the oldest waiting report. */
  since = 0;
  /** Number of failures since the command last succeeded. */
  failures = 0;
  /** Earliest time of the next try. */
  notBefore = 0;
  /** Whether the resource differs from the state. */
  drifts = false;
  /** The document of the running command, and the arrival time of its oldest report. */
  #underWay: { readonly document: ExecDocument; readonly since: number } | undefined;
  #waiting: readonly WatchReport[] = [];
  #omitted = 0;
  #cycles = 0;
  /** Whether drift was passed to the command in the current cycle. */
  #isTold = false;

  /** The reports for which the command has not succeeded yet, oldest first. */
  get waiting(): readonly WatchReport[] {
    return this.#underWay ? [...this.#underWay.document.reports, ...this.#waiting] : this.#waiting;
  }

  /** Whether two tools fight over the resource. */
  get isFight(): boolean {
    return this.#cycles >= maxCycles;
  }

  add(report: WatchReport, now: number): void {
    if (this.#waiting.length === 0) this.since = now;
    this.latest = now;
    if (report.kind === "drift" && !this.drifts && this.#isTold) {
      this.#cycles += 1;
      this.#isTold = false;
    }
    this.drifts = report.drift;
    this.#put([...this.#waiting, report], this.#omitted);
  }

  /** Moves the waiting reports into a document for the command. */
  handOver(): ExecDocument {
    const document = documentOf(this.#waiting, this.#omitted, this.drifts);
    this.#underWay = { document, since: this.since };
    this.#waiting = [];
    this.#omitted = 0;
    this.#isTold ||= this.drifts;
    return document;
  }

  /** Removes the document after a success of the command. */
  succeeded(): void {
    this.#underWay = undefined;
    this.failures = 0;
    this.notBefore = 0;
  }

  /** After a failure of the command, puts the reports of its document back, before the reports that have arrived since. */
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

  /** Forgets all cycles, so that the resource no longer counts as one that two tools fight over. */
  resetCycles(): void {
    this.#cycles = 0;
    this.#isTold = false;
  }

  #put(reports: readonly WatchReport[], omitted: number): void {
    this.#waiting = latestReportsIn(maxWaiting, reports.slice(-maxReports));
    this.#omitted = omitted + reports.length - this.#waiting.length;
  }
}

function documentOf(reports: readonly WatchReport[], omitted: number, drift: boolean): ExecDocument {
  const latest = reports.at(-1);
  if (latest === undefined) throw new Error("no report is waiting for the command");
  const { stack, project, urn, type, name, id } = latest;
  return { version: 1, stack, project, urn, type, name, ...(id !== undefined && { id }), drift, reports, omitted };
}

/** Delays of `--exec`, in milliseconds. */
export const execTimes = {
  /** A document is passed to the command once no report of its resource has arrived for this time. */
  quietMs: 1_000,
  /** The maximum time for which a report waits, even if further reports of the resource arrive. */
  maxQuietMs: 10_000,
  /** The wait after the first failure. It doubles with each further failure. */
  retryMs: 2_000,
  /** The maximum wait after a failure. */
  maxRetryMs: 300_000,
  /**
   * If two tools fight over a resource, the command is no longer run for it, until no report of the resource has arrived for this time. It is
   * longer than an hour, because many tools run hourly.
   */
  calmMs: 3 * 3_600_000,
};

/** The delays of an {@link ExecQueue}. Default: {@link execTimes}. */
type ExecTimes = Readonly<typeof execTimes>;

const never = Number.POSITIVE_INFINITY;

/**
 * Decides which document is passed to the command and when, one at a time. The waiting reports of a resource, including those of a failed
 * document, are bounded in number and size, so only the number of resources bounds the queue. The class runs no command and no timer: callers
 * pass the time, in milliseconds of a monotonic clock.
 */
export class ExecQueue {
  readonly #backlogs = new Map<string, ExecBacklog>();
  readonly #times: ExecTimes;
  #underWay: ExecBacklog | undefined;
  #isClosing = false;

  constructor(times: ExecTimes = execTimes) {
    this.#times = times;
  }

  /** Records a report of an earlier watch. The command has already succeeded for it, so only the current drift of its resource is recorded. */
  remember(report: WatchReport): void {
    this.#backlogOf(report).drifts = report.drift;
  }

  /** Adds a report. Returns true if the report reveals that two tools fight over the resource; the resource is paused from then on. */
  add(report: WatchReport, now: number): boolean {
    const backlog = this.#backlogOf(report);
    if (now - backlog.latest >= this.#times.calmMs) backlog.resetCycles();
    const wasFight = backlog.isFight;
    backlog.add(report, now);
    return backlog.isFight && !wasFight;
  }

  /** Takes the next document; undefined while a command runs or no document is due. */
  take(now: number): ExecDocument | undefined {
    if (this.#underWay) return undefined;
    this.#forget(now);
    const backlog = this.#next();
    if (backlog === undefined || this.#dueAt(backlog) > now) return undefined;
    if (backlog.isFight) backlog.resetCycles();
    this.#underWay = backlog;
    return backlog.handOver();
  }

  /** The time at which the next document is due, if no report arrives before; undefined while a command runs or if no report waits. */
  wakeAt(): number | undefined {
    const backlog = this.#underWay ? undefined : this.#next();
    const at = backlog ? this.#dueAt(backlog) : never;
    return at === never ? undefined : at;
  }

  /** Records a success of the running command. */
  succeeded(): void {
    this.#end().succeeded();
  }

  /** Records a failure of the running command. Returns the wait before the next try in milliseconds; undefined if the watch is ending. */
  failed(now: number): number | undefined {
    const backlog = this.#end();
    const { retryMs, maxRetryMs } = this.#times;
    const wait = this.#isClosing ? never : maxWait({ baseMs: retryMs, capMs: maxRetryMs }, backlog.failures);
    backlog.failed(now + wait);
    return this.#isClosing ? undefined : wait;
  }

  /** Ends the queue: all documents are due at once, except those of paused resources, and failed documents are not retried. */
  close(): void {
    this.#isClosing = true;
    for (const backlog of this.#backlogs.values()) backlog.notBefore = 0;
  }

  /** The reports for which the command has not succeeded yet, for each resource the oldest first. A later watch adds them in this order. */
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
    if (!this.#underWay) throw new Error("no command is running");
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

  /** Deletes the backlogs of resources that have had no drift and no report for `calmMs`. */
  #forget(now: number): void {
    for (const [key, backlog] of this.#backlogs) {
      const isSettled = backlog.waiting.length === 0 && !backlog.drifts;
      if (isSettled && now - backlog.latest >= this.#times.calmMs) this.#backlogs.delete(key);
    }
  }
}
