import { onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../provider/src/emulator/index.ts";
import {
  type EventStream,
  type EventsOptions,
  events,
  isEvent,
  type StreamItem,
  type StreamStatus,
} from "../../../provider/src/events.ts";

/** An emulator that ends with the test. */
export async function tenant(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({
    ...options,
    events: { heartbeatMs: 50, retryMs: 50, ...options.events },
  });
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Options that reach an emulator. */
export function at(emulator: Emulator, more: EventsOptions = {}): EventsOptions {
  const { domain, clientId, clientSecret } = emulator;
  return { domain, clientId, clientSecret, backoff: { baseMs: 20, capMs: 100 }, ...more };
}

export interface Watched {
  stream: EventStream;
  statuses: StreamStatus[];
  /** Resolves when the stream is in this state for the nth time. */
  reached(state: StreamStatus["state"], nth?: number): Promise<void>;
}

/** A stream of an emulator that ends with the test, and what it says it is doing. */
export function watch(emulator: Emulator, more: EventsOptions = {}): Watched {
  const statuses: StreamStatus[] = [];
  const waiting = new Set<() => void>();
  const stream = events(
    at(emulator, {
      ...more,
      onStatus: (status) => {
        statuses.push(status);
        for (const look of waiting) look();
      },
    }),
  );
  onTestFinished(async () => {
    await stream.return();
  });
  const reached = (state: StreamStatus["state"], nth = 1) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (statuses.filter((status) => status.state === state).length < nth) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { stream, statuses, reached };
}

/** Reads until an item fits. */
export async function until(
  stream: AsyncIterator<StreamItem, undefined>,
  fits: (item: StreamItem) => boolean,
): Promise<StreamItem[]> {
  const items: StreamItem[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done === true) throw new Error(`the stream ended after ${items.length} items`);
    items.push(value);
    if (fits(value)) return items;
  }
}

/** The ids of the events among some items. */
export function idsOf(items: readonly StreamItem[]): string[] {
  return items.flatMap((item) => (isEvent(item) ? [item.event.id] : []));
}

/** Publishes events of users; answers their ids. */
export function publish(emulator: Emulator, count: number): string[] {
  return Array.from({ length: count }, (_, n) => emulator.events.publish("user.updated", { user_id: `auth0|${n}` }));
}
