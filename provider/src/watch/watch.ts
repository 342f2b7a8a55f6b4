import { systemClock } from "../client/client-options.ts";
import { type EventStream, isEvent, type StreamItem, type StreamStatus, streamEvents } from "../client/events/index.ts";
import { configurationIn, parseInstant } from "../client/events/options.ts";
import { type Clock, resolveSettings, sanitize, sanitizeJson, TenantClient } from "../client/index.ts";
import type { ConfigReader } from "../lifecycle/session.ts";
import type { StackResource } from "../pulumi-cli/exported-stack.ts";
import { parseUrn } from "../pulumi-cli/urn.ts";
import { own } from "../schema/json.ts";
import { tenantKey } from "../schema/provider-code.ts";
import { rateGroups } from "../types/registry.ts";
import { briefChange, fitted, maxSaved, shared } from "./bounds.ts";
import { followedTypes } from "./causes.ts";
import { type Compare, comparer, type ResourceDrift } from "./compare.ts";
import { Machine, type MachineStep } from "./machine.ts";
import {
  defaultTimes,
  type Watch,
  type WatchFigures,
  type WatchOptions,
  type WatchPosition,
  type WatchReport,
  type WatchStatus,
} from "./options.ts";
import {
  backendOf,
  configurationOf,
  currentStack,
  type RunPulumi,
  StackSource,
  type Workspace,
} from "./state-source.ts";
import type { Comparison, Reported } from "./watched-resource.ts";

/**
 * The implementation of `watch()` of `pulumi-tenant/watch`.
 *
 * @param run runs the Pulumi CLI
 */
export function watchWith(run: RunPulumi, options: WatchOptions): Watch {
  const { everyMs = defaultTimes.every, stacks, signal } = options;
  if (!(everyMs >= 10_000 && everyMs <= 86_400_000))
    throw new RangeError(`everyMs: ${everyMs} is out of range. Allowed: 10,000 (10 s) to 86,400,000 (a day)`);
  if (stacks?.length === 0)
    throw new RangeError("stacks: must not be empty. Leave stacks out to watch the current stack");
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { signal: stopped.signal });
  let watching: Watching | undefined;

  async function* follow(): AsyncGenerator<WatchReport, undefined> {
    let client: TenantClient | undefined;
    try {
      if (stopped.signal.aborted) return undefined;
      const workspace: Workspace = { run, cwd: options.cwd, signal: stopped.signal };
      const names = [...new Set(stacks ?? [await currentStack(workspace)])];
      const [url, config] = await Promise.all([
        backendOf(workspace),
        configurationIn(options) ?? configurationOf(workspace, names[0] ?? ""),
      ]);
      const settings = resolveSettings({ config, explicitName: "the options object of watch()", env: process.env });
      const { tenant = settings.host } = options.resume ?? {};
      if (tenant !== settings.host)
        throw new Error(
          `resume: the position (--cursor-file) belongs to tenant ${sanitizeJson(tenant)}, but this watch reads ${settings.host}. Use one position per tenant`,
        );
      client = new TenantClient(settings, { rateGroups, signal: stopped.signal });
      const sources = names.map((name) => new StackSource(name, workspace, url));
      watching = new Watching({ client, config, sources, clock: systemClock, signal: stopped.signal }, options);
      yield* watching.reports();
      return undefined;
    } catch (error) {
      if (stopped.signal.aborted) return undefined;
      throw error;
    } finally {
      stop();
      await client?.close();
    }
  }

  const reports = follow();
  const iterator: Watch = {
    next: () => reports.next(),
    // A generator's return() waits for the pending next(), so the watch is stopped first.
    return: async () => {
      stop();
      return reports.return(undefined);
    },
    position: () => watching?.position() ?? options.resume,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

/** Maximum duration of one wait, in milliseconds. If a wait takes longer than planned by more than `slept`, this machine was probably asleep. */
const [maxWait, slept] = [10_000, 30_000];

/** A wait that can be ended early. */
class Alarm {
  readonly #clock: Clock;
  readonly #onSlept: () => void;
  #rung = new AbortController();

  /** @param onSlept called after a wait in which this machine was asleep */
  constructor(clock: Clock, onSlept: () => void) {
    this.#clock = clock;
    this.#onSlept = onSlept;
  }

  /** Ends the current wait; if there is none, the next one. */
  ring(): void {
    this.#rung.abort();
  }

  /** Waits until {@link ring} is called, at most `ms` milliseconds and never longer than 10 s. */
  async wait(ms = maxWait): Promise<void> {
    const planned = Math.max(0, Math.min(ms, maxWait));
    const before = this.#clock.now();
    if (!this.#rung.signal.aborted) await this.#clock.sleep(planned, this.#rung.signal);
    this.#rung = new AbortController();
    if (this.#clock.now() - before > planned + slept) this.#onSlept();
  }
}

/** The delivered reports: their number, their delay, and the open drift. */
export class DeliveredReports {
  /** Reported drift that is not restored, by URN. */
  readonly #open: Map<string, WatchReport>;
  /** Number of delivered reports. */
  count = 0;
  /** Milliseconds from the time of the latest event among a report's causes to that report; undefined before the first report with a cause. */
  lagMs: number | undefined;

  /** @param open open drift that an earlier watch has delivered */
  constructor(open: readonly WatchReport[] = []) {
    this.#open = new Map(open.map((report) => [report.urn, report]));
  }

  /** Reported drift that is not restored, one report for each resource. */
  get open(): readonly WatchReport[] {
    return [...this.#open.values()];
  }

  /** Makes a report and records its delivery. @param now wall clock in milliseconds */
  add({ resource, kind, state, changes, causes, left }: Reported, now: number): WatchReport {
    this.count += 1;
    const times = causes.map(({ when }) => parseInstant(when)).filter((time) => time !== undefined);
    if (times.length > 0) this.lagMs = Math.max(0, now - Math.max(...times));
    const { stack = "", project = "" } = parseUrn(resource.urn) ?? {};
    const common = { version: 1, stack, project, at: new Date(now).toISOString() } as const;
    if (left) this.#keep(common, resource.urn, left.finding);
    // `left` is absent if another report about the same resource follows at once: until then the resource counts as drifted.
    const drift = left === undefined || left.finding !== undefined;
    return fitted({ ...common, kind, ...resource, state, drift, changes: changes.map(briefChange), causes });
  }

  /** Replaces the open drift of a resource with the current differences. */
  #keep(common: Pick<WatchReport, "version" | "stack" | "project" | "at">, urn: string, found: ResourceDrift): void {
    if (!found) {
      this.#open.delete(urn);
      return;
    }
    const changes = found.changes.map((change) => ({ ...briefChange(change), causedBy: [] }));
    const state = found.state === "deleted" ? "deleted" : "changed";
    this.#open.set(urn, fitted({ ...common, kind: "drift", ...found, state, drift: true, changes, causes: [] }));
  }
}

/** Dependencies of a watch. */
interface Parts {
  readonly client: TenantClient;
  readonly config: ConfigReader;
  readonly sources: readonly StackSource[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Interval of the status `figures`, in milliseconds. */
const figuresEvery = 60_000;

/**
 * The connection of the event stream. `rotating`: the service has announced the regular end of the connection, so no event is lost.
 * `lost`: the connection ended without an announcement, so events may be missing.
 */
type StreamConnection = "not open yet" | "open" | "rotating" | "lost";

/** A running watch: performs the actions of the {@link Machine} and passes their results to it. */
export class Watching {
  readonly #parts: Parts;
  readonly #once: boolean;
  readonly #onStatus: (status: WatchStatus) => void;
  readonly #machine: Machine;
  readonly #stream: EventStream | undefined;
  readonly #directly: Compare;
  readonly #delivered: DeliveredReports;
  readonly #alarm: Alarm;
  #place: WatchPosition["events"];
  /** The error that ends the watch. */
  #failure: { readonly error: unknown } | undefined;
  #connection: StreamConnection = "not open yet";
  #isReady = false;
  #events = 0;

  constructor(parts: Parts, { resume, once = false, everyMs = defaultTimes.every, onStatus = () => {} }: WatchOptions) {
    const { client, config, sources, clock, signal } = parts;
    this.#parts = parts;
    this.#once = once;
    this.#onStatus = onStatus;
    this.#place = resume?.events ?? { seen: [] };
    this.#delivered = new DeliveredReports(resume?.open);
    this.#alarm = new Alarm(clock, () => this.#compareAll("this machine was asleep"));
    const names = sources.map(({ name }) => name);
    this.#machine = new Machine(names, { ...defaultTimes, every: everyMs }, !once, resume?.open);
    this.#directly = comparer(client, config, "directly");
    if (once) return;
    const onStream = (stream: StreamStatus) => this.#streamed(stream);
    this.#stream = streamEvents(client, { ...resume?.events, types: followedTypes, signal, onStatus: onStream }, clock);
  }

  /** The position after the delivered reports. */
  position(): WatchPosition {
    return { tenant: this.#parts.client.host, events: this.#place, open: shared(maxSaved, this.#delivered.open) };
  }

  /** Yields the reports as they are made. @throws TenantError if the stream cannot be opened */
  async *reports(): AsyncGenerator<WatchReport, undefined> {
    const { clock, signal } = this.#parts;
    const stop = () => this.#alarm.ring();
    signal.addEventListener("abort", stop);
    let figuresAt = clock.monotonic() + figuresEvery;
    try {
      // The states name the resources, so events can be matched only after the states were read.
      this.#carryOut(this.#machine.next(clock.monotonic()));
      await this.#until(() => this.#machine.isKnown);
      // The stream is opened before the first comparison. Otherwise a change after the comparison and before the stream would be missed.
      void this.#follow();
      await this.#until(() => this.#connection !== "not open yet" || !this.#stream);
      this.#tell({ state: "comparing", what: "everything", why: "the watch begins" });
      while (!signal.aborted && !this.#failure) {
        const now = clock.monotonic();
        const step = this.#machine.next(now);
        this.#carryOut(step);
        for (const reported of step.reports) yield this.#delivered.add(reported, clock.now());
        if (step.reports.length > 0) continue;
        if (this.#machine.isIdle && this.#stream) this.#place = this.#stream.position();
        if (this.#machine.isCompared && !this.#isReady) this.#ready();
        if (this.#once && this.#isReady) break;
        if (now >= figuresAt) {
          figuresAt = now + figuresEvery;
          this.#tell({ state: "figures", figures: this.#figures() });
        }
        await this.#alarm.wait(Math.min(step.wakeAt, figuresAt) - clock.monotonic());
      }
      if (this.#failure && !signal.aborted) throw this.#failure.error;
      return undefined;
    } finally {
      signal.removeEventListener("abort", stop);
      await this.#stream?.return();
    }
  }

  /** Waits until a condition is true or the watch ends. */
  async #until(holds: () => boolean): Promise<void> {
    while (!holds() && !this.#parts.signal.aborted && !this.#failure) await this.#alarm.wait();
  }

  #ready(): void {
    this.#isReady = true;
    const swept = this.#machine.resources.filter(({ isPolled }) => isPolled).map(({ entry }) => entry.urn);
    this.#tell({ state: "ready", figures: this.#figures(), swept });
  }

  /** Passes a status to the listener. An error of the listener ends the watch. */
  #tell(status: WatchStatus): void {
    try {
      this.#onStatus(status);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#alarm.ring();
  }

  #carryOut({ looks, reads, round }: MachineStep): void {
    const why = round === "everything" ? "an event could not be parsed" : "the poll interval has passed";
    if (round) this.#tell({ state: "comparing", what: round, why });
    for (const name of looks) void this.#look(name);
    // A comparer caches listings, so each step uses a new comparer.
    const inListings = comparer(this.#parts.client, this.#parts.config, "in listings");
    for (const read of reads) void this.#read(read, read.how === "directly" ? this.#directly : inListings);
  }

  async #look(name: string): Promise<void> {
    const { sources, clock, client } = this.#parts;
    try {
      const look = await sources.find((source) => source.name === name)?.look();
      if (!look) return;
      // The machine still has the result of the previous read, so an update is reported only once, however long it runs.
      if (look.isRunning && !this.#machine.isRunning(name)) this.#tell({ state: "waiting", stack: name });
      const here = look.resources?.filter((resource) => isOf(client.host, resource));
      const elsewhere = (look.resources?.length ?? 0) - (here?.length ?? 0);
      // Nothing would be compared, and that would be taken for a stack without drift.
      if (here?.length === 0 && elsewhere > 0)
        throw new Error(
          `all ${elsewhere} resources of stack ${name} belong to another tenant than ${client.host}: set TENANT_DOMAIN to their tenant, or name another stack`,
        );
      if (elsewhere > 0) this.#tell({ state: "left out", stack: name, resources: elsewhere });
      this.#machine.looked(name, { ...look, ...(here && { resources: here }) }, clock.monotonic());
    } catch (error) {
      const isKnown = this.#machine.lookFailed(name, clock.monotonic());
      // If no read of the state has ever succeeded, the stack or the CLI probably does not exist: a retry cannot help.
      if (this.#once || !isKnown) this.#fail(error);
      else this.#failed(`the state of stack ${name}`, error);
    }
    this.#alarm.ring();
  }

  async #read(read: Comparison, compare: Compare): Promise<void> {
    const { clock } = this.#parts;
    try {
      this.#machine.answered(read, await compare(read.entry), clock.monotonic());
    } catch (error) {
      this.#failed(read.entry.urn, error);
      this.#machine.failed(read, clock.monotonic());
    }
    this.#alarm.ring();
  }

  #failed(what: string, error: unknown): void {
    if (this.#parts.signal.aborted) return;
    this.#tell({ state: "failed", what, why: sanitize(error instanceof Error ? error.message : String(error), 2_000) });
  }

  /** Reads the event stream until its end. */
  async #follow(): Promise<void> {
    try {
      for await (const item of this.#stream ?? []) {
        this.#took(item);
        this.#alarm.ring();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #took(item: StreamItem): void {
    const now = this.#parts.clock.monotonic();
    this.#machine.passed(now);
    if (item.type === "gap") this.#compareAll(`events may be missing (${sanitize(item.message, 200)})`);
    if (item.type === "unknown") this.#machine.noteUnknownEvent();
    if (item.type === "error" && this.#connection === "open" && item.error.code === "connection_timeout") {
      this.#connection = "rotating";
    }
    if (!isEvent(item)) return;
    const happened = now - this.#parts.clock.now() + (parseInstant(item.event.time) ?? this.#parts.clock.now());
    const resources = this.#machine.event(item.event, now, happened);
    if (resources.length === 0) return;
    this.#events += 1;
    const urns = resources.map(({ entry }) => entry.urn);
    this.#tell({ state: "event", id: item.event.id, type: item.type, urns });
  }

  #streamed(stream: StreamStatus): void {
    this.#tell({ state: "stream", stream });
    if (stream.state !== "open") {
      if (this.#connection === "open") this.#connection = "lost";
      return;
    }
    if (this.#connection === "lost") this.#compareAll("the connection to the event stream was lost");
    if (this.#connection === "not open yet" && this.#stream) this.#place = this.#stream.position();
    this.#connection = "open";
    this.#alarm.ring();
  }

  #compareAll(why: string): void {
    this.#tell({ state: "comparing", what: "everything", why });
    this.#machine.compareAll();
    this.#alarm.ring();
  }

  #figures(): WatchFigures {
    const { open, count: reports, lagMs } = this.#delivered;
    return {
      resources: this.#machine.resources.length,
      open: open.length,
      events: this.#events,
      reports,
      ...(lagMs !== undefined && { lagMs }),
      calls: this.#parts.client.calls,
    };
  }
}

/** Whether a resource belongs to a tenant. A resource whose state names no tenant is assumed to belong to the given one. */
function isOf(host: string, { outputs }: StackResource): boolean {
  const tenant = own(outputs, tenantKey);
  return tenant === undefined || tenant === host;
}
