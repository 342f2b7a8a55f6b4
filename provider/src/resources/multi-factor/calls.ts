import { multiFactor } from "../../definitions/multi-factor.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { describePath, isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";

/** Second factors: the routes under `/guardian`. */
export const multiFactorType: ResourceType = singletonOf(multiFactor, {
  rules,
  warnings,
  adoptionWarnings: (args, live) => (warnings(args).length > 0 ? [] : lockOutOf(afterAdoption(args, live))),
  // Whether users are locked out depends on both the policies and the factors. If the program declares only one of the two, the other one is read.
  alsoReads: ({ policies, factors }) => [
    ...(asksAlways(policies) ? ["factors"] : []),
    ...(isObject(factors) && Object.values(factors).includes(false) ? ["policies"] : []),
  ],
  lockOuts: {
    paths: [["policies"], ["factors"]],
    canBeIntended: false,
    at: (objects) => objects.flatMap(({ id, live }) => lockOutOf(live).map((reason) => ({ key: id, id, reason }))),
  },
});

/** Whether each login asks for a second factor. */
function asksAlways(policies: Json | undefined): boolean {
  return Array.isArray(policies) && policies.includes("all-applications");
}

/** The policies and factors after an adoption: the declared ones, and the tenant's for all others. Without those that could not be read, none. */
function afterAdoption(args: JsonObject, live: JsonObject): JsonObject {
  const [known, declared] = [own(live, "factors"), own(args, "factors")];
  if (!isObject(known)) return { policies: [] };
  return {
    policies: own(args, "policies") ?? own(live, "policies") ?? [],
    factors: { ...known, ...(isObject(declared) && declared) },
  };
}

/**
 * The reason why users are locked out, if each login asks for a second factor and no factor that users can enroll is enabled. Without policies, each
 * login may ask for one.
 */
function lockOutOf({ policies, factors }: JsonObject): readonly string[] {
  if (policies !== undefined && !asksAlways(policies)) return [];
  const isUsable = Object.entries(isObject(factors) ? factors : {}).some(
    ([name, value]) => (value === true || value === unknownValue) && !notAlone.includes(name),
  );
  if (isUsable) return [];
  return [
    "after this run, each login asks for a second factor, but all factors that users could enroll are disabled at the tenant, so users are locked " +
      "out. This counts the policies and factors of all programs. First enable another factor, or remove all-applications from policies. If the " +
      "program already declares an enabled factor, run `pulumi up --refresh`, which enables it again.",
  ];
}

function rules({ mfaSessionInactivityTimeout: some, mfaSessionOverallTimeout: all }: JsonObject): readonly Problem[] {
  if (typeof some !== "number" || typeof all !== "number" || some <= all) return [];
  return [{ path: ["mfaSessionInactivityTimeout"], says: "must be at most mfaSessionOverallTimeout" }];
}

/** Factors that a user can enroll only in addition to another factor. */
const notAlone = ["recoveryCode", "webauthnPlatform"];

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
