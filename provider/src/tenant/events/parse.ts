import { createParser } from "eventsource-parser";
import type { WireMessage } from "./decode.ts";

/** What one piece of the wire brought. */
export interface Parsed {
  messages: WireMessage[];
  /** Milliseconds that the service asks to wait before connecting again, if it said so. */
  retry?: number;
  /** A line or an event is larger than allowed; nothing after it can be read. */
  tooLarge?: true;
}

/**
 * Reads the wire of one connection, in pieces of any size: a character, a line and an event may be spread over several.
 * @param maxCharacters most that one event may have, its lines together
 */
export function wireReader(maxCharacters: number): (piece: Uint8Array) => Parsed {
  const decoder = new TextDecoder();
  let parsed: Parsed = { messages: [] };
  const parser = createParser({
    maxBufferSize: maxCharacters,
    onEvent: (message) => {
      // an event that ends within the piece it began in never was in the parser's buffer
      if (message.data.length > maxCharacters) parsed.tooLarge = true;
      if (!parsed.tooLarge) parsed.messages.push(message);
    },
    onRetry: (ms) => {
      parsed.retry = ms;
    },
    onError: ({ type }) => {
      // fields that are none are to be passed over (the standard of server-sent events, "Interpreting an event stream")
      if (type === "max-buffer-size-exceeded") parsed.tooLarge = true;
    },
  });
  return (piece) => {
    if (parsed.tooLarge) return { messages: [], tooLarge: true };
    parsed = { messages: [] };
    parser.feed(decoder.decode(piece, { stream: true }));
    return parsed;
  };
}
