import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { ClientOptions } from "../../provider/src/client/client-options.ts";
import {
  type ProviderSettings,
  type TenantAnswer,
  type TenantCall,
  TenantClient,
  TenantError,
} from "../../provider/src/client/index.ts";
import { idNameOf } from "../../provider/src/schema/definition.ts";
import { type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { definitions, rateGroups, type TypeName } from "../../provider/src/types/registry.ts";
import type { Recorder } from "../../provider/src/verify/recording.ts";
import { collectionAt, type Made, type Manifest } from "./manifest.ts";

/** Thrown to end the run early. The run then removes its objects, and the report says which facts were not tried, and why. */
export class Stopped extends Error {
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

/** The limits of a run. */
export interface Limits {
  readonly maxCalls: number;
  /** The time of the run, including the removal of its objects. The removal may take {@link graceMinutes} longer. */
  readonly maxMinutes: number;
  /** Aborted when the user ends the run. */
  readonly signal?: AbortSignal;
}

/** After this many consecutive calls without an answer, the run ends because the tenant seems to be unreachable. */
const maxUnanswered = 3;

/** The minimum number of minutes for the removal of the objects: it may take them even if the time of the run is over. */
export const graceMinutes = 5;

/** The budget of calls and time of a run. A part of the budget is always reserved for the removal of the run's objects. */
export class Meter {
  calls = 0;
  /** Whether the run is removing its objects, and may use the reserved part of the budget. */
  isRemoving = false;
  stopped: Stopped | undefined;
  /** The number of calls that the removal of all objects would need at this moment. */
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

  /** Starts the clock of the run. Earlier calls count against the maximum number of calls, but the time that they took does not count. */
  start(): void {
    this.#since = this.#now();
    this.#callsBefore = this.calls;
    this.#waits = undefined;
  }

  /** Marks the run as stopped, and returns the error for the caller to throw. */
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
   * Checks whether the run may go on.
   *
   * @throws Stopped if the time of the run is over or the user has ended it, even if calls are left
   */
  check(): void {
    const why = this.isRemoving ? this.#late() : this.#ended();
    if (why !== undefined) throw this.stop(why);
  }

  /**
   * The signal that ends all waits, such as those for the rate limit or for another process. It is aborted when the time is over. Before the
   * removal of the objects, it is also aborted when the user ends the run.
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
    // Assume that each call of the removal takes as long as an average call so far.
    const calls = this.calls - this.#callsBefore;
    const removal = calls === 0 ? 0 : (passed / calls) * this.reserve();
    return passed + removal > this.#limits.maxMinutes * 60_000 ? "the run reached its maximum time" : undefined;
  }

  /** Why the removal has to end; undefined if it may go on. With a slow tenant, a removal without this limit could take hours. */
  #late(): string | undefined {
    return this.#now() > this.#endOfRemoval() ? "the removal of the objects reached its maximum time" : undefined;
  }

  #end(): number {
    return this.#since + this.#limits.maxMinutes * 60_000;
  }

  #endOfRemoval(): number {
    this.#removingSince ??= this.#now();
    return Math.max(this.#end(), this.#removingSince + graceMinutes * 60_000);
  }

  #overdrawn(reserve: number): string | undefined {
    return this.calls + 1 + reserve > this.#limits.maxCalls ? "the run reached its maximum number of calls" : undefined;
  }
}

/** A client that records objects in the manifest before it creates them. It can discard the response to a write, to imitate a lost response. */
export class RunClient extends TenantClient {
  /** The failures since the last call of {@link RunClient.forgetFailures}. */
  failures: readonly TenantError[] = [];
  /** Whether the response to the next write is discarded. */
  losesNext = false;
  readonly meter: Meter;
  manifest: Manifest | undefined;
  /** Records all calls. Default: calls are not recorded. */
  recorder: Recorder | undefined;
  /** The number of consecutive calls without an answer. */
  #unanswered = 0;

  constructor(settings: ProviderSettings, meter: Meter, options: ClientOptions = {}) {
    super(settings, { rateGroups, beforeSend: () => meter.spend(), waits: () => meter.waits, ...options });
    this.meter = meter;
  }

  forgetFailures(): void {
    this.failures = [];
  }

  /** Records the id of an object that was found after the response to its create was lost. */
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

  /** Records the failure of a call. @throws Stopped if further calls would fail in the same way */
  #noteFailure(error: TenantError): void {
    this.failures = [...this.failures, error];
    // Before the run has a manifest, it has nothing to remove, and the error itself is the best message.
    if (!this.manifest) return;
    // If the call failed because the run was stopped while the call waited, the reason for the stop is reported, not this failure.
    this.meter.check();
    this.#unanswered = error.status === undefined ? this.#unanswered + 1 : 0;
    if (this.#unanswered >= maxUnanswered) throw this.meter.stop("the tenant no longer answered");
    if (error.status === 401) throw this.meter.stop("the tenant refused the access token");
    // If `isHeldBack` is true, the client has left it to its caller to repeat the call, so the run goes on.
    if (error.status === 429 && !error.isHeldBack) throw this.meter.stop("the tenant refused further calls");
  }

  /** Records a change of settings in the manifest, before the run makes it. */
  async intend(type: TypeName, originals: JsonObject, next: JsonObject): Promise<void> {
    await this.#noted((manifest) => manifest.intend(type, originals, next));
  }

  /** Records in the manifest the values that the changed settings have after a change by the run. */
  async saw(type: TypeName, values: JsonObject): Promise<void> {
    await this.#noted((manifest) => manifest.saw(type, values));
  }

  /** Opens the stream of events. Each connection counts as a call. */
  override open(...args: Parameters<TenantClient["open"]>): ReturnType<TenantClient["open"]> {
    this.meter.spend();
    return super.open(...args);
  }

  /** Sends a call to the tenant, and records it if there is a recorder. */
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
    // If the response to the create was lost, this can be any recorded object of the type that has no id, so the key is recorded for each of them.
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
      throw new Error(
        `the run may create a ${definitions[type].schema.noun} only if its key contains the mark of the run`,
      );
    const made = await this.#noted((to) => to.note(type, key));
    const answer = await this.#write<T>(call).catch(async (error: unknown) => {
      if (made && isNotMade(error)) await this.#forget(made);
      throw error;
    });
    const id = own(answer.body as Json | undefined, idNameOf(definitions[type]));
    if (made && typeof id === "string") await this.#noted((to) => to.amend(made, { id }));
    return answer;
  }

  /** Sends a write. Discards its response if {@link losesNext} is set. */
  async #write<T>(call: TenantCall): Promise<TenantAnswer<T>> {
    const answer = await this.send<T>(call);
    if (!this.losesNext) return answer;
    this.losesNext = false;
    throw lost(call);
  }

  /** Changes the manifest. If it cannot be saved, the run ends: objects that are not in the manifest could not be removed after a kill. */
  async #noted<T>(change: (manifest: Manifest) => Promise<T>): Promise<T | undefined> {
    try {
      return this.manifest && (await change(this.manifest));
    } catch {
      throw this.meter.stop("the manifest could not be written");
    }
  }

  /** Removes an object from the manifest. Errors are ignored: they only make a sweep look for an object that does not exist. */
  async #forget(made: Made): Promise<void> {
    await this.manifest?.forget(made).catch(() => {});
  }
}

/** The longest delay that Node.js accepts for a timer, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** A signal that is aborted after a number of milliseconds. Its timer does not keep the process alive. */
function endAfter(ms: number): AbortSignal {
  const end = new AbortController();
  // A timer may fire a millisecond early. Then the time would not be over yet, and the run would go on without the signal.
  setTimeout(() => end.abort(), Math.min(Math.max(ms + 2, 0), longestTimer)).unref();
  return end.signal;
}

/** Whether an error means that the create has certainly not created an object. */
function isNotMade(error: unknown): boolean {
  return error instanceof Stopped || (error instanceof TenantError && error.outcome !== "unknown");
}

function lost({ action, subject, method, path }: TenantCall): TenantError {
  const failure = { outcome: "unknown", what: "the run discarded the response", code: "ECONNRESET" } as const;
  return new TenantError(failure, {
    action,
    subject,
    request: { method, path: `/api/v2/${path.join("/")}` },
    retries: 0,
  });
}

const methods: readonly string[] = ["GET", "POST", "PATCH", "PUT", "DELETE"] satisfies TenantCall["method"][];

/**
 * Makes the Management API available to another process, the Pulumi CLI, at a local address. The run's client sends each call, so the call counts
 * against the budget, and objects that it creates are recorded in the manifest. The other process gets a token that is valid only at this address,
 * and no credentials of the tenant.
 */
export class Gateway {
  readonly #client: RunClient;
  readonly #server: Server;
  readonly #token = randomBytes(32).toString("base64url");
  readonly #pending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(client: RunClient) {
    this.#client = client;
    this.#server = createServer((request, response) => {
      const answering = this.#answer(request, response).finally(() => this.#pending.delete(answering));
      this.#pending.add(answering);
    });
  }

  static async open(client: RunClient): Promise<Gateway> {
    const gateway = new Gateway(client);
    await once(gateway.#server.listen(0, "127.0.0.1"), "listening");
    return gateway;
  }

  /** The environment variables that make the provider send its calls to this address. */
  get environment(): Readonly<Record<string, string>> {
    const { port } = this.#server.address() as AddressInfo;
    return { TENANT_DOMAIN: `http://127.0.0.1:${port}`, TENANT_TOKEN: this.#token };
  }

  /** Refuses further calls, and waits for those under way: the objects that they create must be known before the run removes its objects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#pending);
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const call = this.#isOurs(request) ? await callOf(request) : undefined;
      if (!call) return refuse(response, 401, "Only the run that opened this address may use it.");
      if (this.#isClosed) return refuse(response, 403, "The run has ended.");
      const { status, body } = await this.#client.request(call);
      response.writeHead(body === undefined ? 204 : status, { "content-type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    } catch (error) {
      if (!(error instanceof TenantError)) return refuse(response, 403, "The run has ended.");
      const { status = 0, summary, errorCode, recognised } = error;
      // If the outcome of a call is unknown here, it must be unknown to the other process, too: the connection is closed without a response.
      if (status < 400) response.destroy();
      else if (recognised) refuse(response, status, summary, errorCode);
      // The response does not come from the API, but for example from a proxy. The other process must not take it for a response of the API.
      else response.writeHead(status, { "content-type": "text/plain" }).end(summary);
    }
  }

  #isOurs({ headers }: IncomingMessage): boolean {
    const [given, expected] = [headers.authorization ?? "", `Bearer ${this.#token}`].map((text) => Buffer.from(text));
    return (
      given !== undefined &&
      expected !== undefined &&
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    );
  }
}

/** The call for the client that corresponds to a received request; undefined if the request is not one of the Management API. */
async function callOf(request: IncomingMessage): Promise<TenantCall | undefined> {
  const { method = "", url = "" } = request;
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  const [, path] = /^\/api\/v2\/(.+)$/.exec(pathname) ?? [];
  if (path === undefined || !methods.includes(method)) return undefined;
  const query = Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
  const hasBody =
    Number(request.headers["content-length"] ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
  return {
    method: method as TenantCall["method"],
    path: path.split("/").map(decodeURIComponent),
    query,
    ...(hasBody && { body: await json(request) }),
    ...{ subject: "an object of the run", action: "change", expected: method === "GET" ? "json" : "nothing" },
  };
}

function refuse(response: ServerResponse, status: number, message: string, errorCode?: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ statusCode: status, error: "Refused", message, ...(errorCode && { errorCode }) }));
}
