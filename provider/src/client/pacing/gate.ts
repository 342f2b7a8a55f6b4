import type { Clock } from "../client-options.ts";
import { AttemptFailed } from "../errors.ts";
import { type HttpAnswer, seconds } from "../http.ts";
import { parseRetryAfter } from "../retries.ts";
import type { NextStep, Patience } from "./bucket.ts";
import { Pacer, type Queue, type QueuedCall, type Sent } from "./pacer.ts";

/** The options of a gate. */
interface GateOptions {
  /** The tenant's host, for messages. */
  readonly host: string;
  /** The share of every bucket that a run may use: more than 0 and at most 1. */
  readonly budget: number;
  readonly patience: Patience;
  readonly clock: Clock;
  /** Receives a line about calls that wait: first after 5 s, then once per minute. */
  readonly onWait: (line: string) => void;
}

/** The permission to send one request. It has to be returned with `answered` or `end`. */
export interface Pass {
  /** Reports the service's response. "again": the call may be queued again. "over": the service refuses everything. */
  answered(answer: HttpAnswer): NextStep;
  /** Reports that the request was not sent, or its response was lost. Has no effect after `answered`. */
  end(): void;
}

interface Ticket extends QueuedCall {
  readonly since: number;
  admit(sent: Sent): void;
  refuse(reason: AttemptFailed): void;
}

/**
 * The maximum time for which other calls wait for the response to the first call of a bucket, in milliseconds: longer than a response takes,
 * and much shorter than a call's timeout. A service that does not respond must not delay all other calls.
 */
const maxAlone = 3_000;

/** The time until the first message about a long wait, and the interval of further messages, in milliseconds. */
export const firstWord = 5_000;
export const nextWord = 60_000;

/** Admits requests according to the tenant's rate limits: a {@link Pacer} with a clock. */
export class Gate {
  readonly #options: GateOptions;
  readonly #pacer: Pacer<Ticket>;
  readonly #tickets = new Set<Ticket>();
  #isClosed = false;
  /** Ends the sleep until the next departure. */
  #asleep: AbortController | undefined;
  #wakeAt = Number.POSITIVE_INFINITY;
  #word: NodeJS.Timeout | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#pacer = new Pacer(options.budget, options.patience);
  }

  /**
   * Waits for the permission to send a request.
   *
   * @throws AttemptFailed as soon as the signal is aborted or the gate is closed
   */
  async enter(call: QueuedCall, signal: AbortSignal | undefined): Promise<Pass> {
    if (this.#isClosed || signal?.aborted) throw ended(signal);
    const { promise: sent, resolve: admit, reject: refuse } = Promise.withResolvers<Sent>();
    const ticket: Ticket = { ...call, since: this.#now(), admit, refuse };
    const leave = () => refuse(ended(signal));
    signal?.addEventListener("abort", leave);
    try {
      this.#tickets.add(ticket);
      this.#pacer.arrive(ticket);
      this.#pump();
      if (this.#tickets.has(ticket)) this.#watch(firstWord);
      return this.#pass(await sent);
    } finally {
      signal?.removeEventListener("abort", leave);
      if (this.#tickets.delete(ticket)) this.#pacer.leave(ticket);
    }
  }

  /** Rejects all waiting calls. */
  close(): void {
    this.#isClosed = true;
    this.#asleep?.abort();
    clearTimeout(this.#word);
    for (const ticket of this.#tickets) ticket.refuse(ended(undefined));
  }

  #pass(sent: Sent): Pass {
    let isOut = true;
    const goOn = () => {
      this.#pacer.goOn(sent);
      this.#pump();
    };
    // A real timer, not the clock of the options: a simulated clock would end this wait at once, before the service can respond.
    const impatient = sent.isFirst ? setTimeout(goOn, maxAlone).unref() : undefined;
    const back = () => {
      const was = isOut;
      isOut = false;
      clearTimeout(impatient);
      return was;
    };
    return {
      answered: ({ status, headers }) => {
        if (!back()) return "answered";
        const { clock } = this.#options;
        const told = {
          refused: status === 429,
          limit: count(headers["x-ratelimit-limit"]),
          remaining: count(headers["x-ratelimit-remaining"]),
          retryAfterMs: parseRetryAfter(headers["retry-after"], clock.now()),
        };
        const verdict = this.#pacer.answered(sent, told, this.#now(), told.refused ? clock.random() : 0);
        this.#pump();
        return verdict;
      },
      end: () => {
        if (!back()) return;
        this.#pacer.lost(sent);
        this.#pump();
      },
    };
  }

  /** Admits the calls that may be sent, and sleeps until the next one may. */
  #pump(): void {
    for (const { call, sent } of this.#pacer.depart(this.#now())) {
      this.#tickets.delete(call);
      call.admit(sent);
    }
    const next = this.#tickets.size === 0 ? Number.POSITIVE_INFINITY : this.#pacer.nextAt(this.#now());
    if (next === this.#wakeAt) return;
    this.#asleep?.abort();
    this.#wakeAt = next;
    if (next < Number.POSITIVE_INFINITY && !this.#isClosed) void this.#sleep(next);
  }

  async #sleep(until: number): Promise<void> {
    const sleep = new AbortController();
    this.#asleep = sleep;
    await this.#options.clock.sleep(Math.max(0, until - this.#now()), sleep.signal);
    if (sleep.signal.aborted) return;
    this.#wakeAt = Number.POSITIVE_INFINITY;
    this.#pump();
  }

  /** Reports waiting calls, after a while and then regularly. */
  #watch(ms: number): void {
    if (this.#word !== undefined || this.#isClosed) return;
    this.#word = setTimeout(() => {
      this.#word = undefined;
      if (this.#tickets.size === 0) return;
      const now = this.#now();
      const longest = now - Math.min(...[...this.#tickets].map(({ since }) => since));
      if (longest < firstWord) return this.#watch(firstWord - longest);
      const { host, budget, onWait } = this.#options;
      for (const queue of this.#pacer.queues(now)) onWait(lineOf(queue, host, budget));
      this.#watch(nextWord);
    }, ms).unref();
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}

function ended(signal: AbortSignal | undefined): AttemptFailed {
  const why = signal?.aborted
    ? "the call was aborted before it was sent"
    : "the client was closed before the call was sent";
  return new AttemptFailed({ outcome: "notSent", what: why, code: "ABORTED", retry: "never" });
}

/**
 * The reason why a call is not retried while the service refuses everything.
 *
 * @param retryAfterMs the wait that the service requests
 */
export function refusedForLong({ refusedMs }: Pick<Patience, "refusedMs">, retryAfterMs = 0): string {
  return retryAfterMs >= refusedMs
    ? `the service requests a wait of ${seconds(retryAfterMs)}, but a run waits at most ${seconds(refusedMs)}`
    : `the tenant has refused all calls for ${seconds(refusedMs)}`;
}

/** A count in a header; undefined unless it is a whole number from 0 on. */
function count(value: unknown): number | undefined {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

function lineOf({ waiting, limit, perSecond, ms }: Queue, host: string, budget: number): string {
  const calls = waiting === 1 ? "1 call waits" : `${waiting} calls wait`;
  if (limit === undefined) return `${calls} because ${host} refuses further calls for now: about ${seconds(ms)} to go`;
  const share = budget < 1 ? `; rateBudget lets this run use ${Math.round(budget * 100)} % of that` : "";
  const rate = Math.round((perSecond / budget) * 10) / 10;
  return `${calls} for the rate limit of ${host} (${limit} at once, ${rate} per second${share}): about ${seconds(ms)} to go`;
}
