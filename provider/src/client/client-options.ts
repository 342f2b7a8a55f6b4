import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "undici";
import type { RateGroup } from "../schema/service.ts";
import type { RetryBounds } from "./retries.ts";

/** Timeouts in milliseconds. */
export const defaultTimeouts = {
  /** The time to open a connection, TLS included. */
  connect: 5_000,
  /** The time from the written request to the last header of the response. */
  headers: 15_000,
  /** The time between two chunks of the response body. */
  body: 15_000,
  /** The time for one attempt. */
  attempt: 30_000,
  /** The time for one call: fetching an access token, all attempts, and the waits between them. Waits for the rate limit do not count. */
  call: 60_000,
};

/** Timeouts in milliseconds, with the meanings of `defaultTimeouts`. */
export type Timeouts = typeof defaultTimeouts;

export const defaultMaxResponseBytes = 10 * 1024 * 1024;

/** Options for tests and special needs. All have defaults. */
export interface ClientOptions {
  timeouts?: Partial<Timeouts>;
  retries?: Partial<RetryBounds>;
  /** The maximum size of a response body, in bytes. Default: 10 MiB. */
  maxResponseBytes?: number;
  clock?: Partial<Clock>;
  /** Receives the lines of the debug log. Default: standard error. */
  onLog?: (line: string) => void;
  /** Receives a line about calls that wait: first after 5 s, then once per minute. Default: standard error. */
  onWait?: (line: string) => void;
  /** The undici dispatcher to use instead of new connections. The client does not close it, and `timeouts.connect` does not apply to it. */
  dispatcher?: Dispatcher;
  /** The groups of routes with separate rate limits. Default: none, all routes share one limit. */
  rateGroups?: readonly RateGroup[];
  /** Aborts all calls, pending ones included. */
  signal?: AbortSignal;
  /**
   * Returns a signal that ends waits for the rate limit; called before each request. While the signal is aborted, calls are rejected before
   * they are sent. Requests that were already sent still get their responses.
   */
  waits?: () => AbortSignal | undefined;
  /** Called right before each request other than GET is sent, retries included. An exception stops the call with that error. */
  beforeWrite?: () => Promise<void> | void;
  /**
   * Called right before each request is sent, retries included, except requests for access tokens. An exception stops the call with that
   * error.
   */
  beforeSend?: () => void;
}

/** Time and randomness. Tests replace them, to be fast and deterministic. All times are in milliseconds. */
export interface Clock {
  /** The wall clock, since the epoch: for expiry and for dates in headers. */
  now(): number;
  /** The monotonic clock: for timeouts. */
  monotonic(): number;
  /** A random number, uniform in [0, 1). */
  random(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined),
};
