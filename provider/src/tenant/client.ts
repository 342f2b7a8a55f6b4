import { adviseCall } from "./advice.ts";
import { type Expected, foreignAnswer } from "./answer.ts";
import type { ClientOptions } from "./client-options.ts";
import { TenantError } from "./errors.ts";
import { AttemptFailed, CallFailed, type Failure } from "./failure.ts";
import type { HttpAnswer } from "./http.ts";
import { type HttpStream, isStream } from "./http-stream.ts";
import { legible } from "./legible.ts";
import { groupOf } from "./pacing/group.ts";
import { encodePath, encodeQuery, loggedQuery, type Query } from "./path.ts";
import { secretsIn } from "./redact.ts";
import type { TenantSettings } from "./settings.ts";
import { OpenFailed, type TenantStreamCall } from "./stream-call.ts";
import { contextOf, Transport } from "./transport.ts";

/** One call of the management API. */
export interface TenantCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Segments below `/api/v2`. The client encodes them, and refuses empty ones and dots. */
  path: readonly string[];
  query?: Query | undefined;
  /** JSON. */
  body?: unknown;
  /** For people, in errors: `resource server "https://orders.example.com"`. */
  subject: string;
  /** For people, in errors: "create", "read", … */
  action: string;
  /**
   * Whether the call is sent again when it is not known to have been carried out. Default: true, but false for POST: such a failure
   * is then thrown at once with outcome `unknown`.
   */
  repeatable?: boolean;
  /** The call finishes something that an earlier one has begun. Where calls wait for the rate limit, it goes before others. */
  continues?: boolean;
  /** What a 2xx answer other than 204 must hold. Default: "object" for POST and PATCH, "json" for GET, "nothing" for DELETE. */
  expected?: Expected;
}

/** A successful answer. */
export interface TenantAnswer<T> {
  status: number;
  /** The size of the body on the wire. */
  bytes: number;
  /** Undefined for 204. Only what `expected` says is checked; the type is the caller's claim. */
  body: T | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Who answers calls: the tenant itself, or what knows the answers already. */
export type Service = Pick<TenantClient, "request" | "host">;

const expectedByMethod = { GET: "json", POST: "object", PATCH: "object", DELETE: "nothing" } as const;

/**
 * Talks to one tenant: access token, timeouts, repetitions, errors for people. A process should have one per tenant, as it holds the
 * access token.
 */
export class TenantClient {
  /** The tenant's canonical name. */
  readonly host: string;
  readonly #settings: TenantSettings;
  readonly #transport: Transport;
  readonly #signal: AbortSignal | undefined;
  #calls = 0;
  #writes = 0;

  constructor(settings: TenantSettings, options: ClientOptions = {}) {
    this.host = settings.host;
    this.#settings = settings;
    this.#signal = options.signal;
    this.#transport = new Transport(settings, options);
  }

  /** A number that grows whenever a call other than GET begins or ends: what was read before may not be so any more. */
  get writes(): number {
    return this.#writes;
  }

  /** How many calls were made so far, without those for access tokens and streams. */
  get calls(): number {
    return this.#calls;
  }

  /**
   * Makes one call.
   * @throws TenantError, or whatever `beforeWrite` throws
   */
  async request<T = unknown>(call: TenantCall): Promise<TenantAnswer<T>> {
    const { method, query } = call;
    const { path, body } = this.#prepare(call);
    const expected = call.expected ?? expectedByMethod[method];
    const repeatable = call.repeatable ?? method !== "POST";
    this.keepSecret(secretsIn(call.body));

    this.#calls += 1;
    const place = { group: groupOf(method, call.path), continues: call.continues ?? false, order: this.#calls };
    const target = `${path}${encodeQuery(query)}`;
    const logged = `${path}${loggedQuery(query)}`;
    const write = method === "GET" ? 0 : 1;
    this.#writes += write;
    try {
      const answer = await this.#transport.call({ method, target, logged, body, expected, repeatable, place });
      return { ...answer, body: answer.body as T | undefined };
    } catch (error) {
      throw error instanceof CallFailed ? this.#error(call, path, error.failure, error.retries) : error;
    } finally {
      this.#writes += write;
    }
  }

  /**
   * Opens a stream in one attempt; if the service refuses the access token, in a second one with a new token. The answer is read piece
   * by piece, as fast as the caller takes it. The signal ends the attempt, and the stream later.
   * @throws OpenFailed
   */
  async open(call: TenantStreamCall, signal: AbortSignal): Promise<HttpStream> {
    const asked: TenantCall = { ...call, method: "GET" };
    const { contentType, query, headers = {} } = call;
    const { path } = this.#prepare(asked);
    const failed = (failure: Failure, answered: HttpAnswer["headers"]) =>
      new OpenFailed(failure, this.#error(asked, path, failure, 0), answered);
    const target = `${path}${encodeQuery(query)}`;
    const logged = `${path}${loggedQuery(query)}`;
    const answer = await this.#transport
      .open({ target, logged, headers, contentType }, signal)
      .catch((error: unknown) => {
        throw error instanceof AttemptFailed ? failed(error.failure, {}) : error;
      });
    if (isStream(answer)) return answer;
    const refused = this.#refusal(answer, contentType);
    throw failed({ ...refused, advice: refused.advice ?? call.advise?.(refused) }, answer.headers);
  }

  /**
   * Waits before the n-th repetition of something that takes several calls. The wait is as long as between a call's own repetitions,
   * but at least half of its upper end, as an earlier call may still be under way at the service.
   */
  async pause(n: number): Promise<void> {
    const { bounds, clock } = this.#transport;
    const longest = Math.min(bounds.capMs, bounds.baseMs * 2 ** n);
    await clock.sleep(longest * (0.5 + clock.random() / 2), this.#signal);
  }

  /** Writes a line to the debug log, where there is one. It must hold no secrets. */
  debug(line: string): void {
    this.#transport.debug(line);
  }

  /** Hides these texts in all errors from now on, wherever the service repeats them. */
  keepSecret(texts: Iterable<string>): void {
    this.#transport.conceal(texts);
  }

  /** Ends the calls that wait for the rate limit, closes idle connections and waits for calls under way. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** Why an answer is not the stream that was asked for. */
  #refusal(answer: HttpAnswer, contentType: string): Failure {
    const { status, headers } = answer;
    if (status !== 200) return this.#transport.failureIn(answer);
    const type = legible(String(headers["content-type"] ?? "nothing"));
    return foreignAnswer("refused", `${this.host} answered 200, but with ${type} instead of ${contentType}`);
  }

  #prepare(call: TenantCall): { path: string; body: string | undefined } {
    try {
      return { path: encodePath(call.path), body: call.body === undefined ? undefined : JSON.stringify(call.body) };
    } catch (error) {
      const what = error instanceof RangeError ? error.message : "the body cannot be written as JSON";
      throw this.#error(call, `/api/v2/${call.path[0] ?? ""}`, { outcome: "notSent", what, code: "INVALID" }, 0);
    }
  }

  #error(call: TenantCall, path: string, failure: Failure, retries: number): TenantError {
    const advice =
      failure.code === "INVALID" ? undefined : adviseCall(failure, contextOf(this.#settings, call.method !== "GET"));
    const { action, subject, method } = call;
    return new TenantError(failure, { action, subject, request: { method, path }, retries, advice });
  }
}
