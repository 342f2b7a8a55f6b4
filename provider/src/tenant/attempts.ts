import type { Clock } from "./clock.ts";
import { type Deadline, DeadlineReached } from "./deadline.ts";
import { AttemptFailed, CallFailed, type Failure } from "./failure.ts";
import { seconds } from "./http.ts";
import { decide, kindOf, type Repeatable, type RetryBounds, type RetryCounts } from "./retry.ts";

/** What one call uses up: its time, and the one renewal of the access token that it may cause. */
export interface Course {
  readonly deadline: Deadline;
  renewals: 0 | 1;
}

/**
 * Makes attempts until one succeeds or the rules say stop.
 * If any attempt may have been carried out, the outcome of the whole call is `unknown`, whatever the last attempt says.
 * @throws CallFailed; errors of an attempt other than `AttemptFailed` pass through
 */
export async function attempt<T>(
  once: () => Promise<T>,
  course: Course,
  repeatable: Repeatable,
  bounds: RetryBounds,
  clock: Clock,
): Promise<{ value: T; retries: number }> {
  const { deadline } = course;
  const counts: RetryCounts = { faults: 0, rateLimits: 0 };
  let uncertain = false;
  let before: Failure | undefined;
  for (;;) {
    const retries = counts.faults + counts.rateLimits;
    const failure = await once().then(
      (value) => ({ value }),
      (error: unknown) => failureOf(error, "the call was ended before it could be sent"),
    );
    if ("value" in failure) return { value: failure.value, retries: retries + course.renewals };
    uncertain ||= failure.outcome === "unknown";
    const decision = deadline.cancelled
      ? ({ stop: "final" } as const)
      : failure.queued && repeatable !== "never"
        ? { waitMs: 0 }
        : decide(failure, repeatable, counts, deadline.remaining(), bounds, clock.random());
    if ("stop" in decision) {
      const why = failure.code === "ABORTED" && before !== undefined ? [`the attempt before: ${before.what}`] : [];
      const what = [failure.what, ...why, ...ending(decision.stop, failure, retries, deadline)].join("; ");
      const outcome = uncertain ? "unknown" : failure.outcome;
      throw new CallFailed({ ...failure, what, outcome }, retries + course.renewals);
    }
    before = failure;
    counts[kindOf(failure)] += 1;
    if (decision.waitMs > 0) await clock.sleep(decision.waitMs, deadline.signal);
  }
}

/**
 * The failure of one attempt. Errors of another kind are thrown again.
 * @param ended what to say where the deadline came first
 */
export function failureOf(error: unknown, ended: string): Failure {
  if (error instanceof AttemptFailed) return error.failure;
  if (error instanceof DeadlineReached) return { outcome: "notSent", what: ended, code: "ABORTED" };
  throw error;
}

function ending(stop: string, failure: Failure, retries: number, deadline: Deadline): string[] {
  const endings = [];
  const total = seconds(deadline.totalMs);
  if (retries > 0) endings.push(`this was after ${retries} ${retries === 1 ? "retry" : "retries"}`);
  if (deadline.cancelled) endings.push("this run is being stopped");
  else if (stop === "time" || deadline.signal.aborted) endings.push(`the ${total} for the call are used up`);
  else if (stop === "retryAfter") {
    const asked = seconds(failure.retryAfterMs ?? 0);
    endings.push(`it asks to wait ${asked}, longer than what is left of the ${total} for the call`);
  }
  return endings;
}
