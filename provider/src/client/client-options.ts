import type { Dispatcher } from "undici";
import type { RateGroup } from "../schema/service.ts";
import type { Clock } from "./clock.ts";
import type { RetryBounds } from "./retry.ts";

/** Milliseconds. */
export const defaultTimeouts = {
  /** Until a connection is open, TLS included. */
  connect: 5_000,
  /** From the written request to the last header of the answer. */
  headers: 15_000,
  /** Between two pieces of the answer's body. */
  body: 15_000,
  /** One attempt. */
  attempt: 30_000,
  /** One call: access token, all attempts and the waits between them, without the waits for the rate limit. */
  call: 60_000,
};

/** Such timeouts: the ones above, or others. */
export type Timeouts = typeof defaultTimeouts;

export const defaultMaxResponseBytes = 10 * 1024 * 1024;

/** For tests and special needs; everything has a default. */
export interface ClientOptions {
  timeouts?: Partial<Timeouts>;
  retries?: Partial<RetryBounds>;
  /** Largest body of an answer, in bytes. Default: 10 MiB. */
  maxResponseBytes?: number;
  clock?: Partial<Clock>;
  /** Takes the debug log's lines. Default: standard error. */
  onLog?: (line: string) => void;
  /** Takes a line when calls wait for the rate limit for long: once after 5 s, then every 15 s. Default: standard error. */
  onWait?: (line: string) => void;
  /** Another transport. Its owner closes it and sets the timeout of its connections; `timeouts.connect` does not count. */
  dispatcher?: Dispatcher;
  /** The routes that have rate limits of their own. Default: none has. */
  rateGroups?: readonly RateGroup[];
  /** Ends all calls, also those under way. */
  signal?: AbortSignal;
  /** Called right before each request other than GET is sent, repetitions included. If it throws, the call stops with that error. */
  beforeWrite?: () => Promise<void> | void;
}
