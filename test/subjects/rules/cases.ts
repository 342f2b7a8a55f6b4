import type { AuditedObject } from "../../../provider/src/baseline/rule.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";

/** A test case of a rule: the values of an object of the rule's type, and the other objects of the tenant. */
export interface Case {
  readonly properties: JsonObject;
  /** The other objects. Default: none. */
  readonly others?: readonly Omit<AuditedObject, "tenant">[];
  /** The objects are all objects of the tenant, as listed by it. Default: they are the objects of one stack, and other stacks can have more. */
  readonly isLive?: true;
  /** The plan creates the object for sure. Default: other stacks can refer to it. */
  readonly isNew?: true;
}

/** Objects for each result that a rule can have. They are the rule's tests. */
export interface Cases {
  readonly passes: readonly Case[];
  readonly fails: readonly Case[];
  readonly doesNotApply?: readonly Case[];
  readonly unknown?: readonly Case[];
}
