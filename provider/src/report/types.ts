import type { Json } from "../schema/json.ts";

/** One leaf that differs between the state and the tenant. */
export interface Change {
  /** In the CLI's notation. The path of an element ends in `[]` if its list is compared as a set. */
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  /** The value in the state. */
  readonly was?: Json;
  /** The value at the tenant. */
  readonly is?: Json;
  /** What the object is called whose id the value in the state is. Foreign text. Absent where that is not known. */
  readonly wasName?: string;
  /** The same of the other value. */
  readonly isName?: string;
  /** A secret differs. Neither value is known here. */
  readonly secret?: true;
}

/** A resource that differs from the state, or could not be read. */
export interface ResourceReport {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  /** The URN of the parent, unless that is the stack itself. */
  readonly parent?: string;
  /** `failed`: the resource could not be read, so it may differ or not. */
  readonly state: "changed" | "deleted" | "failed";
  /** The leaves that differ. Empty for a changed resource in which only hidden properties differ. */
  readonly changes: readonly Change[];
  /** Why the resource could not be read. */
  readonly error?: string;
}
