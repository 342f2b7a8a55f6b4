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

const keptEntries = 10_000;

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
