import { Notifier } from "../shared/notifier.ts";
import type { FaultKind } from "./faults.ts";

/** One request in the emulator's log. It contains no secrets and no tokens. */
export interface LoggedRequest {
  /** The request id, equal to the response's `x-request-id`. */
  readonly id: string;
  /** The time of arrival, in milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Path and query of the request line. Values of parameters that look secret are redacted. */
  readonly path: string;
  /** The status of the response, or the fault that replaced the response. */
  readonly status: number | "pending" | "reset" | "hang" | "truncated";
  /** The operation, such as `resource-servers.create`, or `token`; absent for an unknown route. */
  readonly operation?: string;
  /** The id of the caller, if its credentials were valid. */
  readonly clientId?: string;
  /** The body if it was JSON or a form. Values that look secret are redacted. */
  readonly body?: unknown;
  /** The injected fault for this request. */
  readonly fault?: FaultKind;
  /** Milliseconds from arrival to response. */
  readonly ms?: number;
}

/** An event of a request: its arrival, or its completion by the emulator. */
export interface RequestEvent {
  readonly phase: "received" | "answered";
  readonly request: LoggedRequest;
}

/** Called twice for each request: before it is executed, and when it has a response (or a fault resets it or leaves it hanging). */
export type RequestListener = (event: RequestEvent) => void;

/** A log entry that is completed when the request has a response. */
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
