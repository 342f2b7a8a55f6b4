import { createParser, type EventSourceMessage } from "eventsource-parser";

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
