import { unknownValue } from "../../provider/src/schema/json.ts";

/** Properties as the SDK of policies shows them: the access to an unknown value throws. */
export function shownToPolicies<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key);
      if (found === unknownValue) throw new Error("can't be known during preview");
      return shownToPolicies(found);
    },
  });
}
