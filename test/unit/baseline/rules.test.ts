import { describe, expect, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import { type Case, Others, type Rule, type Verdict, verdictOf } from "../../../provider/src/baseline/rule.ts";
import { definitions } from "../../../provider/src/definitions/registry.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import { fieldAt } from "../../../provider/src/schema/schema.ts";

const tenant = "tenant.example.com";

/** The result of a rule for one of its cases. The object has the id `judged`. */
function verdictFor(rule: Rule, { properties, others = [] }: Case): Verdict["is"] {
  const object = { type: rule.type, id: "judged", tenant, properties };
  const all = [object, ...others.map((other) => ({ tenant, ...other }))];
  return verdictOf(rule, object, new Others(all)).is;
}

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (_, rule) => {
  const { passes, fails, doesNotApply = [], unknown = [] } = rule.cases;
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

  test("names properties that the type has", () => {
    const { fields, metaArguments } = definitions[rule.type].schema;
    const missing = rule.paths.filter((path) => !fieldAt({ ...fields, ...metaArguments }, path.split(".")));
    expect(missing).toEqual([]);
  });

  test("does not pass an object that breaks it while its first property is not known", () => {
    const [first = ""] = rule.paths;
    const [name = ""] = first.split(".");
    for (const { properties, others } of fails) {
      if (!(name in properties)) continue;
      const known = { properties: { ...properties, [name]: unknownValue }, ...(others && { others }) };
      expect(["unknown", "does not apply"]).toContain(verdictFor(rule, known));
    }
  });
});

test("rules have different names, in the form of waivers", () => {
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
});

test("texts are sentences that fit into reports", () => {
  for (const { failsIf, why, fix, sources } of rules) {
    expect(failsIf).toMatch(/^(?!.*\.$)/);
    expect(why).toMatch(/^[A-Z].*\.$/);
    expect(fix).toMatch(/^[A-Z].*\.$/);
    expect([failsIf, why, fix].every((text) => text.length <= 300)).toBe(true);
    expect(sources.length).toBeGreaterThan(0);
  }
});
