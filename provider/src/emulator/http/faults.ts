/**
 * What goes wrong. `reset-before` and `hang` lose the request, `reset-after` and `hang-after` carry it out and lose the
 * answer. `truncated` cuts the answer in half, `malformed` answers something that is not JSON, `empty` answers 200 without
 * a body: all three carry the request out. `status` answers an error instead of carrying out, `status-after` in spite of it.
 * `slow` only takes its `delayMs`, before it carries out and answers.
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

/** A failure to inject, and the requests it is for. The token endpoint can be hit as well. */
export interface Fault {
  readonly kind: FaultKind;
  /** HTTP method; any when absent. */
  readonly method?: string;
  /**
   * A path as it stands in the request line, without the query: matches it and all below it. Or a pattern for the path with
   * its query. Any request when absent.
   */
  readonly path?: string | RegExp;
  /** How many requests to hit, `Infinity` included; 1 unless told. */
  readonly times?: number;
  /** How many matching requests to let pass first; 0 unless told. */
  readonly skip?: number;
  /** For `status` (500 unless told) and `status-after` (502 unless told): 200 to 599. */
  readonly status?: number;
  /** Answered with that status as JSON, a string as it is; an error in the service's shape unless told. */
  readonly body?: unknown;
  /** Further headers of that answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds to wait before anything happens. */
  readonly delayMs?: number;
}

/** A handle on a fault that was injected. */
export interface InjectedFault {
  /** How many requests it has hit so far. */
  readonly hits: number;
  /** Takes it out; requests it has hit stay hit. */
  remove(): void;
}

interface Armed {
  readonly fault: Fault;
  skip: number;
  left: number;
  hits: number;
}

/** The faults that are armed, in the order they were injected; the first one that matches hits. */
export class Faults {
  #armed: Armed[] = [];

  /** @throws RangeError for a status that HTTP does not have, or counts below zero */
  inject(fault: Fault): InjectedFault {
    const { status = 500, times = 1, skip = 0 } = fault;
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`a fault's status must be an integer from 200 to 599, not ${status}`);
    }
    if (!(times >= 0) || !(skip >= 0)) throw new RangeError("a fault's times and skip must not be negative");
    const armed: Armed = { fault, skip, left: times, hits: 0 };
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

  /** The fault that hits this request, if one does; it is counted. */
  hit(method: string, target: string): Fault | undefined {
    for (const armed of this.#armed) {
      if (armed.left <= 0 || !matches(armed.fault, method, target)) continue;
      if (armed.skip > 0) {
        armed.skip -= 1;
        continue;
      }
      armed.left -= 1;
      armed.hits += 1;
      return armed.fault;
    }
    return undefined;
  }
}

function matches(fault: Fault, method: string, target: string): boolean {
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
  if (fault.path === undefined) return true;
  // search() starts at the beginning whatever the pattern's flags and lastIndex are
  if (fault.path instanceof RegExp) return target.search(fault.path) >= 0;
  const path = target.split("?", 1)[0] ?? "";
  return path === fault.path || path.startsWith(fault.path.endsWith("/") ? fault.path : `${fault.path}/`);
}
