import { type ExecDocument, ExecPlace } from "./exec-place.ts";
import type { WatchReport } from "./report.ts";

/** All times are in milliseconds. */
export interface ExecTimes {
  /** A resource is handed over when nothing was reported of it for so long … */
  readonly quietMs: number;
  /** … or its oldest report has waited for so long. */
  readonly longestQuietMs: number;
  /** The wait after a failure. It doubles with each one … */
  readonly retryMs: number;
  /** … up to this. */
  readonly longestRetryMs: number;
  /** A resource over which two tools fight is left alone until nothing was reported of it for so long. */
  readonly calmMs: number;
}

export const execTimes: ExecTimes = {
  quietMs: 1_000,
  longestQuietMs: 10_000,
  retryMs: 2_000,
  longestRetryMs: 300_000,
  // Longer than the hour after which many tools run again.
  calmMs: 3 * 3_600_000,
};

interface UnderWay {
  readonly place: ExecPlace;
  readonly document: ExecDocument;
  readonly since: number;
}

const never = Number.POSITIVE_INFINITY;

/**
 * Decides when which document is handed over, one at a time. A report joins those of its resource that wait already, and a document that
 * failed goes back to them, so what waits is bounded by the size of the stacks. Nothing here runs or waits: the time is an argument, in
 * milliseconds of a clock that never goes back.
 */
export class ExecQueue {
  readonly #places = new Map<string, ExecPlace>();
  readonly #times: ExecTimes;
  #underWay: UnderWay | undefined;
  #isClosing = false;

  constructor(times: ExecTimes = execTimes) {
    this.#times = times;
  }

  /** Learns what an earlier watch has reported and the command knows. */
  remember(report: WatchReport): void {
    this.#placeOf(report).note(report);
  }

  /** Takes a report in. True if it shows that two tools fight over its resource, which is left alone from now on. */
  add(report: WatchReport, now: number): boolean {
    const place = this.#placeOf(report);
    if (now - place.latest >= this.#times.calmMs) place.makePeace();
    const wasFight = place.isFight;
    place.add(report, now);
    return place.isFight && !wasFight;
  }

  /** The next document, or undefined while one is under way or none is due. */
  take(now: number): ExecDocument | undefined {
    if (this.#underWay) return undefined;
    this.#forget(now);
    const place = this.#next();
    if (place === undefined || this.#dueAt(place) > now) return undefined;
    if (place.isFight) place.makePeace();
    const { since } = place;
    const document = place.handOver();
    this.#underWay = { place, document, since };
    return document;
  }

  /** When there may be something to take, unless a report comes before; undefined while a document is under way or nothing waits. */
  wakeAt(): number | undefined {
    const place = this.#underWay ? undefined : this.#next();
    const at = place ? this.#dueAt(place) : never;
    return at === never ? undefined : at;
  }

  /** The command has taken the document that is under way. */
  succeeded(): void {
    const { place } = this.#end();
    place.failures = 0;
    place.notBefore = 0;
  }

  /** The command has failed. The milliseconds after which the document is tried again, or undefined if it is not, as the end is near. */
  failed(now: number): number | undefined {
    const { place, document, since } = this.#end();
    const { retryMs, longestRetryMs } = this.#times;
    const wait = this.#isClosing ? never : Math.min(retryMs * 2 ** place.failures, longestRetryMs);
    place.takeBack(document, since);
    place.failures += 1;
    place.notBefore = now + wait;
    return this.#isClosing ? undefined : wait;
  }

  /** No report follows. All that waits is due at once, but what is left alone, and nothing is tried again. */
  close(): void {
    this.#isClosing = true;
    for (const place of this.#places.values()) place.notBefore = 0;
  }

  /** What the command has not taken, in an order in which it can be added again. */
  waiting(): readonly WatchReport[] {
    const places = [...this.#places.values()].flatMap((place) => place.waiting);
    return [...(this.#underWay?.document.reports ?? []), ...places];
  }

  #placeOf({ project, stack, urn }: WatchReport): ExecPlace {
    const key = JSON.stringify([project, stack, urn]);
    const place = this.#places.get(key) ?? new ExecPlace();
    this.#places.set(key, place);
    return place;
  }

  #end(): UnderWay {
    if (!this.#underWay) throw new Error("no document is under way");
    const ended = this.#underWay;
    this.#underWay = undefined;
    return ended;
  }

  #next(): ExecPlace | undefined {
    let next: ExecPlace | undefined;
    for (const place of this.#places.values()) {
      if (next === undefined || this.#dueAt(place) < this.#dueAt(next)) next = place;
    }
    return next;
  }

  #dueAt(place: ExecPlace): number {
    const { quietMs, longestQuietMs, calmMs } = this.#times;
    if (place.waiting.length === 0) return never;
    if (place.isFight) return this.#isClosing ? never : place.latest + calmMs;
    if (this.#isClosing) return place.notBefore;
    return Math.max(place.notBefore, Math.min(place.latest + quietMs, place.since + longestQuietMs));
  }

  /** A resource that is right, and was for long, needs no place. */
  #forget(now: number): void {
    for (const [key, place] of this.#places) {
      const isSettled = place.waiting.length === 0 && !place.drifts;
      if (isSettled && now - place.latest >= this.#times.calmMs) this.#places.delete(key);
    }
  }
}
