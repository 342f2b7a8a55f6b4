import type { WireObject } from "../shared/store.ts";

/** The behaviour of the event stream at the start. */
export const defaultBehaviour = {
  /** Milliseconds between heartbeats. Default: 15,000. */
  heartbeatMs: 15_000,
  /** The `retry:` at the start of a stream, in milliseconds. Default: 2000. */
  retryMs: 2_000,
  /** Number of events after which a stream ends, including repeated events. Default: unlimited. */
  rotateEvery: Number.POSITIVE_INFINITY,
  /** Milliseconds after which a stream ends. Default: 300,000. */
  rotateMs: 300_000,
  /** Share of the events that are sent twice, 0 to 1. Default: 0. */
  duplicates: 0,
  /** Size of the blocks in which the order of events is shuffled. Default: 1, events keep their order. */
  reorderWithin: 1,
  /** The prefix of the vendor's properties in the envelope: "a0" is what the service sends, "x" is documented. Default: "a0". */
  prefix: "a0" as "a0" | "x",
  /** Number of latest events that are kept. Cursors before them have expired. Default: 100,000. */
  retention: 100_000,
  /** Whether streams stay open and send nothing. Default: false. */
  silent: false,
  /** Seed of shuffling and repeating: the same seed gives the same stream. Default: 1. */
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
  /** Number of open streams. */
  readonly streams: number;
  /** The kept events, oldest first. */
  readonly published: readonly PublishedEvent[];
  /** Changes the behaviour of all streams, including open ones. @throws RangeError for values out of bounds */
  configure(change: Partial<EventsBehaviour>): void;
  /** Publishes an event of any type. Returns its id. */
  publish(type: string, object: WireObject): string;
  /** Ends all streams as the service does every few minutes. */
  rotate(): void;
  /** Cuts the connections of all streams. `midway` cuts them in the middle of an event. Default: between two events. */
  cut(how?: { readonly midway?: boolean }): void;
  /** Ends all streams with an `error` item. `offset` null leaves its offset out. Default: the position of each stream. */
  fail(code: string, message?: string, offset?: string | null): void;
  /** Writes any text into all streams. */
  inject(text: string): void;
  /** Makes all cursors so far expire, and with `timestamps` all times up to now. */
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
