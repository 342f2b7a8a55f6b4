import {
  type EventStream,
  type EventType,
  isEvent,
  type StreamStatus,
  streamEvents,
} from "../../provider/src/client/events/index.ts";
import { TenantError } from "../../provider/src/client/index.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import { classOf } from "../../provider/src/schema/provider-code.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import type { RecordedEvent, Recorder } from "../../provider/src/verify/recording.ts";
import { subjectsOfEvent } from "../../provider/src/watch/causes.ts";
import { comes, Ledger } from "./ledger.ts";
import { type RunClient, Stopped } from "./run-client.ts";

/** The types of events that the trial of a type certainly causes. */
export function eventsOf(type: TypeName): readonly EventType[] {
  const { events } = tools[type];
  // For some types, the service sends events only about objects that no trial creates, so no events are expected.
  if (!events || events.only !== undefined) return [];
  return events.types.filter((one) => one.startsWith("organization."));
}

/** The maximum waits in milliseconds: `opening` for the stream to open at the start of a run, `events` for missing events at the end of the run. */
export interface EventPatience {
  readonly events: number;
  readonly opening: number;
}

const usualPatience: EventPatience = { events: 60_000, opening: 10_000 };

/** The maximum number of retained events. Without a limit, events that other clients cause could fill the memory. */
const maxKept = 50_000;

/** Receives the tenant's events during a run, and checks that the expected ones are among them. */
export class EventWatch {
  readonly #stream: EventStream;
  readonly #stop = new AbortController();
  readonly #kept = new Set<string>();
  readonly #expected = new Map<TypeName, readonly string[]>();
  readonly #recorder: Recorder | undefined;
  /** All received events, by id. Only those that the run has caused are recorded in the end. */
  readonly #arrived = new Map<string, Omit<RecordedEvent, "about"> & { readonly subjects: readonly string[] }>();
  readonly #patience: EventPatience;
  /** The error with which the stream ended, or could not be opened. Undefined if there was none. */
  #failure: unknown;
  #isOpen = false;
  #hasEnded = false;
  /** Called after each event and each change of the stream's state. */
  #onNews = () => {};

  /** @param types the types of events to receive, at least one */
  constructor(client: RunClient, types: readonly EventType[], waits = usualPatience) {
    this.#patience = waits;
    this.#recorder = client.recorder;
    const onStatus = ({ state }: StreamStatus) => {
      this.#isOpen ||= state === "open";
      this.#onNews();
    };
    this.#stream = streamEvents(client, { types: [...new Set(types)], signal: this.#stop.signal, onStatus });
    void this.#read();
  }

  /** Waits until the stream is open. Events before that may be missing. */
  async opened(signal?: AbortSignal): Promise<void> {
    await this.#until(() => this.#isOpen, this.#patience.opening, signal);
    // If the stream is not open yet, earlier events would be reported as missing. So it is closed, and no events are expected.
    if (!this.#isOpen) this.close();
  }

  /** Adds the events about an object of the run to the expected events. */
  expect(type: TypeName, id: string, outputs: JsonObject): void {
    const subjects = tools[type].events?.subjectsOf(id, outputs) ?? [];
    this.#expected.set(type, [...(this.#expected.get(type) ?? []), ...subjects]);
  }

  /** Waits for the expected events, by default for at most a minute, and notes in the ledgers which ones arrived. */
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
        else if (ledger.hasFailed) ledger.omit(comes(one), "a change that causes the event failed");
        // If the wait was cut short, the event might still have arrived, so its absence is not noted.
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

  /** The received events about objects of the run, each once. */
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

  /** Notes why an event was not checked: the tenant refused the stream, did not open it in time, or ended it. */
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

  /** Waits until a condition is true, the stream has ended, or the time is over. */
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
