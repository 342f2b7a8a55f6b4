import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isObject, nonEmptyText } from "../../schema/json.ts";
import type { EventType } from "../../schema/service.ts";
import type { Clock } from "../client-options.ts";
import { AttemptFailed } from "../errors.ts";
import { parseJson, seconds } from "../http.ts";
import type { HttpStream } from "../http-stream.ts";
import { sanitize } from "../sanitize.ts";
import type { ResumePosition, StreamSettings } from "./options.ts";
import { type AnyEventItem, type ErrorItem, isEvent, isEventType, type StreamItem, type TenantEvent } from "./types.ts";

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
  /** The ids that a saved position contains: only the latest ones of `#ids`. */
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
    // The map also keeps the times of items that were not delivered again this time, so that an item settles even if the connection breaks often.
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

/** How and why one connection ended. */
export interface Ending {
  why: string;
  /** Whether the connection delivered a new event, or lasted for a while. A reconnection is then routine, not a failure. */
  progress: boolean;
  /** The service's error code, if the service rejected the cursor. */
  lost?: "cursor_expired" | "cursor_invalid";
  /** Set if the service cannot deliver an event. `offset`: the position after which the stream continues, if the service reported one. */
  obstacle?: { offset?: string | undefined };
  /** The wait before the next connection that the service requests, in milliseconds. */
  retryMs: number | undefined;
}

/** The reason why a connection ended, without the values that are measured over the whole connection. */
type Found = Omit<Ending, "progress" | "retryMs">;

/** The duration after which a connection counts as successful even without a new event, in milliseconds. */
const lasting = 5_000;

/** Reads one connection of a stream, and records its items in the position. Yields the items and returns how the connection ended. */
export async function* connectionItems(
  stream: HttpStream,
  position: Position,
  { maxEventSize, silenceMs }: Pick<StreamSettings, "maxEventSize" | "silenceMs">,
  clock: Clock,
  stopped: AbortSignal,
): AsyncGenerator<StreamItem, Ending> {
  const parse = wireReader(maxEventSize);
  const openedAt = clock.monotonic();
  let isNews = false;
  let retryMs: number | undefined;
  const end = (found: Found): Ending => {
    const lasted = clock.monotonic() - openedAt >= lasting;
    return { ...found, retryMs, progress: isNews || (lasted && found.obstacle === undefined) };
  };
  for (;;) {
    const piece = await pieceOf(stream, silenceMs);
    if (typeof piece === "string") return end({ why: piece });
    const { messages, retry, tooLarge } = parse(piece);
    retryMs = retry ?? retryMs;
    for (const message of messages) {
      const item = decode(message);
      if (item.type === "error") {
        yield item;
        if (item.error.code === "connection_timeout" && item.offset !== undefined) {
          position.passed(item.offset, clock.monotonic());
        }
        return end(endingOf(item));
      }
      const { id, time } = isEvent(item) ? item.event : { id: "id" in item ? item.id : undefined, time: undefined };
      const isNew = id === undefined || position.isNew(id, time);
      if (isNew && item.type !== "offset-only") isNews = true;
      if (item.offset !== undefined) position.passed(item.offset, clock.monotonic());
      if (isNew) yield item;
      if (stopped.aborted) return end({ why: "" });
    }
    if (tooLarge) return end({ why: `an event is larger than ${maxEventSize} characters`, obstacle: {} });
  }
}

/** The next chunk, or the reason why there is none. Silence is measured only while a consumer waits for a chunk. */
async function pieceOf(stream: HttpStream, silenceMs: number): Promise<Buffer | string> {
  let silent = false;
  const timer = setTimeout(() => {
    silent = true;
    stream.close();
  }, silenceMs);
  try {
    return (await stream.read()) ?? "the service ended the connection";
  } catch (error) {
    if (silent) return `no data was received for ${seconds(silenceMs)}`;
    if (error instanceof AttemptFailed) return error.failure.what;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** How a connection ended, according to the service's error message. */
function endingOf({ error: { code, message }, offset }: ErrorItem): Found {
  const why = `the service ended the connection: ${sanitize([code, message].filter(Boolean).join(", "))}`;
  switch (code) {
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

/** The content of one chunk of the stream. */
interface Parsed {
  messages: EventSourceMessage[];
  /** The wait before the next connection that the service requests, in milliseconds. */
  retry?: number;
  /** Whether a line or an event is too large. Nothing after it can be read. */
  tooLarge?: true;
}

/**
 * Parses the server-sent events of one connection, in chunks of any size: a character, a line or an event may span several chunks.
 *
 * @param maxCharacters the maximum length of one event, its lines together
 */
export function wireReader(maxCharacters: number): (piece: Uint8Array) => Parsed {
  const decoder = new TextDecoder();
  let parsed: Parsed = { messages: [] };
  const parser = createParser({
    maxBufferSize: maxCharacters,
    onEvent: (message) => {
      // The parser limits only its buffer. An event within one chunk does not use the buffer, so the length is checked here.
      if (message.data.length > maxCharacters) parsed.tooLarge = true;
      if (!parsed.tooLarge) parsed.messages.push(message);
    },
    onRetry: (ms) => {
      parsed.retry = ms;
    },
    // No `onError`: the parser would create an error with a stack trace for each line with an unknown field.
  });
  return (piece) => {
    if (parsed.tooLarge) return { messages: [], tooLarge: true };
    parsed = { messages: [] };
    parser.feed(decoder.decode(piece, { stream: true }));
    try {
      // A parser whose buffer is full rejects any input. An empty input finds out whether this chunk has filled the buffer.
      parser.feed("");
    } catch {
      parsed.tooLarge = true;
    }
    return parsed;
  };
}

const member = ["organization.id", "user.user_id"];

/** The paths at which the changed object must have a string, by event type. An event without one of these strings becomes an `unknown` item. */
const promised: readonly [pattern: RegExp, paths: readonly string[]][] = [
  [/^connection\./, ["id", "name", "strategy"]],
  [/^organization\.member\.role\./, [...member, "role.id"]],
  [/^organization\.member\./, member],
  [/^organization\.(created|updated|deleted)$/, ["id"]],
];

/** The maximum length of an event id, in characters. Positions contain hundreds of ids. */
const maxIdLength = 1_024;

/** Decodes one message of `GET /events`. An unrecognized message becomes an `unknown` item. */
export function decode(message: EventSourceMessage): StreamItem {
  const parsed = parseJson(message.data);
  const fields = "value" in parsed && isObject(parsed.value) ? parsed.value : {};
  const envelope = isObject(fields.event) ? fields.event : {};
  const name = message.event ?? nonEmptyText(envelope.type) ?? "";
  const offset = nonEmptyText(fields.offset) ?? (message.id || undefined);
  const placed = offset === undefined ? {} : { offset };
  if (name === "offset-only" && offset !== undefined) return { type: "offset-only", offset };
  if (name === "error" && isObject(fields.error)) {
    const { code, message: said, offset: at } = fields.error;
    const place = nonEmptyText(at) ?? offset;
    return {
      type: "error",
      ...(place !== undefined && { offset: place }),
      error: { code: nonEmptyText(code) ?? "unknown", message: nonEmptyText(said) ?? "" },
    };
  }
  if (isEventType(name) && offset !== undefined) {
    const event = readEnvelope(name, envelope);
    if (event !== undefined) return { type: name, offset, event } as AnyEventItem;
  }
  const id = idOf(envelope);
  return {
    type: "unknown",
    name,
    ...placed,
    content: "value" in parsed ? parsed.value : message.data,
    ...(id !== undefined && { id }),
  };
}

function readEnvelope(type: EventType, envelope: Record<string, unknown>): TenantEvent | undefined {
  const { time, data } = envelope;
  const id = idOf(envelope);
  if (id === undefined || typeof time !== "string") return undefined;
  if (!isObject(data) || !isObject(data.object)) return undefined;
  const { object, previous_object: before, context } = data;
  const paths = promised.find(([pattern]) => pattern.test(type))?.[1] ?? [];
  if (!paths.every((path) => typeof at(object, path.split(".")) === "string")) return undefined;
  const optional = {
    specversion: nonEmptyText(envelope.specversion),
    source: nonEmptyText(envelope.source),
    tenant: prefixed(envelope, "tenant"),
    stream: prefixed(envelope, "stream"),
    purpose: prefixed(envelope, "purpose"),
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return {
    id,
    type,
    time,
    ...(Object.fromEntries(given) as Partial<TenantEvent>),
    data: {
      object,
      ...(isObject(before) && { previous_object: before }),
      ...(isObject(context) && { context }),
    },
  };
}

function idOf(envelope: Record<string, unknown>): string | undefined {
  const id = nonEmptyText(envelope.id);
  return id !== undefined && id.length <= maxIdLength ? id : undefined;
}

/** The attribute under the prefix `a0`, which the service sends, or else under `x`, which its documentation shows. */
function prefixed(envelope: Record<string, unknown>, name: string): string | undefined {
  return nonEmptyText(envelope[`a0${name}`]) ?? nonEmptyText(envelope[`x${name}`]);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), value);
}
