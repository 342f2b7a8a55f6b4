import {
  type AuditedObject,
  type LookedUp,
  Others,
  type Rule,
  verdictOf,
} from "../../../provider/src/baseline/rule.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";
import type { Case } from "../../subjects/rules/index.ts";

const tenant = "tenant.example.com";

/** The other objects, with the types at which a rule looks. */
class WatchedOthers extends Others {
  readonly #objects: readonly AuditedObject[];
  readonly seen: Set<TypeName>;

  constructor(objects: readonly AuditedObject[], looksUp: LookedUp = {}, seen = new Set<TypeName>()) {
    super(objects, new Set(), looksUp);
    this.#objects = objects;
    this.seen = seen;
  }

  override seenBy({ looksUp }: Rule) {
    return new WatchedOthers(this.#objects, looksUp, this.seen);
  }

  override of(type: TypeName) {
    this.seen.add(type);
    return super.of(type);
  }

  override requireAll(...types: readonly TypeName[]) {
    for (const type of types) this.seen.add(type);
    super.requireAll(...types);
  }
}

/** The judgement of a rule for one of its cases. The object has the id `judged`. */
export function judge(rule: Rule, { properties, others = [], isLive }: Case) {
  const object = { type: rule.type, id: "judged", tenant, properties, ...(isLive && { isLive }) };
  const all = new WatchedOthers([object, ...others.map((other) => ({ tenant, ...(isLive && { isLive }), ...other }))]);
  return { is: verdictOf(rule, object, all).is, seen: all.seen };
}
