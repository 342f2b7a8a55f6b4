import { expect, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import { refuseWrongArgs, type TenantBaselineArgs } from "../../../provider/src/policy/arguments.ts";
import { policiesOf } from "../../../provider/src/policy/policies.ts";

const levelsOf = (args: TenantBaselineArgs) =>
  new Map(policiesOf(args).map(({ name, enforcementLevel }) => [name, enforcementLevel]));

test("all rules of the baseline are advisory by default, and rules of a profile are off", () => {
  const levels = levelsOf({});
  const { "baseline-provider-code": ofCode, ...others } = Object.fromEntries(levels);
  expect(ofCode).toBe("remediate");
  expect(new Set(Object.values(others))).toEqual(new Set(["advisory"]));
  expect([...levels.keys()]).toEqual([
    ...["baseline-waivers", "baseline-provider-code"],
    ...rules.filter(({ profile }) => profile === undefined).map(({ id }) => id),
    "baseline-unknown",
    "baseline-waived",
  ]);
});

test("`mandatory` applies to a severity; a rule's own level has precedence, and includes a profile's rule", () => {
  const levels = levelsOf({
    mandatory: "high",
    levels: { "client-no-implicit-grant": "disabled", "client-hardened": "advisory", "baseline-unknown": "mandatory" },
  });
  expect(levels.get("grant-management-api-all-scopes")).toBe("mandatory");
  expect(levels.get("client-callbacks-https")).toBe("mandatory");
  expect(levels.get("api-token-lifetime")).toBe("advisory");
  expect(levels.get("client-no-implicit-grant")).toBe("disabled");
  expect(levels.get("client-hardened")).toBe("advisory");
  expect(levels.get("api-hardened")).toBeUndefined();
  expect(levels.get("baseline-unknown")).toBe("mandatory");
});

test("`profiles` includes all rules of a profile", () => {
  const strict = rules.filter(({ profile }) => profile === "strict").map(({ id }) => id);
  expect([...levelsOf({ profiles: ["strict"] }).keys()]).toEqual(expect.arrayContaining(strict));
});

test("wrong arguments are errors all at once, with the likely names", () => {
  const wrong = {
    levels: { "client-no-implicit-grants": "advisory", "client-callbacks-https": "warn" },
    ...{ mandatory: "hihg", profiles: ["paranoid"] },
  } as unknown as TenantBaselineArgs;
  expect(() => refuseWrongArgs(wrong)).toThrow(
    [
      'TenantBaseline: levels: unknown value "client-no-implicit-grants". Did you mean "client-no-implicit-grant"?',
      'levels.client-callbacks-https: unknown value "warn". Use advisory, mandatory, disabled.',
      'mandatory: unknown value "hihg". Did you mean "high"?',
      'profiles: unknown value "paranoid". Use strict, hardened.',
    ].join("\n"),
  );
});

test("a rule that looks up other objects is a stack policy, every other one a resource policy", () => {
  for (const policy of policiesOf({ profiles: ["strict", "hardened"] })) {
    const rule = rules.find(({ id }) => id === policy.name);
    if (rule) expect("validateStack" in policy, rule.id).toBe(rule.looksUp !== undefined);
  }
});
