import type { TypeName } from "../definitions/registry.ts";
import type { JsonObject } from "../schema/json.ts";

/** An object of one side. */
export interface SideObject {
  readonly type: TypeName;
  readonly id: string;
  /** By the property names of programs; a secret that cannot be read is `notShown`. */
  readonly properties: JsonObject;
}

/** One side of a comparison: a tenant, the state of a stack, or a seed of the emulator. */
export interface Side {
  /** The name in reports and in the file of expected differences. Untrusted text. */
  readonly name: string;
  /** The hosts of the tenant, so that URLs of each tenant itself compare as equal. */
  readonly hosts: readonly string[];
  readonly objects: readonly SideObject[];
  /** The client whose token reads the tenant. It is not compared, and both sides' are equal to each other. */
  readonly ownClient?: string | undefined;
  /** Whether the side has only declared values, as a state does. Another value is then unknown, and no difference. */
  readonly isPartial?: true;
  /** The types that could not be read, or not completely, each with the reasons. Untrusted text. */
  readonly unread: ReadonlyMap<TypeName, readonly string[]>;
  /** Of the unread types, those that the tenant's plan does not include. Default: none. */
  readonly outsidePlan?: ReadonlySet<TypeName>;
  /** The types that were not read, each with the reason. Default: none. */
  readonly skipped?: ReadonlyMap<TypeName, string>;
}

/** The number of a side: the first or the second one. */
export type SideIndex = 0 | 1;
