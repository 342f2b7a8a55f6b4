import type { ClientOptions } from "../client/client-options.ts";
import {
  type ProviderSettings,
  type TenantAnswer,
  type TenantCall,
  TenantClient,
  TenantError,
} from "../client/index.ts";
import { definitions, rateGroups, type TypeName } from "../definitions/registry.ts";
import { idNameOf } from "../schema/definition.ts";
import { type Json, type JsonObject, own } from "../schema/json.ts";
import { collectionAt, type Made, type Manifest } from "./manifest.ts";
import type { Recorder } from "./recording.ts";

/** The run ends early: the objects that it has made are removed, and what was not tried is said. */
export class Stopped extends Error {
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

/** Bounds of a run. */
export interface Limits {
  readonly maxCalls: number;
  /** The removal of what the run has made may take {@link graceMinutes} longer. */
  readonly maxMinutes: number;
  /** Aborted when the user ends the run. */
  readonly signal?: AbortSignal;
}

/** After so many calls in a row without any answer, the tenant is taken for unreachable. */
const maxUnanswered = 3;

/** The time that the removal has in any case. */
export const graceMinutes = 5;

/** The calls of a run, which always leave enough for the removal of what it has made. */
export class Meter {
  calls = 0;
  /** Whether the objects are being removed, for which the rest of the budget is. */
  isRemoving = false;
  stopped: Stopped | undefined;
  /** The calls that the removal of everything would take now. */
  reserve: () => number = () => 0;
  readonly #limits: Limits;
  readonly #now: () => number;
  #since: number;
  #callsBefore = 0;
  #removingSince: number | undefined;
  #waits: AbortSignal | undefined;
  #waitsOfRemoval: AbortSignal | undefined;

  /** @param now a clock in milliseconds */
  constructor(limits: Limits, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#since = now();
  }

  /** The time of the run begins now. */
  start(): void {
    this.#since = this.#now();
    this.#callsBefore = this.calls;
    this.#waits = undefined;
  }

  /** Ends the run. */
  stop(why: string): Stopped {
    this.stopped = new Stopped(why);
    return this.stopped;
  }

  /**
   * Counts a request before it is sent.
   *
   * @throws Stopped if the budget allows no further request
   */
  spend(): void {
    this.check();
    const why = this.#overdrawn(this.isRemoving ? 0 : this.reserve());
    if (why !== undefined) throw this.stop(why);
    this.calls += 1;
  }

  /**
   * @throws Stopped if the run is over, whatever it has left of its calls
   */
  check(): void {
    const why = this.isRemoving ? this.#late() : this.#ended();
    if (why !== undefined) throw this.stop(why);
  }

  /**
   * Aborted when nothing may wait any longer, neither for the rate limit nor for another process: with the end of the time, and, unless the
   * objects are being removed, when the user ends the run.
   */
  get waits(): AbortSignal {
    if (this.isRemoving) {
      this.#waitsOfRemoval ??= endAfter(this.#endOfRemoval() - this.#now());
      return this.#waitsOfRemoval;
    }
    const { signal } = this.#limits;
    this.#waits ??= AbortSignal.any([...(signal ? [signal] : []), endAfter(this.#end() - this.#now())]);
    return this.#waits;
  }

  #ended(): string | undefined {
    if (this.#limits.signal?.aborted) return "the run was interrupted";
    const passed = this.#now() - this.#since;
    // The removal takes as long per call as the calls so far.
    const calls = this.calls - this.#callsBefore;
    const removal = calls === 0 ? 0 : (passed / calls) * this.reserve();
    return passed + removal > this.#limits.maxMinutes * 60_000 ? "the time of the run was over" : undefined;
  }

  /** Why the removal ends: a tenant that answers slowly must not hold the run for hours. */
  #late(): string | undefined {
    return this.#now() > this.#endOfRemoval() ? "the time of the removal was over" : undefined;
  }

  #end(): number {
    return this.#since + this.#limits.maxMinutes * 60_000;
  }

  #endOfRemoval(): number {
    this.#removingSince ??= this.#now();
    return Math.max(this.#end(), this.#removingSince + graceMinutes * 60_000);
  }

  #overdrawn(reserve: number): string | undefined {
    return this.calls + 1 + reserve > this.#limits.maxCalls ? "the calls of the run were used up" : undefined;
  }
}

/** A client that notes what it creates before it does, and that can lose the response to a write. */
export class Tap extends TenantClient {
  /** The failures since the last call of {@link Tap.forgetFailures}. */
  failures: readonly TenantError[] = [];
  /** The response to the next write is thrown away. */
  losesNext = false;
  readonly meter: Meter;
  manifest: Manifest | undefined;
  /** Records all calls. Default: none. */
  recorder: Recorder | undefined;
  /** The calls in a row that got no answer. */
  #unanswered = 0;

  constructor(settings: ProviderSettings, meter: Meter, options: ClientOptions = {}) {
    super(settings, { rateGroups, beforeSend: () => meter.spend(), waits: () => meter.waits, ...options });
    this.meter = meter;
  }

  forgetFailures(): void {
    this.failures = [];
  }

  /** Notes the id of an object whose response was lost, once it has been found. */
  async identify(type: TypeName, id: string | undefined): Promise<void> {
    const made = this.manifest?.made.findLast((one) => one.type === type && one.id === undefined);
    if (made && id !== undefined) await this.#noted((manifest) => manifest.amend(made, { id }));
  }

  override async request<T = unknown>(call: TenantCall): Promise<TenantAnswer<T>> {
    try {
      const answer = await this.#noting<T>(call);
      this.#unanswered = 0;
      return answer;
    } catch (error) {
      if (error instanceof TenantError) this.#noteFailure(error);
      throw error;
    }
  }

  /** @throws Stopped if no further call would tell more about the tenant */
  #noteFailure(error: TenantError): void {
    this.failures = [...this.failures, error];
    // Before the run, the error itself says more.
    if (!this.manifest) return;
    // The user may have ended the wait of this call.
    this.meter.check();
    this.#unanswered = error.status === undefined ? this.#unanswered + 1 : 0;
    if (this.#unanswered >= maxUnanswered) throw this.meter.stop("the tenant no longer answered");
    if (error.status === 401) throw this.meter.stop("the tenant refused the access token");
    // The code that has made the other calls makes them again.
    if (error.status === 429 && !error.isHeldBack) throw this.meter.stop("the tenant refused further calls");
  }

  /** Keeps the value of a setting before a change. */
  async keep(type: TypeName, name: string, value: Json): Promise<void> {
    await this.#noted((manifest) => manifest.keep(type, name, value));
  }

  /** Notes what settings are after a change. */
  async saw(type: TypeName, live: JsonObject): Promise<void> {
    await this.#noted((manifest) => manifest.saw(type, live));
  }

  /** Each connection of the stream of events is a call. */
  override open(...args: Parameters<TenantClient["open"]>): ReturnType<TenantClient["open"]> {
    this.meter.spend();
    return super.open(...args);
  }

  /** Sends a call to the tenant. */
  send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
    const send = (one: TenantCall) => super.request<T>(one);
    return this.recorder ? this.recorder.record(call, send) : send(call);
  }

  async #noting<T>(call: TenantCall): Promise<TenantAnswer<T>> {
    const { manifest } = this;
    const { method, path, body } = call;
    if (manifest === undefined || method === "GET") return this.send<T>(call);
    const at = collectionAt(method === "POST" ? path : path.slice(0, -1));
    if (at === undefined) return this.#write<T>(call);
    const key = own(body as Json | undefined, at.member);
    if (method === "POST") return this.#create<T>(call, at.type, String(key));
    const made = manifest.find(at.type, path.at(-1) ?? "");
    // The answer to the creation may be lost: then any note without id can be that of this object.
    const notes = made ? [made] : manifest.made.filter((one) => one.type === at.type && one.id === undefined);
    for (const one of notes)
      if (typeof key === "string" && !one.keys.includes(key)) await this.#noted(() => manifest.amend(one, { key }));
    const answer = await this.#write<T>(call);
    if (made && method === "DELETE") await this.#forget(made);
    return answer;
  }

  async #create<T>(call: TenantCall, type: TypeName, key: string): Promise<TenantAnswer<T>> {
    const { manifest } = this;
    if (!key.includes(manifest?.mark ?? ""))
      throw new Error(`a ${definitions[type].schema.noun} without the mark of the run`);
    const made = await this.#noted((to) => to.note(type, key));
    const answer = await this.#write<T>(call).catch(async (error: unknown) => {
      if (made && isNotMade(error)) await this.#forget(made);
      throw error;
    });
    const id = own(answer.body as Json | undefined, idNameOf(definitions[type]));
    if (made && typeof id === "string") await this.#noted((to) => to.amend(made, { id }));
    return answer;
  }

  /** Sends a write. Throws its response away if it is the one to lose. */
  async #write<T>(call: TenantCall): Promise<TenantAnswer<T>> {
    const answer = await this.send<T>(call);
    if (!this.losesNext) return answer;
    this.losesNext = false;
    throw lost(call);
  }

  /** Changes the manifest. Without it, a kill would leave objects of which nobody knows: the run ends. */
  async #noted<T>(change: (manifest: Manifest) => Promise<T>): Promise<T | undefined> {
    try {
      return this.manifest && (await change(this.manifest));
    } catch {
      throw this.meter.stop("the manifest could not be written");
    }
  }

  /** A note too many does no harm: a sweep finds nothing. */
  async #forget(made: Made): Promise<void> {
    await this.manifest?.forget(made).catch(() => {});
  }
}

/** The longest time of a timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** A signal that is aborted after a time, in milliseconds. It keeps no process alive. */
function endAfter(ms: number): AbortSignal {
  const end = new AbortController();
  // A timer may be early by a millisecond, and then the time would not be over.
  setTimeout(() => end.abort(), Math.min(ms + 2, longestTimer)).unref();
  return end.signal;
}

/** Whether a creation has certainly made nothing. */
function isNotMade(error: unknown): boolean {
  return error instanceof Stopped || (error instanceof TenantError && error.outcome !== "unknown");
}

function lost({ action, subject, method, path }: TenantCall): TenantError {
  const failure = { outcome: "unknown", what: "the response was thrown away", code: "ECONNRESET" } as const;
  return new TenantError(failure, {
    action,
    subject,
    request: { method, path: `/api/v2/${path.join("/")}` },
    retries: 0,
  });
}
