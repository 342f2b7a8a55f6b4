import type { WireObject } from "../shared/store.ts";

/** How the event stream behaves; all of it can be changed while streams are open. */
export interface EventsBehaviour {
  /** Milliseconds between heartbeats. Default 15 s. */
  readonly heartbeatMs: number;
  /** The `retry:` that a stream begins with: milliseconds. Default 2000. */
  readonly retryMs: number;
  /** Events after which a connection is ended, repeated ones included. Default: no such limit. */
  readonly rotateEvery: number;
  /** Milliseconds after which a connection is ended. Default 5 min. */
  readonly rotateMs: number;
  /** Share of the events that is sent twice, 0 to 1. Default 0. */
  readonly duplicates: number;
  /** Events within which the order is shuffled: one is at most this many places, less one, from where it belongs. Default 1: in order. */
  readonly reorderWithin: number;
  /** The vendor's prefix of three of the envelope's properties: as the service writes it, or as the specification does. Default "a0". */
  readonly prefix: "a0" | "x";
  /** Latest events that are kept; cursors that lead to older ones have expired. Default 100,000. */
  readonly retention: number;
  /** Streams stay open, and nothing is sent. Default false. */
  readonly silent: boolean;
  /** What shuffling and repeating start from, so that a run can be had again. */
  readonly seed: number;
}

export const defaultBehaviour: EventsBehaviour = {
  heartbeatMs: 15_000,
  retryMs: 2_000,
  rotateEvery: Number.POSITIVE_INFINITY,
  rotateMs: 300_000,
  duplicates: 0,
  reorderWithin: 1,
  prefix: "a0",
  retention: 100_000,
  silent: false,
  seed: 1,
};

/** An event that the tenant has published. */
export interface PublishedEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly time: string;
  /** `{ object, context }`. */
  readonly data: WireObject;
}

/** The tenant's event stream, as a test governs it. */
export interface EventsControl {
  readonly behaviour: EventsBehaviour;
  /** Streams that are open. */
  readonly streams: number;
  /** The events so far, oldest first, as far as they are kept. */
  readonly published: readonly PublishedEvent[];
  /** Changes how streams behave, the open ones included. @throws RangeError for values out of bounds */
  configure(change: Partial<EventsBehaviour>): void;
  /** Publishes an event of any type, as if something had changed; answers its id. */
  publish(type: string, object: WireObject): string;
  /** Ends all streams in the regular way, as the service does every few minutes. */
  rotate(): void;
  /** Cuts the connections of all streams; `midway`: in the middle of an event. */
  cut(how?: { readonly midway?: boolean }): void;
  /** Ends all streams with an `error` item. Its offset is where each of them stands, unless another one is given or `null` for none. */
  fail(code: string, message?: string, offset?: string | null): void;
  /** Writes any text into all streams. */
  inject(text: string): void;
  /** Makes all cursors so far expire, and with `timestamps` all instants up to now. */
  expireCursors(what?: { readonly timestamps?: boolean }): void;
}

/** @throws RangeError for values out of bounds */
export function checkBehaviour(behaviour: EventsBehaviour): EventsBehaviour {
  const { heartbeatMs, retryMs, rotateEvery, rotateMs, duplicates, reorderWithin, retention } = behaviour;
  const counts = { heartbeatMs, retryMs, rotateEvery, rotateMs, reorderWithin, retention };
  for (const [name, value] of Object.entries(counts)) {
    if (!(value >= 1)) throw new RangeError(`${name} of the event stream must be at least 1, not ${value}`);
  }
  if (!(duplicates >= 0 && duplicates <= 1)) {
    throw new RangeError(`duplicates of the event stream must be from 0 to 1, not ${duplicates}`);
  }
  return behaviour;
}
