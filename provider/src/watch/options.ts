import type { ResumePosition, StreamStatus, TenantOptions } from "../client/events/index.ts";
import type { WatchReport } from "./report.ts";
import type { Round } from "./rounds.ts";

/** Where a watch goes on. It is JSON, holds no secrets, and is handed to `watch()` as `resume`. */
export interface WatchPosition {
  /** The tenant's host. */
  readonly tenant: string;
  /** The place in the event stream. */
  readonly events: ResumePosition;
  /** What was reported and was not restored, one report for each resource: it is not reported again. */
  readonly open: readonly WatchReport[];
}

/** Counts since the start. */
export interface WatchFigures {
  /** Resources of the stacks that are watched. */
  readonly resources: number;
  /** Resources with open drift. */
  readonly open: number;
  /** Events about watched resources. */
  readonly events: number;
  readonly reports: number;
  /** Milliseconds from the latest reported event's own time to its report; absent before the first. */
  readonly lagMs?: number;
  /** Calls of the management API. */
  readonly calls: number;
}

/** What a watch is doing, for logs, progress and readiness. */
export type WatchStatus =
  /** The first comparison of everything is done, and the stream is open (or this was all: `once`). */
  | {
      readonly state: "ready";
      readonly figures: WatchFigures;
      /** The URNs of the resources of whose changes the tenant has no events: they are compared again and again. */
      readonly swept: readonly string[];
    }
  /** What the event stream does. */
  | { readonly state: "stream"; readonly stream: StreamStatus }
  /** Everything is compared, or what has no events. */
  | { readonly state: "comparing"; readonly what: Round; readonly why: string }
  /** An event about a resource of a stack. */
  | { readonly state: "event"; readonly id: string; readonly type: string; readonly urns: readonly string[] }
  /** An update of a stack runs, and events wait until it has ended. */
  | { readonly state: "waiting"; readonly stack: string }
  /** Resources of a stack that belong to another tenant: they are not watched. */
  | { readonly state: "left out"; readonly stack: string; readonly resources: number }
  /** A resource or a state could not be read. It is tried again. */
  | { readonly state: "failed"; readonly what: string; readonly why: string }
  /** Once a minute. */
  | { readonly state: "figures"; readonly figures: WatchFigures };

/** Options of `watch()`. The tenant is that of the `TENANT_*` environment variables, or of the stack's configuration. */
export interface WatchOptions extends TenantOptions {
  /** The stacks, all of one tenant. Default: the current one. */
  readonly stacks?: readonly string[];
  /** The folder of the Pulumi project. Default: the current one. */
  readonly cwd?: string;
  /** Milliseconds between two comparisons of what has no events, 10 s to a day. Default: 15 minutes. */
  readonly everyMs?: number;
  /** Compares once and ends. Default: false. */
  readonly once?: boolean;
  /** Where an earlier watch stopped. Default: from now on. */
  readonly resume?: WatchPosition;
  /** Ends the watch at any time. The iteration is then over, without an error. */
  readonly signal?: AbortSignal;
  /** Told what the watch does. An error that it throws ends the watch. */
  readonly onStatus?: (status: WatchStatus) => void;
}

/** A watch, to be iterated once. */
export interface Watch extends AsyncIterableIterator<WatchReport> {
  next(): Promise<IteratorResult<WatchReport, undefined>>;
  /** Where to resume after the reports that were delivered. Save it when you have processed them. Undefined before the tenant is known. */
  position(): WatchPosition | undefined;
  /** Ends the watch, also while a report is awaited. */
  return(): Promise<IteratorResult<WatchReport, undefined>>;
}
