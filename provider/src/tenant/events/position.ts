import { RecentIds } from "./recent.ts";

/** Where to resume a stream, to be kept as JSON. Hand it to `events()` as it is. */
export interface ResumePosition {
  /** Cursor; it trails the newest one, as the service may deliver out of order. */
  from?: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`, when there is no cursor yet. */
  fromTimestamp?: string;
  /** Ids of the events that were delivered since, and some before: they will come again, and are left out then. */
  seen: string[];
}

/** How a position follows the stream. */
export interface PositionRules {
  /** Items by which the cursor trails. */
  window: number;
  /** Milliseconds after which an item needs no trailing any more. */
  settleMs: number;
  /** Ids kept to leave repetitions out. */
  dedup: number;
}

interface Passed {
  readonly offset: string;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** Ids that a position hands out, per item of the window: those before the cursor count too, as items were out of order there. */
const idsPerItem = 4;

/**
 * Knows where to resume. The service may deliver events out of order, and a cursor says nothing of an event before it that is still
 * to come: so the cursor trails by a window of items, what was delivered since comes again after a resumption, and is recognised
 * by its id. Order distorted by up to half the window, or by less than the time after which an item counts as settled, loses nothing.
 * Connections that are shorter than the window get on at that time's pace.
 */
export class Position {
  readonly #rules: PositionRules;
  readonly #ids: RecentIds;
  /** The latest of them, those that are handed out. */
  readonly #seen: RecentIds;
  #cursor: string | undefined;
  #timestamp: string | undefined;
  #trail: Passed[] = [];
  /** When the items that come again after a resumption came for the first time. */
  readonly #firstAt = new Map<string, number>();
  /** The newest event's own time: milliseconds since the epoch. */
  #newest: number | undefined;

  constructor(start: Partial<ResumePosition>, rules: PositionRules) {
    this.#rules = rules;
    this.#cursor = start.from;
    this.#timestamp = start.from === undefined ? start.fromTimestamp : undefined;
    this.#ids = new RecentIds(rules.dedup, start.seen);
    this.#seen = new RecentIds(rules.window * idsPerItem, start.seen);
  }

  /** The cursor to resume from, if there is one. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /** The newest event's own time: milliseconds since the epoch. */
  get newest(): number | undefined {
    return this.#newest;
  }

  /** The query that resumes: `from`, `from_timestamp`, or nothing for the latest events. */
  query(): { from?: string; from_timestamp?: string } {
    if (this.#cursor !== undefined) return { from: this.#cursor };
    return this.#timestamp === undefined ? {} : { from_timestamp: this.#timestamp };
  }

  /** A stream without a position was opened: from now on this is where it began. */
  opened(timestamp: string): void {
    if (this.#cursor === undefined) this.#timestamp ??= timestamp;
  }

  /** Is this event here for the first time? */
  isNew(id: string, time: string | undefined): boolean {
    const at = Date.parse(time ?? "");
    if (!Number.isNaN(at) && at > (this.#newest ?? Number.NEGATIVE_INFINITY)) this.#newest = at;
    this.#seen.add(id);
    return this.#ids.add(id);
  }

  /** The stream has passed this offset. */
  passed(offset: string, now: number): void {
    if (this.#trail.at(-1)?.offset !== offset) this.#trail.push({ offset, at: this.#firstAt.get(offset) ?? now });
    this.#settle(now);
  }

  /** Call before resuming. What was received since the cursor comes again. */
  resume(now: number): void {
    this.#settle(now);
    // those that did not come again this time are not forgotten: an item settles however often the connection breaks before
    for (const { offset, at } of this.#trail) this.#firstAt.set(offset, at);
    while (this.#firstAt.size > 2 * this.#rules.window) {
      const [oldest] = this.#firstAt.keys();
      this.#firstAt.delete(oldest ?? "");
    }
    this.#trail = [];
  }

  /** Passes over what stands between here and an offset. */
  skipTo(offset: string): void {
    this.#cursor = offset;
    this.#trail = [];
    this.#firstAt.clear();
  }

  /** Gives the cursor up. */
  restart(timestamp: string): void {
    this.#cursor = undefined;
    this.#timestamp = timestamp;
    this.#trail = [];
    this.#firstAt.clear();
  }

  /** To be kept. */
  toResume(now: number): ResumePosition {
    this.#settle(now);
    const seen = this.#seen.all();
    if (this.#cursor !== undefined) return { from: this.#cursor, seen };
    return { ...(this.#timestamp !== undefined && { fromTimestamp: this.#timestamp }), seen };
  }

  #settle(now: number): void {
    for (;;) {
      const [oldest] = this.#trail;
      if (oldest === undefined) return;
      if (this.#trail.length <= this.#rules.window && now - oldest.at < this.#rules.settleMs) return;
      this.#cursor = oldest.offset;
      this.#trail.shift();
    }
  }
}

/** The service's timestamp: 20 characters, without fractions (specification, section 4.4), rounded down. */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
