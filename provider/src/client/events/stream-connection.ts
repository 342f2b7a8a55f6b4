import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isObject } from "../../schema/json.ts";
import type { EventType } from "../../schema/service.ts";
import { parseJson } from "../answer.ts";
import type { Clock } from "../client-options.ts";
import { AttemptFailed } from "../errors.ts";
import { seconds } from "../http.ts";
import type { HttpStream } from "../http-stream.ts";
import { sanitize } from "../sanitize.ts";
import type { StreamSettings } from "./options.ts";
import type { Position } from "./position.ts";
import { type AnyEventItem, type ErrorItem, isEvent, isEventType, type StreamItem, type TenantEvent } from "./types.ts";

/** The end of one connection. */
export interface Ending {
  why: string;
  /** Whether the connection delivered a new event, or lasted for a while. A reconnection is then routine, not a failure. */
  progress: boolean;
  /** The service's error code, if the service rejected the cursor. */
  lost?: "cursor_expired" | "cursor_invalid";
  /** An event that cannot be delivered, with the offset after which the stream continues, if the service reported it. */
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

/** The meaning of an error message of the service. */
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

/** The paths at which the changed object must have a string, by event type. */
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
  const name = message.event ?? text(envelope.type) ?? "";
  const offset = text(fields.offset) ?? (message.id || undefined);
  const placed = offset === undefined ? {} : { offset };
  if (name === "offset-only" && offset !== undefined) return { type: "offset-only", offset };
  if (name === "error" && isObject(fields.error)) {
    const { code, message: said, offset: at } = fields.error;
    const place = text(at) ?? offset;
    return {
      type: "error",
      ...(place !== undefined && { offset: place }),
      error: { code: text(code) ?? "unknown", message: text(said) ?? "" },
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
    specversion: text(envelope.specversion),
    source: text(envelope.source),
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
  const id = text(envelope.id);
  return id !== undefined && id.length <= maxIdLength ? id : undefined;
}

/** The attribute under the prefix `a0`, which the service sends, or else under `x`, which its documentation shows. */
function prefixed(envelope: Record<string, unknown>, name: string): string | undefined {
  return text(envelope[`a0${name}`]) ?? text(envelope[`x${name}`]);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
