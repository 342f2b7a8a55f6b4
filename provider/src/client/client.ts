import { AsyncLocalStorage } from "node:async_hooks";
import { secretTextsIn } from "../schema/secrecy/find.ts";
import {
  encodePath,
  encodeQuery,
  loggedQuery,
  type NotOpened,
  type TenantAnswer,
  type TenantCall,
  type TenantStreamCall,
} from "./call.ts";
import type { ClientOptions } from "./client-options.ts";
import { ownDomainIn } from "./configuration.ts";
import { adviseCall, CallFailed, type Failure, meaningOf, TenantError } from "./errors.ts";
import { type HttpStream, isStream } from "./http-stream.ts";
import { defaultRetryBounds, maxWait } from "./retries.ts";
import type { Credentials, ProviderSettings } from "./settings.ts";
import { type OutgoingCall, Transport } from "./transport.ts";

/** A service that responds to calls: the tenant itself, or a cache of responses. */
export type Service = Pick<TenantClient, "request" | "host" | "ownDomain">;

/** The part of a client that a cache needs. A cached response is valid until `writes` changes. */
export type SharedService = Pick<TenantClient, "request" | "host" | "ownDomain" | "writes" | "debug">;

/**
 * The client of one tenant: access token, timeouts, retries, errors for users. A process should have one client per tenant, because the
 * client holds the access token.
 */
export class TenantClient {
  /** The tenant's canonical name. */
  readonly host: string;
  readonly #settings: ProviderSettings;
  readonly #transport: Transport;
  readonly #signal: AbortSignal | undefined;
  #calls = 0;
  #writes = 0;

  constructor(settings: ProviderSettings, options: ClientOptions = {}) {
    this.host = settings.host;
    this.#settings = settings;
    this.#signal = options.signal;
    this.#transport = new Transport(settings, options);
  }

  /**
   * The tenant's own domain, as a host with a port if it has one. It differs from `host` if the settings name a custom domain. Known from the identifier
   * of the management API, which is the audience of the token; undefined if that identifier contains no domain.
   */
  get ownDomain(): string | undefined {
    const { credentials, audience } = this.#settings;
    const audiences = credentials.kind === "token" ? [claimsOf(credentials.token)?.aud, audience].flat() : [audience];
    return audiences.map((one) => ownDomainIn(one)).find((one) => one !== undefined);
  }

  /** The id of the client whose token is used; undefined if the token does not contain it. */
  get ownClient(): string | undefined {
    return ownClientOf(this.#settings.credentials);
  }

  /** Whether this run may change the client `ownClient` and its access to the management API. */
  get mayChangeOwnClient(): boolean {
    return this.#settings.allowOwnClient;
  }

  /** Whether this run may activate a rule that can lock out its own client and the tenant's operators. */
  get mayLockOut(): boolean {
    return this.#settings.allowLockout;
  }

  /** Whether this run restarts what the service has stopped after failures. */
  get restarts(): boolean {
    return this.#settings.restart;
  }

  /** A counter that grows whenever a call other than GET begins or ends: earlier reads may then be outdated. */
  get writes(): number {
    return this.#writes;
  }

  /** The number of calls so far, without those for access tokens and streams. */
  get calls(): number {
    return this.#calls;
  }

  /**
   * Makes one call.
   *
   * @throws TenantError, or the error of `beforeWrite` or `beforeSend`
   */
  async request<T = unknown>(call: TenantCall): Promise<TenantAnswer<T>> {
    if (this.#settings.takeOver !== undefined && call.method !== "GET")
      throw new Error(
        `${call.method} ${call.path.join("/")}: a run that takes objects over writes nothing at the tenant`,
      );
    const outgoing = this.#compose(call);
    this.keepSecret(secretTextsIn(call.body, call.secrecy));
    this.#calls += 1;
    const write = call.method === "GET" ? 0 : 1;
    this.#writes += write;
    const count = write > 0 ? running.getStore() : undefined;
    if (count) count.begun += 1;
    try {
      const answer = await this.#transport.call(outgoing, this.#calls);
      if (count) count.accepted += 1;
      return { ...answer, body: answer.body as T | undefined };
    } catch (error) {
      throw error instanceof CallFailed ? this.#error(call, outgoing.path, error.failure, error.retries) : error;
    } finally {
      this.#writes += write;
    }
  }

  /**
   * Opens a stream in one attempt; if the service refuses the access token, in a second attempt with a new token. The response is read
   * chunk by chunk, as fast as the caller consumes it. The signal aborts the attempt, and later the stream.
   */
  async open(call: TenantStreamCall, signal: AbortSignal): Promise<HttpStream | NotOpened> {
    const asked: TenantCall = { ...call, method: "GET" };
    const outgoing = this.#compose(asked);
    const opened = await this.#transport.open(outgoing, signal);
    if (isStream(opened)) return opened;
    const failure = { ...opened.failure, advice: opened.failure.advice ?? call.advise?.(opened.failure) };
    return { ...opened, failure, error: this.#error(asked, outgoing.path, failure, 0) };
  }

  /**
   * Waits before the n-th retry of an operation that consists of several calls. The longest wait is the same as before a retry of a single
   * call. The shortest wait is half of it, because the service may still execute an earlier call.
   */
  async pause(n: number): Promise<void> {
    const { bounds, clock } = this.#transport;
    await clock.sleep(maxWait(bounds, n) * (0.5 + clock.random() / 2), this.#signal);
  }

  /**
   * Runs an operation whose writes the client must not repeat (`repeatable: "never"`), and runs the operation again while the rate limit refuses a
   * write. Reads of the operation can succeed meanwhile, so the waits for the rate limit alone would never end.
   *
   * @throws the last refusal, if the service refuses the writes for longer than a run waits
   */
  async untilAccepted<T>(operation: () => Promise<T>): Promise<T> {
    const { bounds, clock } = this.#transport;
    let since: number | undefined;
    for (;;) {
      try {
        return await operation();
      } catch (error) {
        if (!(error instanceof TenantError && error.isHeldBack)) throw error;
        since ??= clock.monotonic();
        if (clock.monotonic() - since >= bounds.refusedMs) throw error;
      }
    }
  }

  /** Waits while the service works. If a test shortens the waits before retries, this wait is shortened by the same factor. */
  async wait(seconds: number): Promise<void> {
    const { bounds, clock } = this.#transport;
    await clock.sleep((seconds * 1_000 * bounds.baseMs) / defaultRetryBounds.baseMs, this.#signal);
  }

  /** Writes a line to the debug log, if it is on. The line must contain no secrets. */
  debug(line: string): void {
    this.#transport.debug(line);
  }

  /** Hides these texts in all errors from now on, because the service may quote them in responses. */
  keepSecret(texts: Iterable<string>): void {
    this.#transport.conceal(texts);
  }

  /** Rejects the calls that wait for the rate limit, closes idle connections and waits for pending calls. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  #compose(call: TenantCall): OutgoingCall {
    try {
      const path = encodePath(call.path);
      return {
        call,
        path,
        target: path + encodeQuery(call.query),
        logged: path + loggedQuery(call.query),
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
      };
    } catch (error) {
      const what = error instanceof RangeError ? error.message : "the body cannot be serialized as JSON";
      throw this.#error(call, `/api/v2/${call.path[0] ?? ""}`, { outcome: "notSent", what, code: "INVALID" }, 0);
    }
  }

  #error(call: TenantCall, path: string, failure: Failure, retries: number): TenantError {
    const { action, subject, method, ifUnavailable } = call;
    const next = meaningOf(failure) === "feature" ? ifUnavailable : undefined;
    const advised = next === undefined ? failure : { ...failure, advice: next };
    const advice = failure.code === "INVALID" ? undefined : adviseCall(advised, this.#settings, method);
    return new TenantError(failure, { action, subject, request: { method, path }, retries, advice });
  }
}

/** The id of the client to which credentials belong; undefined for a token that does not contain it. */
export function ownClientOf(credentials: Credentials): string | undefined {
  return credentials.kind === "token" ? clientIn(credentials.token) : credentials.clientId;
}

/** The client id in the claim `azp` of a token. */
function clientIn(token: string): string | undefined {
  const azp = claimsOf(token)?.azp;
  return typeof azp === "string" && azp !== "" ? azp : undefined;
}

/**
 * The claims of a token; undefined if it is not a JWT. The signature is not verified, because the token comes from the user's own settings.
 */
function claimsOf(token: string): { readonly azp?: unknown; readonly aud?: unknown } | undefined {
  const [, claims, ...rest] = token.split(".");
  if (claims === undefined || rest.length !== 1) return undefined;
  try {
    return (JSON.parse(Buffer.from(claims, "base64url").toString()) as ReturnType<typeof claimsOf> | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const running = new AsyncLocalStorage<WriteCount>();

/** Counts the writes of one operation. Writes of other operations that run at the same time are not counted. */
export class WriteCount {
  /** The number of calls other than GET that the operation has begun so far, including failed ones. */
  begun = 0;
  /** The number of calls other than GET that the service has accepted so far. */
  accepted = 0;

  /** Runs the operation, and counts its writes. */
  during<T>(operation: () => Promise<T>): Promise<T> {
    return running.run(this, operation);
  }
}
