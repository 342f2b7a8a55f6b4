import type { WireObject } from "../shared/store.ts";

/** The behavior of the event stream at the start. */
export const defaultBehaviour = {
  /** Milliseconds between heartbeats. Default: 15,000. */
  heartbeatMs: 15_000,
  /** The `retry:` at the start of a stream, in milliseconds. Default: 2000. */
  retryMs: 2_000,
  /** The number of events after which a stream ends, including repeated events. Default: unlimited. */
  rotateEvery: Number.POSITIVE_INFINITY,
  /** The time after which a stream ends, in milliseconds. Default: 300,000. */
  rotateMs: 300_000,
  /** The share of events that are sent twice, 0 to 1. Default: 0. */
  duplicates: 0,
  /** The number of consecutive events that are shuffled with each other. Default: 1, which keeps the order. */
  reorderWithin: 1,
  /** The prefix of the vendor's properties in the envelope: the service sends "a0"; its documentation has "x". Default: "a0". */
  prefix: "a0" as "a0" | "x",
  /** The number of latest events that are retained. Cursors before these events have expired. Default: 100,000. */
  retention: 100_000,
  /** Whether streams stay open without sending anything. Default: false. */
  silent: false,
  /** The seed of the random numbers for shuffling and repeating events: the same seed gives the same stream. Default: 1. */
  seed: 1,
};

/** The behaviour of the event stream. It can change while streams are open. */
export type EventsBehaviour = Readonly<typeof defaultBehaviour>;

/** A published event. */
export interface PublishedEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly time: string;
  /** `{ object, previous_object?, context }`. */
  readonly data: WireObject;
}

/** Control of the tenant's event stream, for tests. */
export interface EventsControl {
  readonly behaviour: EventsBehaviour;
  /** The number of open streams. */
  readonly streams: number;
  /** The retained events, oldest first. */
  readonly published: readonly PublishedEvent[];
  /**
   * Changes the behavior of all streams, open ones included.
   *
   * @throws RangeError for values out of bounds
   */
  configure(change: Partial<EventsBehaviour>): void;
  /** Publishes an event of any type. Returns its id. */
  publish(type: string, object: WireObject): string;
  /** Ends all streams, as the service does every few minutes. */
  rotate(): void;
  /** Cuts the connections of all streams. `midway` cuts them in the middle of an event. Default: between two events. */
  cut(how?: { readonly midway?: boolean }): void;
  /**
   * Ends all streams with an `error` item.
   *
   * @param offset the cursor in the item; null omits it. Default: the position of each stream
   */
  fail(code: string, message?: string, offset?: string | null): void;
  /** Writes arbitrary text into all streams. */
  inject(text: string): void;
  /** Expires all existing cursors. With `timestamps`, also expires all times up to now, so that `from_timestamp` cannot be one of them. */
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
