import type { TenantClient } from "../client.ts";
import { type Clock, systemClock } from "../clock.ts";
import { AttemptFailed } from "../failure.ts";
import { seconds } from "../http.ts";
import type { HttpStream } from "../http-stream.ts";
import { legible } from "../legible.ts";
import { OpenFailed } from "../stream-call.ts";
import { backoff } from "./backoff.ts";
import { decode } from "./decode.ts";
import { readStreamOptions, type StreamOptions, type StreamSettings } from "./options.ts";
import { wireReader } from "./parse.ts";
import { Position, type ResumePosition, toTimestamp } from "./position.ts";
import { isEvent, type StreamItem } from "./types.ts";
import { adviseStream, judge, waitsFor } from "./verdict.ts";

/** An event stream, to be iterated once. */
export interface EventStream extends AsyncIterableIterator<StreamItem> {
  next(): Promise<IteratorResult<StreamItem, undefined>>;
  /**
   * Where to resume after the latest item that was delivered. Save it when you have processed that item, and hand it to `events()` in
   * the next run: that run misses nothing, and does not deliver again what was delivered before.
   */
  position(): ResumePosition;
  /** Ends the stream, also while an item is awaited. */
  return(): Promise<IteratorResult<StreamItem, undefined>>;
}

/** How one connection ended. */
interface Ending {
  why: string;
  /** The connection brought a new event, or lasted a while: then a reconnection is routine, not a failure. */
  progress: boolean;
  /** The service says that the cursor leads nowhere. */
  lost?: "cursor_expired" | "cursor_invalid";
  /** An event that cannot be delivered, with the offset after which the stream goes on, if the service told it. */
  obstacle?: { offset?: string | undefined };
}

/** Milliseconds after which a connection counts as a success, even if it brought nothing new. */
const lasting = 5_000;
/** Connections that may end at the same undeliverable event before it is passed over. */
const obstacleAttempts = 3;
/** Milliseconds by which a restart from a timestamp reaches back, as clocks differ and events come out of order. */
const overlap = 60_000;
/** Shortest wait that the service may ask for with `retry:`, in milliseconds. */
const shortestRetry = 50;

/**
 * Streams the tenant's events over an existing client, as `events()` does. The client stays open.
 * @param onEnd called once, when the stream has ended, for whatever reason
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
  const stop = () => {
    signal?.removeEventListener("abort", stop);
    stopped.abort();
  };
  stopped.signal.addEventListener("abort", onEnd);
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop);
  const items = streaming.items(stop);
  const stream: EventStream = {
    next: () => items.next(),
    // The return of a generator waits for the item that is awaited, so the stream is stopped first.
    return: async () => {
      stop();
      return items.return(undefined);
    },
    position: () => streaming.position(),
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}

/** The connections of one stream, one after the other. */
class Streaming {
  readonly #client: TenantClient;
  readonly #settings: StreamSettings;
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  readonly #place: Position;
  #retryMs: number | undefined;
  #everOpen = false;
  #failures = 0;
  #failingSince = 0;
  #obstacles = 0;
  /** Timestamps to restart from after a gap, one after the other, if the service refuses the one before. */
  #restarts: string[] = [];
  /** Milliseconds by which the service's clock is ahead of this machine's. */
  #ahead = 0;

  constructor(client: TenantClient, settings: StreamSettings, clock: Clock, stopped: AbortSignal) {
    this.#client = client;
    this.#settings = settings;
    this.#clock = clock;
    this.#stopped = stopped;
    const { reorderWindow: window, settleMs, dedupWindow: dedup } = settings;
    this.#place = new Position(settings.start, { window, settleMs, dedup });
  }

  position(): ResumePosition {
    return this.#place.toResume(this.#clock.monotonic());
  }

  async *items(stop: () => void): AsyncGenerator<StreamItem, undefined> {
    try {
      while (!this.#stopped.aborted) {
        const opened = await this.#open();
        if (opened instanceof OpenFailed) {
          if (!this.#stopped.aborted) yield* this.#refused(opened);
        } else if (this.#stopped.aborted) opened.close();
        else yield* this.#connection(opened);
      }
      return undefined;
    } finally {
      stop();
    }
  }

  async #open(): Promise<HttpStream | OpenFailed> {
    this.#settings.onStatus({ state: "connecting", attempt: this.#failures + 1 });
    const call = {
      path: ["events"],
      query: { ...this.#place.query(), event_type: this.#settings.types },
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store" },
      subject: "the tenant's events",
      action: "stream",
      advise: adviseStream,
    };
    return this.#client.open(call, this.#stopped).catch((error: unknown) => {
      if (error instanceof OpenFailed) return error;
      throw error;
    });
  }

  async *#refused({ failure, error, headers }: OpenFailed): AsyncGenerator<StreamItem> {
    this.#noteFailure();
    const { cursor } = this.#place;
    const verdict = judge(failure, {
      everOpen: this.#everOpen,
      ownCursor: cursor !== undefined && cursor !== this.#settings.start.from,
      positioned: cursor !== undefined || this.#place.query().from_timestamp !== undefined,
      failures: this.#failures,
      failingMs: this.#clock.monotonic() - this.#failingSince,
    });
    if (verdict === "final") throw error;
    if (verdict !== "wait") {
      this.#noteTime(headers);
      yield* this.#restart(verdict === "expired" ? "cursor_expired" : "cursor_invalid", failure.what);
      if (this.#failures === 1) return;
    }
    await this.#wait(waitsFor(failure), failure.retryAfterMs);
  }

  /** The items of one connection, and what follows from its end. */
  async *#connection(stream: HttpStream): AsyncGenerator<StreamItem> {
    this.#noteTime(stream.headers);
    this.#place.opened(toTimestamp(this.#serverTime()));
    this.#everOpen = true;
    this.#restarts = [];
    this.#settings.onStatus({ state: "open" });
    let ending: Ending;
    try {
      ending = yield* this.#read(stream);
    } finally {
      stream.close();
    }
    if (this.#stopped.aborted) return;
    if (ending.progress) {
      this.#failures = 0;
      this.#obstacles = 0;
    } else {
      this.#noteFailure();
    }
    this.#place.resume(this.#clock.monotonic());
    if (ending.lost !== undefined) yield* this.#restart(ending.lost, ending.why);
    if (ending.obstacle !== undefined) yield* this.#overcome(ending.obstacle.offset, ending.why);
    if (!ending.progress) await this.#wait(ending.why, undefined);
  }

  /** Yields the items of one connection and returns how it ended. */
  async *#read(stream: HttpStream): AsyncGenerator<StreamItem, Ending> {
    const parse = wireReader(this.#settings.maxEventSize);
    const openedAt = this.#clock.monotonic();
    let isNews = false;
    const end = (more: Omit<Ending, "progress">): Ending => {
      const lasted = this.#clock.monotonic() - openedAt >= lasting;
      return { ...more, progress: isNews || (lasted && more.obstacle === undefined) };
    };
    for (;;) {
      const piece = await this.#piece(stream);
      if (typeof piece === "string") return end({ why: piece });
      const { messages, retry, tooLarge } = parse(piece);
      if (retry !== undefined) this.#retryMs = retry;
      for (const message of messages) {
        const item = decode(message);
        if (item.type === "error") {
          yield item;
          return end(this.#afterError(item.error.code, item.error.message, item.offset));
        }
        const { id, time } = isEvent(item) ? item.event : { id: "id" in item ? item.id : undefined, time: undefined };
        const isNew = id === undefined || this.#place.isNew(id, time);
        if (isNew && item.type !== "offset-only") isNews = true;
        if (item.offset !== undefined) this.#place.passed(item.offset, this.#clock.monotonic());
        if (isNew) yield item;
        if (this.#stopped.aborted) return end({ why: "" });
      }
      if (tooLarge) {
        return end({ why: `an event is larger than ${this.#settings.maxEventSize} characters`, obstacle: {} });
      }
    }
  }

  /** The next piece, or why there is none. The watch for silence runs only while somebody waits for a piece. */
  async #piece(stream: HttpStream): Promise<Buffer | string> {
    let silent = false;
    const timer = setTimeout(() => {
      silent = true;
      stream.close();
    }, this.#settings.silenceMs);
    try {
      return (await stream.read()) ?? "the service ended the connection";
    } catch (error) {
      if (silent) return `nothing was heard for ${seconds(this.#settings.silenceMs)}`;
      if (error instanceof AttemptFailed) return error.failure.what;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** What an error message of the service means for the position. */
  #afterError(code: string, message: string, offset: string | undefined): Omit<Ending, "progress"> {
    const why = `the service ended the connection: ${legible([code, message].filter(Boolean).join(", "))}`;
    switch (code) {
      case "connection_timeout":
        if (offset !== undefined) this.#place.passed(offset, this.#clock.monotonic());
        return { why };
      case "invalid_cursor":
        return { why, lost: "cursor_invalid" };
      case "cursor_expired":
        return { why, lost: "cursor_expired" };
      case "payload_too_large":
      case "processing_error":
        return { why, obstacle: { offset } };
      default:
        return { why };
    }
  }

  /** Gives the cursor up and starts over from a timestamp. The consumer is told by a gap. */
  async *#restart(reason: "cursor_expired" | "cursor_invalid", message: string): AsyncGenerator<StreamItem> {
    const { cursor, newest } = this.#place;
    const later = this.#restarts.shift();
    // The service refused the timestamp as well. The next one still lies before the moment at which the consumer was told.
    if (later !== undefined) return this.#place.restart(later);
    const now = this.#serverTime();
    const [restartsAt = "", ...others] = [Math.min(newest ?? now, now) - overlap, now - overlap, now].map(toTimestamp);
    this.#restarts = others.filter((instant) => instant > restartsAt);
    this.#place.restart(restartsAt);
    yield { type: "gap", reason, ...(cursor !== undefined && { offset: cursor }), restartsAt, message };
  }

  /** Passes over an event that cannot be delivered, once several connections have ended at it. The consumer is told by a gap. */
  async *#overcome(offset: string | undefined, message: string): AsyncGenerator<StreamItem> {
    this.#obstacles += 1;
    if (this.#obstacles < obstacleAttempts) return;
    this.#obstacles = 0;
    const { cursor } = this.#place;
    const gap = {
      type: "gap",
      reason: "undeliverable",
      message,
      ...(cursor !== undefined && { offset: cursor }),
    } as const;
    if (offset !== undefined) {
      this.#place.skipTo(offset);
      return void (yield gap);
    }
    // Timestamps have whole seconds. This one lies after the event, and before everything that the consumer reads once it is told.
    const now = this.#serverTime();
    const after = (Math.floor(now / 1_000) + 2) * 1_000;
    await this.#clock.sleep(after - now, this.#stopped);
    if (this.#stopped.aborted) return;
    const restartsAt = toTimestamp(after);
    this.#place.restart(restartsAt);
    yield { ...gap, restartsAt };
  }

  /** Learns the service's clock from an answer. */
  #noteTime(headers: HttpStream["headers"]): void {
    const at = Date.parse(String(headers.date ?? ""));
    if (!Number.isNaN(at)) this.#ahead = at - this.#clock.now();
  }

  /** The service's clock, in milliseconds since the epoch. It may be a second behind, as answers carry whole seconds. */
  #serverTime(): number {
    return this.#clock.now() + this.#ahead;
  }

  #noteFailure(): void {
    if (this.#failures === 0) this.#failingSince = this.#clock.monotonic();
    this.#failures += 1;
  }

  async #wait(why: string, retryAfterMs: number | undefined): Promise<void> {
    const { baseMs, capMs } = this.#settings.backoff;
    const asked = this.#retryMs === undefined ? baseMs : Math.max(shortestRetry, Math.min(this.#retryMs, capMs));
    const nth = Math.max(1, this.#failures);
    const ms = backoff(nth, { baseMs: asked, capMs }, this.#clock.random(), retryAfterMs);
    this.#settings.onStatus({ state: "waiting", ms, why });
    await this.#clock.sleep(ms, this.#stopped);
  }
}
