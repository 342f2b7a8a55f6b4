import type { Clock } from "./client-options.ts";
import { AttemptFailed, CallFailed, type Failure } from "./errors.ts";
import { seconds } from "./http.ts";
import { refusedForLong } from "./pacing/gate.ts";
import { decideRetry, type RetryBounds, type RetryCounts, type RetryRules } from "./retries.ts";

/** The limits that all attempts of one call share: the time of the call, and at most one renewal of the access token. */
export interface Course {
  readonly deadline: Deadline;
  renewals: 0 | 1;
}

/**
 * Makes attempts until one succeeds or the retry rules allow no further one. If the service may have executed any attempt, the outcome of the whole
 * call is `unknown`, whatever the last attempt reports.
 *
 * @param onWait called before a wait: the failure, and how long the call has waited by then
 * @throws CallFailed; errors of an attempt other than `AttemptFailed` are rethrown
 */
export async function attempt<T>(
  once: () => Promise<T>,
  course: Course,
  rules: RetryRules,
  clock: Clock,
  onWait: (failure: Failure, waitedMs: number) => void = () => {},
): Promise<{ value: T; retries: number }> {
  const { deadline } = course;
  const counts: RetryCounts = { faults: 0, refusals: 0, refusedMs: 0 };
  let waitedMs = 0;
  let uncertain = false;
  let before: Failure | undefined;
  for (;;) {
    const retries = counts.faults + counts.refusals;
    const failure = await once().then(
      (value) => ({ value }),
      (error: unknown) => failureOf(error, "the call was aborted before it was sent"),
    );
    if ("value" in failure) return { value: failure.value, retries: retries + course.renewals };
    uncertain ||= failure.outcome === "unknown";
    const decision = deadline.cancelled
      ? ({ stop: "final" } as const)
      : failure.retry === "queue" && rules.repeatable !== "never"
        ? { waitMs: 0 }
        : decideRetry(failure, rules, counts, deadline.remaining(), clock.random());
    if ("stop" in decision) {
      const why = failure.code === "ABORTED" && before !== undefined ? [`the previous attempt: ${before.what}`] : [];
      const what = [failure.what, ...why, ...ending(decision.stop, failure, retries, deadline, rules.bounds)].join(
        "; ",
      );
      const outcome = uncertain ? "unknown" : failure.outcome;
      throw new CallFailed({ ...failure, what, outcome }, retries + course.renewals);
    }
    before = failure;
    const { waitMs } = decision;
    waitedMs += waitMs;
    onWait(failure, waitedMs);
    if (failure.status === 429) {
      counts.refusals += 1;
      counts.refusedMs += waitMs;
      // The tenant works, and only asks for patience, so the wait does not count as time of the call.
      if (waitMs > 0) await deadline.outside((signal) => clock.sleep(waitMs, signal));
    } else {
      counts.faults += 1;
      if (waitMs > 0) await clock.sleep(waitMs, deadline.signal);
    }
  }
}

/**
 * The failure of one attempt, from the error that it threw. Errors other than `AttemptFailed` and `DeadlineReached` are rethrown.
 *
 * @param ended the message for an attempt that the deadline ended
 */
export function failureOf(error: unknown, ended: string): Failure {
  if (error instanceof AttemptFailed) return error.failure;
  if (error instanceof DeadlineReached) return { outcome: "notSent", what: ended, code: "ABORTED" };
  throw error;
}

function ending(stop: string, failure: Failure, retries: number, deadline: Deadline, bounds: RetryBounds): string[] {
  const endings = [];
  const total = seconds(deadline.totalMs);
  if (retries > 0) endings.push(`after ${retries} ${retries === 1 ? "retry" : "retries"}`);
  if (deadline.cancelled) endings.push("this run is being stopped");
  else if (stop === "refused") endings.push(refusedForLong(bounds, failure.retryAfterMs));
  else if (stop === "time" || deadline.signal.aborted)
    endings.push(`the time limit of ${total} for the call is exceeded`);
  else if (stop === "retryAfter") {
    const asked = seconds(failure.retryAfterMs ?? 0);
    endings.push(
      `the service requests a wait of ${asked}, longer than the remaining time of the call (at most ${total})`,
    );
  }
  return endings;
}

/** The rejection of `Deadline.race`. `Deadline.cancelled` tells whether the outer signal or the time limit ended the call. */
class DeadlineReached extends Error {}

/**
 * The time limit of one call. Time spent in `outside` does not count. An outer signal may end the call earlier. Call `end()` when the call
 * is over, to release the timer and the listener.
 */
export class Deadline {
  readonly totalMs: number;
  readonly #controller = new AbortController();
  /** Milliseconds that were left at `#startedAt`. */
  #left: number;
  /** The time at which the limit began or continued to run. Undefined while the call is in `outside`, where the limit does not run. */
  #startedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the call is over. A wait `outside` may end later, and must not start the timer again. */
  #isOver = false;
  readonly #clock: Clock;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = () => this.#controller.abort();

  constructor(totalMs: number, clock: Clock, outer?: AbortSignal) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#outer = outer;
    this.#left = totalMs;
    this.#start();
    if (outer?.aborted) this.#abort();
    else outer?.addEventListener("abort", this.#abort);
  }

  /** Aborted when the time is over or the outer signal is aborted. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the outer signal ended the call. */
  get cancelled(): boolean {
    return this.#outer?.aborted ?? false;
  }

  /** Milliseconds left, never below 0. */
  remaining(): number {
    if (this.signal.aborted) return 0;
    const spent = this.#startedAt === undefined ? 0 : this.#clock.monotonic() - this.#startedAt;
    return Math.max(0, this.#left - spent);
  }

  /** Waits without using up the call's time. Only the outer signal may end the wait. */
  async outside<T>(wait: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
    this.#left = this.remaining();
    this.#startedAt = undefined;
    clearTimeout(this.#timer);
    try {
      return await wait(this.#outer);
    } finally {
      this.#start();
    }
  }

  /** The promise's value, or a rejection with `DeadlineReached` if the deadline comes first. The promise itself is not cancelled. */
  race<T>(promise: PromiseLike<T> | T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const late = () => reject(new DeadlineReached());
      if (this.signal.aborted) late();
      this.signal.addEventListener("abort", late);
      Promise.resolve(promise)
        .then(resolve, reject)
        .finally(() => this.signal.removeEventListener("abort", late));
    });
  }

  #start(): void {
    if (this.#isOver) return;
    this.#startedAt = this.#clock.monotonic();
    this.#timer = setTimeout(this.#abort, this.#left);
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#abort);
  }
}
