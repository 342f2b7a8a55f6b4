import { ExecBacklog, type ExecDocument } from "./exec-backlog.ts";
import type { WatchReport } from "./report.ts";

/** All times are in milliseconds. */
export const execTimes = {
  /** A resource is handed over when nothing was reported of it for so long … */
  quietMs: 1_000,
  /** … or its oldest report has waited for so long. */
  longestQuietMs: 10_000,
  /** The wait after a failure. It doubles with each one … */
  retryMs: 2_000,
  /** … up to this. */
  longestRetryMs: 300_000,
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
    const { retryMs, longestRetryMs } = this.#times;
    const wait = this.#isClosing ? never : Math.min(retryMs * 2 ** backlog.failures, longestRetryMs);
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
    const { quietMs, longestQuietMs, calmMs } = this.#times;
    if (backlog.waiting.length === 0) return never;
    if (backlog.isFight) return this.#isClosing ? never : backlog.latest + calmMs;
    if (this.#isClosing) return backlog.notBefore;
    return Math.max(backlog.notBefore, Math.min(backlog.latest + quietMs, backlog.since + longestQuietMs));
  }

  /** A resource that is right, and was for long, needs no backlog. */
  #forget(now: number): void {
    for (const [key, backlog] of this.#backlogs) {
      const isSettled = backlog.waiting.length === 0 && !backlog.drifts;
      if (isSettled && now - backlog.latest >= this.#times.calmMs) this.#backlogs.delete(key);
    }
  }
}
