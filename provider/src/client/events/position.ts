import type { ResumePosition, StreamSettings } from "./options.ts";

/** The latest event ids, up to a fixed number, to recognize repeated events. */
class RecentIds {
  readonly #ids: Set<string>;
  readonly #size: number;

  /** @param size the maximum number of ids */
  constructor(size: number, ids: Iterable<string> = []) {
    this.#size = size;
    this.#ids = new Set();
    for (const id of ids) this.add(id);
  }

  /** Records an id as the latest one. Returns false if the id is known already. */
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

/** The options that decide how far the cursor stays behind, and how many ids are remembered. */
type Rules = Pick<StreamSettings, "reorderWindow" | "settleMs" | "dedupWindow">;

interface Passed {
  readonly offset: string;
  /** Milliseconds on a monotonic clock. */
  readonly at: number;
}

/**
 * The number of ids in a saved position for each item of `reorderWindow`. It is more than one, because items before the cursor can be out
 * of order, too, and be delivered again.
 */
const idsPerItem = 4;

/**
 * The position from which a stream resumes. The service may deliver events out of order, and an event that belongs before a cursor may be
 * delivered later. So the cursor stays a window of items behind the newest item. After a resumption the service sends the items of the
 * window again, and their ids identify them as repetitions. An event that is out of order by up to half the window, or by less than
 * `settleMs`, is not lost. If connections break before the window is full, the cursor moves to items that are older than `settleMs`.
 */
export class Position {
  readonly #rules: Rules;
  readonly #ids: RecentIds;
  /** The latest ids, which a saved position contains: fewer than `#ids`. */
  readonly #seen: RecentIds;
  #cursor: string | undefined;
  #timestamp: string | undefined;
  #trail: Passed[] = [];
  /** The times at which items were first received, by offset. An item that is delivered again keeps its age. */
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

  /** The time of the newest event, in milliseconds since the epoch. */
  get newest(): number | undefined {
    return this.#newest;
  }

  /** The query that resumes the stream: `from`, `from_timestamp`, or nothing for the latest events. */
  query(): { from?: string; from_timestamp?: string } {
    if (this.#cursor !== undefined) return { from: this.#cursor };
    return this.#timestamp === undefined ? {} : { from_timestamp: this.#timestamp };
  }

  /** Records the start of a stream that was opened without a position. */
  opened(timestamp: string): void {
    if (this.#cursor === undefined) this.#timestamp ??= timestamp;
  }

  /** Records an event. Returns whether the event is new. */
  isNew(id: string, time: string | undefined): boolean {
    const at = Date.parse(time ?? "");
    if (!Number.isNaN(at) && at > (this.#newest ?? Number.NEGATIVE_INFINITY)) this.#newest = at;
    this.#seen.add(id);
    return this.#ids.add(id);
  }

  /** Records that the stream has passed an offset. */
  passed(offset: string, now: number): void {
    if (this.#trail.at(-1)?.offset !== offset) this.#trail.push({ offset, at: this.#firstAt.get(offset) ?? now });
    this.#settle(now);
  }

  /** Prepares a resumption, after which all items after the cursor are delivered again. */
  resume(now: number): void {
    this.#settle(now);
    // The map also keeps items that were not repeated this time, so that an item settles even if the connection breaks often.
    for (const { offset, at } of this.#trail) this.#firstAt.set(offset, at);
    while (this.#firstAt.size > 2 * this.#rules.reorderWindow) {
      const [oldest] = this.#firstAt.keys();
      this.#firstAt.delete(oldest ?? "");
    }
    this.#trail = [];
  }

  /** Moves the cursor to an offset and drops everything before it. */
  skipTo(offset: string): void {
    this.#cursor = offset;
    this.#trail = [];
    this.#firstAt.clear();
  }

  /** Replaces the cursor by a timestamp. */
  restart(timestamp: string): void {
    this.#cursor = undefined;
    this.#timestamp = timestamp;
    this.#trail = [];
    this.#firstAt.clear();
  }

  /** The position to save. */
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
