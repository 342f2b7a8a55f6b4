import type { Dispatcher } from "undici";
import type { RateGroup } from "../schema/service.ts";
import type { Clock } from "./clock.ts";
import type { RetryBounds } from "./retry.ts";

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
  /** The time for one call: access token, all attempts and the waits between them, without the waits for the rate limit. */
  call: 60_000,
};

/** Timeouts: the defaults above, or others. */
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
  /** Receives a line when calls wait for the rate limit for long: once after 5 s, then every 15 s. Default: standard error. */
  onWait?: (line: string) => void;
  /** Another transport. Its owner closes it and sets its connection timeout; `timeouts.connect` is ignored. */
  dispatcher?: Dispatcher;
  /** The routes that have rate limits of their own. Default: none. */
  rateGroups?: readonly RateGroup[];
  /** Aborts all calls, pending ones included. */
  signal?: AbortSignal;
  /**
   * Ends the waits for the rate limit: while the signal that it returns is aborted, calls that would wait are rejected unsent. Requests that
   * were sent still get their responses.
   */
  waits?: () => AbortSignal | undefined;
  /** Called right before each request other than GET is sent, retries included. An exception stops the call with that error. */
  beforeWrite?: () => Promise<void> | void;
  /**
   * Called right before each request is sent, retries included, without those for access tokens. An exception stops the call with that
   * error.
   */
  beforeSend?: () => void;
}
