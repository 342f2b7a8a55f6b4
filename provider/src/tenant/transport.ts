import type { Dispatcher } from "undici";
import type { AdviceContext } from "./advice.ts";
import { type Expected, isRecord, readBody, readFailure } from "./answer.ts";
import { attempt, failureOf } from "./attempts.ts";
import { type ClientOptions, defaultMaxResponseBytes, defaultTimeouts, type Timeouts } from "./client-options.ts";
import { type Clock, systemClock } from "./clock.ts";
import { connections } from "./connections.ts";
import { type Token, TokenSource } from "./credentials.ts";
import { Deadline } from "./deadline.ts";
import { AttemptFailed, CallFailed, type Failure } from "./failure.ts";
import { type HttpAnswer, type HttpRequest, seconds, send } from "./http.ts";
import { type HttpStream, openStream } from "./http-stream.ts";
import { legible } from "./legible.ts";
import { Gate, type Pass } from "./pacing/gate.ts";
import type { Waiting } from "./pacing/pacer.ts";
import { Redactor, secretsIn } from "./redact.ts";
import { defaultRetryBounds, type RetryBounds } from "./retry.ts";
import type { TenantSettings } from "./settings.ts";
import { adviseToken } from "./token-refusal.ts";

/** A call as it is sent. */
export interface OutgoingCall {
  readonly method: HttpRequest["method"];
  /** The path with its query. */
  readonly target: string;
  /** The same, as it may be logged. */
  readonly logged: string;
  readonly body?: string | undefined;
  readonly expected: Expected;
  readonly repeatable: boolean;
  /** Its place among the calls that wait for the rate limit. */
  readonly place: Waiting;
}

/** A successful answer, with its body as far as it was checked. */
export interface Received {
  readonly status: number;
  /** The size of the body on the wire. */
  readonly bytes: number;
  readonly headers: HttpAnswer["headers"];
  readonly body: unknown;
}

/** A stream to open. */
export interface OutgoingStream {
  readonly target: string;
  readonly logged: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
}

/** What one call uses up: its time, and the one renewal of the access token that it may cause. */
interface Course {
  readonly deadline: Deadline;
  renewals: 0 | 1;
}

/** Brings the calls of one client to the tenant: paced, with an access token, repeated within bounds, and logged. */
export class Transport {
  readonly clock: Clock;
  readonly bounds: RetryBounds;
  readonly #settings: TenantSettings;
  readonly #options: ClientOptions;
  readonly #timeouts: Timeouts;
  readonly #dispatcher: Dispatcher;
  readonly #tokens: TokenSource;
  readonly #gate: Gate;
  /** Hides the secrets of all calls so far, as the answer to a later call may repeat them. */
  readonly #redactor = new Redactor();

  constructor(settings: TenantSettings, options: ClientOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts };
    this.bounds = { ...defaultRetryBounds, ...options.retries };
    this.clock = { ...systemClock, ...options.clock };
    this.#dispatcher = options.dispatcher ?? connections(settings.proxy, this.#timeouts.connect);
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

  /** From now on these values are taken out of everything that answers say. */
  conceal(secrets: Iterable<string>): void {
    this.#redactor.add(secrets);
  }

  /**
   * Makes one call.
   * @throws CallFailed, or whatever `beforeWrite` throws
   */
  call({ method, target, logged, body, expected, repeatable, place }: OutgoingCall): Promise<Received> {
    const once = async (course: Course) => {
      const answer = await this.#paced(place, course, (enter) =>
        this.#authorized(
          course,
          async (authorization) => {
            if (method !== "GET") await course.deadline.race(this.#options.beforeWrite?.());
            return this.#send(this.#compose(method, target, body, { authorization }), course.deadline);
          },
          enter,
        ),
      );
      return this.#judge(answer, expected);
    };
    return this.#attempts(method, logged, repeatable, once);
  }

  /**
   * Opens a stream in one attempt; if the service refuses the access token, in a second one with a new token. The signal ends the
   * attempt, and the stream later.
   * @throws AttemptFailed
   */
  async open(
    { target, logged, headers, contentType }: OutgoingStream,
    signal: AbortSignal,
  ): Promise<HttpStream | HttpAnswer> {
    const log = this.#logger("GET", logged);
    const limits = { headersMs: this.#timeouts.headers, attemptMs: this.#timeouts.attempt, contentType };
    const course: Course = { deadline: new Deadline(this.#timeouts.call, this.clock, signal), renewals: 0 };
    const signals = { opening: course.deadline.signal, reading: signal };
    try {
      const answer = await this.#authorized(course, (authorization) => {
        const more = { ...headers, accept: contentType, authorization };
        return openStream(this.#dispatcher, this.#compose("GET", target, undefined, more), limits, signals);
      });
      log(answer.status, course.renewals);
      return answer;
    } catch (error) {
      const failure = failureOf(error, "the stream was ended before it was open");
      log(failure.code ?? "failed", 0);
      throw new AttemptFailed(failure);
    } finally {
      course.deadline.end();
    }
  }

  /** An answer with a status outside 2xx as a failure, in words. */
  failureIn(answer: HttpAnswer): Failure {
    return readFailure(answer, this.#settings.host, this.clock.now(), this.#cleaner());
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
    signal = this.#options.signal,
  ): Promise<T> {
    const deadline = new Deadline(this.#timeouts.call, this.clock, signal);
    const course: Course = { deadline, renewals: 0 };
    const log = this.#logger(method, loggedPath);
    const rules = { repeatable, bounds: this.bounds, deadline, clock: this.clock };
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
      const failure = this.failureIn(answer);
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
    const longest = seconds(this.bounds.refusedMs);
    return retryAfterMs >= this.bounds.refusedMs
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
    const token = await course.deadline.race(this.#tokens.get(course.deadline.signal));
    const answer = await sendAs(token);
    if (answer.status !== 401 || course.renewals > 0) return answer;
    const fresh = await course.deadline.race(this.#tokens.replace(token, course.deadline.signal));
    if (fresh === undefined) return answer;
    course.renewals = 1;
    await enter(answer);
    return sendAs(fresh);
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

  #judge(answer: HttpAnswer, expected: Expected, more: readonly string[] = []): Received {
    const { status, headers } = answer;
    if (status >= 200 && status < 300) {
      return { status, headers, bytes: answer.body.length, body: readBody(answer, expected, this.#settings.host) };
    }
    throw new AttemptFailed(readFailure(answer, this.#settings.host, this.clock.now(), this.#cleaner(more)));
  }

  #cleaner(more: readonly string[] = []): (text: string) => string {
    this.conceal([...this.#tokens.secrets(), ...more]);
    return (text) => this.#redactor.clean(text);
  }

  /** `POST /oauth/token`, once. It has a time limit of its own, as many calls may wait for its token. */
  async #fetchToken(body: () => Record<string, string>, signal: AbortSignal): Promise<Record<string, unknown>> {
    const path = "/oauth/token";
    const once = async ({ deadline }: Course) => {
      const fields = body();
      const answer = await this.#send(this.#compose("POST", path, JSON.stringify(fields)), deadline);
      return this.#judge(answer, "object", secretsIn(fields));
    };
    try {
      const { body: answer } = await this.#attempts("POST", path, true, once, signal);
      return isRecord(answer) ? answer : {};
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { failure, retries } = error;
      throw new CallFailed(
        { ...failure, advice: failure.advice ?? adviseToken(failure, contextOf(this.#settings, false)) },
        retries,
      );
    }
  }

  /** Writes a line to the debug log, where there is one. */
  debug(line: string): void {
    if (this.#settings.debug) (this.#options.onLog ?? console.error)(`tenant: ${line}`);
  }

  #logger(method: string, path: string): (result: number | string, retries: number) => void {
    if (!this.#settings.debug) return () => {};
    const startedAt = this.clock.monotonic();
    return (result, retries) => {
      const ms = Math.round(this.clock.monotonic() - startedAt);
      this.debug(`${method} ${legible(this.#redactor.hide(path))} ${result} ${ms}ms retries=${retries}`);
    };
  }
}

/** What advice depends on. */
export function contextOf({ host, audience, credentials }: TenantSettings, write: boolean): AdviceContext {
  return { host, audience, credentials, write };
}
