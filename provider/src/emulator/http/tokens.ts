import { randomBytes } from "node:crypto";
import { type Assertion, type AssertionKey, assertionFault, readAssertionKey } from "./client-assertion.ts";

/** A client that may fetch tokens: with a secret, with assertions signed by its key (private_key_jwt), or with either. */
export interface ClientSeed {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** The public key of its assertions, in PEM form: RSA (RS256, PS256) or P-256 (ES256). */
  readonly publicKeyPem?: string;
  /** The id of that key. An assertion that names another key is refused. */
  readonly keyId?: string;
  /** The scopes of its tokens. Default: all. */
  readonly scopes?: readonly string[];
}

/** What a token grants. */
export interface Grant {
  /** Absent for a token from `issueToken`. */
  readonly clientId?: string;
  /** Default: all scopes. */
  readonly scopes?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The clients and the issued tokens. Tokens are random strings without a meaning outside of this process. */
export class Tokens {
  readonly #clients = new Map<string, ClientSeed>();
  readonly #keys = new Map<string, AssertionKey>();
  /** The used assertions, by client and jti, with the epoch second of their expiry. */
  readonly #used = new Map<string, number>();
  readonly #grants = new Map<string, Grant>();
  readonly #now: () => number;

  /** @throws Error if two clients share an id, a key is unusable, or a client has neither secret nor key */
  constructor(clients: readonly ClientSeed[], now: () => number) {
    this.#now = now;
    for (const client of clients) {
      if (this.#clients.has(client.clientId)) throw new Error(`two clients with the id ${client.clientId}`);
      this.#clients.set(client.clientId, client);
      if (client.publicKeyPem !== undefined) this.#keys.set(client.clientId, keyOf(client));
      else if (client.clientSecret === undefined) throw new Error(`client ${client.clientId}: no secret and no key`);
    }
  }

  /** The client with these credentials, if they are valid. */
  authenticate(clientId: unknown, clientSecret: unknown): ClientSeed | undefined {
    const client = this.#clients.get(String(clientId));
    return client?.clientSecret !== undefined && client.clientSecret === clientSecret ? client : undefined;
  }

  /** The client that has signed the assertion, or why the assertion is refused. An assertion can be used once. */
  authenticateByAssertion(assertion: Assertion, isAudience: (audience: unknown) => boolean): ClientSeed | string {
    const clientId = String(assertion.claims.sub);
    const client = this.#clients.get(clientId);
    const key = this.#keys.get(clientId);
    if (!client || !key) return "The client has no key.";
    const now = this.#now() / 1000;
    const fault = assertionFault(assertion, { clientId, key, isAudience, now });
    if (fault !== undefined) return fault;
    for (const [used, expires] of this.#used) if (expires <= now) this.#used.delete(used);
    const use = JSON.stringify([clientId, assertion.claims.jti]);
    if (this.#used.has(use)) return "The assertion was used before.";
    this.#used.set(use, Number(assertion.claims.exp));
    return client;
  }

  issue(scopes: readonly string[] | undefined, lifetimeSeconds: number, clientId?: string): string {
    const token = `emulator-${randomBytes(32).toString("base64url")}`;
    this.#grants.set(token, {
      expiresAt: this.#now() + lifetimeSeconds * 1000,
      ...(scopes && { scopes: [...scopes] }),
      ...(clientId !== undefined && { clientId }),
    });
    return token;
  }

  /** The grant of a token, or why the token is refused. */
  verify(token: string): Grant | "invalid" | "expired" {
    const grant = this.#grants.get(token);
    if (!grant) return "invalid";
    return grant.expiresAt > this.#now() ? grant : "expired";
  }

  revokeAll(): void {
    this.#grants.clear();
  }
}

function keyOf({ clientId, publicKeyPem = "", keyId }: ClientSeed): AssertionKey {
  try {
    return readAssertionKey(publicKeyPem, keyId);
  } catch (error) {
    throw new Error(`client ${clientId}: publicKeyPem: ${(error as Error).message}`);
  }
}
