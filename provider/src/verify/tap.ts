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
import { type Json, own } from "../schema/json.ts";
import { collectionAt, type Manifest } from "./manifest.ts";
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
  readonly maxMinutes: number;
  /** Aborted when the user ends the run. */
  readonly signal?: AbortSignal;
}

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
  readonly #since: number;

  /** @param now a clock in milliseconds */
  constructor(limits: Limits, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#since = now();
  }

  /**
   * Counts a request before it is sent.
   *
   * @throws Stopped if the budget allows no further request
   */
  spend(): void {
    const why = this.isRemoving ? this.#overdrawn(0) : (this.#ended() ?? this.#overdrawn(this.reserve()));
    if (why !== undefined) {
      this.stopped = new Stopped(why);
      throw this.stopped;
    }
    this.calls += 1;
  }

  #ended(): string | undefined {
    if (this.#limits.signal?.aborted) return "the run was interrupted";
    const passed = this.#now() - this.#since;
    // The removal takes as long per call as the calls so far.
    const removal = this.calls === 0 ? 0 : (passed / this.calls) * this.reserve();
    return passed + removal > this.#limits.maxMinutes * 60_000 ? "the time of the run was over" : undefined;
  }

  #overdrawn(reserve: number): string | undefined {
    return this.calls + 1 + reserve > this.#limits.maxCalls ? "the calls of the run were used up" : undefined;
  }
}

/** A client that notes what it creates before it does, and that can lose the response to a creation. */
export class Tap extends TenantClient {
  /** The failures since the last call of {@link Tap.forgetFailures}. */
  failures: readonly TenantError[] = [];
  /** The response to the next creation is thrown away. */
  losesNext = false;
  readonly meter: Meter;
  manifest: Manifest | undefined;
  /** Records all calls. Default: none. */
  recorder: Recorder | undefined;

  constructor(settings: ProviderSettings, meter: Meter, options: ClientOptions = {}) {
    super(settings, { rateGroups, beforeSend: () => meter.spend(), ...options });
    this.meter = meter;
  }

  forgetFailures(): void {
    this.failures = [];
  }

  /** Notes the id of an object whose response was lost, once it has been found. */
  async identify(type: TypeName, id: string | undefined): Promise<void> {
    const made = this.manifest?.made.find((one) => one.type === type && one.id === undefined);
    if (made && id !== undefined) await this.manifest?.amend(made, { id });
  }

  override async request<T = unknown>(call: TenantCall): Promise<TenantAnswer<T>> {
    try {
      return await this.#noting<T>(call);
    } catch (error) {
      if (error instanceof TenantError) this.failures = [...this.failures, error];
      throw error;
    }
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
    if (at === undefined) return this.send<T>(call);
    const key = own(body as Json | undefined, at.member);
    if (method === "POST") return this.#create<T>(call, at.type, String(key));
    const made = manifest.find(at.type, path.at(-1) ?? "");
    if (made && typeof key === "string" && !made.keys.includes(key)) await manifest.amend(made, { key });
    const answer = await this.send<T>(call);
    if (made && method === "DELETE") await manifest.forget(made);
    return answer;
  }

  async #create<T>(call: TenantCall, type: TypeName, key: string): Promise<TenantAnswer<T>> {
    const { manifest } = this;
    if (!key.includes(manifest?.mark ?? ""))
      throw new Error(`a ${definitions[type].schema.noun} without the mark of the run`);
    const made = await manifest?.note(type, key);
    try {
      const answer = await this.send<T>(call);
      if (this.losesNext) {
        this.losesNext = false;
        throw lost(call);
      }
      const id = own(answer.body as Json | undefined, idNameOf(definitions[type]));
      if (made && typeof id === "string") await manifest?.amend(made, { id });
      return answer;
    } catch (error) {
      if (made && isNotMade(error)) await manifest?.forget(made);
      throw error;
    }
  }
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
