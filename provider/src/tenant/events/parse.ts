import { createParser } from "eventsource-parser";
import type { WireMessage } from "./decode.ts";

/** What one piece of the stream held. */
export interface Parsed {
  messages: WireMessage[];
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
    onError: ({ type }) => {
      // The standard of server-sent events wants unknown fields to be ignored.
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
