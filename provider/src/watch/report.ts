import type { Change, ResourceReport } from "../report/types.ts";

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
