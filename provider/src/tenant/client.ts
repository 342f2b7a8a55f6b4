import { Agent, type Dispatcher } from "undici";
import { type AdviceContext, adviseCall, adviseToken } from "./advice.ts";
import { type Expected, foreignAnswer, isRecord, readBody, readFailure } from "./answer.ts";
import { attempt, failureOf } from "./attempts.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Token, TokenSource } from "./credentials.ts";
import { Deadline } from "./deadline.ts";
import { TenantError } from "./errors.ts";
import { AttemptFailed, CallFailed, type Failure } from "./failure.ts";
import { type HttpAnswer, type HttpRequest, seconds, send } from "./http.ts";
import { type HttpStream, isStream, openStream } from "./http-stream.ts";
import { Gate, type Pass } from "./pacing/gate.ts";
import { groupOf } from "./pacing/group.ts";
import type { Waiting } from "./pacing/pacer.ts";
import { encodePath, encodeQuery, loggedQuery, type Query } from "./path.ts";
import { cleaner, legible, secretsIn } from "./redact.ts";
import { defaultRetryBounds, type RetryBounds } from "./retry.ts";
import type { TenantSettings } from "./settings.ts";
import { OpenFailed, type TenantStreamCall } from "./stream-call.ts";

/** Milliseconds. */
export interface Timeouts {
  /** Until a connection is open, TLS included. Default: 5 s. */
  connect: number;
  /** From the written request to the last header of the answer. Default: 15 s. */
  headers: number;
  /** Between two pieces of the answer's body. Default: 15 s. */
  body: number;
  /** One attempt. Default: 30 s. */
  attempt: number;
  /** One call: access token, all attempts and the waits between them, without the waits for the rate limit. Default: 60 s. */
  call: number;
}

const defaultTimeouts: Timeouts = { connect: 5_000, headers: 15_000, body: 15_000, attempt: 30_000, call: 60_000 };
const defaultMaxResponseBytes = 10 * 1024 * 1024;

/**
 * How long an idle connection is kept, in milliseconds. Common servers close one after 5 s at the earliest. A request that is written
 * while the server closes the connection is lost, and for a POST nobody knows whether it was carried out.
 */
const keepAlive = 3_000;

/** For tests and special needs; everything has a default. */
export interface ClientOptions {
  timeouts?: Partial<Timeouts>;
  retries?: Partial<RetryBounds>;
  /** Largest body of an answer, in bytes. Default: 10 MiB. */
  maxResponseBytes?: number;
  clock?: Partial<Clock>;
  /** Takes the debug log's lines. Default: standard error. */
  onLog?: (line: string) => void;
  /** Takes a line when calls wait for the rate limit for long: once after 5 s, then every 15 s. Default: standard error. */
  onWait?: (line: string) => void;
  /** Another transport. Its owner closes it and sets the timeout of its connections; `timeouts.connect` does not count. */
  dispatcher?: Dispatcher;
  /** Ends all calls, also those under way. */
  signal?: AbortSignal;
  /** Called right before each request other than GET is sent, repetitions included. If it throws, the call stops with that error. */
  beforeWrite?: () => Promise<void> | void;
}

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
  /** Undefined for 204. Only what `expected` says is checked; the type is the caller's claim. */
  body: T | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

const expectedByMethod = { GET: "json", POST: "object", PATCH: "object", DELETE: "nothing" } as const;

/** What one call uses up: its time, and the one renewal of the access token that it may cause. */
interface Course {
  readonly deadline: Deadline;
  renewals: 0 | 1;
}

/**
 * Talks to one tenant: access token, timeouts, repetitions, errors for people. A process should have one per tenant, as it holds the
 * access token.
 */
export class TenantClient {
  /** The tenant's canonical name. */
  readonly host: string;
  readonly #settings: TenantSettings;
  readonly #options: ClientOptions;
  readonly #timeouts: Timeouts;
  readonly #bounds: RetryBounds;
  readonly #clock: Clock;
  readonly #dispatcher: Dispatcher;
  readonly #tokens: TokenSource;
  readonly #gate: Gate;
  #calls = 0;
  /** Secrets in the bodies of all calls so far, as the answer to a later call may repeat them. */
  readonly #sent = new Set<string>();

  constructor(settings: TenantSettings, options: ClientOptions = {}) {
    this.host = settings.host;
    this.#settings = settings;
    this.#options = options;
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.#bounds = { ...defaultRetryBounds, ...options.retries };
    this.#clock = { ...systemClock, ...options.clock };
    this.#dispatcher =
      options.dispatcher ??
      new Agent({
        // HTTP/1.1 without pipelining: a lost connection then concerns one request, and the transport repeats none by itself.
        allowH2: false,
        connect: { timeout: this.#timeouts.connect },
        keepAliveTimeout: keepAlive,
        keepAliveMaxTimeout: keepAlive,
      });
    this.#gate = new Gate({
      host: settings.host,
      budget: settings.rateBudget,
      patience: this.#bounds,
      clock: this.#clock,
      onWait: options.onWait ?? console.error,
    });
    this.#tokens = new TokenSource(
      settings,
      (body) => this.#fetchToken(body),
      () => this.#clock.now(),
    );
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
    for (const secret of secretsIn(call.body)) this.#sent.add(secret);

    this.#calls += 1;
    const place: Waiting = {
      group: groupOf(method, call.path),
      continues: call.continues ?? false,
      order: this.#calls,
    };

    const once = async (course: Course) => {
      const answer = await this.#paced(place, course, (enter) =>
        this.#authorized(
          course,
          async (authorization) => {
            if (method !== "GET") await course.deadline.race(this.#options.beforeWrite?.());
            const request = this.#compose(method, `${path}${encodeQuery(query)}`, body, { authorization });
            return this.#send(request, course.deadline);
          },
          enter,
        ),
      );
      return this.#judge(answer, expected);
    };
    try {
      const answer = await this.#attempts(method, `${path}${loggedQuery(query)}`, repeatable, once);
      return { ...answer, body: answer.body as T | undefined };
    } catch (error) {
      throw error instanceof CallFailed ? this.#error(call, path, error.failure, error.retries) : error;
    }
  }

  /**
   * Opens a stream in one attempt; if the service refuses the access token, in a second one with a new token. The answer is read piece
   * by piece, as fast as the caller takes it. The signal ends the attempt, and the stream later.
   * @throws OpenFailed
   */
  async open(call: TenantStreamCall, signal: AbortSignal): Promise<HttpStream> {
    const asked: TenantCall = { ...call, method: "GET" };
    const { contentType } = call;
    const { path } = this.#prepare(asked);
    const log = this.#logger("GET", `${path}${loggedQuery(call.query)}`);
    const failed = (failure: Failure, headers: HttpAnswer["headers"]) =>
      new OpenFailed(failure, this.#error(asked, path, failure, 0), headers);
    const limits = { headersMs: this.#timeouts.headers, attemptMs: this.#timeouts.attempt, contentType };
    const course: Course = { deadline: new Deadline(this.#timeouts.call, this.#clock, signal), renewals: 0 };
    const signals = { opening: course.deadline.signal, reading: signal };

    const answer = await this.#authorized(course, (authorization) => {
      const headers = { ...call.headers, accept: contentType, authorization };
      const request = this.#compose("GET", `${path}${encodeQuery(call.query)}`, undefined, headers);
      return openStream(this.#dispatcher, request, limits, signals);
    })
      .catch((error: unknown) => {
        const failure = failureOf(error, "the stream was ended before it was open");
        log(failure.code ?? "failed", 0);
        throw failed(failure, {});
      })
      .finally(() => course.deadline.end());
    log(answer.status, course.renewals);
    if (isStream(answer)) return answer;
    const refused = this.#refusal(answer, contentType);
    throw failed({ ...refused, advice: refused.advice ?? call.advise?.(refused) }, answer.headers);
  }

  /**
   * Waits before the n-th repetition of something that takes several calls. The wait is as long as between a call's own repetitions,
   * but at least half of its upper end, as an earlier call may still be under way at the service.
   */
  async pause(n: number): Promise<void> {
    const { baseMs, capMs } = this.#bounds;
    const longest = Math.min(capMs, baseMs * 2 ** n);
    await this.#clock.sleep(longest * (0.5 + this.#clock.random() / 2), this.#options.signal);
  }

  /** Ends the calls that wait for the rate limit, closes idle connections and waits for calls under way. */
  async close(): Promise<void> {
    this.#gate.close();
    if (this.#options.dispatcher === undefined) await this.#dispatcher.close();
  }

  /** Makes the attempts of one call, bounded in number and time, and logs how the call ended. */
  async #attempts<T extends { status: number }>(
    method: string,
    loggedPath: string,
    repeatable: boolean,
    once: (course: Course) => Promise<T>,
  ): Promise<T> {
    const deadline = new Deadline(this.#timeouts.call, this.#clock, this.#options.signal);
    const course: Course = { deadline, renewals: 0 };
    const log = this.#logger(method, loggedPath);
    const rules = { repeatable, bounds: this.#bounds, deadline, clock: this.#clock };
    try {
      const { value, retries } = await attempt(() => once(course), rules);
      log(value.status, retries + course.renewals);
      return value;
    } catch (error) {
      const ended = error instanceof CallFailed ? error : undefined;
      const retries = (ended?.retries ?? 0) + course.renewals;
      log(ended ? (ended.failure.status ?? ended.failure.code ?? "failed") : "stopped", retries);
      throw ended ? new CallFailed(ended.failure, retries) : error;
    } finally {
      deadline.end();
    }
  }

  /**
   * Makes an attempt whose requests wait for the rate limit.
   * @throws AttemptFailed for a 429: the call may be queued again, unless the tenant refuses everything
   */
  async #paced(
    place: Waiting,
    course: Course,
    make: (enter: (before?: HttpAnswer) => Promise<void>) => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    let pass: Pass | undefined;
    const enter = async (before?: HttpAnswer) => {
      if (before) pass?.answered(before);
      pass = await course.deadline.outside((signal) => this.#gate.enter(place, signal));
    };
    try {
      const answer = await make(enter);
      const verdict = pass?.answered(answer);
      if (answer.status !== 429) return answer;
      const failure = readFailure(answer, this.host, this.#clock.now(), this.#cleaner());
      if (verdict !== "over") throw new AttemptFailed({ ...failure, queued: true });
      throw new AttemptFailed({
        ...failure,
        permanent: true,
        what: `${failure.what}; ${this.#refusedForLong(failure)}`,
      });
    } finally {
      pass?.end();
    }
  }

  #refusedForLong({ retryAfterMs = 0 }: Failure): string {
    const longest = seconds(this.#bounds.refusedMs);
    return retryAfterMs >= this.#bounds.refusedMs
      ? `it asks to wait ${seconds(retryAfterMs)}, longer than the ${longest} that a run waits`
      : `the tenant has refused everything for ${longest}`;
  }

  /**
   * Sends with the current access token. If the service refuses it, sends once more with a new one.
   * @param enter waits for the leave to send, before each request; its argument is the answer to the one before
   */
  async #authorized<A extends { status: number }>(
    course: Course,
    sendWith: (authorization: string) => Promise<A>,
    enter: (before?: A) => Promise<void> = async () => {},
  ): Promise<A> {
    const sendAs = async (token: Token) => {
      const answer = await sendWith(`Bearer ${token.value}`);
      this.#tokens.heard(token, answer.status);
      return answer;
    };
    // The token comes after the wait, which may be longer than the token lives.
    await enter();
    const token = await course.deadline.race(this.#tokens.get());
    const answer = await sendAs(token);
    if (answer.status !== 401 || course.renewals > 0) return answer;
    const fresh = await course.deadline.race(this.#tokens.replace(token));
    if (fresh === undefined) return answer;
    course.renewals = 1;
    await enter(answer);
    return sendAs(fresh);
  }

  /** Why an answer is not the stream that was asked for. */
  #refusal(answer: HttpAnswer, contentType: string): Failure {
    const { status, headers } = answer;
    if (status !== 200) return readFailure(answer, this.host, this.#clock.now(), this.#cleaner());
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
    const advice = failure.code === "INVALID" ? undefined : adviseCall(failure, this.#context(call.method !== "GET"));
    const { action, subject, method } = call;
    return new TenantError(failure, { action, subject, request: { method, path }, retries, advice });
  }

  #context(write: boolean): AdviceContext {
    const { host, audience, credentials } = this.#settings;
    return { host, audience, credentials, write };
  }

  #compose(
    method: HttpRequest["method"],
    path: string,
    body: string | undefined,
    more: Readonly<Record<string, string>> = {},
  ): HttpRequest {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const headers = { accept: "application/json", "user-agent": "pulumi-tenant", ...type, ...more };
    return { origin: this.#settings.origin, method, path, headers, body };
  }

  #send(request: HttpRequest, deadline: Deadline): Promise<HttpAnswer> {
    const limits = {
      headersMs: this.#timeouts.headers,
      bodyMs: this.#timeouts.body,
      attemptMs: this.#timeouts.attempt,
      maxBytes: this.#options.maxResponseBytes ?? defaultMaxResponseBytes,
    };
    return send(this.#dispatcher, request, limits, deadline.signal);
  }

  #judge(answer: HttpAnswer, expected: Expected, more: readonly string[] = []): TenantAnswer<unknown> {
    const { status, headers } = answer;
    if (status >= 200 && status < 300) return { status, headers, body: readBody(answer, expected, this.host) };
    throw new AttemptFailed(readFailure(answer, this.host, this.#clock.now(), this.#cleaner(more)));
  }

  #cleaner(more: readonly string[] = []): (text: string) => string {
    return cleaner([...this.#tokens.secrets(), ...this.#sent, ...more]);
  }

  /** `POST /oauth/token`, once. It has a time limit of its own, as many calls may wait for its token. */
  async #fetchToken(body: () => Record<string, string>): Promise<Record<string, unknown>> {
    const path = "/oauth/token";
    const once = async ({ deadline }: Course) => {
      const fields = body();
      const answer = await this.#send(this.#compose("POST", path, JSON.stringify(fields)), deadline);
      return this.#judge(answer, "object", secretsIn(fields));
    };
    try {
      const { body: answer } = await this.#attempts("POST", path, true, once);
      return isRecord(answer) ? answer : {};
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { failure, retries } = error;
      throw new CallFailed(
        { ...failure, advice: failure.advice ?? adviseToken(failure, this.#context(false)) },
        retries,
      );
    }
  }

  #logger(method: string, path: string): (result: number | string, retries: number) => void {
    if (!this.#settings.debug) return () => {};
    const startedAt = this.#clock.monotonic();
    return (result, retries) => {
      const ms = Math.round(this.#clock.monotonic() - startedAt);
      (this.#options.onLog ?? console.error)(`tenant: ${method} ${path} ${result} ${ms}ms retries=${retries}`);
    };
  }
}
