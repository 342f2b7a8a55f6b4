import type { ConfigReader } from "../lifecycle/session.ts";
import { own } from "../model/json.ts";
import { tenantKey } from "../model/keys.ts";
import { type EventStream, isEvent, type StreamItem, type StreamStatus, streamEvents } from "../tenant/events/index.ts";
import { parseInstant } from "../tenant/events/instant.ts";
import { type Clock, legible, type TenantClient } from "../tenant/index.ts";
import { type Compare, comparer, placeOf } from "./compare.ts";
import { defaultTimes, Machine, type Step } from "./machine.ts";
import type { WatchFigures, WatchOptions, WatchPosition, WatchStatus } from "./options.ts";
import type { WatchReport } from "./report.ts";
import type { Read, Reported } from "./resource.ts";
import type { StackSource } from "./source.ts";
import type { StackResource } from "./stack-state.ts";
import { followedTypes } from "./subjects.ts";

/** What a watch works with. */
export interface Parts {
  readonly client: TenantClient;
  readonly config: ConfigReader;
  readonly sources: readonly StackSource[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Times in milliseconds. */
const [defaultEvery, figuresEvery, longestWait, slept] = [15 * 60_000, 60_000, 10_000, 30_000];

/** One watch: it does what the machine says, and tells it what happens. */
export class Watching {
  readonly #parts: Parts;
  readonly #once: boolean;
  readonly #tell: (status: WatchStatus) => void;
  readonly #machine: Machine;
  readonly #stream: EventStream | undefined;
  readonly #directly: Compare;
  /** What was delivered and was not restored, by URN. */
  readonly #open = new Map<string, WatchReport>();
  #place: WatchPosition["events"];
  #failure: { readonly error: unknown } | undefined;
  #wake: () => void = () => {};
  #isAwake = false;
  #isOpen = false;
  #isReady = false;
  /** The connection ended by the service's regular rotation. */
  #isRotated = false;
  #isLost = false;
  #events = 0;
  #reports = 0;
  #lagMs: number | undefined;

  constructor(parts: Parts, { resume, once = false, everyMs = defaultEvery, onStatus = () => {} }: WatchOptions) {
    const { client, config, sources, clock, signal } = parts;
    this.#parts = parts;
    this.#once = once;
    this.#tell = onStatus;
    this.#place = resume?.events ?? { seen: [] };
    for (const report of resume?.open ?? []) this.#open.set(report.urn, report);
    const names = sources.map(({ name }) => name);
    this.#machine = new Machine(names, { ...defaultTimes, every: everyMs }, !once, resume?.open);
    this.#directly = comparer(client, config, "directly");
    if (once) return;
    const onStream = (stream: StreamStatus) => this.#streamed(stream);
    this.#stream = streamEvents(client, { ...resume?.events, types: followedTypes, signal, onStatus: onStream }, clock);
  }

  /** Where to resume after the reports that were delivered. */
  position(): WatchPosition {
    return { tenant: this.#parts.client.host, events: this.#place, open: [...this.#open.values()] };
  }

  /** The reports, as they come. @throws TenantError where the stream cannot be opened */
  async *reports(): AsyncGenerator<WatchReport, undefined> {
    const { clock, signal } = this.#parts;
    const stop = () => this.#kick();
    signal.addEventListener("abort", stop);
    let figuresAt = clock.monotonic() + figuresEvery;
    try {
      // An event means something only for resources that are known.
      this.#carryOut(this.#machine.next(clock.monotonic()));
      await this.#until(() => this.#machine.isKnown);
      // What changes before the stream is open would be seen by nobody.
      void this.#follow();
      await this.#until(() => this.#isOpen || !this.#stream);
      this.#tell({ state: "comparing", what: "everything", why: "the watch begins" });
      while (!signal.aborted && !this.#failure) {
        const now = clock.monotonic();
        const step = this.#machine.next(now);
        this.#carryOut(step);
        for (const reported of step.reports) yield this.#delivered(reported);
        if (step.reports.length > 0) continue;
        if (this.#machine.isIdle && this.#stream) this.#place = this.#stream.position();
        if (this.#machine.isCompared && !this.#isReady) this.#ready();
        if (this.#once && this.#isReady) return undefined;
        if (now >= figuresAt) {
          figuresAt = now + figuresEvery;
          this.#tell({ state: "figures", figures: this.#figures() });
        }
        await this.#rest(Math.min(step.wakeAt, figuresAt) - clock.monotonic());
      }
      if (this.#failure && !signal.aborted) throw this.#failure.error;
      return undefined;
    } finally {
      signal.removeEventListener("abort", stop);
      await this.#stream?.return();
    }
  }

  /** Waits until something is so, or until the watch cannot go on. */
  async #until(what: () => boolean): Promise<void> {
    while (!what() && !this.#parts.signal.aborted && !this.#failure) await this.#rest(longestWait);
  }

  #ready(): void {
    this.#isReady = true;
    const swept = this.#machine.resources.filter(({ subjects }) => !subjects).map(({ entry }) => entry.urn);
    this.#tell({ state: "ready", figures: this.#figures(), swept });
  }

  /** Waits until something happens. A machine that slept longer than it should may have missed anything. */
  async #rest(ms: number): Promise<void> {
    const { clock } = this.#parts;
    const planned = Math.max(0, Math.min(ms, longestWait));
    const before = clock.now();
    if (!this.#isAwake) {
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      await clock.sleep(planned, woken.signal);
      this.#wake = () => {};
    }
    this.#isAwake = false;
    if (clock.now() - before > planned + slept) this.#compareAll("this machine was asleep");
  }

  #kick(): void {
    this.#isAwake = true;
    this.#wake();
  }

  #carryOut({ looks, reads, isSweep }: Step): void {
    if (isSweep) this.#tell({ state: "comparing", what: "what has no events", why: "it is time" });
    for (const name of looks) void this.#look(name);
    // What a listing has shown counts for one comparison.
    const inListings = comparer(this.#parts.client, this.#parts.config, "in listings");
    for (const read of reads) void this.#read(read, read.how === "directly" ? this.#directly : inListings);
  }

  async #look(name: string): Promise<void> {
    const { sources, clock, client } = this.#parts;
    try {
      const look = await sources.find((source) => source.name === name)?.look();
      if (!look) return;
      if (look.isRunning) this.#tell({ state: "waiting", stack: name });
      const here = look.resources?.filter((resource) => isOf(client.host, resource));
      const elsewhere = (look.resources?.length ?? 0) - (here?.length ?? 0);
      if (elsewhere > 0) this.#tell({ state: "left out", stack: name, resources: elsewhere });
      this.#machine.looked(name, { ...look, ...(here && { resources: here }) }, clock.monotonic());
    } catch (error) {
      const isKnown = this.#machine.lookFailed(name, clock.monotonic());
      // A stack that could never be looked at is not there, or the CLI is not.
      if (this.#once || !isKnown) this.#failure = { error };
      else this.#failed(`the state of stack ${name}`, error);
    }
    this.#kick();
  }

  async #read(read: Read, compare: Compare): Promise<void> {
    const { clock } = this.#parts;
    try {
      this.#machine.answered(read, await compare(read.entry), clock.monotonic());
    } catch (error) {
      this.#failed(read.entry.urn, error);
      this.#machine.failed(read, clock.monotonic());
    }
    this.#kick();
  }

  #failed(what: string, error: unknown): void {
    if (this.#parts.signal.aborted) return;
    this.#tell({ state: "failed", what, why: legible(error instanceof Error ? error.message : String(error), 2_000) });
  }

  /** Follows the stream. */
  async #follow(): Promise<void> {
    try {
      for await (const item of this.#stream ?? []) {
        this.#took(item);
        this.#kick();
      }
    } catch (error) {
      this.#failure = { error };
      this.#kick();
    }
  }

  #took(item: StreamItem): void {
    const now = this.#parts.clock.monotonic();
    this.#machine.passed(now);
    if (item.type === "gap") this.#compareAll(`events may be missing (${legible(item.message, 200)})`);
    else if (item.type === "unknown") this.#compareAll("an event could not be understood");
    else if (item.type === "error") this.#isRotated ||= item.error.code === "connection_timeout";
    if (!isEvent(item)) return;
    const happened = now - this.#parts.clock.now() + (parseInstant(item.event.time) ?? this.#parts.clock.now());
    const resources = this.#machine.event(item.event, now, happened);
    if (resources.length === 0) return;
    this.#events += 1;
    const urns = resources.map(({ entry }) => entry.urn);
    this.#tell({ state: "event", id: item.event.id, type: item.type, urns });
  }

  /** A connection that ends otherwise than by rotation may have lost events. */
  #streamed(stream: StreamStatus): void {
    this.#tell({ state: "stream", stream });
    if (stream.state !== "open") {
      this.#isLost ||= this.#isOpen && !this.#isRotated;
      return;
    }
    if (this.#isLost) this.#compareAll("the connection was lost");
    if (!this.#isOpen && this.#stream) this.#place = this.#stream.position();
    this.#isOpen = true;
    this.#isLost = false;
    this.#isRotated = false;
    this.#kick();
  }

  #compareAll(why: string): void {
    this.#tell({ state: "comparing", what: "everything", why });
    this.#machine.compareAll();
    this.#kick();
  }

  #delivered({ resource, kind, state, changes, causes, left }: Reported): WatchReport {
    const { clock } = this.#parts;
    this.#reports += 1;
    const times = causes.map(({ when }) => parseInstant(when)).filter((time) => time !== undefined);
    if (times.length > 0) this.#lagMs = Math.max(0, clock.now() - Math.max(...times));
    const at = new Date(clock.now()).toISOString();
    const common = { version: 1, ...placeOf(resource.urn), at } as const;
    if (left?.finding) {
      const all = left.finding.changes.map((change) => ({ ...change, causedBy: [] }));
      const whole = left.finding.state === "deleted" ? "deleted" : "changed";
      this.#open.set(resource.urn, {
        ...common,
        kind: "drift",
        ...left.finding,
        state: whole,
        changes: all,
        causes: [],
      });
    } else if (left) this.#open.delete(resource.urn);
    return { ...common, kind, ...resource, state, changes, causes };
  }

  #figures(): WatchFigures {
    return {
      resources: this.#machine.resources.length,
      open: this.#open.size,
      events: this.#events,
      reports: this.#reports,
      ...(this.#lagMs !== undefined && { lagMs: this.#lagMs }),
      calls: this.#parts.client.calls,
    };
  }
}

/** Whether a resource is of a tenant. */
function isOf(host: string, { outputs }: StackResource): boolean {
  const tenant = own(outputs, tenantKey);
  return tenant === undefined || tenant === host;
}
