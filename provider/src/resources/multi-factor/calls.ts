import { multiFactor } from "../../definitions/multi-factor.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { describePath, isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";

/** Second factors: the routes under `/guardian`. */
export const multiFactorType: ResourceType = singletonOf(multiFactor, {
  rules,
  warnings,
  adoptionWarnings: (args, live) => (warnings(args).length > 0 ? [] : lockOutsOf(args, live)),
  // Whether users are locked out depends on both the policies and the factors. If the program declares only one of the two, the other one is read.
  alsoReads: ({ policies, factors }) => [
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

/** Returns a warning if, after these changes, each login asks for a second factor and the tenant has no enabled factor that users can enroll. */
function lockOutsOf(changes: JsonObject, live: JsonObject): readonly string[] {
  const [known, changed] = [own(live, "factors"), own(changes, "factors")];
  if (!asksAlways(own(changes, "policies") ?? own(live, "policies")) || !isObject(known)) return [];
  const after = { ...known, ...(isObject(changed) && changed) };
  const isUsable = Object.entries(after).some(
    ([name, value]) => (value === true || value === unknownValue) && !notAlone.includes(name),
  );
  if (isUsable) return [];
  return [
    "after this run, each login asks for a second factor, but all factors that users could enroll are disabled at the tenant, so users are locked " +
      "out. Enable a factor, or remove all-applications from policies.",
  ];
}

function rules({ mfaSessionInactivityTimeout: some, mfaSessionOverallTimeout: all }: JsonObject): readonly Problem[] {
  if (typeof some !== "number" || typeof all !== "number" || some <= all) return [];
  return [{ path: ["mfaSessionInactivityTimeout"], says: "must be at most mfaSessionOverallTimeout" }];
}

/** Factors that a user can enroll only in addition to another factor. */
const notAlone = ["recoveryCode"];

function warnings({ policies, factors }: JsonObject): readonly string[] {
  const declared = Object.entries(isObject(factors) ? factors : {});
  const off = declared.filter(([, value]) => value === false);
  const isUsable = declared.some(([name, value]) => value !== false && !notAlone.includes(name));
  if (!asksAlways(policies) || off.length === 0 || isUsable) return [];
  const names = off.map(([name]) => describePath(["factors", name])).join(", ");
  return [
    `policies: each login asks for a second factor, but the program disables ${names} and enables no factor that users could enroll. If no other ` +
      "factor is enabled at the tenant, users are locked out. Enable a factor, or remove all-applications from policies.",
  ];
}
