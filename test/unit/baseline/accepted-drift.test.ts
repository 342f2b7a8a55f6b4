import { describe, expect, test } from "vitest";
import { type AcceptedDrift, parseAcceptedDrift, withAccepted } from "../../../provider/src/baseline/accepted-drift.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { toMarkdown, toText } from "../../../provider/src/report/drift.ts";
import { driftReport } from "../../../provider/src/report/report.ts";
import { previewText } from "../helpers/preview.ts";

const parse = (text: string) => parseAcceptedDrift(text, "tenant-drift.yaml");
const entry = { resource: "orders", reason: "Moves in March.", until: "2027-03-31" };
const day = "2026-12-01";

/** The report of two edited values of an API, a deleted role, and an unchanged role, in the stack dev. */
const report = driftReport(
  parsePreview(
    previewText([
      {
        ...{ name: "orders", type: "ResourceServer", id: "api_1" },
        ...{ was: { name: "a", tokenLifetime: 1 }, is: { name: "b", tokenLifetime: 2 } },
        diff: { name: "update", tokenLifetime: "update" },
      },
      { name: "gone", type: "Role", id: "rol_1", was: { name: "Gone" } },
      { name: "same", type: "Role", id: "rol_2", was: { name: "Same" }, is: { name: "Same" } },
    ]),
  ),
);
const accepting = (...entries: readonly Partial<AcceptedDrift>[]) =>
  withAccepted(
    report,
    entries.map((one) => ({ ...entry, ...one })),
    { isWhole: true, day },
  );
const left = (...entries: readonly Partial<AcceptedDrift>[]) => accepting(...entries).resources.map(({ name }) => name);

describe("a file of accepted drift", () => {
  test("has the form of a waiver file", () => {
    const whole = { ...entry, stack: "dev", property: "name" };
    const lines = Object.entries(whole).map(([key, value]) => `${key}: ${value}`);
    expect(parse(`waivers:\n  - ${lines.join("\n    ")}\n`)).toEqual([whole]);
    expect(parse("waivers: []\n")).toEqual([]);
  });

  test.each([
    ["waivers:\n  - {resource: orders, until: 2027-03-31}\n", /line 2: reason is missing/],
    ['waivers:\n  - {resource: "*", reason: x, until: 2027-03-31}\n', /"\*" matches every resource/],
    ["waivers:\n  - {resource: orders, reason: x, until: soon}\n", /until: "soon" is no date/],
    [
      "waivers:\n  - {resource: orders, reason: x, until: 9999-12-31}\n",
      /until: "9999-12-31" is more than a year away/,
    ],
    ["waivers:\n  - {resource: orders, reason: x, until: 2027-03-31, rule: x}\n", /unknown key "rule"/],
  ])("is refused with an error: %j", (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe("accepted drift", () => {
  test("does not count as drift, and stays in the report with its reason and its end", () => {
    const found = accepting({}, { resource: "rol_1", stack: "dev", reason: "`x`\u001b[31m" });
    expect(found).toMatchObject({ drift: false, resources: [], counts: { changed: 0, deleted: 0, accepted: 2 } });
    const text = toText(found);
    expect(text).toMatch(/^No drift in stack dev: 2 accepted, 1 unchanged\n/);
    expect(text).toMatch(
      /\nAccepted drift\n {2}.* orders .*until 2027-03-31: Moves in March\. .*tokenLifetime: 1 → 2\)\n {2}Role gone .*, until/,
    );
    expect(text).not.toContain("\u001b");
    expect(toMarkdown(found)).toMatch(/^ {2}- ``.*`x`.*``$/m);
  });

  test("applies to the named resource in the named stack, until its end", () => {
    expect(left({})).toEqual(["gone"]);
    expect(left({ resource: "o*" })).toEqual(["gone"]);
    expect(left({ stack: "dev" })).toEqual(["gone"]);
    for (const other of [{ stack: "prod" }, { resource: "Orders" }, { until: "2026-11-30" }]) {
      expect(left(other), JSON.stringify(other)).toEqual(["orders", "gone"]);
    }
  });

  test("of a property applies to the property only: another edit, or a deletion, is drift", () => {
    expect(left({ property: "name" })).toEqual(["orders", "gone"]);
    expect(left({ property: "name" }, { property: "tokenLifetime" })).toEqual(["gone"]);
    expect(left({ property: "name" }, { property: "token" })).toEqual(["orders", "gone"]);
    expect(left({ resource: "gone", property: "name" })).toEqual(["orders", "gone"]);
  });

  test("that has ended, ends soon or is no longer drift is a warning", () => {
    const warnings = (isWhole: boolean, ...entries: readonly Partial<AcceptedDrift>[]) =>
      withAccepted(
        report,
        entries.map((one) => ({ ...entry, ...one })),
        { isWhole, day },
      ).warnings;
    expect(warnings(true, { until: "2026-12-02" })).toEqual([
      'accepted drift of "orders" ends on 2026-12-02, tomorrow',
    ]);
    expect(warnings(true, { until: "2026-11-30" })[0]).toMatch(/^accepted drift of "orders" ended on 2026-11-30/);
    const idle = { resource: "same", stack: "dev" };
    expect(warnings(true, idle)).toEqual(['accepted drift of "same" (stack dev) matches no drift any more. Remove it']);
    expect(warnings(false, idle)).toEqual([]);
    expect(warnings(true, { ...idle, stack: "prod" }, { resource: "same" })).toEqual([]);
  });

  test("does not hide a resource that could not be read", () => {
    const failed = driftReport(
      parsePreview(
        JSON.stringify({
          steps: [],
          diagnostics: [
            { severity: "error", message: "403", urn: "urn:pulumi:dev::p::pulumi-nodejs:dynamic/tenant:Role::orders" },
          ],
        }),
      ),
    );
    const found = withAccepted(failed, [entry], { isWhole: true, day });
    expect(found).toMatchObject({ complete: false, resources: [{ state: "failed" }] });
  });
});
