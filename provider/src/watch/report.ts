import type { Change, ResourceReport } from "../report/types.ts";

/** An event of the tenant that made a change, or may have. */
export interface Cause {
  /** The event's id. */
  readonly eventId: string;
  /** The event's type: `connection.updated`. */
  readonly type: string;
  /** When it happened, in ISO 8601. */
  readonly when: string;
  /** The client, the user, or both; empty where the service does not tell, as after some edits at its dashboard. */
  readonly who: {
    readonly clientId?: string;
    readonly clientName?: string;
    readonly userId?: string;
    readonly userName?: string;
  };
  /** Empty where the service does not tell. */
  readonly from: { readonly ip?: string; readonly userAgent?: string };
}

/** A leaf that began or ceased to differ. */
export interface WatchedChange extends Change {
  /** The ids of the causes that touched this leaf. Empty where nobody knows who did. */
  readonly causedBy: readonly string[];
}

/**
 * What has become different at one resource of a stack, or the same again. Each leaf is reported once, until it has yet another value.
 * The form is that of a resource of the drift report, so the same texts serve both.
 */
export interface WatchReport extends ResourceReport {
  readonly version: 1;
  /** `drift`: the resource differs from the state. `restored`: what was reported before does not differ any more. */
  readonly kind: "drift" | "restored";
  readonly stack: string;
  readonly project: string;
  /**
   * `changed`: the leaves in `changes` differ. `deleted`: the object as a whole is gone; if this was restored, it is back. It is never
   * `failed`: what cannot be read is said by `onStatus`, and read again.
   */
  readonly state: "changed" | "deleted";
  /** Whether the resource still differs from the state after this. What is restored can be a part of what differs. */
  readonly drift: boolean;
  /** The leaves of this report only. Of drift: in the state → at the tenant. Of what was restored: what was reported → in the state. A long value is cut. */
  readonly changes: readonly WatchedChange[];
  /** How many more leaves there are: a report has at most 64 KiB. Absent if there are none. */
  readonly omitted?: number;
  /**
   * The events that touched these leaves or deleted the object, oldest first, as far as there is room. Empty where nobody knows who did.
   */
  readonly causes: readonly Cause[];
  /** When the tenant was found so, in ISO 8601. */
  readonly at: string;
}
