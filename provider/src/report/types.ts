import type { Json } from "../schema/json.ts";

/** A differing leaf: a property, or an element of a list, whose value in the state differs from the value at the tenant. */
export interface Change {
  /** The path in the CLI's notation. If a list is compared as a set, the path of each of its elements ends in `[]`. */
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  /** The value in the state. */
  readonly was?: Json;
  /** The value at the tenant. */
  readonly is?: Json;
  /** If `was` is the id of an object: the name of that object. Unsanitized text from the tenant. Absent if unknown. */
  readonly wasName?: string;
  /** If `is` is the id of an object: the name of that object, see {@link wasName}. */
  readonly isName?: string;
  /** Present if the leaf is a secret. Both values are then left out. */
  readonly secret?: true;
}

/** A resource that differs between the state and the tenant, or could not be read. */
export interface ResourceReport {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  /** The URN of the parent, unless that is the stack itself. */
  readonly parent?: string;
  /** `failed`: the resource could not be read, so differences are unknown. */
  readonly state: "changed" | "deleted" | "failed";
  /** The leaves that differ. Empty for a changed resource if only provider metadata differs. */
  readonly changes: readonly Change[];
  /** The reason why the resource could not be read. Present only if `state` is `failed`. */
  readonly error?: string;
}
