import type { TenantClient } from "../client.ts";
import { type Clock, systemClock } from "../clock.ts";
import { AttemptFailed } from "../failure.ts";
import { seconds } from "../http.ts";
import { legible } from "../redact.ts";
import { OpenFailed, type TenantStream } from "../stream-call.ts";
import { backoff } from "./backoff.ts";
import { decode } from "./decode.ts";
import { readStreamOptions, type StreamOptions, type StreamSettings } from "./options.ts";
import { wireReader } from "./parse.ts";
import { Position, type ResumePosition, toTimestamp } from "./position.ts";
import { isEvent, type StreamItem } from "./types.ts";
import { adviseStream, judge } from "./verdict.ts";

/** An event stream, to be iterated once. */
export interface EventStream extends AsyncIterableIterator<StreamItem, undefined> {
  /**
   * Where to resume after the item that was delivered last. Save it when that item is processed, and hand it to `events()`
   * to go on: nothing is lost, and nothing comes twice that was delivered before it was taken.
   */
  position(): ResumePosition;
  /** Ends the stream, also while an item is awaited. */
  return(): Promise<IteratorResult<StreamItem, undefined>>;
}

/** How one connection ended. */
interface Ending {
  why: string;
  /** It brought an event that is new, or lasted: reconnecting is routine, not a failure. */
  progress: boolean;
  /** The service says that the cursor leads nowhere. */
  lost?: "cursor_expired" | "cursor_invalid";
  /** An event that cannot be had, and the offset after which the stream goes on, if that is known. */
  obstacle?: { offset?: string | undefined };
}

/** Milliseconds for which a connection must have lasted to count as a success though it brought nothing new. */
const lasting = 5_000;
/** Connections that may end at the same event that cannot be had before it is passed over. */
const obstacleAttempts = 3;
/** Milliseconds by which a restart from a timestamp reaches back, for clocks and order. */
const overlap = 60_000;
/** Bounds of the wait that the service may ask for by `retry:`, in milliseconds. */
const shortestRetry = 50;

/**
 * Streams the tenant's events over a client that is there already; see `events()`. The client stays open.
 * @param onEnd called once, when the stream has ended in whatever way
 */
export function streamEvents(
  client: TenantClient,
  options: StreamOptions = {},
  clock: Clock = systemClock,
  onEnd: () => void = () => {},
): EventStream {
  const streaming = new Streaming(client, readStreamOptions(options), clock);
  const { signal } = options;
  const stop = () => {
    signal?.removeEventListener("abort", stop);
    streaming.stop();
  };
  streaming.onStop(onEnd);
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop);
  const items = streaming.items(stop);
  const stream: EventStream = {
    next: () => items.next(),
    // a generator alone would end only after the item that is awaited
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
  private readonly client: TenantClient;
  private readonly settings: StreamSettings;
  private readonly clock: Clock;
  private readonly place: Position;
  private readonly stopped = new AbortController();
  private retryMs: number | undefined;
  private everOpen = false;
  private failures = 0;
  private failingSince = 0;
  private obstacles = 0;
  /** The cursor that the caller gave. */
  private readonly given: string | undefined;
  /** Timestamps to restart from after a gap, should the one before be refused. */
  private restarts: string[] = [];
  /** By how much the service's clock is ahead of this machine's: milliseconds. */
  private ahead = 0;

  constructor(client: TenantClient, settings: StreamSettings, clock: Clock) {
    this.client = client;
    this.settings = settings;
    this.clock = clock;
    const { reorderWindow: window, settleMs, dedupWindow: dedup } = settings;
    this.place = new Position(settings.start, { window, settleMs, dedup });
    this.given = settings.start.from;
  }

  stop(): void {
    this.stopped.abort();
  }

  onStop(listener: () => void): void {
    this.stopped.signal.addEventListener("abort", listener, { once: true });
  }

  position(): ResumePosition {
    return this.place.toResume(this.clock.monotonic());
  }

  async *items(stop: () => void): AsyncGenerator<StreamItem, undefined> {
    try {
      while (!this.ended) {
        const opened = await this.open();
        if (this.ended) {
          if ("stream" in opened) opened.stream.close();
          return undefined;
        }
        if ("stream" in opened) yield* this.connection(opened.stream);
        else yield* this.refused(opened.failed);
      }
      return undefined;
    } finally {
      stop();
    }
  }

  private get ended(): boolean {
    return this.stopped.signal.aborted;
  }

  private async open(): Promise<{ stream: TenantStream } | { failed: OpenFailed }> {
    this.settings.onStatus({ state: "connecting", attempt: this.failures + 1 });
    try {
      const query = { ...this.place.query(), event_type: this.settings.types };
      const stream = await this.client.open(
        {
          path: ["events"],
          query,
          contentType: "text/event-stream",
          headers: { "cache-control": "no-store" },
          subject: "the tenant's events",
          action: "stream",
          advise: adviseStream,
        },
        this.stopped.signal,
      );
      return { stream };
    } catch (error) {
      if (!(error instanceof OpenFailed)) throw error;
      return { failed: error };
    }
  }

  private async *refused({ failure, error, headers }: OpenFailed): AsyncGenerator<StreamItem> {
    this.noteFailure();
    const { cursor } = this.place;
    const verdict = judge(failure, {
      everOpen: this.everOpen,
      ownCursor: cursor !== undefined && cursor !== this.given,
      positioned: cursor !== undefined || this.place.query().from_timestamp !== undefined,
      failures: this.failures,
      failingMs: this.clock.monotonic() - this.failingSince,
    });
    if (verdict === "final") throw error;
    if (verdict === "wait") return void (await this.wait(failure.what, failure.retryAfterMs));
    this.noteTime(headers);
    yield* this.restart(verdict === "expired" ? "cursor_expired" : "cursor_invalid", failure.what);
    if (this.failures > 1) await this.wait(failure.what, failure.retryAfterMs);
  }

  /** One connection, from its opening to its end, whatever that is. */
  private async *connection(stream: TenantStream): AsyncGenerator<StreamItem> {
    this.noteTime(stream.headers);
    this.place.opened(toTimestamp(this.serverTime()));
    this.everOpen = true;
    this.restarts = [];
    this.settings.onStatus({ state: "open" });
    let ending: Ending;
    try {
      ending = yield* this.read(stream);
    } finally {
      stream.close();
    }
    if (this.ended) return;
    if (ending.progress) {
      this.failures = 0;
      this.obstacles = 0;
    } else {
      this.noteFailure();
    }
    this.place.resume(this.clock.monotonic());
    if (ending.lost !== undefined) yield* this.restart(ending.lost, ending.why);
    if (ending.obstacle !== undefined) yield* this.overcome(ending.obstacle.offset, ending.why);
    if (!ending.progress) await this.wait(ending.why, undefined);
  }

  /** The items of one connection; the value is how it ended. */
  private async *read(stream: TenantStream): AsyncGenerator<StreamItem, Ending> {
    const parse = wireReader(this.settings.maxEventSize);
    const openedAt = this.clock.monotonic();
    const ending: Ending = { why: "the service ended the connection", progress: false };
    const lasted = () => this.clock.monotonic() - openedAt >= lasting;
    const end = (more: Partial<Ending> = {}): Ending => {
      const progress = ending.progress || (lasted() && more.obstacle === undefined);
      return { ...ending, ...more, progress };
    };
    for (;;) {
      const piece = await this.piece(stream);
      if (typeof piece === "string") return end({ why: piece });
      if (piece === undefined) return end();
      const { messages, retry, tooLarge } = parse(piece);
      if (retry !== undefined) this.retryMs = retry;
      for (const message of messages) {
        const item = decode(message);
        if (item.type === "error") {
          yield item;
          return end(this.afterError(item.error.code, item.error.message, item.offset));
        }
        const [id, time] = isEvent(item)
          ? [item.event.id, item.event.time]
          : [item.type === "unknown" ? item.id : undefined];
        const isNew = id === undefined || this.place.isNew(id, time);
        if (isNew && item.type !== "offset-only") ending.progress = true;
        if (item.offset !== undefined) this.place.passed(item.offset, this.clock.monotonic());
        if (isNew) yield item;
        if (this.ended) return ending;
      }
      if (tooLarge) {
        return end({ why: `an event is larger than ${this.settings.maxEventSize} characters`, obstacle: {} });
      }
    }
  }

  /** The next piece, nothing at the end, or why there is none. The watch for silence runs only while somebody waits. */
  private async piece(stream: TenantStream): Promise<Buffer | undefined | string> {
    let silent = false;
    const timer = setTimeout(() => {
      silent = true;
      stream.close();
    }, this.settings.silenceMs);
    try {
      return await stream.read();
    } catch (error) {
      if (silent) return `nothing was heard for ${seconds(this.settings.silenceMs)}`;
      if (error instanceof AttemptFailed) return error.failure.what;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** What an error of the service does to the position (facts page, "Events"). */
  private afterError(code: string, message: string, offset: string | undefined): Partial<Ending> {
    const why = `the service ended the connection: ${legible([code, message].filter(Boolean).join(", "))}`;
    switch (code) {
      case "connection_timeout":
        if (offset !== undefined) this.place.passed(offset, this.clock.monotonic());
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

  /** Gives the cursor up and starts over from a timestamp, once the consumer knows. */
  private async *restart(reason: "cursor_expired" | "cursor_invalid", message: string): AsyncGenerator<StreamItem> {
    const { cursor, newest } = this.place;
    const later = this.restarts.shift();
    // The timestamp was refused as well. The consumer was told after the next one, and has read everything since.
    if (later !== undefined) return this.place.restart(later);
    const now = this.serverTime();
    const [restartsAt = "", ...others] = [Math.min(newest ?? now, now) - overlap, now - overlap, now].map(toTimestamp);
    this.restarts = others.filter((instant) => instant > restartsAt);
    this.place.restart(restartsAt);
    yield { type: "gap", reason, ...(cursor !== undefined && { offset: cursor }), restartsAt, message };
  }

  /** Passes over an event that cannot be had, once that is certain and the consumer knows. */
  private async *overcome(offset: string | undefined, message: string): AsyncGenerator<StreamItem> {
    this.obstacles += 1;
    if (this.obstacles < obstacleAttempts) return;
    this.obstacles = 0;
    const { cursor } = this.place;
    const lost = {
      type: "gap",
      reason: "undeliverable",
      message,
      ...(cursor !== undefined && { offset: cursor }),
    } as const;
    if (offset !== undefined) {
      this.place.skipTo(offset);
      yield lost;
      return;
    }
    // A full second that lies after the event, and before whatever the consumer reads now: timestamps have no fractions.
    const now = this.serverTime();
    const after = (Math.floor(now / 1_000) + 2) * 1_000;
    await this.clock.sleep(after - now, this.stopped.signal);
    if (this.ended) return;
    const restartsAt = toTimestamp(after);
    this.place.restart(restartsAt);
    yield { ...lost, restartsAt };
  }

  /** Learns the service's clock from an answer. */
  private noteTime(headers: TenantStream["headers"]): void {
    const at = Date.parse(String(headers.date ?? ""));
    if (!Number.isNaN(at)) this.ahead = at - this.clock.now();
  }

  /** The service's clock, in milliseconds since the epoch; up to a second behind, as answers tell whole seconds. */
  private serverTime(): number {
    return this.clock.now() + this.ahead;
  }

  private noteFailure(): void {
    if (this.failures === 0) this.failingSince = this.clock.monotonic();
    this.failures += 1;
  }

  private async wait(why: string, retryAfterMs: number | undefined): Promise<void> {
    const { baseMs, capMs } = this.settings.backoff;
    const asked = this.retryMs === undefined ? baseMs : Math.max(shortestRetry, Math.min(this.retryMs, capMs));
    const nth = Math.max(1, this.failures);
    const ms = backoff(nth, { baseMs: asked, capMs }, this.clock.random(), retryAfterMs);
    this.settings.onStatus({ state: "waiting", ms, why });
    await this.clock.sleep(ms, this.stopped.signal);
  }
}
