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

  override any(...given: Parameters<Others["any"]>) {
    this.seen.add(given[0]);
    return super.any(...given);
  }

  override anyWith(...given: Parameters<Others["anyWith"]>) {
    this.seen.add(given[0]);
    return super.anyWith(...given);
  }

  override anyLists(...given: Parameters<Others["anyLists"]>) {
    this.seen.add(given[0]);
    return super.anyLists(...given);
  }

  override one(...given: Parameters<Others["one"]>) {
    this.seen.add(given[0]);
    return super.one(...given);
  }
}

/** The judgement of a rule for one of its cases. The object has the id `judged`. */
export function judge(rule: Rule, { properties, others = [], isLive, isNew }: Case) {
  const object = {
    type: rule.type,
    id: "judged",
    tenant,
    properties,
    ...(isLive && { isLive }),
    ...(isNew && { isNew }),
  };
  const all = new WatchedOthers([object, ...others.map((other) => ({ tenant, ...(isLive && { isLive }), ...other }))]);
  return { is: verdictOf(rule, object, all).is, seen: all.seen };
}
