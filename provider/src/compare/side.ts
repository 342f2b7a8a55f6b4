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
  /** The hosts of the tenant. In a URL, a host of one side counts as equal to a host of the other side. */
  readonly hosts: readonly string[];
  readonly objects: readonly SideObject[];
  /** The id of the client whose token reads the tenant. The client is not compared, and its id counts as equal to that of the other side's client. */
  readonly ownClient?: string | undefined;
  /** Whether the side has only declared values, as a state does. A value that the side lacks is then unknown, and no difference. */
  readonly isPartial?: true;
  /** The types that could not be read, or not completely, each with the reasons. Untrusted text. */
  readonly unread: ReadonlyMap<TypeName, readonly string[]>;
  /** The unread types that the tenant's plan does not include. Default: none. */
  readonly outsidePlan?: ReadonlySet<TypeName>;
  /** The types that were left out on purpose, each with the reason. Default: none. */
  readonly skipped?: ReadonlyMap<TypeName, string>;
}

/** The number of a side: the first or the second one. */
export type SideIndex = 0 | 1;
