import { STATUS_CODES } from "node:http";
import type { Course } from "./attempts.ts";
import { AttemptFailed, CallFailed, describeCredentials, type Failure, nextStep, requestIdText } from "./errors.ts";
import { mayRepeat } from "./retries.ts";
import { sanitize, sanitizeJson } from "./sanitize.ts";
import { type Credentials, type ProviderSettings, signAssertion } from "./settings.ts";

/** An access token of this process. */
interface Token {
  readonly value: string;
  /** The wall-clock time from which a new token is fetched, in milliseconds. */
  readonly renewAt: number;
  /** Whether the token replaced one that the service had refused. */
  readonly replacement: boolean;
  /** Whether the service has accepted the token at least once. */
  accepted: boolean;
}

/** Sends a token request and returns the parsed response. Rejects with `CallFailed`, also if the signal aborts the request. */
type FetchToken = (body: () => Record<string, string>, signal: AbortSignal) => Promise<Record<string, unknown>>;

/** A pending token request, and the number of calls that wait for it. */
interface TokenRequest {
  readonly token: Promise<Token>;
  readonly controller: AbortController;
  waiting: number;
}

/** The time before a token's expiry at which it is renewed, in milliseconds. If a tenth of the token's lifetime is shorter, that applies instead. */
const renewalMargin = 60_000;

/**
 * One access token for all calls of a process to a tenant. The service counts tokens against a quota, so a token is fetched only when
 * needed, concurrent calls share one request, and a failed request is not cached.
 */
export class TokenSource {
  readonly #settings: ProviderSettings;
  readonly #fetch: FetchToken;
  readonly #now: () => number;
  /** All tokens so far, because a response may still quote an old one. */
  readonly #seen = new Set<string>();
  #held: Token | undefined;
  #pending: TokenRequest | undefined;

  constructor(settings: ProviderSettings, fetch: FetchToken, now: () => number) {
    this.#settings = settings;
    this.#fetch = fetch;
    this.#now = now;
    const { credentials } = settings;
    if (credentials.kind === "token") {
      this.#held = { value: credentials.token, renewAt: Number.POSITIVE_INFINITY, replacement: true, accepted: false };
    }
  }

  /** All secret values: the configured secret, key or token, and all access tokens so far. */
  secrets(): string[] {
    const { credentials } = this.#settings;
    const own =
      credentials.kind === "token"
        ? credentials.token
        : credentials.kind === "clientSecret"
          ? credentials.clientSecret
          : credentials.privateKey;
    return [own, ...this.#seen];
  }

  /**
   * Sends a request with the current access token. If the service refuses the token, sends the request once more with a new one.
   *
   * @param enter waits for the permission to send a request. It is called before each of the two requests; before the second one, its argument is
   * the response to the first
   * @throws AttemptFailed if no token can be fetched
   */
  async authorize<A extends { status: number }>(
    course: Course,
    sendWith: (authorization: string) => Promise<A>,
    enter: (before?: A) => Promise<void> = async () => {},
  ): Promise<A> {
    const { deadline } = course;
    const sendAs = async (token: Token) => {
      const answer = await sendWith(`Bearer ${token.value}`);
      // Every status except 401, 429 and server errors proves that the token was accepted.
      if (answer.status < 500 && answer.status !== 401 && answer.status !== 429) token.accepted = true;
      return answer;
    };
    // The token is read after the wait, which may be longer than the token's lifetime.
    await enter();
    // The request for the token has a time limit of its own. The tenant may also ask it to wait for longer than a call lasts.
    const token = await deadline.race(deadline.outside((signal) => this.#get(signal)));
    const answer = await sendAs(token);
    if (answer.status !== 401 || course.renewals > 0) return answer;
    const fresh = await deadline.race(deadline.outside((signal) => this.#replace(token, signal)));
    if (fresh === undefined) return answer;
    course.renewals = 1;
    await enter(answer);
    return sendAs(fresh);
  }

  /**
   * The current token.
   *
   * @param signal the caller's signal: a token request is aborted when no caller waits for it
   */
  #get(signal: AbortSignal | undefined): Promise<Token> {
    if (this.#pending !== undefined) return this.#await(this.#pending, signal);
    if (this.#held !== undefined && this.#now() < this.#held.renewAt) return Promise.resolve(this.#held);
    return this.#await(this.#renew(false), signal);
  }

  /**
   * The token to use after the service refused one with 401. Undefined if a new token would not help: the refused token is the configured
   * one, or it replaced a refused token itself and was never accepted. Calls with the same refused token share one token request.
   */
  async #replace(refused: Token, signal: AbortSignal | undefined): Promise<Token | undefined> {
    if (this.#settings.credentials.kind === "token") return undefined;
    if (this.#pending !== undefined || this.#held !== refused) return this.#get(signal);
    if (refused.replacement && !refused.accepted) return undefined;
    return this.#await(this.#renew(true), signal);
  }

  #renew(replacement: boolean): TokenRequest {
    this.#held = undefined;
    const controller = new AbortController();
    const token = this.#request(replacement, controller.signal).finally(() => this.#forget(pending));
    const pending: TokenRequest = { token, controller, waiting: 0 };
    this.#pending = pending;
    return pending;
  }

  async #await(pending: TokenRequest, signal: AbortSignal | undefined): Promise<Token> {
    const leave = () => {
      pending.waiting -= 1;
      if (pending.waiting > 0) return;
      this.#forget(pending);
      pending.controller.abort();
    };
    pending.waiting += 1;
    if (signal?.aborted) leave();
    else signal?.addEventListener("abort", leave);
    try {
      return await pending.token;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Stops sharing a pending token request with further calls: the next call that needs a token sends a new request. */
  #forget(pending: TokenRequest): void {
    if (this.#pending === pending) this.#pending = undefined;
  }

  async #request(replacement: boolean, signal: AbortSignal): Promise<Token> {
    const { host, audience, credentials, origin } = this.#settings;
    const askedAt = this.#now();
    const answer = await this.#fetch(
      () => ({
        grant_type: "client_credentials",
        audience,
        ...proofOf(credentials, `${origin}/`, this.#now()),
      }),
      signal,
    ).catch((error: unknown) => {
      if (!(error instanceof CallFailed)) throw error;
      const { failure } = error;
      const { what, advice } = explainToken(failure, this.#settings);
      const { errorCode, retryAfterMs } = failure;
      const retry = mayRepeat(failure, true) ? "later" : "never";
      throw unavailable(what, { retry, errorCode, advice: failure.advice ?? advice, retryAfterMs });
    });
    const { access_token: value, expires_in: lifetime } = answer;
    if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) {
      throw unavailable(`signing in to the tenant failed: the response of ${host} contains no usable access_token`);
    }
    const isLifetime = typeof lifetime === "number" || typeof lifetime === "string";
    const lifetimeMs = isLifetime ? Number(lifetime) * 1000 : Number.NaN;
    // A token without an expiry is used until the service refuses it.
    const renewAt =
      lifetimeMs > 0 ? askedAt + lifetimeMs - Math.min(renewalMargin, lifetimeMs / 10) : Number.POSITIVE_INFINITY;
    this.#seen.add(value);
    this.#held = { value, renewAt, replacement, accepted: false };
    return this.#held;
  }
}

/**
 * The failure of a call that needs the token. It omits the status of the token endpoint, because a 404 there says nothing about the object
 * of the call.
 */
function unavailable(what: string, more: Partial<Failure> = {}): AttemptFailed {
  return new AttemptFailed({ retry: "never", ...more, outcome: "notSent", what, code: "NO_TOKEN" });
}

function proofOf(credentials: Credentials, audience: string, now: number): Record<string, string> {
  if (credentials.kind === "clientSecret") {
    return { client_id: credentials.clientId, client_secret: credentials.clientSecret };
  }
  if (credentials.kind === "token") return {};
  return {
    client_id: credentials.clientId,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: signAssertion(credentials, audience, now),
  };
}

/** The reason why no access token was issued, as the rest of the sentence "Could not …: ", and the next step. */
interface NoToken {
  readonly what: string;
  readonly advice: string | undefined;
}

/** Explains a failed call of the token endpoint. */
function explainToken(failure: Failure, settings: ProviderSettings): NoToken {
  const refusal = refusalIn(failure, settings);
  if (refusal === undefined) {
    return { what: `signing in to the tenant failed: ${failure.what}`, advice: nextStep(failure, settings) };
  }
  const { status = 0, errorCode, requestId, said } = failure;
  const details = [status, errorCode, requestId && requestIdText(requestId)].filter(Boolean).join(", ");
  const words = said === undefined || said === STATUS_CODES[status] ? "" : `: ${said.replace(/[.\s]+$/, "")}`;
  return { what: `${refusal.what} (${details})${words}`, advice: refusal.advice };
}

/** The explanation of a refusal. Undefined if the token endpoint could not be reached, or failed. */
function refusalIn({ status, errorCode, said }: Failure, settings: ProviderSettings): NoToken | undefined {
  const { credentials, host } = settings;
  if (status === undefined || status >= 500 || status < 400) return undefined;
  const client = credentials.kind === "token" ? "the client" : `client ${sanitizeJson(credentials.clientId)}`;
  const audience = sanitize(settings.audience);
  if (status === 429) {
    return {
      what: "the tenant issues no more access tokens for now",
      advice: "Try again later, and check the tenant's quota of tokens.",
    };
  }
  if (/audience|service not (found|enabled)/i.test(said ?? "")) {
    return {
      what: "the tenant refused access to the audience",
      advice:
        `The audience must be the identifier of this tenant's management API, not ${audience}. ` +
        `The token was requested with ${describeCredentials(credentials)}.`,
    };
  }
  if (errorCode === "unauthorized_client") {
    return {
      what: "the tenant does not allow the client credentials grant for the client",
      advice: `Enable the client credentials grant in the settings of ${client}.`,
    };
  }
  if (errorCode === "access_denied" && status === 403) {
    return {
      what: "the client has no grant for the tenant's management API",
      advice: `Create a grant that lets ${client} use the management API (audience ${audience}).`,
    };
  }
  if (errorCode === "access_denied" || errorCode === "invalid_client") {
    return {
      what:
        credentials.kind === "privateKey"
          ? "the tenant refused the client's key"
          : "the tenant refused the client's secret",
      advice: `Check ${credentials.source}, and that ${client} belongs to ${host}.`,
    };
  }
  return {
    what: "the tenant issued no access token",
    advice: `Check ${describeCredentials(credentials)}, and the audience ${audience}.`,
  };
}
