import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { ServiceError } from "../shared/errors.ts";
import { Notifier, newPrefixedId, type WireObject } from "../shared/store.ts";

/** The behavior of the event stream at the start. */
export const defaultBehaviour = {
  /** Milliseconds between heartbeats. Default: 15,000. */
  heartbeatMs: 15_000,
  /** The value of `retry:` at the start of a stream, in milliseconds. Default: 2000. */
  retryMs: 2_000,
  /** The number of events after which a stream ends, including repeated events. Default: unlimited. */
  rotateEvery: Number.POSITIVE_INFINITY,
  /** The time after which a stream ends, in milliseconds. Default: 300,000. */
  rotateMs: 300_000,
  /** The share of events that are sent twice, 0 to 1. Default: 0. */
  duplicates: 0,
  /** The number of consecutive events whose order is shuffled. Default: 1, which keeps the order. */
  reorderWithin: 1,
  /** The prefix of the service's own properties in the envelope: the service sends "a0", its documentation says "x". Default: "a0". */
  prefix: "a0" as "a0" | "x",
  /** The number of latest events that are retained. Cursors to earlier events have expired. Default: 100,000. */
  retention: 100_000,
  /** Whether streams stay open without sending anything. Default: false. */
  silent: false,
  /** The seed of the random numbers for shuffling and repeating events: the same seed gives the same stream. Default: 1. */
  seed: 1,
};

/** The behaviour of the event stream. It can change while streams are open. */
export type EventsBehaviour = Readonly<typeof defaultBehaviour>;

/** A published event. */
export interface PublishedEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly time: string;
  /** `{ object, previous_object?, context }`. */
  readonly data: WireObject;
}

/** Control of the tenant's event stream, for tests. */
export interface EventsControl {
  readonly behaviour: EventsBehaviour;
  /** The number of open streams. */
  readonly streams: number;
  /** The retained events, oldest first. */
  readonly published: readonly PublishedEvent[];
  /**
   * Changes the behavior of all streams, open ones included.
   *
   * @throws RangeError for values out of bounds
   */
  configure(change: Partial<EventsBehaviour>): void;
  /** Publishes an event of any type. Returns its id. */
  publish(type: string, object: WireObject): string;
  /** Ends all streams, as the service does every few minutes. */
  rotate(): void;
  /** Cuts the connections of all streams: in the middle of an event if `midway` is true, otherwise between two events. */
  cut(how?: { readonly midway?: boolean }): void;
  /**
   * Ends all streams with an `error` item.
   *
   * @param offset the cursor in the item; null omits it. Default: the position of each stream
   */
  fail(code: string, message?: string, offset?: string | null): void;
  /** Writes arbitrary text into all streams. */
  inject(text: string): void;
  /** Expires all existing cursors. With `timestamps`, a `from_timestamp` before the current time is refused, too. */
  expireCursors(what?: { readonly timestamps?: boolean }): void;
}

/** @throws RangeError for values out of bounds */
export function checkBehaviour(behaviour: EventsBehaviour): EventsBehaviour {
  const { heartbeatMs, retryMs, rotateEvery, rotateMs, duplicates, reorderWithin, retention } = behaviour;
  const counts = { heartbeatMs, retryMs, rotateEvery, rotateMs, reorderWithin, retention };
  for (const [name, value] of Object.entries(counts)) {
    if (!(value >= 1)) throw new RangeError(`${name} of the event stream must be at least 1, not ${value}`);
  }
  if (!(duplicates >= 0 && duplicates <= 1)) {
    throw new RangeError(`duplicates of the event stream must be from 0 to 1, not ${duplicates}`);
  }
  return behaviour;
}

/** The parameters of a stream, and the objects that it needs. */
export interface FeedParts {
  readonly log: EventLog;
  /** The tenant's name in events. */
  readonly tenant: string;
  /** The id of the stream in events. */
  readonly stream: string;
  readonly behaviour: () => EventsBehaviour;
  /** Whether the token of the stream is still valid. */
  readonly valid: () => boolean;
  /** The position after which the stream starts. */
  readonly after: number;
  /** The event types. Default: all. */
  readonly types: readonly string[] | undefined;
}

/** The maximum distance between an event and its repetition, in events. */
const repeatedWithin = 10;
/** The maximum delay of a timer, in milliseconds. Node runs a timer with a longer delay at once. */
const maxDelay = 2 ** 31 - 1;

/** One open stream. It writes retained and new events, no faster than the caller reads them. */
export class Feed {
  readonly #parts: FeedParts;
  readonly #response: ServerResponse;
  readonly #types: ReadonlySet<string> | undefined;
  readonly #random: () => number;
  /** The next events to write, in their final order. */
  #queue: LoggedEvent[] = [];
  /** The position of the next event to move from the log to the queue. */
  #next: number;
  /** The position that the last written item contains. */
  #told: number;
  #sent = 0;
  #blocked = false;
  #over = false;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #rotation: NodeJS.Timeout;
  readonly #stopListening: () => void;

  /** @param ended called once, when the stream has ended */
  constructor(parts: FeedParts, response: ServerResponse, ended: () => void) {
    this.#parts = parts;
    this.#response = response;
    this.#types = parts.types && new Set(parts.types);
    this.#next = parts.after + 1;
    this.#told = parts.after;
    const { retryMs, rotateMs, seed } = parts.behaviour();
    this.#random = randomFrom(seed + parts.after);
    response.on("drain", () => {
      this.#blocked = false;
      this.pump();
    });
    response.once("close", () => {
      this.#over = true;
      clearTimeout(this.#heartbeat);
      clearTimeout(this.#rotation);
      this.#stopListening();
      ended();
    });
    this.#stopListening = parts.log.added.listen(() => this.pump());
    this.#rotation = setTimeout(() => this.rotate(), Math.min(rotateMs, maxDelay));
    this.write(`:connected\n\nretry: ${retryMs}\n\n`);
    this.beat();
    this.pump();
  }

  /** Restarts the heartbeats, with the current interval. */
  beat(): void {
    clearTimeout(this.#heartbeat);
    if (this.#over) return;
    const tick = () => {
      if (!this.#parts.valid()) {
        this.end();
        return;
      }
      if (!this.#blocked) this.write(this.#news());
      this.beat();
    };
    this.#heartbeat = setTimeout(tick, Math.min(this.#parts.behaviour().heartbeatMs, maxDelay));
  }

  /** Writes events as long as events are available and the caller reads them. */
  pump(): void {
    while (!this.#over && !this.#blocked && !this.#parts.behaviour().silent) {
      if (this.#queue.length === 0) this.#fill();
      const event = this.#queue.shift();
      if (event === undefined) return;
      if (!this.#parts.valid()) {
        this.end();
        return;
      }
      this.#told = event.position;
      this.write(this.#frame(event));
      this.#sent += 1;
      if (this.#sent >= this.#parts.behaviour().rotateEvery) this.rotate();
    }
  }

  rotate(): void {
    this.fail("connection_timeout", "The connection has reached its longest time.", undefined);
  }

  /** Ends the stream with an error item. */
  fail(code: string, message: string, offset: string | null | undefined): void {
    const at = offset === undefined ? this.#parts.log.cursorAt(this.#told) : offset;
    const error = { code, message, ...(at !== null && { offset: at }) };
    this.write(`event: error\ndata: ${JSON.stringify({ error })}\n\n`);
    this.end();
  }

  /** Cuts the connection. */
  cut(midway: boolean): void {
    if (this.#over) return;
    this.#over = true;
    const destroy = () => this.#response.socket?.destroy();
    if (midway) this.#response.write('event: user.updated\nid: x\ndata: {"offset":"x","ev', destroy);
    else destroy();
  }

  write(text: string): void {
    if (this.#over || this.#parts.behaviour().silent) return;
    if (!this.#response.write(text)) this.#blocked = true;
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#response.end();
  }

  /** The item to write while there are no events for this stream: the stream's position if it has advanced, or else a heartbeat. */
  #news(): string {
    const reached = this.#next - 1;
    if (this.#queue.length > 0 || reached <= this.#told) return ": heartbeat\n\n";
    this.#told = reached;
    const offset = this.#parts.log.cursorAt(reached);
    return `event: offset-only\nid: ${offset}\ndata: ${JSON.stringify({ offset })}\n\n`;
  }

  /** Puts the next block of events from the log into the queue: shuffled, and with some events twice. */
  #fill(): void {
    const { log, behaviour } = this.#parts;
    const { reorderWithin, duplicates } = behaviour();
    const block = Math.max(1, Math.floor(reorderWithin));
    while (this.#queue.length === 0 && this.#next <= log.last) {
      // Blocks have fixed positions, so that all streams shuffle the same blocks.
      const left = block - ((this.#next - 1) % block);
      const events = log.from(this.#next, left);
      const reached = events.at(-1)?.position ?? log.last;
      this.#next = reached + 1;
      const wanted = events.filter(({ type }) => this.#types === undefined || this.#types.has(type));
      this.#queue = this.#shuffled(wanted);
    }
    if (duplicates === 0) return;
    for (const event of [...this.#queue]) {
      if (this.#random() >= duplicates) continue;
      const place = this.#queue.indexOf(event) + 1 + Math.floor(this.#random() * repeatedWithin);
      this.#queue.splice(place, 0, event);
    }
  }

  #shuffled(events: LoggedEvent[]): LoggedEvent[] {
    const keyed = events.map((event) => ({ event, key: this.#random() }));
    return events.length < 2 || this.#parts.behaviour().reorderWithin < 2
      ? events
      : keyed.sort((a, b) => a.key - b.key).map(({ event }) => event);
  }

  #frame({ position, id, type, time, data }: LoggedEvent): string {
    const { prefix } = this.#parts.behaviour();
    const { log, tenant, stream } = this.#parts;
    const offset = log.cursorAt(position);
    const event = {
      specversion: "1.0",
      type,
      source: `urn:auth0:${tenant}.localhost`,
      id,
      time,
      data,
      [`${prefix}tenant`]: tenant,
      [`${prefix}stream`]: stream,
    };
    return `event: ${type}\nid: ${offset}\ndata: ${JSON.stringify({ offset, event })}\n\n`;
  }
}

/** Returns a function that returns pseudorandom numbers from 0 to less than 1 (mulberry32). The same seed gives the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One event of the tenant. */
export interface LoggedEvent extends PublishedEvent {
  /** The position in the log: 1 for the first event, and 1 more for each later event. Only {@link EventLog.expire} skips a position. */
  readonly position: number;
}

/** The tenant's latest events. Older events are dropped, and their cursors expire. */
export class EventLog {
  /** Reports every added event. */
  readonly added = new Notifier<LoggedEvent>();
  #events: LoggedEvent[] = [];
  #last = 0;
  /** Cursors before this position have expired. */
  #oldestCursor = 0;
  /** Timestamps before this time have expired. */
  #oldestTime = Number.NEGATIVE_INFINITY;
  /** A random text that every cursor contains, so that cursors of other tenants are refused. */
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

  /** @param retention the maximum number of retained events */
  add(type: string, data: WireObject, retention: number): LoggedEvent {
    this.#last += 1;
    const time = new Date(this.#now()).toISOString();
    const event = { position: this.#last, id: newPrefixedId("evt_"), type, time, data };
    this.#events.push(event);
    // Many events are dropped at once, because every drop copies the remaining events.
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

  /** The cursor with which a stream continues after a position. */
  cursorAt(position: number): string {
    return Buffer.from(`${this.#tenant}.${position}`).toString("base64url");
  }

  /**
   * The position of a cursor.
   *
   * @throws ServiceError 400 for a cursor of another tenant, 410 for an expired cursor
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
   *
   * @throws ServiceError 410 for an expired time
   */
  positionAt(ms: number): number {
    if (ms < this.#oldestTime) throw expired();
    const first = this.#events.find(({ time }) => Date.parse(time) >= ms);
    return first === undefined ? this.#last : first.position - 1;
  }

  /**
   * Expires all cursors that exist.
   *
   * @param timestamps whether all times before now expire, too
   */
  expire(timestamps: boolean): void {
    // One position is skipped, so that the cursor of the latest event also expires.
    this.#last += 1;
    this.#oldestCursor = this.#last;
    this.#events = [];
    if (timestamps) this.#oldestTime = this.#now();
  }
}

function expired(): ServiceError {
  return new ServiceError(410, "Cursor points to data no longer available in the stream.", "cursor_expired");
}
