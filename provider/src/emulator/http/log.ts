import { Notifier } from "../shared/notifier.ts";
import type { FaultKind } from "./faults.ts";

/** One request in the emulator's log. It contains no secrets and no tokens. */
export interface LoggedRequest {
  /** The request id, as in the answer's `x-request-id`. */
  readonly id: string;
  /** The time of its arrival, in milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Path with query, as in the request line. Values of parameters that look secret are redacted. */
  readonly path: string;
  /** The status of the answer, or what happened instead of an answer. */
  readonly status: number | "pending" | "reset" | "hang" | "truncated";
  /** The operation, as `resource-servers.create`, or `token`; absent for an unknown route. */
  readonly operation?: string;
  /** The client, if its credentials were valid. */
  readonly clientId?: string;
  /** The body if it was JSON or a form. Values that look secret are redacted. */
  readonly body?: unknown;
  /** The injected fault that hit it. */
  readonly fault?: FaultKind;
  /** Milliseconds from arrival to answer. */
  readonly ms?: number;
}

/** News of a request for a {@link RequestListener}: it has arrived, or the emulator has finished it. */
export interface RequestEvent {
  readonly phase: "received" | "answered";
  readonly request: LoggedRequest;
}

/** Is called twice for each request: before it is carried out, and when it is answered (or reset or left hanging by a fault). */
export type RequestListener = (event: RequestEvent) => void;

/** A log entry that is still being written. */
export type OpenRequest = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] };

const keptEntries = 10_000;

/** The last 10,000 requests since the start or the last clear. */
export class RequestLog {
  #entries: OpenRequest[] = [];
  readonly news = new Notifier<RequestEvent>();

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }

  received(entry: OpenRequest): void {
    this.#entries.push(entry);
    if (this.#entries.length > keptEntries) this.#entries.shift();
    this.news.tell({ phase: "received", request: entry });
  }
}
