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

/** A resource whose differences are all accepted for some time. */
export interface AcceptedResource extends ResourceReport {
  /** The permissions, with untrusted reasons. `until` is the last day on which the permission counts. */
  readonly accepted: readonly { readonly reason: string; readonly until: string }[];
}

/** An object of the tenant that no stack of the project manages. */
export interface UnmanagedObject {
  /** The type token of the resource class that could manage the object. */
  readonly type: string;
  readonly id: string;
  /** Name for messages: `connection "corp"`. */
  readonly label: string;
}

/** The tenant's objects that no stack of the project manages, except built-in objects, and those that give this command's client its access. */
export interface Unmanaged {
  /** The tenant's host. */
  readonly tenant: string;
  readonly objects: readonly UnmanagedObject[];
  /**
   * States and listings that could not be read: one sentence each, with the reason. Objects that such a state manages are listed as unmanaged, and
   * further unmanaged objects of such a listing are missing.
   */
  readonly unread: readonly string[];
  /** Whether some of `unread` is missing because the tenant failed when it was asked for it. Default: false. */
  readonly isOutage?: true;
}

/** The differences that the engine finds between the state of a stack and the tenant, or the services of the stack's other providers. */
export interface DriftReport {
  readonly version: 1;
  /** Absent for a stack without resources. */
  readonly stack?: string;
  readonly project?: string;
  /** True if any resource differs, except accepted drift. */
  readonly drift: boolean;
  /** True if all resources could be read. If false, there may be more drift than the report contains. */
  readonly complete: boolean;
  /** Numbers of resources, without the stack itself. */
  readonly counts: {
    readonly total: number;
    readonly unchanged: number;
    readonly changed: number;
    readonly deleted: number;
    readonly failed: number;
    /** The number of resources in `accepted`, which count as neither changed nor deleted. Absent if no drift can be accepted. */
    readonly accepted?: number;
  };
  /** The resources whose drift is accepted. Absent if there are none. */
  readonly accepted?: readonly AcceptedResource[];
  /** The resources that differ or could not be read, in the order of their URNs. */
  readonly resources: readonly ResourceReport[];
  /** Errors that belong to no single resource. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Present only if requested. Unmanaged objects do not count as drift. */
  readonly unmanaged?: Unmanaged;
}
