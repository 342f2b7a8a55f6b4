import type { NotOpened } from "../call.ts";
import type { TenantClient } from "../client.ts";
import { type Clock, systemClock } from "../client-options.ts";
import { type Failure, meaningOf403 } from "../errors.ts";
import { type HttpStream, isStream } from "../http-stream.ts";
import { maxWait } from "../retries.ts";
import {
  type ResumePosition,
  readStreamOptions,
  type StreamOptions,
  type StreamSettings,
  toTimestamp,
} from "./options.ts";
import { connectionItems, type Ending, Position } from "./stream-connection.ts";
import type { StreamItem } from "./types.ts";

/** An event stream, to be iterated once. */
export interface EventStream extends AsyncIterableIterator<StreamItem> {
  next(): Promise<IteratorResult<StreamItem, undefined>>;
  /**
   * The position after the latest delivered item. Save it when you have processed that item, and pass it to `events()` in the next run:
   * that run misses no event, and does not repeat delivered ones.
   */
  position(): ResumePosition;
  /** Ends the stream, also while an item is awaited. */
  return(): Promise<IteratorResult<StreamItem, undefined>>;
}

/** The number of connections that may end at the same undeliverable event before the event is skipped. */
const obstacleAttempts = 3;
/** How far before the newest event a restart begins, in milliseconds: clocks differ, and events are delivered out of order. */
const overlap = 60_000;
/** The lower bound for a wait that the service requests with `retry:`, in milliseconds. */
const shortestRetry = 50;
/** The upper bound for a wait that the service requests with `Retry-After`: an hour, in milliseconds. */
const maxAsked = 3_600_000;

/**
 * Streams the tenant's events over an existing client, as `events()` does. The client stays open.
 *
 * @param onEnd called once, when the stream has ended for any reason
 */
export function streamEvents(
  client: TenantClient,
  options: StreamOptions = {},
  clock: Clock = systemClock,
  onEnd: () => void = () => {},
): EventStream {
  const stopped = new AbortController();
  const streaming = new Streaming(client, readStreamOptions(options), clock, stopped.signal);
  const { signal } = options;
  const stop = () => stopped.abort();
  stopped.signal.addEventListener("abort", onEnd);
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { signal: stopped.signal });
  const items = streaming.items(stop);
  const stream: EventStream = {
    next: () => items.next(),
    // The `return` of a generator waits for a pending item, so the stream is stopped first.
    return: async () => {
      stop();
      return items.return(undefined);
    },
    position: () => streaming.position(),
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}

/** The consecutive connections of one stream. */
class Streaming {
  readonly #client: TenantClient;
  readonly #settings: StreamSettings;
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  readonly #position: Position;
  #retryMs: number | undefined;
  #everOpen = false;
  #failures = 0;
  #failingSince = 0;
  #obstacles = 0;
  /** The timestamps to restart from after a gap. Each is used if the service refuses the previous one. */
  #restarts: string[] = [];
  /** The service's clock minus this machine's clock, in milliseconds. */
  #ahead = 0;

  constructor(client: TenantClient, settings: StreamSettings, clock: Clock, stopped: AbortSignal) {
    this.#client = client;
    this.#settings = settings;
    this.#clock = clock;
    this.#stopped = stopped;
    this.#position = new Position(settings.start, settings);
  }

  position(): ResumePosition {
    return this.#position.toResume(this.#clock.monotonic());
  }

  async *items(stop: () => void): AsyncGenerator<StreamItem, undefined> {
    try {
      while (!this.#stopped.aborted) {
        const opened = await this.#open();
        if (!isStream(opened)) {
          if (!this.#stopped.aborted) yield* this.#refused(opened);
        } else if (this.#stopped.aborted) opened.close();
        else yield* this.#connection(opened);
      }
      return undefined;
    } finally {
      stop();
    }
  }

  #open(): Promise<HttpStream | NotOpened> {
    this.#settings.onStatus({ state: "connecting", attempt: this.#failures + 1 });
    const call = {
      path: ["events"],
      query: { ...this.#position.query(), event_type: this.#settings.types },
      subject: "the tenant's events",
      action: "stream",
      advise: adviseStream,
    };
    return this.#client.open(call, this.#stopped);
  }

  async *#refused({ failure, error, headers }: NotOpened): AsyncGenerator<StreamItem> {
    this.#noteFailure();
    const { cursor } = this.#position;
    const recovery = judge(failure, {
      everOpen: this.#everOpen,
      ownCursor: cursor !== undefined && cursor !== this.#settings.start.from,
      positioned: cursor !== undefined || this.#position.query().from_timestamp !== undefined,
      failures: this.#failures,
      failingMs: this.#clock.monotonic() - this.#failingSince,
    });
    if (recovery === "final") throw error;
    if (recovery !== "wait") {
      this.#noteTime(headers);
      yield* this.#restart(recovery === "expired" ? "cursor_expired" : "cursor_invalid", failure.what);
      if (this.#failures === 1) return;
    }
    await this.#wait(waitsFor(failure), failure.retryAfterMs);
  }

  /** Yields the items of one connection, and handles its end. */
  async *#connection(stream: HttpStream): AsyncGenerator<StreamItem> {
    this.#noteTime(stream.headers);
    this.#position.opened(toTimestamp(this.#serverTime()));
    this.#everOpen = true;
    this.#restarts = [];
    this.#settings.onStatus({ state: "open" });
    let ending: Ending;
    try {
      ending = yield* connectionItems(stream, this.#position, this.#settings, this.#clock, this.#stopped);
    } finally {
      stream.close();
    }
    this.#retryMs = ending.retryMs ?? this.#retryMs;
    if (this.#stopped.aborted) return;
    if (ending.progress) {
      this.#failures = 0;
      this.#obstacles = 0;
    } else {
      this.#noteFailure();
    }
    this.#position.resume(this.#clock.monotonic());
    if (ending.lost !== undefined) yield* this.#restart(ending.lost, ending.why);
    if (ending.obstacle !== undefined) yield* this.#overcome(ending.obstacle.offset, ending.why);
    if (!ending.progress) await this.#wait(ending.why, undefined);
  }

  /** Replaces the cursor by a timestamp and restarts. A `gap` item informs the consumer. */
  async *#restart(reason: "cursor_expired" | "cursor_invalid", message: string): AsyncGenerator<StreamItem> {
    const { cursor, newest } = this.#position;
    const later = this.#restarts.shift();
    // The service also refused the previous timestamp. The next timestamp is later. No event is lost, because even this timestamp is before the `gap`
    // item, and the consumer reads all objects after that item.
    if (later !== undefined) return this.#position.restart(later);
    const now = this.#serverTime();
    const [restartsAt = "", ...others] = [Math.min(newest ?? now, now) - overlap, now - overlap, now].map(toTimestamp);
    this.#restarts = others.filter((instant) => instant > restartsAt);
    this.#position.restart(restartsAt);
    yield { type: "gap", reason, ...(cursor !== undefined && { offset: cursor }), restartsAt, message };
  }

  /** Skips an event that cannot be delivered, once several connections have ended at it. A `gap` item informs the consumer. */
  async *#overcome(offset: string | undefined, message: string): AsyncGenerator<StreamItem> {
    this.#obstacles += 1;
    if (this.#obstacles < obstacleAttempts) return;
    this.#obstacles = 0;
    const { cursor } = this.#position;
    const gap = {
      type: "gap",
      reason: "undeliverable",
      message,
      ...(cursor !== undefined && { offset: cursor }),
    } as const;
    if (offset !== undefined) {
      this.#position.skipTo(offset);
      return void (yield gap);
    }
    // Timestamps have whole seconds. The restart must be later than the event, but not later than the `gap` item. So the stream waits until
    // the timestamp has passed.
    const now = this.#serverTime();
    const after = (Math.floor(now / 1_000) + 2) * 1_000;
    await this.#clock.sleep(after - now, this.#stopped);
    if (this.#stopped.aborted) return;
    const restartsAt = toTimestamp(after);
    this.#position.restart(restartsAt);
    yield { ...gap, restartsAt };
  }

  /** Learns the service's clock from a response. */
  #noteTime(headers: HttpStream["headers"]): void {
    const at = Date.parse(String(headers.date ?? ""));
    if (!Number.isNaN(at)) this.#ahead = at - this.#clock.now();
  }

  /** The service's clock, in milliseconds since the epoch. It may be a second behind, because responses contain whole seconds. */
  #serverTime(): number {
    return this.#clock.now() + this.#ahead;
  }

  #noteFailure(): void {
    if (this.#failures === 0) this.#failingSince = this.#clock.monotonic();
    this.#failures += 1;
  }

  /**
   * Waits before the next attempt: as long as the service's `Retry-After` requests, with a small jitter on top. Without `Retry-After`, the wait is
   * random: at most a maximum that doubles with each failure, and at least half of it, so that failures in quick succession cause few requests.
   */
  async #wait(why: string, retryAfterMs: number | undefined): Promise<void> {
    const { baseMs: usual, capMs } = this.#settings.backoff;
    const baseMs = this.#retryMs === undefined ? usual : Math.max(shortestRetry, Math.min(this.#retryMs, capMs));
    const random = this.#clock.random();
    const ms =
      retryAfterMs === undefined
        ? maxWait({ baseMs, capMs }, Math.max(0, this.#failures - 1)) * (0.5 + random / 2)
        : Math.min(retryAfterMs, maxAsked) + random * baseMs;
    this.#settings.onStatus({ state: "waiting", ms, why });
    await this.#clock.sleep(ms, this.#stopped);
  }
}

/** The situation in which a stream could not be opened. */
interface Situation {
  /** Whether the stream was open before, in this run. */
  everOpen: boolean;
  /** Whether the cursor came from the service in this run, and not from the caller. */
  ownCursor: boolean;
  /** Whether the call named a position to start at. */
  positioned: boolean;
  /** The number of consecutive failures, this one included. */
  failures: number;
  /** The time since the first consecutive failure, in milliseconds. */
  failingMs: number;
}

/** Give up, restart from a timestamp, or wait and retry. */
type Recovery = "final" | "expired" | "invalid" | "wait";

/** The number of failed attempts after which a stream that was never open fails. */
const firstAttempts = 8;

/** The time to wait while too many streams are open, in milliseconds: the service may count a lost stream of this process for a while. */
const limitPatience = 60_000;

const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Decides what follows a stream that could not be opened. A stream that was open before survives every outage. A stream that was never open
 * fails soon, because the cause may be a wrong address or a proxy instead of an outage.
 */
function judge(failure: Failure, situation: Situation): Recovery {
  const { status } = failure;
  const wait = situation.everOpen || situation.failures < firstAttempts ? "wait" : "final";
  if (failure.code === "NO_TOKEN") return failure.retry === "later" ? wait : "final";
  if (status === undefined) {
    return situation.everOpen || !(failure.retry === "never" || failure.code === "UNREADABLE") ? wait : "final";
  }
  if (status === 410 && situation.positioned) return "expired";
  if (status === 400 && situation.ownCursor) return "invalid";
  if (status === 403 && tooManyStreams(failure)) return situation.failingMs < limitPatience ? "wait" : "final";
  if (passing.has(status) || status >= 500) return wait;
  // A response in another form comes from a proxy in between, whose failure may be temporary.
  return situation.everOpen && failure.recognised === false && status !== 401 ? "wait" : "final";
}

/** Whether a 403 means too many open streams, and not a missing scope. */
function tooManyStreams(failure: Failure): boolean {
  return failure.status === 403 && meaningOf403(failure.errorCode, failure.said) === "limit";
}

/** The reason for waiting before a stream is opened, for users. */
function waitsFor(failure: Failure): string {
  if (!tooManyStreams(failure)) return failure.what;
  return `the tenant has as many open event streams as its plan allows, so this stream waits until one of them ends (${failure.what})`;
}

/** The next step after a 403 of the event stream. */
function adviseStream(failure: Failure): string | undefined {
  if (failure.status !== 403) return undefined;
  if (tooManyStreams(failure)) {
    return (
      "The tenant has as many open event streams as its plan allows (1 on the free plan, 4 on self-service, 8 on enterprise): " +
      "end one of them, or let several consumers share one stream."
    );
  }
  if (meaningOf403(failure.errorCode, failure.said) === "scope" && !/read:events/.test(failure.said ?? "")) {
    return "The event stream needs the scope read:events: add it to the client's grant for the management API, then run again.";
  }
  return undefined;
}
