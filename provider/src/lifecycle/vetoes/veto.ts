import type { JsonObject } from "../../schema/json.ts";
import type { Plan } from "../../state/plan.ts";
import type { ManagedRecord } from "../../state/record.ts";
import type { LastKnown } from "../foreign-values.ts";
import type { OperationContext } from "../operation-context.ts";

/** A write that the run is about to send. */
export interface IntendedWrite {
  /** `create` makes a new object. Every write to an existing object is an `update`, also an adoption and the reset of a singleton. */
  readonly action: "create" | "update" | "delete";
  /** The object's id; for a creation, the id that the state has until the object's own one is known. */
  readonly id: string;
  /** The changes; for a deletion, a plan without changes. */
  readonly plan: Plan;
  /** The values that the program declares; for a deletion, the last known values. */
  readonly inputs: JsonObject;
  /** The values by which the object is known: the last known ones, or the declared ones of an object that is not in the state. */
  readonly values: JsonObject;
  /** The last known values from which the write is built. */
  readonly known: LastKnown;
  /** The record of the resource before the write. Blank for an object that is not in the state. */
  readonly record: ManagedRecord;
  /**
   * Reads the object with its undeclared values. Undefined if the object does not exist. A veto calls it only if it needs the values, so that an
   * ordinary write sends no further request.
   *
   * @param properties the properties that the veto needs. If the object's parts have routes of their own, only their parts are read. Default: all
   *   properties
   */
  live(properties?: readonly string[]): Promise<JsonObject | undefined>;
  /**
   * The plan as the write carries it out: without the removals of values that another client has changed. The write keeps these values.
   *
   * @param live the object at the tenant
   */
  carriedOut(live: JsonObject): Plan;
}

/** A write, without what {@link IntendedWrite} derives from it. */
export type Write = Omit<IntendedWrite, "live" | "carriedOut">;

/**
 * One kind of write that this provider never sends. The result has the reasons against the write, each as sentences that name the property and the
 * ways out; empty if the write is allowed.
 */
export type Veto = (context: OperationContext, write: IntendedWrite) => readonly string[] | Promise<readonly string[]>;
