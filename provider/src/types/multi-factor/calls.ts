import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import type { Found, LockOut, Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { describePath, isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { additionalFactors, factorOfVerified, multiFactor } from "./definition.ts";

/** Second factors: the routes under `/guardian`. */
export const multiFactorType: ResourceType = singletonOf(multiFactor, {
  rules,
  warnings,
  adoptionWarnings: (args, live) =>
    warnings(args).length > 0 ? [] : reasonsIn(lockOutsOf({ id: "", live: afterAdoption(args, live) })),
  // Whether users are locked out depends on both the policies and the factors. If the program declares only one of the two, the other one is read.
  alsoReads: ({ policies, factors }) => [
    ...(asksAlways(policies) ? ["factors"] : []),
    ...(isObject(factors) && Object.values(factors).includes(false) ? ["policies"] : []),
  ],
  lockOuts: {
    paths: [["policies"], ["factors"]],
    at: (objects) => objects.flatMap(lockOutsOf),
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
 * The users who are locked out, if each login asks for a second factor: all users without an enabled factor that users can enroll, and the users without a
 * verified address if only codes by e-mail are enabled. Without policies, each login may ask for one.
 */
function lockOutsOf({ id, live: { policies, factors } }: Found): readonly LockOut[] {
  if (policies !== undefined && !asksAlways(policies)) return [];
  const isOn = (value: Json) => value === true || value === unknownValue;
  const usable = Object.entries(isObject(factors) ? factors : {}).flatMap(([name, value]) =>
    isOn(value) && !additionalFactors.includes(name) ? name : [],
  );
  if (usable.some((name) => name !== factorOfVerified)) return [];
  // Without codes by e-mail, the users with a verified address are locked out, too.
  const reason = usable.length > 0 ? onlyVerified : nobody;
  const unverified = { key: `${id} unverified`, id, reason, canBeIntended: true };
  return usable.length > 0 ? [unverified] : [unverified, { key: id, id, reason, canBeIntended: false }];
}

function reasonsIn(lockOuts: readonly LockOut[]): readonly string[] {
  return [...new Set(lockOuts.map(({ reason }) => reason))];
}

const nobody =
  "after this run, each login asks for a second factor, but all factors that users could enroll are disabled at the tenant, so users are locked " +
  "out. This counts the policies and factors of all programs. First enable another factor, or remove all-applications from policies. If the " +
  "program already declares an enabled factor, run `pulumi up --refresh`, which enables it again.";

const onlyVerified =
  "after this run, each login asks for a second factor, but codes by e-mail are the only factor that is enabled at the tenant, so users without a verified " +
  "e-mail address are locked out: users cannot enroll this factor. This counts the policies and factors of all programs. First enable another factor, or " +
  "remove all-applications from policies. If the program already declares another enabled factor, run `pulumi up --refresh`, which enables it again. If " +
  "the addresses of all users are verified, set TENANT_ALLOW_LOCKOUT=true for this run.";

function rules({ mfaSessionInactivityTimeout: some, mfaSessionOverallTimeout: all }: JsonObject): readonly Problem[] {
  if (typeof some !== "number" || typeof all !== "number" || some <= all) return [];
  return [{ path: ["mfaSessionInactivityTimeout"], says: "must be at most mfaSessionOverallTimeout" }];
}

function warnings({ policies, factors }: JsonObject): readonly string[] {
  const declared = Object.entries(isObject(factors) ? factors : {});
  const off = declared.filter(([, value]) => value === false);
  const usable = declared.filter(([name, value]) => value !== false && !additionalFactors.includes(name));
  if (!asksAlways(policies) || off.length === 0 || usable.some(([name]) => name !== factorOfVerified)) return [];
  const names = off.map(([name]) => describePath(["factors", name])).join(", ");
  const [enables, users] =
    usable.length > 0
      ? ["of the factors that count enables only codes by e-mail", "users without a verified e-mail address"]
      : ["enables no factor that users could enroll", "users"];
  return [
    `policies: each login asks for a second factor, but the program disables ${names} and ${enables}. If no other factor is enabled at the tenant, ` +
      `${users} are locked out. Enable a factor, or remove all-applications from policies.`,
  ];
}
