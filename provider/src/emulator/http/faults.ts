/**
 * The kind of failure. `reset-before` and `hang` lose the request; `reset-after` and `hang-after` carry the request out and
 * lose the answer. `truncated` cuts the answer in half, `malformed` answers text that is not JSON, `empty` answers 200 without
 * a body; all three carry the request out. `status` answers an error and does not carry the request out, `status-after` answers
 * an error after it did. `slow` only waits `delayMs` before it carries the request out and answers.
 */
export type FaultKind =
  | "reset-before"
  | "reset-after"
  | "hang"
  | "hang-after"
  | "truncated"
  | "malformed"
  | "empty"
  | "status"
  | "status-after"
  | "slow";

/** A failure to inject, and the requests that it hits. These may be requests to the token endpoint too. */
export interface Fault {
  readonly kind: FaultKind;
  /** HTTP method. Default: any. */
  readonly method?: string;
  /**
   * A path as in the request line, without the query: it matches this path and all paths below it. Or a pattern for the path
   * with its query. Default: any path.
   */
  readonly path?: string | RegExp;
  /** Number of requests to hit; may be `Infinity`. Default: 1. */
  readonly times?: number;
  /** Number of matching requests that pass first. Default: 0. */
  readonly skip?: number;
  /** The status, 200 to 599, for the kinds `status` (default: 500) and `status-after` (default: 502). */
  readonly status?: number;
  /** The body of that answer: a string as it is, all else as JSON. Default: an error body as the service writes it. */
  readonly body?: unknown;
  /** Further headers of that answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds to wait first. Default: 0. */
  readonly delayMs?: number;
}

/** A handle on a fault that was injected. */
export interface InjectedFault {
  /** Number of requests that it has hit so far. */
  readonly hits: number;
  /** Removes the fault. It has no effect on requests that were hit already. */
  remove(): void;
}

interface Armed {
  readonly fault: Fault;
  skip: number;
  hits: number;
}

/** The injected faults, in the order of their injection. The first fault that matches a request hits it. */
export class Faults {
  #armed: Armed[] = [];

  /** @throws RangeError for a status outside of 200 to 599 or a negative count */
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

  /** The fault that hits this request, if any. The hit is counted. */
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
  // unlike test(), search() ignores the pattern's lastIndex
  if (fault.path instanceof RegExp) return target.search(fault.path) >= 0;
  const path = target.split("?", 1)[0] ?? "";
  return path === fault.path || path.startsWith(fault.path.endsWith("/") ? fault.path : `${fault.path}/`);
}
