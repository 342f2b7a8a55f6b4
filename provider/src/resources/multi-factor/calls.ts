import { multiFactor } from "../../definitions/multi-factor.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { describePath } from "../../schema/pointer.ts";

/** Second factors: the routes below `/guardian`. */
export const multiFactorType: ResourceType = singletonOf(multiFactor, {
  rules,
  warnings,
  adoptionWarnings: (args, live) => (warnings(args).length > 0 ? [] : lockOutsOf(args, live)),
  // A policy and factors lock users out only together, and the program may declare one of them.
  beside: ({ policies, factors }) => [
    ...(asksAlways(policies) ? ["factors"] : []),
    ...(isObject(factors) && Object.values(factors).includes(false) ? ["policies"] : []),
  ],
  adjust(changes, _, live) {
    for (const warning of lockOutsOf(changes, live)) console.warn(`warning: ${multiFactor.schema.noun}: ${warning}`);
    return changes;
  },
});

/** Whether each login asks for a second factor. */
function asksAlways(policies: Json | undefined): boolean {
  return Array.isArray(policies) && policies.includes("all-applications");
}

/** Warns if no factor is on at the tenant after these changes, while each login asks for one. */
function lockOutsOf(changes: JsonObject, live: JsonObject): readonly string[] {
  const [known, changed] = [own(live, "factors"), own(changes, "factors")];
  if (!asksAlways(own(changes, "policies") ?? own(live, "policies")) || !isObject(known)) return [];
  const after = { ...known, ...(isObject(changed) && changed) };
  const isUsable = Object.entries(after).some(
    ([name, value]) => (value === true || value === unknownValue) && !besideOthers.includes(name),
  );
  if (isUsable) return [];
  return [
    "each login asks for a second factor, and after this run the tenant has no factor on. Users who cannot enroll a factor are locked out. " +
      "Turn a factor on, or remove all-applications from policies.",
  ];
}

function rules({ mfaSessionInactivityTimeout: some, mfaSessionOverallTimeout: all }: JsonObject): readonly Problem[] {
  if (typeof some !== "number" || typeof all !== "number" || some <= all) return [];
  return [{ path: ["mfaSessionInactivityTimeout"], says: "must be at most mfaSessionOverallTimeout" }];
}

/** Factors that no user can enroll without another factor. */
const besideOthers = ["recoveryCode"];

function warnings({ policies, factors }: JsonObject): readonly string[] {
  const declared = Object.entries(isObject(factors) ? factors : {});
  const off = declared.filter(([, value]) => value === false);
  const isUsable = declared.some(([name, value]) => value !== false && !besideOthers.includes(name));
  if (!asksAlways(policies) || off.length === 0 || isUsable) return [];
  const names = off.map(([name]) => describePath(["factors", name])).join(", ");
  return [
    `policies: each login asks for a second factor, but the program turns off ${names} and turns no factor on. Users who cannot enroll a ` +
      "factor are locked out. Turn a factor on, or remove all-applications from policies.",
  ];
}
