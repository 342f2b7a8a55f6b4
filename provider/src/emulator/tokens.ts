import { randomBytes } from "node:crypto";

/** A client that may fetch tokens. */
export interface ClientSeed {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes its tokens have; all when absent. */
  readonly scopes?: readonly string[];
}

/** What a token stands for. */
export interface Grant {
  /** Absent for a token that was issued by hand. */
  readonly clientId?: string;
  /** Absent: all. */
  readonly scopes?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The clients, and the tokens that were issued: random strings that mean nothing outside this process. */
export class Tokens {
  readonly #clients = new Map<string, ClientSeed>();
  readonly #grants = new Map<string, Grant>();
  readonly #now: () => number;

  /** @throws Error when two clients share an id */
  constructor(clients: readonly ClientSeed[], now: () => number) {
    this.#now = now;
    for (const client of clients) {
      if (this.#clients.has(client.clientId)) throw new Error(`two clients with the id ${client.clientId}`);
      this.#clients.set(client.clientId, client);
    }
  }

  /** The client with these credentials, if they are good. */
  authenticate(clientId: unknown, clientSecret: unknown): ClientSeed | undefined {
    const client = this.#clients.get(String(clientId));
    return client && client.clientSecret === clientSecret ? client : undefined;
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

  /** What the token stands for, or why it is none. */
  verify(token: string): Grant | "invalid" | "expired" {
    const grant = this.#grants.get(token);
    if (!grant) return "invalid";
    return grant.expiresAt > this.#now() ? grant : "expired";
  }

  revokeAll(): void {
    this.#grants.clear();
  }
}
