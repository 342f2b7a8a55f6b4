import { randomBytes } from "node:crypto";
import { ServiceError } from "../shared/errors.ts";
import { Notifier } from "../shared/notifier.ts";
import type { WireObject } from "../shared/store.ts";

/** One event of the tenant, in the order in which it happened. */
export interface LoggedEvent {
  /** From 1 on, without holes. */
  readonly position: number;
  readonly id: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `{ object, context }`. */
  readonly data: WireObject;
}

/** The tenant's events, the latest of them: older ones are forgotten, and so are the cursors that lead to them. */
export class EventLog {
  /** Hears of every event that is added. */
  readonly added = new Notifier<LoggedEvent>();
  #events: LoggedEvent[] = [];
  #last = 0;
  /** Cursors before this position have expired. */
  #oldestCursor = 0;
  /** Timestamps before this instant have expired. */
  #oldestTime = Number.NEGATIVE_INFINITY;
  /** Makes the cursors of one tenant unusable at another. */
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

  /** @param retention most events that are kept */
  add(type: string, data: WireObject, retention: number): LoggedEvent {
    this.#last += 1;
    const id = `evt_${randomBytes(12).toString("base64url").replaceAll(/[-_]/g, "0")}`;
    const event = { position: this.#last, id, type, at: this.#now(), data };
    this.#events.push(event);
    // in large steps, as each of them moves all the others
    if (this.#events.length > retention + 1_000 || this.#events.length > 2 * retention) {
      this.#events = this.#events.slice(-retention);
      this.#oldestCursor = Math.max(this.#oldestCursor, (this.#events[0]?.position ?? this.#last + 1) - 1);
    }
    this.added.tell(event);
    return event;
  }

  /** At most `count` events from a position on. */
  from(position: number, count: number): LoggedEvent[] {
    const start = Math.max(0, position - (this.#events[0]?.position ?? position));
    return this.#events.slice(start, start + count);
  }

  /** The cursor that leads to what follows a position. */
  cursorAt(position: number): string {
    return Buffer.from(`${this.#tenant}.${position}`).toString("base64url");
  }

  /**
   * The position that a cursor stands for.
   * @throws ServiceError 400 for one that is none of this tenant's, 410 for one that has expired
   */
  positionOf(cursor: string): number {
    const [tenant, digits = ""] = Buffer.from(cursor, "base64url").toString().split(".");
    const position = /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
    if (tenant !== this.#tenant || !(position <= this.#last)) {
      throw new ServiceError(400, "The from parameter is not a valid cursor.", "invalid_cursor");
    }
    if (position < this.#oldestCursor) throw expired("cursor");
    return position;
  }

  /**
   * The position right before the first event at or after an instant.
   * @throws ServiceError 410 for an instant that is too long ago
   */
  positionAt(ms: number): number {
    if (ms < this.#oldestTime) throw expired("timestamp");
    const first = this.#events.find(({ at }) => at >= ms);
    return first === undefined ? this.#last : first.position - 1;
  }

  /** Makes all cursors so far expire, and on request all instants up to now. */
  expire(timestamps: boolean): void {
    // the position of the latest event may be a client's: it has to expire as well
    this.#last += 1;
    this.#oldestCursor = this.#last;
    this.#events = [];
    if (timestamps) this.#oldestTime = this.#now();
  }
}

function expired(what: string): ServiceError {
  return new ServiceError(410, `The ${what} has expired; start from a later timestamp.`, "cursor_expired");
}
