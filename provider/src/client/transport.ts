import type { Dispatcher } from "undici";
import { secretTextsIn } from "../schema/secrecy/find.ts";
import { attempt, type Course, Deadline, failureOf } from "./attempts.ts";
import type { NotOpened, TenantAnswer, TenantCall } from "./call.ts";
import {
  type ClientOptions,
  type Clock,
  defaultMaxResponseBytes,
  defaultTimeouts,
  systemClock,
  type Timeouts,
} from "./client-options.ts";
import { TokenSource } from "./credentials.ts";
import { AttemptFailed, CallFailed, type Failure } from "./errors.ts";
import {
  type ExpectedBody,
  foreignAnswer,
  type HttpAnswer,
  type HttpRequest,
  readBody,
  readFailure,
  seconds,
  send,
} from "./http.ts";
import { eventStream, type HttpStream, isStream, openStream } from "./http-stream.ts";
import { groupOf } from "./pacing/bucket.ts";
import { firstWord, Gate, nextWord, type Pass, refusedForLong } from "./pacing/gate.ts";
import type { QueuedCall } from "./pacing/pacer.ts";
import type { HttpProxy } from "./proxy.ts";
import { defaultRetryBounds, type Repeatable, type RetryBounds } from "./retries.ts";
import { Redactor, sanitize } from "./sanitize.ts";
import type { ProviderSettings } from "./settings.ts";

/**
 * The connections of one client, created for its first call. undici is loaded only then, so a preview without calls does not load it.
 */
class Dispatching {
  readonly #given: Dispatcher | undefined;
  readonly #proxy: HttpProxy | undefined;
  readonly #connectMs: number;
  #made: Promise<Dispatcher> | undefined;

  /**
   * @param given the dispatcher to use instead of new connections; `close` does not close it
   * @param connectMs the time to open a connection, in milliseconds
   */
  constructor(given: Dispatcher | undefined, proxy: HttpProxy | undefined, connectMs: number) {
    this.#given = given;
    this.#proxy = proxy;
    this.#connectMs = connectMs;
  }

  async dispatcher(): Promise<Dispatcher> {
    if (this.#given !== undefined) return this.#given;
    this.#made ??= import("./connections.ts").then(({ connections }) => connections(this.#proxy, this.#connectMs));
    return this.#made;
  }

  /** Closes idle connections and waits for pending calls. */
  async close(): Promise<void> {
    await (await this.#made)?.close();
  }
}

/** A call in the form in which it is sent. */
export interface OutgoingCall {
  readonly call: TenantCall;
  /** The percent-encoded path. */
  readonly path: string;
  /** The path with its query. */
  readonly target: string;
  /** The path with its query for logs: only paging parameters have values. */
  readonly logged: string;
  readonly body: string | undefined;
}

const expectedByMethod = { GET: "json", POST: "object", PATCH: "object", PUT: "object", DELETE: "nothing" } as const;

/** Sends the calls of one client to the tenant: paced, with an access token, retried within bounds, and logged. */
export class Transport {
  readonly clock: Clock;
  readonly bounds: RetryBounds;
  readonly #settings: ProviderSettings;
  readonly #options: ClientOptions;
  readonly #timeouts: Timeouts;
  readonly #connections: Dispatching;
  readonly #tokens: TokenSource;
  readonly #gate: Gate;
  /** The time of the last line about a wait after failures. */
  #lastWord = Number.NEGATIVE_INFINITY;
  /** Hides the secrets of all calls so far, because the response to a later call may quote them. */
  readonly #redactor = new Redactor();

  constructor(settings: ProviderSettings, options: ClientOptions) {
    this.#settings = settings;
    this.#options = options;
    const { patienceMs } = settings;
    const timeouts = { ...defaultTimeouts, ...options.timeouts };
    // With a patience, time bounds the retries, not their number.
    this.#timeouts = patienceMs === undefined ? timeouts : { ...timeouts, call: Math.max(timeouts.call, patienceMs) };
    const patience = patienceMs === undefined ? {} : { faults: Number.POSITIVE_INFINITY, refusedMs: patienceMs };
    this.bounds = { ...defaultRetryBounds, ...patience, ...options.retries };
    this.clock = { ...systemClock, ...options.clock };
    this.#connections = new Dispatching(options.dispatcher, settings.proxy, this.#timeouts.connect);
    this.#gate = new Gate({
      host: settings.host,
      budget: settings.rateBudget,
      patience: this.bounds,
      clock: this.clock,
      onWait: options.onWait ?? console.error,
    });
    this.#tokens = new TokenSource(
      settings,
      (body, signal) => this.#fetchToken(body, signal),
      () => this.clock.now(),
    );
  }

  /** From now on, hides these values in all texts that come from responses. */
  conceal(secrets: Iterable<string>): void {
    this.#redactor.add(secrets);
  }

  /**
   * Makes one call.
   *
   * @param order the position among the calls that wait for the rate limit
   * @throws CallFailed, or the error of `beforeWrite` or `beforeSend`
   */
  call({ call, target, logged, body }: OutgoingCall, order: number): Promise<TenantAnswer<unknown>> {
    const { method, expected = expectedByMethod[method], repeatable = method !== "POST", continues = false } = call;
    const waiting = { group: groupOf(this.#options.rateGroups ?? [], method, call.path), continues, order };
    const once = async (course: Course) => {
      const answer = await this.#paced(waiting, course, (enter) =>
        this.#tokens.authorize(
          course,
          async (authorization) => {
            if (method !== "GET") await course.deadline.race(this.#options.beforeWrite?.());
            this.#options.beforeSend?.();
            return this.#send(this.#request(method, target, body, { ...call.headers, authorization }), course.deadline);
          },
          enter,
        ),
      );
      return this.#judge(answer, expected);
    };
    return this.#attempts(method, logged, repeatable, once);
  }

  /**
   * Opens a stream in one attempt; if the service refuses the access token, in a second attempt with a new token. The signal aborts the
   * attempt, and later the stream.
   */
  async open({ target, logged }: OutgoingCall, signal: AbortSignal): Promise<HttpStream | Omit<NotOpened, "error">> {
    const log = this.#logger("GET", logged);
    const course: Course = { deadline: new Deadline(this.#timeouts.call, this.clock, signal), renewals: 0 };
    const signals = { opening: course.deadline.signal, reading: signal };
    try {
      const answer = await this.#tokens.authorize(course, async (authorization) => {
        const headers = { accept: eventStream, "cache-control": "no-store", authorization };
        const request = this.#request("GET", target, undefined, headers);
        return openStream(await this.#connections.dispatcher(), request, this.#timeouts, signals);
      });
      log(answer.status, course.renewals);
      return isStream(answer) ? answer : { failure: this.#notStream(answer), headers: answer.headers };
    } catch (error) {
      const failure = failureOf(error, "the stream was aborted before it was open");
      log(failure.code ?? "failed", 0);
      return { failure, headers: {} };
    } finally {
      course.deadline.end();
    }
  }

  /** The failure of a response that is not the requested stream. */
  #notStream(answer: HttpAnswer): Failure {
    const { status, headers } = answer;
    if (status !== 200) return this.#failureIn(answer);
    const type = sanitize(String(headers["content-type"] ?? "nothing"));
    const what = `${this.#settings.host} answered 200, but with ${type} instead of ${eventStream}`;
    return foreignAnswer("refused", what);
  }

  /** The failure of a response with a status outside 2xx, in words. */
  #failureIn(answer: HttpAnswer): Failure {
    this.conceal(this.#tokens.secrets());
    return readFailure(answer, this.#settings.host, this.clock.now(), (text) => this.#redactor.clean(text));
  }

  /** Rejects the calls that wait for the rate limit, closes idle connections and waits for pending calls. */
  async close(): Promise<void> {
    this.#gate.close();
    await this.#connections.close();
  }

  /** Makes the attempts of one call, bounded in number and time, and logs the result of the call. */
  async #attempts<T extends { status: number }>(
    method: string,
    loggedPath: string,
    repeatable: Repeatable,
    once: (course: Course) => Promise<T>,
    signal = this.#options.signal,
  ): Promise<T> {
    const course: Course = { deadline: new Deadline(this.#timeouts.call, this.clock, signal), renewals: 0 };
    const log = this.#logger(method, loggedPath);
    try {
      const { value, retries } = await attempt(
        () => once(course),
        course,
        { repeatable, bounds: this.bounds },
        this.clock,
        (failure, waitedMs) => this.#sayWait(failure, waitedMs),
      );
      log(value.status, retries);
      return value;
    } catch (error) {
      if (error instanceof CallFailed) log(error.failure.status ?? error.failure.code ?? "failed", error.retries);
      else log("stopped", course.renewals);
      throw error;
    } finally {
      course.deadline.end();
    }
  }

  /**
   * Makes an attempt whose requests wait for the rate limit.
   *
   * @throws AttemptFailed for a 429: the call may be queued again, unless the tenant has refused all calls for too long
   */
  async #paced(
    waiting: QueuedCall,
    course: Course,
    make: (enter: (before?: HttpAnswer) => Promise<void>) => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    let pass: Pass | undefined;
    const enter = async (before?: HttpAnswer) => {
      if (before) pass?.answered(before);
      pass = await course.deadline.outside((signal) =>
        this.#gate.enter(waiting, either(signal, this.#options.waits?.())),
      );
    };
    try {
      const answer = await make(enter);
      const verdict = pass?.answered(answer);
      if (answer.status !== 429) return answer;
      const failure = this.#failureIn(answer);
      if (verdict !== "over") throw new AttemptFailed({ ...failure, retry: "queue" });
      throw new AttemptFailed({
        ...failure,
        retry: "never",
        what: `${failure.what}; ${refusedForLong(this.bounds, failure.retryAfterMs)}`,
      });
    } finally {
      pass?.end();
    }
  }

  #request(
    method: HttpRequest["method"],
    path: string,
    body: string | undefined,
    more: Readonly<Record<string, string>> = {},
  ): HttpRequest {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const headers = { accept: "application/json", "user-agent": "pulumi-tenant", ...type, ...more };
    return { origin: this.#settings.origin, method, path, headers, body: body ?? null };
  }

  async #send(request: HttpRequest, deadline: Deadline): Promise<HttpAnswer> {
    const { maxResponseBytes = defaultMaxResponseBytes } = this.#options;
    return send(await this.#connections.dispatcher(), request, this.#timeouts, maxResponseBytes, deadline.signal);
  }

  #judge(answer: HttpAnswer, expected: ExpectedBody): TenantAnswer<unknown> {
    const { status, headers } = answer;
    if (status >= 200 && status < 300) {
      return { status, headers, bytes: answer.body.length, body: readBody(answer, expected, this.#settings.host) };
    }
    throw new AttemptFailed(this.#failureIn(answer));
  }

  /** Sends `POST /oauth/token` once. The request has its own timeout, because many calls may wait for its token. */
  async #fetchToken(body: () => Record<string, string>, signal: AbortSignal): Promise<Record<string, unknown>> {
    const path = "/oauth/token";
    const once = async ({ deadline }: Course) => {
      const fields = body();
      this.conceal(secretTextsIn(fields));
      const answer = await this.#send(this.#request("POST", path, JSON.stringify(fields)), deadline);
      return this.#judge(answer, "object");
    };
    const answer = await this.#attempts("POST", path, true, once, signal);
    return (answer.body ?? {}) as Record<string, unknown>;
  }

  /** Reports that calls wait because of failures. Several calls can wait for the same reason, so a line appears once per minute for all of them. */
  #sayWait({ what, status }: Failure, waitedMs: number): void {
    const now = this.clock.monotonic();
    if (waitedMs < firstWord || now - this.#lastWord < nextWord) return;
    this.#lastWord = now;
    const most = seconds(status === 429 ? this.bounds.refusedMs : this.#timeouts.call);
    (this.#options.onWait ?? console.error)(
      `a call waits and is then sent again: ${what}. A call waits for at most ${most}`,
    );
  }

  /** Writes a line to the debug log, if it is on. */
  debug(line: string): void {
    if (this.#settings.debug) (this.#options.onLog ?? console.error)(`tenant: ${line}`);
  }

  #logger(method: string, path: string): (result: number | string, retries: number) => void {
    if (!this.#settings.debug) return () => {};
    const startedAt = this.clock.monotonic();
    return (result, retries) => {
      const ms = Math.round(this.clock.monotonic() - startedAt);
      this.debug(`${method} ${sanitize(this.#redactor.hide(path))} ${result} ${ms}ms retries=${retries}`);
    };
  }
}

/** A signal that is aborted as soon as one of the two signals is. */
function either(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}
