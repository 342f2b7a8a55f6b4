import { describe, expect, test } from "vitest";
import { auditOf, rules } from "../../../provider/src/baseline/audit.ts";
import type { Rule, Verdict } from "../../../provider/src/baseline/rule.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import { fieldAt } from "../../../provider/src/schema/schema.ts";
import { definitions } from "../../../provider/src/types/registry.ts";
import { allCases, type Case, casesOf } from "../../subjects/rules/index.ts";
import { judge } from "./judge.ts";

const verdictFor = (rule: Rule, one: Case): Verdict["is"] => judge(rule, one).is;

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (_, rule) => {
  const { passes, fails, doesNotApply = [], unknown = [] } = casesOf(rule);
  const cases = [
    ...passes.map((one) => ["passes", one] as const),
    ...fails.map((one) => ["fails", one] as const),
    ...doesNotApply.map((one) => ["does not apply", one] as const),
    ...unknown.map((one) => ["unknown", one] as const),
  ];

  test.each(cases)("%s: %j", (expected, one) => {
    expect(verdictFor(rule, one)).toBe(expected);
  });

  test("has a case that passes and one that fails", () => {
    expect(passes.length).toBeGreaterThan(0);
    expect(fails.length).toBeGreaterThan(0);
  });

  test("has a case for each result of its predicate", () => {
    const predicate = String(rule.judge);
    expect(doesNotApply.length > 0 || !predicate.includes("does not apply")).toBe(true);
    expect(unknown.length > 0 || !/\.get\(|\.texts\(|requireAll\(|\.one\(|new Unknown/.test(predicate)).toBe(true);
  });

  test("looks up the types that it names, as an audit lists only these types", () => {
    const seen = new Set(cases.flatMap(([, one]) => [...judge(rule, one).seen]));
    expect([...seen].toSorted()).toEqual(Object.keys(rule.looksUp ?? {}).toSorted());
  });

  test("reads only properties that the type has", () => {
    const { fields, metaArguments } = definitions[rule.type].schema;
    const missing = rule.paths.filter((path) => !fieldAt({ ...fields, ...metaArguments }, path.split(".")));
    expect(missing).toEqual([]);
  });

  test("does not pass an object that breaks the rule while the first property is unknown", () => {
    const [first = ""] = rule.paths;
    const [name = ""] = first.split(".");
    for (const one of fails) {
      if (!(name in one.properties)) continue;
      const known = { ...one, properties: { ...one.properties, [name]: unknownValue } };
      // If another property breaks the rule, it fails.
      expect(verdictFor(rule, known)).not.toBe("passes");
    }
  });
});

test("every case belongs to an existing rule", () => {
  expect(Object.keys(allCases).toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
});

test("rules have different names, in the form that waivers use", () => {
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
});

test("the texts of rules are short sentences, as reports need them", () => {
  for (const { failsIf, why, fix, sources } of rules) {
    expect(failsIf).toMatch(/^(?!.*\.$)/);
    expect(why).toMatch(/^[A-Z].*\.$/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
    expect([failsIf, why, fix].every((text) => text.length <= 300)).toBe(true);
    expect(sources.length).toBeGreaterThan(0);
  }
});

test("rules about unused objects take time in proportion to the number of objects", () => {
  const ids = ["api-offline-access-unused", "cte-profile-unused", "api-without-consumer"];
  const chosen = rules.filter(({ id }) => ids.includes(id));
  const millisecondsFor = (count: number) => {
    const all = Array.from({ length: count }, (_, n) => {
      const [id, name] = [`o${n}`, `o${n}`];
      const shared = { id, name, tenant: "tenant.example.com", isLive: true };
      return [
        { ...shared, type: "client" as const, properties: { grantTypes: ["authorization_code"] } },
        { ...shared, type: "tokenExchangeProfile" as const, properties: { type: "custom_authentication" } },
        {
          ...{ ...shared, type: "resourceServer" as const },
          properties: { allowOfflineAccess: true, identifier: `https://api-${n}.example.com` },
        },
      ];
    }).flat();
    const { user, system } = process.cpuUsage();
    expect(auditOf(all, chosen).failed.length).toBeGreaterThan(count);
    const after = process.cpuUsage();
    return (after.user + after.system - user - system) / 1_000;
  };
  millisecondsFor(500);
  // Four times as many objects would take sixteen times as long if each looked at all others.
  expect(millisecondsFor(4_000)).toBeLessThan(Math.max(500, 9 * millisecondsFor(1_000)));
});
