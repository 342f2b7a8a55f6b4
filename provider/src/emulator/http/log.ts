import { Notifier } from "../shared/store.ts";

/** All types of failures. */
export const faultKinds = [
  "reset-before",
  "reset-after",
  "hang",
  "hang-after",
  "truncated",
  "malformed",
  "empty",
  "hollow",
  "status",
  "status-after",
  "slow",
] as const;

/**
 * The type of failure. `reset-before` and `hang` lose the request; `reset-after` and `hang-after` execute the request and lose the
 * response. `truncated` cuts the response in half, `malformed` returns text that is not JSON, `empty` returns 200 without a body; all three
 * execute the request. `status` returns an error without executing the request, `status-after` returns an error after executing it. `slow`
 * only waits `delayMs` before it executes the request and responds.
 */
export type FaultKind = (typeof faultKinds)[number];

/** A failure to inject, and the conditions for the requests that it affects. Requests to the token endpoint can be affected, too. */
export interface Fault {
  readonly kind: FaultKind;
  /** HTTP method. Default: any. */
  readonly method?: string;
  /**
   * A path as in the request line, without the query: it matches requests to this path and to all paths below it. Or a pattern, which is searched in
   * the request's path and query. Default: any path.
   */
  readonly path?: string | RegExp;
  /** The number of requests to affect; may be `Infinity`. Default: 1. */
  readonly times?: number;
  /** The number of matching requests that pass before the first one is affected. Default: 0. */
  readonly skip?: number;
  /** The status, 200 to 599, for the kinds `status` (default: 500) and `status-after` (default: 502). */
  readonly status?: number;
  /**
   * The body of the response, for the kinds `status` and `status-after`: a string is sent unchanged, any other value as JSON. Default: an error body
   * in the service's form.
   */
  readonly body?: unknown;
  /** Additional headers of the response, for the kinds `status` and `status-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The time to wait before anything else happens, in milliseconds. Default: 0. */
  readonly delayMs?: number;
}

/** A handle for an injected fault. */
export interface InjectedFault {
  /** The number of affected requests so far. */
  readonly hits: number;
  /** Removes the fault. Requests that it has already affected still fail. */
  remove(): void;
}

interface Armed {
  readonly fault: Fault;
  skip: number;
  hits: number;
}

/** The injected faults, in the order of injection. The first fault that matches a request applies. */
export class Faults {
  #armed: Armed[] = [];

  /** @throws RangeError for a status outside 200 to 599 or a negative count */
  inject(fault: Fault): InjectedFault {
    const { status = 500, times = 1, skip = 0 } = fault;
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`a fault's status must be an integer from 200 to 599, not ${status}`);
    }
    if (!(times >= 0) || !(skip >= 0)) throw new RangeError("a fault's times and skip must not be negative");
    const armed: Armed = { fault, skip, hits: 0 };
    this.#armed.push(armed);
    return {
      get hits() {
        return armed.hits;
      },
      remove: () => {
        this.#armed = this.#armed.filter((other) => other !== armed);
      },
    };
  }

  clear(): void {
    this.#armed = [];
  }

  /** The fault that affects this request; undefined if there is none. Counts the request as one of the fault's `times` or `skip`. */
  hit(method: string, target: string): Fault | undefined {
    for (const armed of this.#armed) {
      const { times = 1 } = armed.fault;
      if (armed.hits >= times || !matches(armed.fault, method, target)) continue;
      if (armed.skip > 0) {
        armed.skip -= 1;
        continue;
      }
      armed.hits += 1;
      return armed.fault;
    }
    return undefined;
  }
}

function matches(fault: Fault, method: string, target: string): boolean {
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
  if (fault.path === undefined) return true;
  // Unlike `test()`, `search()` ignores the `lastIndex` of a pattern with the flag `g`.
  if (fault.path instanceof RegExp) return target.search(fault.path) >= 0;
  const path = target.split("?", 1)[0] ?? "";
  return path === fault.path || path.startsWith(fault.path.endsWith("/") ? fault.path : `${fault.path}/`);
}

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
  /** The body, if it was JSON or a form. Values that look secret are redacted. */
  readonly body?: unknown;
  /** The injected fault for this request. */
  readonly fault?: FaultKind;
  /** Milliseconds from arrival to response. */
  readonly ms?: number;
}

/** The arrival of a request (`received`), or its completion (`answered`): the response was sent, or a fault replaced it. */
export interface RequestEvent {
  readonly phase: "received" | "answered";
  readonly request: LoggedRequest;
}

/** Called twice for each request: before the request is executed, and after its completion. */
export type RequestListener = (event: RequestEvent) => void;

/** The log entry of a request that has no response yet. It is completed later. */
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
