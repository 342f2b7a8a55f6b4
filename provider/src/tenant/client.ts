import { Agent, type Dispatcher } from "undici";
import { type AdviceContext, adviseCall, adviseToken } from "./advice.ts";
import { type Expected, isRecord, readBody, readFailure } from "./answer.ts";
import { attempt } from "./attempts.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Token, TokenSource } from "./credentials.ts";
import { Deadline, DeadlineReached } from "./deadline.ts";
import { TenantError } from "./errors.ts";
import { AttemptFailed, CallFailed, type Failure } from "./failure.ts";
import { type HttpAnswer, type HttpRequest, send } from "./http.ts";
import { type HttpStream, isStream, openStream } from "./http-stream.ts";
import { encodePath, encodeQuery, loggedQuery, type Query } from "./path.ts";
import { cleaner, secretsIn } from "./redact.ts";
import { defaultRetryBounds, type RetryBounds } from "./retry.ts";
import type { TenantSettings } from "./settings.ts";
import { OpenFailed, type TenantStream, type TenantStreamCall } from "./stream-call.ts";

/** Milliseconds. */
export interface Timeouts {
  /** Until a connection is there, TLS included. Default 5 s. */
  connect: number;
  /** From the request being written to the last header of the answer. Default 15 s. */
  headers: number;
  /** Between two pieces of the answer's body. Default 15 s. */
  body: number;
  /** One attempt. Default 30 s. */
  attempt: number;
  /** One call: access token, all attempts and the waits between them. Default 60 s. */
  call: number;
}

const defaultTimeouts: Timeouts = { connect: 5_000, headers: 15_000, body: 15_000, attempt: 30_000, call: 60_000 };
const defaultMaxResponseBytes = 10 * 1024 * 1024;

/**
 * How long an idle connection is kept, in milliseconds: less than the 5 s after which the most impatient common servers close it.
 * A request written to a connection that the server is just closing is lost, and of a POST nobody knows then.
 */
const keepAlive = 3_000;

/** All optional; for tests and for those who know. */
export interface ClientOptions {
  timeouts?: Partial<Timeouts>;
  retries?: Partial<RetryBounds>;
  /** Largest body of an answer, in bytes. Default 10 MiB. */
  maxResponseBytes?: number;
  clock?: Partial<Clock>;
  /** Takes the debug log's lines. Default: standard error. */
  onLog?: (line: string) => void;
  /** Transport of one's own; `timeouts.connect` is then its owner's concern, and so is closing it. */
  dispatcher?: Dispatcher;
  /** Ends all calls, also those under way. */
  signal?: AbortSignal;
  /** Called right before every request other than GET is sent, repetitions included; what it throws stops the call and is thrown. */
  beforeWrite?: () => Promise<void> | void;
}

/** One call of the management API. */
export interface TenantCall {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Segments below `/api/v2`; the client encodes them. Empty ones and dots are refused. */
  path: readonly string[];
  query?: Query | undefined;
  /** JSON. */
  body?: unknown;
  /** For people, in errors: `resource server "https://orders.example.com"`. */
  subject: string;
  /** For people, in errors: "create", "read", … */
  action: string;
  /**
   * May it be sent again when it is not known whether it was carried out? Default: yes, except for POST, for which such a failure
   * is thrown at once with outcome `unknown`.
   */
  repeatable?: boolean;
  /** What a 2xx answer other than 204 must hold. Default: "object" for POST and PATCH, "json" for GET, "nothing" for DELETE. */
  expected?: Expected;
}

/** A successful answer. */
export interface TenantAnswer<T> {
  status: number;
  /** Undefined for 204. Its type is the caller's claim; only what `expected` says is checked. */
  body: T | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

const expectedByMethod = { GET: "json", POST: "object", PATCH: "object", DELETE: "nothing" } as const;

/** Talks to one tenant: access token, timeouts, repetitions, errors for people. One per process and tenant shares one access token. */
export class TenantClient {
  /** The tenant's canonical name. */
  readonly host: string;
  private readonly settings: TenantSettings;
  private readonly options: ClientOptions;
  private readonly timeouts: Timeouts;
  private readonly bounds: RetryBounds;
  private readonly clock: Clock;
  private readonly dispatcher: Dispatcher;
  private readonly tokens: TokenSource;
  /** Secrets in the bodies of calls so far: the answer to a later one may repeat them as well. */
  private readonly sent = new Set<string>();

  constructor(settings: TenantSettings, options: ClientOptions = {}) {
    this.host = settings.host;
    this.settings = settings;
    this.options = options;
    this.timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.bounds = { ...defaultRetryBounds, ...options.retries };
    this.clock = { ...systemClock, ...options.clock };
    this.dispatcher =
      options.dispatcher ??
      new Agent({
        // HTTP/1.1 without pipelining: a lost connection then concerns one request, and the transport repeats none by itself.
        allowH2: false,
        connect: { timeout: this.timeouts.connect },
        keepAliveTimeout: keepAlive,
        keepAliveMaxTimeout: keepAlive,
      });
    this.tokens = new TokenSource(
      settings,
      (body) => this.fetchToken(body),
      () => this.clock.now(),
    );
  }

  /**
   * Makes one call.
   * @throws TenantError, or whatever `beforeWrite` throws
   */
  async request<T = unknown>(call: TenantCall): Promise<TenantAnswer<T>> {
    const write = call.method !== "GET";
    const { path, body } = this.prepare(call);
    const expected = call.expected ?? expectedByMethod[call.method];
    for (const secret of secretsIn(call.body)) this.sent.add(secret);
    const deadline = new Deadline(this.timeouts.call, this.clock, this.options.signal);
    let renewals = 0;

    const sendWith = async (token: Token): Promise<HttpAnswer> => {
      if (write) await deadline.race(this.options.beforeWrite?.());
      const headers = this.headers(body, { authorization: `Bearer ${token.value}` });
      const target = `${path}${encodeQuery(call.query)}`;
      return this.send({ origin: this.settings.origin, method: call.method, path: target, headers, body }, deadline);
    };
    const once = async () => {
      const { answer, renewed } = await this.authorized(deadline, sendWith, renewals === 0);
      if (renewed) renewals = 1;
      return this.judge(answer, expected);
    };

    const log = this.logger(call.method, `${path}${loggedQuery(call.query)}`);
    try {
      const { value, retries } = await attempt(once, {
        repeatable: call.repeatable ?? call.method !== "POST",
        bounds: this.bounds,
        deadline,
        clock: this.clock,
      });
      log(value.status, retries + renewals);
      return { ...value, body: value.body as T | undefined };
    } catch (error) {
      if (!(error instanceof CallFailed)) {
        log("stopped", renewals);
        throw error;
      }
      const { failure } = error;
      const retries = error.retries + renewals;
      log(failure.status ?? failure.code ?? "failed", retries);
      throw this.error(call, path, failure, retries);
    } finally {
      deadline.end();
    }
  }

  /**
   * Opens a stream: one attempt, but for a new access token when the service refuses the one at hand. Its answer is read piece by
   * piece, as fast as the caller takes it. The signal ends the attempt, and the stream later.
   * @throws OpenFailed
   */
  async open(call: TenantStreamCall, signal: AbortSignal): Promise<TenantStream> {
    const asked: TenantCall = { ...call, method: "GET" };
    const { path } = this.prepare(asked);
    const log = this.logger("GET", `${path}${loggedQuery(call.query)}`);
    const deadline = new Deadline(this.timeouts.call, this.clock, signal);
    const openWith = (token: Token): Promise<HttpStream | HttpAnswer> => {
      const headers = this.headers(undefined, { ...call.headers, authorization: `Bearer ${token.value}` });
      const request: HttpRequest = {
        origin: this.settings.origin,
        method: "GET",
        path: `${path}${encodeQuery(call.query)}`,
        headers: { ...headers, accept: call.contentType },
      };
      const limits = {
        headersMs: this.timeouts.headers,
        attemptMs: this.timeouts.attempt,
        contentType: call.contentType,
      };
      return openStream(this.dispatcher, request, limits, { opening: deadline.signal, reading: signal });
    };
    try {
      const { answer, renewed } = await this.authorized(deadline, openWith, true);
      log(answer.status, renewed ? 1 : 0);
      if (isStream(answer)) return answer;
      const { headers } = answer;
      const refused = this.failureOf(answer, call.contentType);
      const advice = refused.advice ?? call.advise?.(refused);
      const failure = advice === undefined ? refused : { ...refused, advice };
      throw new OpenFailed(failure, this.error(asked, path, failure, 0), headers);
    } catch (error) {
      if (error instanceof OpenFailed) throw error;
      const failure: Failure | undefined =
        error instanceof AttemptFailed
          ? error.failure
          : error instanceof DeadlineReached
            ? { outcome: "notSent", what: "the stream was ended before it was open", code: "ABORTED" }
            : undefined;
      if (failure === undefined) throw error;
      log(failure.code ?? "failed", 0);
      throw new OpenFailed(failure, this.error(asked, path, failure, 0), {});
    } finally {
      deadline.end();
    }
  }

  /**
   * Waits before something that takes several calls is tried for the n-th time again: as long as a call's own repetitions
   * do, but at least half of that, as what was sent before may still be under way at the service.
   */
  async pause(n: number): Promise<void> {
    const { baseMs, capMs } = this.bounds;
    const longest = Math.min(capMs, baseMs * 2 ** n);
    await this.clock.sleep(longest * (0.5 + this.clock.random() / 2), this.options.signal);
  }

  /** Closes idle connections and waits for calls under way. */
  async close(): Promise<void> {
    if (this.options.dispatcher === undefined) await this.dispatcher.close();
  }

  /** Sends with the access token at hand, and once more with a new one if the service refuses that. */
  private async authorized<A extends { status: number }>(
    deadline: Deadline,
    sendWith: (token: Token) => Promise<A>,
    mayRenew: boolean,
  ): Promise<{ answer: A; renewed: boolean }> {
    const token = await deadline.race(this.tokens.get());
    const answer = await sendWith(token);
    this.tokens.heard(token, answer.status);
    if (answer.status !== 401 || !mayRenew) return { answer, renewed: false };
    const fresh = await deadline.race(this.tokens.replace(token));
    if (fresh === undefined) return { answer, renewed: false };
    const second = await sendWith(fresh);
    this.tokens.heard(fresh, second.status);
    return { answer: second, renewed: true };
  }

  /** Why an answer is not the stream that was asked for. */
  private failureOf(answer: HttpAnswer, contentType: string): Failure {
    const { status, headers } = answer;
    if (status !== 200) return readFailure(answer, this.host, this.clock.now(), this.cleaner());
    const type = cleaner([])(String(headers["content-type"] ?? "nothing"));
    return {
      outcome: "refused",
      code: "UNREADABLE",
      what: `${this.host} answered 200, but with ${type} instead of ${contentType}`,
      advice:
        "Something between here and the tenant may have changed the answer (a proxy?), or the domain is not a tenant's.",
    };
  }

  private prepare(call: TenantCall): { path: string; body: string | undefined } {
    try {
      return { path: encodePath(call.path), body: call.body === undefined ? undefined : JSON.stringify(call.body) };
    } catch (error) {
      const what = error instanceof RangeError ? error.message : "the body cannot be written as JSON";
      throw this.error(call, `/api/v2/${call.path[0] ?? ""}`, { outcome: "notSent", what, code: "INVALID" }, 0);
    }
  }

  private error(call: TenantCall, path: string, failure: Failure, retries: number): TenantError {
    const advice = failure.code === "INVALID" ? undefined : adviseCall(failure, this.context(call.method !== "GET"));
    const { action, subject, method } = call;
    return new TenantError(failure, { action, subject, request: { method, path }, retries, advice });
  }

  private context(write: boolean): AdviceContext {
    const { host, audience, credentials } = this.settings;
    return { host, audience, credentials, write };
  }

  private headers(body: string | undefined, more: Record<string, string> = {}): Record<string, string> {
    return {
      accept: "application/json",
      "user-agent": "pulumi-tenant",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...more,
    };
  }

  private send(request: HttpRequest, deadline: Deadline): Promise<HttpAnswer> {
    const limits = {
      headersMs: this.timeouts.headers,
      bodyMs: this.timeouts.body,
      attemptMs: this.timeouts.attempt,
      maxBytes: this.options.maxResponseBytes ?? defaultMaxResponseBytes,
    };
    return send(this.dispatcher, request, limits, deadline.signal);
  }

  private judge(answer: HttpAnswer, expected: Expected, more: readonly string[] = []): TenantAnswer<unknown> {
    const { status, headers } = answer;
    if (status >= 200 && status < 300) return { status, headers, body: readBody(answer, expected, this.host) };
    throw new AttemptFailed(readFailure(answer, this.host, this.clock.now(), this.cleaner(more)));
  }

  private cleaner(more: readonly string[] = []): (text: string) => string {
    return cleaner([...this.tokens.secrets(), ...this.sent, ...more]);
  }

  /** One token, with attempts and total time bounded like any call; its time is its own, as many calls may wait for it. */
  private async fetchToken(body: () => Record<string, string>): Promise<Record<string, unknown>> {
    const deadline = new Deadline(this.timeouts.call, this.clock, this.options.signal);
    const path = "/oauth/token";
    const log = this.logger("POST", path);
    const once = async () => {
      const fields = body();
      const text = JSON.stringify(fields);
      const request: HttpRequest = {
        origin: this.settings.origin,
        method: "POST",
        path,
        headers: this.headers(text),
        body: text,
      };
      return this.judge(await this.send(request, deadline), "object", secretsIn(fields));
    };
    try {
      const { value, retries } = await attempt(once, {
        repeatable: true,
        bounds: this.bounds,
        deadline,
        clock: this.clock,
      });
      log(value.status, retries);
      return isRecord(value.body) ? value.body : {};
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { failure, retries } = error;
      log(failure.status ?? failure.code ?? "failed", retries);
      const advice = failure.advice ?? adviseToken(failure, this.context(false));
      throw new CallFailed(advice === undefined ? failure : { ...failure, advice }, retries);
    } finally {
      deadline.end();
    }
  }

  private logger(method: string, path: string): (result: number | string, retries: number) => void {
    if (!this.settings.debug) return () => {};
    const startedAt = this.clock.monotonic();
    return (result, retries) => {
      const ms = Math.round(this.clock.monotonic() - startedAt);
      (this.options.onLog ?? console.error)(`tenant: ${method} ${path} ${result} ${ms}ms retries=${retries}`);
    };
  }
}
