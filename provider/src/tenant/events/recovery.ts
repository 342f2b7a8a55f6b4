import type { Failure } from "../failure.ts";
import { meaningOf403 } from "../forbidden.ts";

/** The state of a stream that could not be opened. */
interface Situation {
  /** The stream was open before, in this run. */
  everOpen: boolean;
  /** The cursor came from the service in this run, and not from the caller. */
  ownCursor: boolean;
  /** The call named a position to start at. */
  positioned: boolean;
  /** Failures in a row, this one included. */
  failures: number;
  /** Milliseconds since the first failure in a row. */
  failingMs: number;
}

/** Give up, start over from a timestamp, or wait and try again. */
type Recovery = "final" | "expired" | "invalid" | "wait";

/** Attempts of a stream that was never open: about as many as any call makes. */
const firstAttempts = 8;

/** Milliseconds to wait where too many streams are open: the service may count a lost stream of ours for a while. */
const limitPatience = 60_000;

const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * What to do after a stream could not be opened. A stream that was open before survives every outage. One that was never open fails
 * soon, as a wrong address or a proxy looks like an outage, too.
 */
export function judge(failure: Failure, situation: Situation): Recovery {
  const { status } = failure;
  const wait = situation.everOpen || situation.failures < firstAttempts ? "wait" : "final";
  if (failure.code === "NO_TOKEN") return failure.passing === true ? wait : "final";
  if (status === undefined) {
    return situation.everOpen || !(failure.permanent || failure.code === "UNREADABLE") ? wait : "final";
  }
  if (status === 410 && situation.positioned) return "expired";
  if (status === 400 && situation.ownCursor) return "invalid";
  if (status === 403 && tooManyStreams(failure)) return situation.failingMs < limitPatience ? "wait" : "final";
  if (passing.has(status) || status >= 500) return wait;
  // An answer that does not look like the service comes from something in between, and that may pass.
  return situation.everOpen && failure.recognised === false && status !== 401 ? "wait" : "final";
}

/** True for the 403 of too many open streams, false for the 403 of a missing scope. */
function tooManyStreams(failure: Failure): boolean {
  return failure.status === 403 && meaningOf403(failure.errorCode, failure.said) === "limit";
}

/** What a stream waits for that could not be opened, for people. */
export function waitsFor(failure: Failure): string {
  if (!tooManyStreams(failure)) return failure.what;
  return `the tenant has as many event streams open as its plan allows, and this one waits until there is room (${failure.what})`;
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
