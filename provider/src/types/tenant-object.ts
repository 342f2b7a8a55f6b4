import type { JsonObject } from "../schema/json.ts";
import type { TypeName } from "./registry.ts";

/** An object with its values as they were read: from a state, a plan or a tenant. */
export interface TenantObject {
  readonly type: TypeName;
  /** The host of the object's tenant. Undefined or empty if it is unknown, or known from the context. */
  readonly tenant?: string;
  /** Undefined for an object that does not exist yet. */
  readonly id?: string | undefined;
  /** The URN of the resource that manages the object; undefined if none is known. */
  readonly urn?: string | undefined;
  /** The values, by the names that properties have in programs. */
  readonly properties: JsonObject;
}

/** An object that exists. */
export type ExistingObject = TenantObject & { readonly id: string };
