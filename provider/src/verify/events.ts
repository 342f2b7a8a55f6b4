import { type EventStream, type EventType, isEvent, type StreamStatus, streamEvents } from "../client/events/index.ts";
import { TenantError } from "../client/index.ts";
import { definitions, type TypeName } from "../definitions/registry.ts";
import type { Json, JsonObject } from "../schema/json.ts";
import { classOf } from "../schema/provider-code.ts";
import { subjectsOfEvent } from "../watch/causes.ts";
import { comes } from "./facts.ts";
import { Ledger } from "./ledger.ts";
import type { RecordedEvent, Recorder } from "./recording.ts";
import { Stopped, type Tap } from "./tap.ts";

/** The events about objects of a type that a story certainly causes. */
export function eventsOf(type: TypeName): readonly EventType[] {
  const { events } = definitions[type];
  // The service sends some of the others only about objects that no story makes.
  if (!events || events.only !== undefined) return [];
  return events.types.filter((one) => one.startsWith("organization."));
}

/** How long a run waits at its end for missing events, and at its beginning for the stream, in milliseconds. */
export interface EventPatience {
  readonly events: number;
  readonly opening: number;
}

const usualPatience: EventPatience = { events: 60_000, opening: 10_000 };

/** The maximum number of events that are kept: others may make many. */
const maxKept = 50_000;

/** The tenant's events during a run, and those that it causes. */
export class EventWatch {
  readonly #stream: EventStream;
  readonly #stop = new AbortController();
  readonly #kept = new Set<string>();
  readonly #expected = new Map<TypeName, readonly string[]>();
  readonly #recorder: Recorder | undefined;
  /** What may be recorded: only what a run has caused will be. */
  readonly #arrived = new Map<string, Omit<RecordedEvent, "about"> & { readonly subjects: readonly string[] }>();
  readonly #patience: EventPatience;
  /** Why no events come: the stream has ended, or was never open. */
  #failure: unknown;
  #isOpen = false;
  #hasEnded = false;
  /** Called at each news. */
  #onNews = () => {};

  /** @param types the types of events, at least one */
  constructor(tap: Tap, types: readonly EventType[], waits = usualPatience) {
    this.#patience = waits;
    this.#recorder = tap.recorder;
    const onStatus = ({ state }: StreamStatus) => {
      this.#isOpen ||= state === "open";
      this.#onNews();
    };
    this.#stream = streamEvents(tap, { types: [...new Set(types)], signal: this.#stop.signal, onStatus });
    void this.#read();
  }

  /** Waits until the stream is open. Events before that may be missing. */
  async opened(signal?: AbortSignal): Promise<void> {
    await this.#until(() => this.#isOpen, this.#patience.opening, signal);
    // What has happened in the meantime would count as missing.
    if (!this.#isOpen) this.close();
  }

  /** Expects the events about an object of the run. */
  expect(type: TypeName, id: string, outputs: JsonObject): void {
    const subjects = definitions[type].events?.subjectsOf(id, outputs) ?? [];
    this.#expected.set(type, [...(this.#expected.get(type) ?? []), ...subjects]);
  }

  /** Waits for the expected events, for a minute at most, and notes which ones came. */
  async settle(ledgers: ReadonlyMap<TypeName, Ledger>, signal?: AbortSignal): Promise<void> {
    await this.#until(
      () => [...this.#expected.keys()].every((type) => this.#missing(type).length === 0),
      this.#patience.events,
      signal,
    );
    for (const type of this.#expected.keys()) {
      const ledger = ledgers.get(type) ?? new Ledger();
      const missing = this.#missing(type);
      for (const one of eventsOf(type)) {
        if (!missing.includes(one)) ledger.note(comes(one), undefined);
        else if (this.#hasEnded) this.#refused(ledger, comes(one));
        else if (ledger.hasFailed) ledger.omit(comes(one), "a change before it failed");
        // After a shorter wait, a missing event says nothing.
        else if (!signal?.aborted)
          ledger.note(comes(one), { what: "stream", came: "no such event in a minute", expected: "the event" });
      }
    }
  }

  /** Ends the stream, and records the events about objects of the run. */
  close(): void {
    this.#stop.abort();
    if (this.#recorder) this.#recorder.events = this.#caused();
  }

  /** The events that the run has caused, once each. */
  #caused(): readonly RecordedEvent[] {
    const expected = [...this.#expected];
    return [...this.#arrived.values()].flatMap(({ subjects, ...event }) =>
      expected
        .filter(([type, own]) => eventsOf(type).includes(event.type) && own.some((one) => subjects.includes(one)))
        .map(([type]) => ({ about: classOf(type), ...event })),
    );
  }

  #missing(type: TypeName): readonly EventType[] {
    const subjects = this.#expected.get(type) ?? [];
    return eventsOf(type).filter((one) => !subjects.some((subject) => this.#kept.has(keyOf(one, subject))));
  }

  /** A stream that the tenant does not open says nothing about its events. */
  #refused(ledger: Ledger, fact: string): void {
    const error = this.#failure;
    if (error instanceof TenantError && error.forbidden !== undefined) ledger.fail(fact, "stream", [error]);
    else ledger.omit(fact, error instanceof Stopped ? error.why : "the tenant opened no stream of events");
  }

  async #read(): Promise<void> {
    try {
      for await (const item of this.#stream) {
        if (!isEvent(item)) continue;
        const { type, event } = item;
        const subjects = subjectsOfEvent(event);
        for (const subject of subjects) if (this.#kept.size < maxKept) this.#kept.add(keyOf(type, subject));
        if (this.#recorder && this.#arrived.size < maxKept && !this.#arrived.has(event.id)) {
          const { now: at } = this.#recorder;
          this.#arrived.set(event.id, { type, at, came: this.#recorder.shapeOf(event as unknown as Json), subjects });
        }
        this.#onNews();
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#hasEnded = true;
    this.#onNews();
  }

  /** Waits until a condition holds, no further news can come, or the time is over. */
  #until(isDone: () => boolean, ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        this.#onNews = () => {};
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", done);
      this.#onNews = () => {
        if (isDone() || this.#hasEnded || signal?.aborted) done();
      };
      this.#onNews();
    });
  }
}

function keyOf(type: string, subject: string): string {
  return `${type} ${subject}`;
}
