import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { Notifier } from "../shared/notifier.ts";
import { newPrefixedId, type WireObject } from "../shared/store.ts";
import type { PublishedEvent } from "./control.ts";

/** One event of the tenant. */
export interface LoggedEvent extends PublishedEvent {
  /** The position in the log: from 1 on, without gaps, except after {@link EventLog.expire}. */
  readonly position: number;
}

/** The tenant's latest events. Older events are dropped, and their cursors expire. */
export class EventLog {
  /** Tells of every event that is added. */
  readonly added = new Notifier<LoggedEvent>();
  #events: LoggedEvent[] = [];
  #last = 0;
  /** Cursors before this position have expired. */
  #oldestCursor = 0;
  /** Timestamps before this time have expired. */
  #oldestTime = Number.NEGATIVE_INFINITY;
  /** Part of the cursors, so that they are invalid at other tenants. */
  readonly #tenant = randomBytes(6).toString("base64url");
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get all(): readonly LoggedEvent[] {
    return this.#events;
  }

  /** The position of the latest event, 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** @param retention maximum number of events to keep */
  add(type: string, data: WireObject, retention: number): LoggedEvent {
    this.#last += 1;
    const time = new Date(this.#now()).toISOString();
    const event = { position: this.#last, id: newPrefixedId("evt_"), type, time, data };
    this.#events.push(event);
    // events are dropped in large steps, as each step copies all others
    if (this.#events.length > retention + 1_000 || this.#events.length > 2 * retention) {
      this.#events = this.#events.slice(-retention);
      this.#oldestCursor = Math.max(this.#oldestCursor, (this.#events[0]?.position ?? this.#last + 1) - 1);
    }
    this.added.tell(event);
    return event;
  }

  /** At most `count` events, starting at a position. */
  from(position: number, count: number): LoggedEvent[] {
    const start = Math.max(0, position - (this.#events[0]?.position ?? position));
    return this.#events.slice(start, start + count);
  }

  /** The cursor of the events after a position. */
  cursorAt(position: number): string {
    return Buffer.from(`${this.#tenant}.${position}`).toString("base64url");
  }

  /**
   * The position of a cursor.
   * @throws ServiceError 400 for a cursor that is not of this tenant, 410 for an expired cursor
   */
  positionOf(cursor: string): number {
    const [tenant, digits = ""] = Buffer.from(cursor, "base64url").toString().split(".");
    const position = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
    if (tenant !== this.#tenant || !(position <= this.#last)) {
      throw new ServiceError(400, "Invalid cursor format.", "invalid_cursor");
    }
    if (position < this.#oldestCursor) throw expired();
    return position;
  }

  /**
   * The position before the first event at or after a time.
   * @throws ServiceError 410 for a time that has expired
   */
  positionAt(ms: number): number {
    if (ms < this.#oldestTime) throw expired();
    const first = this.#events.find(({ time }) => Date.parse(time) >= ms);
    return first === undefined ? this.#last : first.position - 1;
  }

  /** Makes all cursors so far expire, and on request all times up to now. */
  expire(timestamps: boolean): void {
    // a client may have the position of the latest event, which has to expire too
    this.#last += 1;
    this.#oldestCursor = this.#last;
    this.#events = [];
    if (timestamps) this.#oldestTime = this.#now();
  }
}

function expired(): ServiceError {
  return new ServiceError(410, "Cursor points to data no longer available in the stream.", "cursor_expired");
}
