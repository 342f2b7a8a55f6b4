import type { ResumePosition, StreamStatus, TenantOptions } from "../client/events/index.ts";
import type { Change, ResourceReport } from "../report/types.ts";

/** Intervals and delays of a watch, in milliseconds. */
export const defaultTimes = {
  /** Poll interval for resources of which events do not report each change. */
  every: 15 * 60_000,
  /** How long a report waits for an event that explains the change. */
  patience: 2_000,
  /** How long the stream has to be silent before an event counts as missing. A stream that is not silent may still be catching up. */
  silence: 500,
  /** The maximum wait for an event if the stream is never silent. */
  maxPatience: 30_000,
  /** The minimum time between two comparisons of all resources after events that could not be parsed. */
  rest: 300_000,
};

/** The intervals of a watch. Default: {@link defaultTimes}. */
export type WatchTimes = Readonly<typeof defaultTimes>;

/** The resources of a scheduled comparison. */
export type Round = "everything" | "what has no events";

const never = Number.POSITIVE_INFINITY;

/** The schedule of polling, and of comparisons after events that could not be parsed. Times are monotonic milliseconds. */
export class Rounds {
  readonly #times: Pick<WatchTimes, "every" | "rest">;
  #next = never;
  #isInDoubt = false;
  #restsUntil = Number.NEGATIVE_INFINITY;

  constructor(times: Pick<WatchTimes, "every" | "rest">) {
    this.#times = times;
  }

  /** Starts the poll interval at the first call. */
  begin(now: number): void {
    if (this.#next === never) this.#next = now + this.#times.every;
  }

  /** Records an event that could not be parsed. All resources are compared, but at most once per `rest` interval. */
  noteUnknownEvent(): void {
    this.#isInDoubt = true;
  }

  /** When the next comparison is due. */
  get wakeAt(): number {
    return this.#isInDoubt ? Math.min(this.#next, this.#restsUntil) : this.#next;
  }

  /** The comparison that is due now; undefined if none is. */
  take(now: number): Round | undefined {
    if (this.#isInDoubt && now >= this.#restsUntil) {
      this.#isInDoubt = false;
      this.#restsUntil = now + this.#times.rest;
      return "everything";
    }
    if (now < this.#next) return undefined;
    this.#next = now + this.#times.every;
    return "what has no events";
  }
}

/** An event of the tenant that made, or may have made, a change. */
export interface Cause {
  /** The event's id. */
  readonly eventId: string;
  /** The event's type: `connection.updated`. */
  readonly type: string;
  /** The event's time in ISO 8601. */
  readonly when: string;
  /** The client, the user, or both; empty if the event contains neither, as after some edits in the dashboard. */
  readonly who: {
    readonly clientId?: string;
    readonly clientName?: string;
    readonly userId?: string;
    readonly userName?: string;
  };
  /** The origin of the request; empty if the event contains none. */
  readonly from: { readonly ip?: string; readonly userAgent?: string };
}

/** A leaf that began or ceased to differ. */
export interface WatchedChange extends Change {
  /** The ids of the events that changed this leaf. Empty if no event matches. */
  readonly causedBy: readonly string[];
}

/**
 * New or restored drift of one resource of a stack. A leaf is reported again only if its value has changed. The format extends that of a
 * resource in the drift report.
 */
export interface WatchReport extends ResourceReport {
  readonly version: 1;
  /** `drift`: the resource differs from the state. `restored`: drift that was reported earlier has ended. */
  readonly kind: "drift" | "restored";
  readonly stack: string;
  readonly project: string;
  /**
   * `changed`: the leaves in `changes` differ. `deleted`: the object was deleted; with kind `restored`: the deleted object exists again.
   * Never `failed`: failed reads are passed to `onStatus` and retried.
   */
  readonly state: "changed" | "deleted";
  /** Whether the resource differs from the state after this report. If a leaf was restored, other leaves can still differ. */
  readonly drift: boolean;
  /**
   * The leaves of this report, without those that were reported earlier. With kind `drift`, `was` is the value in the state and `is` the
   * value at the tenant. With kind `restored`, `was` is the reported value and `is` the value in the state. Long values are truncated.
   */
  readonly changes: readonly WatchedChange[];
  /** The number of leaves that were left out because a report has at most 64 KiB. Absent if all are included. */
  readonly omitted?: number;
  /**
   * The events that changed these leaves or deleted the object, oldest first. If not all fit, the oldest are left out. Empty if no event
   * matches.
   */
  readonly causes: readonly Cause[];
  /** The time of the report in ISO 8601. */
  readonly at: string;
}

/** The position of a watch, to be passed to `watch()` as `resume`. It is JSON without secrets. */
export interface WatchPosition {
  /** The tenant's host. */
  readonly tenant: string;
  /** The position in the event stream. */
  readonly events: ResumePosition;
  /** The drift that was reported and not restored since, one report for each resource. A resumed watch does not report it again. */
  readonly open: readonly WatchReport[];
}

/** Figures of a watch, counted since its start. */
export interface WatchFigures {
  /** Watched resources. */
  readonly resources: number;
  /** Resources with open drift. */
  readonly open: number;
  /** Events about watched resources. */
  readonly events: number;
  readonly reports: number;
  /** Milliseconds from the time of the latest event among a report's causes to that report; absent before the first report with a cause. */
  readonly lagMs?: number;
  /** Requests to the management API. */
  readonly calls: number;
}

/** A status of a watch, for logs, progress and readiness. */
export type WatchStatus =
  /** All resources were compared, and the event stream is open (with `once` there is no stream). */
  | {
      readonly state: "ready";
      readonly figures: WatchFigures;
      /** The URNs of resources of which events do not report each change. They are polled, see {@link WatchOptions.everyMs}. */
      readonly swept: readonly string[];
    }
  /** A status of the event stream. */
  | { readonly state: "stream"; readonly stream: StreamStatus }
  /** A comparison of all resources, or of those that are polled, begins. */
  | { readonly state: "comparing"; readonly what: Round; readonly why: string }
  /** An event about watched resources has arrived. */
  | { readonly state: "event"; readonly id: string; readonly type: string; readonly urns: readonly string[] }
  /** An update of a stack is running. Events are handled after the update. */
  | { readonly state: "waiting"; readonly stack: string }
  /** Resources of a stack belong to another tenant and are not watched. */
  | { readonly state: "left out"; readonly stack: string; readonly resources: number }
  /** An object of the tenant, or the state of a stack, could not be read. The read is retried. */
  | { readonly state: "failed"; readonly what: string; readonly why: string }
  /** Figures, once a minute. */
  | { readonly state: "figures"; readonly figures: WatchFigures };

/** Options of `watch()`. The `TENANT_*` environment variables or the stack's configuration name the tenant. */
export interface WatchOptions extends TenantOptions {
  /** The stacks. They must belong to the same tenant. Default: the current stack. */
  readonly stacks?: readonly string[];
  /** The folder of the Pulumi project. Default: the current one. */
  readonly cwd?: string;
  /** Poll interval for resources of which events do not report each change, in milliseconds, 10 s to a day. Default: 15 minutes. */
  readonly everyMs?: number;
  /** If true, the watch compares all resources once and ends. Default: false. */
  readonly once?: boolean;
  /** The position of an earlier watch. Default: the current end of the event stream. */
  readonly resume?: WatchPosition;
  /** Ends the watch. The iteration then ends without an error. */
  readonly signal?: AbortSignal;
  /** Listener for the status of the watch. If the listener throws, the watch ends with that error. */
  readonly onStatus?: (status: WatchStatus) => void;
}

/** An iterator over the reports of a watch. It can be iterated once. */
export interface Watch extends AsyncIterableIterator<WatchReport> {
  next(): Promise<IteratorResult<WatchReport, undefined>>;
  /** The position after the delivered reports. Save it after processing them. Undefined before the tenant is known. */
  position(): WatchPosition | undefined;
  /** Ends the watch, even while `next()` is pending. */
  return(): Promise<IteratorResult<WatchReport, undefined>>;
}
