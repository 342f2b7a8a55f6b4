import { Others, type Rule, verdictOf } from "../../../provider/src/baseline/rule.ts";
import type { TypeName } from "../../../provider/src/definitions/registry.ts";
import type { Json } from "../../../provider/src/schema/json.ts";
import type { Case } from "../../subjects/rules/index.ts";

const tenant = "tenant.example.com";

/** The other objects, with the types at which a rule looks. */
class WatchedOthers extends Others {
  readonly seen = new Set<TypeName>();

  override of(type: TypeName) {
    this.seen.add(type);
    return super.of(type);
  }

  override with(type: TypeName, property: string, value: Json) {
    this.seen.add(type);
    return super.with(type, property, value);
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
