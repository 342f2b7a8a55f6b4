import type { Failure } from "../failure.ts";
import { meaningOf403 } from "../forbidden.ts";

/** What is known when a stream could not be opened. */
export interface Situation {
  /** It was open before, in this run. */
  everOpen: boolean;
  /** The cursor came from the service in this run, and not from the caller. */
  ownCursor: boolean;
  /** It asked to start at some position. */
  positioned: boolean;
  /** Failures in a row, this one included. */
  failures: number;
  /** Milliseconds since the first failure in a row. */
  failingMs: number;
}

/** Give up, start over from a timestamp, or wait and try again. */
export type Verdict = "final" | "expired" | "invalid" | "wait";

/** Until it was open once, a stream is tried as often as any call would be. */
const firstAttempts = 8;

/**
 * For how long too many streams are waited out, in milliseconds: the service may count one of ours for a while after it was cut.
 */
const limitPatience = 60_000;

const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * What to do after a stream could not be opened. A stream that was open before lives through every outage; one that never was fails
 * soon, as a wrong address or proxy looks like an outage too.
 */
export function judge(failure: Failure, situation: Situation): Verdict {
  const { status } = failure;
  const wait = situation.everOpen || situation.failures < firstAttempts ? "wait" : "final";
  if (failure.code === "NO_TOKEN") return failure.passing === true ? wait : "final";
  if (status === undefined) return situation.everOpen || !(failure.permanent || unreadable(failure)) ? wait : "final";
  if (status === 410 && situation.positioned) return "expired";
  if (status === 400 && situation.ownCursor) return "invalid";
  if (status === 403 && tooManyStreams(failure)) return situation.failingMs < limitPatience ? "wait" : "final";
  if (passing.has(status) || status >= 500) return wait;
  // what does not look like the service comes from something in between, and may be gone again tomorrow
  return situation.everOpen && failure.recognised === false && status !== 401 ? "wait" : "final";
}

/** Is it this meaning of the 403, and not the missing scope? */
export function tooManyStreams(failure: Failure): boolean {
  return failure.status === 403 && meaningOf403(failure.errorCode, failure.said) === "limit";
}

/** What to do about a 403 of the event stream. */
export function adviseStream(failure: Failure): string | undefined {
  if (failure.status !== 403) return undefined;
  if (tooManyStreams(failure)) {
    return (
      "The tenant has as many event streams open as its plan allows (1 on the free plan, 4 on self-service, 8 on enterprise): " +
      "end one of them, or let what needs the events share one."
    );
  }
  if (meaningOf403(failure.errorCode, failure.said) === "scope" && !/read:events/.test(failure.said ?? "")) {
    return "The event stream needs the scope read:events: add it to the client's grant for the management API, then run again.";
  }
  return undefined;
}

function unreadable({ code }: Failure): boolean {
  return code === "UNREADABLE";
}
