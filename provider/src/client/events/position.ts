import type { ResumePosition, StreamSettings } from "./options.ts";

/** The latest ids, up to a fixed number: they tell which events were delivered before. */
class RecentIds {
  readonly #ids: Set<string>;
  readonly #size: number;

  /** @param size most ids that are kept */
  constructor(size: number, ids: Iterable<string> = []) {
    this.#size = size;
    this.#ids = new Set();
    for (const id of ids) this.add(id);
  }

  /** Notes an id as the latest one. False if it is known already. */
  add(id: string): boolean {
    const isNew = !this.#ids.delete(id);
    this.#ids.add(id);
    if (this.#ids.size > this.#size) {
      const [oldest] = this.#ids;
      this.#ids.delete(oldest ?? id);
    }
    return isNew;
  }

  /** All known ids, the oldest first. */
  all(): string[] {
    return [...this.#ids];
  }
}

/** How a position follows the stream. */
type Rules = Pick<StreamSettings, "reorderWindow" | "settleMs" | "dedupWindow">;

interface Passed {
  readonly offset: string;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** Ids that a position holds, for each item of the window. Some of them lie before the cursor, as items are out of order there, too. */
const idsPerItem = 4;

/**
 * Knows where to resume. The service may deliver events out of order, and an event that belongs before a cursor may still be to come.
 * So the cursor trails the newest item by a window of items. After a resumption the service sends the items of that window again, and
 * their ids tell that they were delivered before. No event is lost that is out of order by up to half the window, or by less than the
 * time after which an item counts as settled. If each connection is shorter than the window, the cursor follows with the settled items.
 */
export class Position {
  readonly #rules: Rules;
  readonly #ids: RecentIds;
  /** The latest ids: those that a position holds. */
  readonly #seen: RecentIds;
  #cursor: string | undefined;
  #timestamp: string | undefined;
  #trail: Passed[] = [];
  /** When an item that comes again after a resumption came for the first time. */
  readonly #firstAt = new Map<string, number>();
  #newest: number | undefined;

  constructor(start: Partial<ResumePosition>, rules: Rules) {
    this.#rules = rules;
    this.#cursor = start.from;
    this.#timestamp = start.from === undefined ? start.fromTimestamp : undefined;
    this.#ids = new RecentIds(rules.dedupWindow, start.seen);
    this.#seen = new RecentIds(rules.reorderWindow * idsPerItem, start.seen);
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

  /** Notes the start of a stream that was opened without a position. */
  opened(timestamp: string): void {
    if (this.#cursor === undefined) this.#timestamp ??= timestamp;
  }

  /** Notes an event. True if it came for the first time. */
  isNew(id: string, time: string | undefined): boolean {
    const at = Date.parse(time ?? "");
    if (!Number.isNaN(at) && at > (this.#newest ?? Number.NEGATIVE_INFINITY)) this.#newest = at;
    this.#seen.add(id);
    return this.#ids.add(id);
  }

  /** Notes that the stream has passed an offset. */
  passed(offset: string, now: number): void {
    if (this.#trail.at(-1)?.offset !== offset) this.#trail.push({ offset, at: this.#firstAt.get(offset) ?? now });
    this.#settle(now);
  }

  /** To be called before a resumption: all items after the cursor come again. */
  resume(now: number): void {
    this.#settle(now);
    // The map also keeps items that did not come again this time, so that an item settles even if the connection breaks often.
    for (const { offset, at } of this.#trail) this.#firstAt.set(offset, at);
    while (this.#firstAt.size > 2 * this.#rules.reorderWindow) {
      const [oldest] = this.#firstAt.keys();
      this.#firstAt.delete(oldest ?? "");
    }
    this.#trail = [];
  }

  /** Passes over everything up to an offset. */
  skipTo(offset: string): void {
    this.#cursor = offset;
    this.#trail = [];
    this.#firstAt.clear();
  }

  /** Gives the cursor up for a timestamp. */
  restart(timestamp: string): void {
    this.#cursor = undefined;
    this.#timestamp = timestamp;
    this.#trail = [];
    this.#firstAt.clear();
  }

  /** The position to keep. */
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
      if (this.#trail.length <= this.#rules.reorderWindow && now - oldest.at < this.#rules.settleMs) return;
      this.#cursor = oldest.offset;
      this.#trail.shift();
    }
  }
}
