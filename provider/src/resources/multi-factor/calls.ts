import { multiFactor } from "../../definitions/multi-factor.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";
import { describePath } from "../../schema/pointer.ts";

/** Second factors: the routes below `/guardian`. */
export const multiFactorType: ResourceType = singletonOf(multiFactor, {
  rules,
  warnings,
  adjust: warnOfLockOut,
});

/** Warns if no factor is on at the tenant after an update, while each login asks for one. Only an update knows the undeclared factors. */
function warnOfLockOut(changes: JsonObject, _: JsonObject, live: JsonObject): JsonObject {
  const [known, changed] = [own(live, "factors"), own(changes, "factors")];
  const policies = own(changes, "policies") ?? own(live, "policies");
  const isAlways = Array.isArray(policies) && policies.includes("all-applications");
  if (!isAlways || !isObject(known)) return changes;
  const after = { ...known, ...(isObject(changed) && changed) };
  const isUsable = Object.entries(after).some(([name, value]) => value === true && !besideOthers.includes(name));
  if (!isUsable) {
    console.warn(
      `warning: ${multiFactor.schema.noun}: each login asks for a second factor, and after this run the tenant has no factor on. Users who cannot ` +
        "enroll a factor are locked out. Turn a factor on, or remove all-applications from policies.",
    );
  }
  return changes;
}

function rules({ mfaSessionInactivityTimeout: some, mfaSessionOverallTimeout: all }: JsonObject): readonly Problem[] {
  if (typeof some !== "number" || typeof all !== "number" || some <= all) return [];
  return [{ path: ["mfaSessionInactivityTimeout"], says: "must be at most mfaSessionOverallTimeout" }];
}

/** Factors that no user can enroll without another factor. */
const besideOthers = ["recoveryCode"];

function warnings({ policies, factors }: JsonObject): readonly string[] {
  const isAlways = Array.isArray(policies) && policies.includes("all-applications");
  const declared = Object.entries(isObject(factors) ? factors : {});
  const off = declared.filter(([, value]) => value === false);
  const isUsable = declared.some(([name, value]) => value !== false && !besideOthers.includes(name));
  if (!isAlways || off.length === 0 || isUsable) return [];
  const names = off.map(([name]) => describePath(["factors", name])).join(", ");
  return [
    `policies: each login asks for a second factor, but the program turns off ${names} and turns no factor on. Users who cannot enroll a ` +
      "factor are locked out. Turn a factor on, or remove all-applications from policies.",
  ];
}
