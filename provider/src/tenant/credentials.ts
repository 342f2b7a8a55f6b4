import { AttemptFailed, CallFailed, type Failure } from "./failure.ts";
import { signAssertion } from "./private-key.ts";
import { mayRepeat } from "./retry.ts";
import type { Credentials, TenantSettings } from "./settings.ts";

/** An access token as this process holds it. */
export interface Token {
  readonly value: string;
  /** Wall clock in milliseconds from which on a new one is fetched. */
  readonly renewAt: number;
  /** It replaced one that the service had refused. */
  readonly replacement: boolean;
  /** The service accepted it at least once. */
  accepted: boolean;
}

/** The token endpoint's answer, not yet looked at, or a rejection with `CallFailed`. */
export type FetchToken = (body: () => Record<string, string>) => Promise<Record<string, unknown>>;

/** Most of the time before expiry at which a token is renewed: a minute, or a tenth of a short life. */
const renewalMargin = 60_000;

/**
 * Holds one access token for all calls of a process to a tenant. Tokens are quota-counted: one is fetched when first needed,
 * concurrent calls wait for the same one, a failed fetch is forgotten.
 */
export class TokenSource {
  private readonly settings: TenantSettings;
  private readonly fetch: FetchToken;
  private readonly now: () => number;
  /** Every token there ever was: an answer may still speak of an old one. */
  private readonly seen = new Set<string>();
  private held: Token | undefined;
  private pending: Promise<Token> | undefined;

  constructor(settings: TenantSettings, fetch: FetchToken, now: () => number) {
    this.settings = settings;
    this.fetch = fetch;
    this.now = now;
    const { credentials } = settings;
    if (credentials.kind === "token") {
      this.held = { value: credentials.token, renewAt: Number.POSITIVE_INFINITY, replacement: true, accepted: false };
    }
  }

  /** All that must never be shown. */
  secrets(): string[] {
    const { credentials } = this.settings;
    const own =
      credentials.kind === "token"
        ? credentials.token
        : credentials.kind === "clientSecret"
          ? credentials.clientSecret
          : credentials.privateKey;
    return [own, ...this.seen];
  }

  /** The token to use now. @throws AttemptFailed if none can be had */
  get(): Promise<Token> {
    if (this.pending !== undefined) return this.pending;
    if (this.held !== undefined && this.now() < this.held.renewAt) return Promise.resolve(this.held);
    return this.renew(false);
  }

  /**
   * The token to use instead of one that the service refused (401), or undefined if a new one would not help: a ready token,
   * or one that was fetched for the same reason and has never been accepted. Calls refused with the same token share one fetch.
   * @throws AttemptFailed if none can be had
   */
  async replace(refused: Token): Promise<Token | undefined> {
    if (this.settings.credentials.kind === "token") return undefined;
    if (this.pending !== undefined || this.held !== refused) return this.get();
    if (refused.replacement && !refused.accepted) return undefined;
    return this.renew(true);
  }

  /** Notes what an answer says about its token: anything but 401, 429 and server errors means that it was accepted. */
  heard(token: Token, status: number): void {
    if (status < 500 && status !== 401 && status !== 429) token.accepted = true;
  }

  private renew(replacement: boolean): Promise<Token> {
    this.held = undefined;
    const pending = this.request(replacement)
      .then((token) => {
        this.held = token;
        this.seen.add(token.value);
        return token;
      })
      .finally(() => {
        this.pending = undefined;
      });
    this.pending = pending;
    return pending;
  }

  private async request(replacement: boolean): Promise<Token> {
    const { host, audience, credentials, origin } = this.settings;
    const askedAt = this.now();
    const answer = await this.fetch(() => ({
      grant_type: "client_credentials",
      audience,
      ...proof(credentials, `${origin}/`, this.now()),
    })).catch((error: unknown) => {
      if (!(error instanceof CallFailed)) throw error;
      const { what, errorCode, advice, retryAfterMs } = error.failure;
      throw unavailable(`no access token could be had: ${what}`, {
        passing: mayRepeat(error.failure, true),
        ...(errorCode !== undefined && { errorCode }),
        ...(advice !== undefined && { advice }),
        ...(retryAfterMs !== undefined && { retryAfterMs }),
      });
    });
    const { access_token: value, expires_in: lifetime } = answer;
    if (typeof value !== "string" || !/^[\x21-\x7e]+$/.test(value)) {
      throw unavailable(`no access token could be had: the answer of ${host} holds no usable access_token`);
    }
    const isLifetime = typeof lifetime === "number" || typeof lifetime === "string";
    const lifetimeMs = isLifetime ? Number(lifetime) * 1000 : Number.NaN;
    // Without a lifetime the token is used until it is refused.
    const renewAt =
      lifetimeMs > 0 ? askedAt + lifetimeMs - Math.min(renewalMargin, lifetimeMs / 10) : Number.POSITIVE_INFINITY;
    return { value, renewAt, replacement, accepted: false };
  }
}

/** Final for the call that needed the token, without the endpoint's status: a 404 of it says nothing about the call's object. */
function unavailable(what: string, more: Partial<Failure> = {}): AttemptFailed {
  return new AttemptFailed({ ...more, outcome: "notSent", what, permanent: true, code: "NO_TOKEN" });
}

function proof(credentials: Credentials, audience: string, now: number): Record<string, string> {
  if (credentials.kind === "clientSecret") {
    return { client_id: credentials.clientId, client_secret: credentials.clientSecret };
  }
  if (credentials.kind === "token") return {};
  const { clientId, privateKey, keyId } = credentials;
  return {
    client_id: clientId,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: signAssertion(privateKey, { clientId, audience, now, keyId }),
  };
}
