import { isObject } from "../shared/validation.ts";
import type { FaultKind } from "./faults.ts";

/** One request in the emulator's log. It never holds a secret or a token. */
export interface LoggedRequest {
  /** The request id, as in the answer's `x-request-id`. */
  readonly id: string;
  /** When it had arrived: milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Path with query, as it stood in the request line; values of parameters that look secret are redacted. */
  readonly path: string;
  /** The status answered, or what happened instead of an answer. */
  readonly status: number | "pending" | "reset" | "hang" | "truncated";
  /** The operation it was for, as `resource-servers.create`, or `token`; absent for an unknown route. */
  readonly operation?: string;
  /** The client whose credentials it carried, when they were good. */
  readonly clientId?: string;
  /** The body, when it was JSON or a form, with everything that looks secret redacted. */
  readonly body?: unknown;
  /** The injected fault that hit it. */
  readonly fault?: FaultKind;
  /** Milliseconds from arrival to answer. */
  readonly ms?: number;
}

/** What {@link RequestListener} is told: that a request has arrived, or that the emulator is done with it. */
export interface RequestEvent {
  readonly phase: "received" | "answered";
  readonly request: LoggedRequest;
}

/** Hears of each request twice: before it is processed, and when it is answered (reset or left hanging, for a fault). */
export type RequestListener = (event: RequestEvent) => void;

/** A log entry while the request is under way. */
export type OpenRequest = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] };

const redacted = "[redacted]";
const keptEntries = 10_000;
// "token_lifetime", "token_dialect", "token_encryption" and "authorization_policy" are settings, not secrets; so is the
// public "encryption_key"
const secretKeys = [
  /secret|password|passwd|passphrase|assertion|credential/i,
  /(private|api|access|account|app|auth|master|shared|signing|decryption)[_-]?keys?$|^key$/i,
  /(^|[_-])(token|jwt|code|pin)$|[a-z](Token|Jwt)$/i,
  /^(authorization|configuration|cookie)$/i,
];

/** The requests since the start or the last clear; the oldest ones are dropped beyond 10,000. */
export class RequestLog {
  #entries: OpenRequest[] = [];
  readonly #listeners = new Set<RequestListener>();

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }

  listen(listener: RequestListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  received(entry: OpenRequest): void {
    this.#entries.push(entry);
    if (this.#entries.length > keptEntries) this.#entries.shift();
    this.#tell("received", entry);
  }

  answered(entry: OpenRequest): void {
    this.#tell("answered", entry);
  }

  #tell(phase: RequestEvent["phase"], request: LoggedRequest): void {
    for (const listener of [...this.#listeners]) listener({ phase, request });
  }
}

/** A copy of a JSON value in which the value of every key that looks secret, at any depth, is replaced. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, looksSecret(key) ? redacted : redact(member)]),
  );
}

/** A request line's path and query with the values of parameters that look secret replaced. */
export function redactTarget(target: string): string {
  const start = target.indexOf("?");
  if (start < 0) return target;
  const query = target.slice(start + 1).split("&");
  const safe = query.map((pair) => {
    const [key = ""] = new URLSearchParams(pair).keys();
    return looksSecret(key) ? `${key}=${redacted}` : pair;
  });
  return `${target.slice(0, start)}?${safe.join("&")}`;
}

/** Whether a value under this key is to be kept from view. */
export function looksSecret(key: string): boolean {
  return secretKeys.some((pattern) => pattern.test(key));
}
