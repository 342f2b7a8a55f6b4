import type { Clock } from "../clock.ts";
import { AttemptFailed } from "../failure.ts";
import { seconds } from "../http.ts";
import type { HttpStream } from "../http-stream.ts";
import { legible } from "../legible.ts";
import { decode } from "./decode.ts";
import type { StreamSettings } from "./options.ts";
import { wireReader } from "./parse.ts";
import type { Position } from "./position.ts";
import { type ErrorItem, isEvent, type StreamItem } from "./types.ts";

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
  const why = `the service ended the connection: ${legible([code, message].filter(Boolean).join(", "))}`;
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
