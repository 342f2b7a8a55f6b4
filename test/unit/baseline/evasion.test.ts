import { describe, expect, test } from "vitest";
import { auditOf, type NamedObject, rules } from "../../../provider/src/baseline/audit.ts";
import { isObject, type Json, type JsonObject } from "../../../provider/src/schema/json.ts";
import { type Case, casesOf } from "../../subjects/rules/index.ts";
import { judge } from "./judge.ts";

// Texts and forms that a tenant or a program can have, and that must not blind a rule.

const tenant = "tenant.example.com";
const verdictsOf = (type: NamedObject["type"], properties: NamedObject["properties"], isLive = true) => {
  const { failed, unknown } = auditOf([{ type, name: "judged", id: "judged", tenant, properties, isLive }], rules);
  return {
    failed: failed.map(({ rule }) => rule.id),
    unknown: unknown.map(({ rule }) => rule.id),
  };
};

test("an application with a text equal to our placeholder for hidden values is judged like any other", () => {
  const { failed, unknown } = verdictsOf("client", {
    appType: "spa",
    grantTypes: ["implicit", "(not shown by the tenant)"],
    callbacks: ["http://app.example.com", "(not shown by the tenant)"],
  });
  expect(failed).toEqual(expect.arrayContaining(["client-no-implicit-grant", "client-callbacks-https"]));
  expect(unknown).not.toContain("client-no-implicit-grant");
});

const odd: readonly Json[] = [Number.NaN, "", "x", 7, true, [], {}, [null], [7], { x: 1 }];

/** Copies of an object in each of which one value, at any depth, is another one. */
function changed(object: JsonObject, put: (value: Json) => readonly Json[]): readonly JsonObject[] {
  return Object.entries(object).flatMap(([key, item]) => [
    ...put(item).map((value) => ({ ...object, [key]: value })),
    ...(isObject(item) ? changed(item, put).map((inner) => ({ ...object, [key]: inner })) : []),
  ]);
}

const formOf = (value: Json) => (Array.isArray(value) ? "array" : typeof value);

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (_, rule) => {
  const judged = new Set(rule.paths.map((path) => path.split(".")[0] ?? ""));
  const breaking = casesOf(rule).fails.map((one) => ({
    ...one,
    judged: Object.fromEntries(Object.entries(one.properties).filter(([name]) => judged.has(name))),
  }));
  const verdict = (one: Case, properties: JsonObject) => judge(rule, { ...one, properties: { ...properties } }).is;

  test("passes no breaking object whose values have another form", () => {
    const passing = breaking.flatMap(({ judged, ...one }) =>
      changed(judged, (value) => odd.filter((other) => formOf(other) !== formOf(value))).filter(
        (other) => verdict(one, { ...one.properties, ...other }) === "passes",
      ),
    );
    expect(passing).toEqual([]);
  });

  test("has a case for each result on an object without values or with other values", () => {
    const { passes, fails, doesNotApply = [], unknown = [] } = casesOf(rule);
    const all = [...passes, ...fails, ...doesNotApply, ...unknown];
    const answers = new Map<string, unknown>();
    for (const one of all) {
      const forms = [
        {},
        ...changed(one.properties, (value) => [null, ...odd.filter((other) => formOf(other) !== formOf(value))]),
      ];
      for (const properties of forms) {
        for (const isLive of [{}, { isLive: true as const }])
          answers.set(judge(rule, { ...one, ...isLive, properties }).is, properties);
      }
    }
    const known = new Set(all.map((one) => judge(rule, one).is));
    expect([...answers].filter(([is]) => !known.has(is as "passes"))).toEqual([]);
  });
});
