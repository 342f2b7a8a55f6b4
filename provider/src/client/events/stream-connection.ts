import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isObject } from "../../schema/json.ts";
import type { EventType } from "../../schema/service.ts";
import { parseJson } from "../answer.ts";
import type { Clock } from "../clock.ts";
import { AttemptFailed } from "../failure.ts";
import { seconds } from "../http.ts";
import type { HttpStream } from "../http-stream.ts";
import { sanitize } from "../sanitize.ts";
import type { StreamSettings } from "./options.ts";
import type { Position } from "./position.ts";
import { type AnyEventItem, type ErrorItem, isEvent, isEventType, type StreamItem, type TenantEvent } from "./types.ts";

/** How one connection ended. */
export interface Ending {
  why: string;
  /** The connection brought a new event, or lasted a while: then a reconnection is routine, not a failure. */
  progress: boolean;
  /** The service says that the cursor leads nowhere. */
  lost?: "cursor_expired" | "cursor_invalid";
  /** An event that cannot be delivered, with the offset after which the stream goes on, if the service told it. */
  obstacle?: { offset?: string | undefined };
  /** Milliseconds that the service asks to wait before the next connection. */
  retryMs: number | undefined;
}

/** What the service said, or what went wrong, at the end of a connection. */
type Found = Omit<Ending, "progress" | "retryMs">;

/** Milliseconds after which a connection counts as a success, even if it brought nothing new. */
const lasting = 5_000;

/** Reads one connection of a stream, and notes in its position what came. Yields the items and returns how the connection ended. */
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

/** The next piece, or why there is none. The watch for silence runs only while somebody waits for a piece. */
async function pieceOf(stream: HttpStream, silenceMs: number): Promise<Buffer | string> {
  let silent = false;
  const timer = setTimeout(() => {
    silent = true;
    stream.close();
  }, silenceMs);
  try {
    return (await stream.read()) ?? "the service ended the connection";
  } catch (error) {
    if (silent) return `nothing was heard for ${seconds(silenceMs)}`;
    if (error instanceof AttemptFailed) return error.failure.what;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** What an error message of the service means. */
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

/** What one piece of the stream held. */
interface Parsed {
  messages: EventSourceMessage[];
  /** Milliseconds that the service asks to wait before the next connection. */
  retry?: number;
  /** A line or an event is larger than allowed. Nothing after it can be read. */
  tooLarge?: true;
}

/**
 * Reads the server-sent events of one connection, in pieces of any size: a character, a line or an event may span several pieces.
 * @param maxCharacters most characters of one event, its lines together
 */
export function wireReader(maxCharacters: number): (piece: Uint8Array) => Parsed {
  const decoder = new TextDecoder();
  let parsed: Parsed = { messages: [] };
  const parser = createParser({
    maxBufferSize: maxCharacters,
    onEvent: (message) => {
      // The parser checks only its buffer, and an event that lies within one piece never gets there.
      if (message.data.length > maxCharacters) parsed.tooLarge = true;
      if (!parsed.tooLarge) parsed.messages.push(message);
    },
    onRetry: (ms) => {
      parsed.retry = ms;
    },
    // No `onError`: the parser would make an error, with its stack, of each line with a field that it does not know.
  });
  return (piece) => {
    if (parsed.tooLarge) return { messages: [], tooLarge: true };
    parsed = { messages: [] };
    parser.feed(decoder.decode(piece, { stream: true }));
    try {
      // A parser whose buffer is full takes nothing more, not even nothing.
      parser.feed("");
    } catch {
      parsed.tooLarge = true;
    }
    return parsed;
  };
}

const member = ["organization.id", "user.user_id"];

/** The strings that the changed object must hold, as its type promises them. */
const promised: readonly [pattern: RegExp, paths: readonly string[]][] = [
  [/^connection\./, ["id", "name", "strategy"]],
  [/^organization\.member\.role\./, [...member, "role.id"]],
  [/^organization\.member\./, member],
  [/^organization\.(created|updated|deleted)$/, ["id"]],
];

/** Most characters of an event's id. Positions keep hundreds of ids. */
const maxIdLength = 1_024;

/** Reads one message of `GET /events`. A message that is not understood becomes an `unknown` item. */
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

/** The service sends the vendor's prefix `a0`; its documentation writes `x`. */
function prefixed(envelope: Record<string, unknown>, name: string): string | undefined {
  return text(envelope[`a0${name}`]) ?? text(envelope[`x${name}`]);
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
