import { describe, expect, test } from "vitest";
import { Waivers } from "../../../provider/src/baseline/waivers.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { unwaivedBreaks } from "../../../provider/src/review/baseline.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import { previewText, type ResourceSketch } from "../helpers/preview.ts";
import { reportOf, reportOfSteps, stateOf, stepWithOld } from "./plans.ts";

const implicit = { name: "Portal", appType: "spa", grantTypes: ["implicit"] };
const code = { ...implicit, grantTypes: ["authorization_code"] };
const portal = { name: "portal", type: "Client", id: "app_1" };
const rule = "client-no-implicit-grant";

const withWaivers = (sketches: readonly ResourceSketch[], waivers: Waivers) =>
  reviewReport(parsePreview(previewText(sketches), "pulumi preview --json"), stateOf(sketches), undefined, waivers);
const idsOf = (found: readonly { readonly rule: string; readonly name: string }[] = []) =>
  found.map((one) => `${one.rule} ${one.name}`);

describe("a review", () => {
  test("says which rules a plan newly breaks, above the leaves", () => {
    const report = reportOf([{ ...portal, op: "update", was: code, is: implicit }]);
    expect(idsOf(report.baseline?.breaks)).toEqual([`${rule} portal`]);
    expect(report.baseline?.mends).toEqual([]);
    for (const text of [toText(report), toMarkdown(report)]) {
      expect(text).toContain(`high ${rule}: Client portal: fails if grantTypes contains \`implicit\``);
      expect(text.indexOf("Newly breaks the security baseline")).toBeLessThan(text.indexOf("Changed"));
    }
  });

  test("says nothing about what failed before", () => {
    expect(
      reportOf([{ ...portal, op: "update", was: implicit, is: { ...implicit, name: "Shop" } }]).baseline,
    ).toBeUndefined();
    const other = { ...portal, name: "other", id: "app_2", was: implicit };
    expect(
      reportOf([{ ...portal, op: "update", was: code, is: { ...code, name: "Shop" } }], {}, [other]).baseline,
    ).toBeUndefined();
  });

  test("says which rules a plan mends: by a change, or by a deletion", () => {
    const report = reportOf([
      { ...portal, op: "update", was: implicit, is: code },
      { ...portal, name: "gone", id: "app_2", op: "delete", was: implicit },
    ]);
    expect(idsOf(report.baseline?.mends)).toEqual([`${rule} gone`, `${rule} portal`]);
    expect(report.baseline?.breaks).toEqual([]);
    expect(toText(report)).toContain("Mends the security baseline\n  high client-no-implicit-grant: Client gone\n");
  });

  test("does not call an object mended that stays at the tenant, or whose value is only removed from the program", () => {
    const forgotten = stepWithOld({ ...portal, op: "delete", was: implicit }, { retainOnDelete: true });
    expect(reportOfSteps([forgotten]).baseline).toBeUndefined();
    expect(
      reportOf([{ ...portal, op: "update", was: implicit, is: { name: "Portal", appType: "spa" } }]).baseline,
    ).toBeUndefined();
  });

  test("counts a new object as a break, an import not: the tenant has it already", () => {
    const fresh = { name: "fresh", type: "Client", is: implicit };
    expect(idsOf(reportOf([{ ...fresh, op: "create" }]).baseline?.breaks)).toEqual([`${rule} fresh`]);
    expect(reportOf([{ ...fresh, id: "app_3", op: "import" }]).baseline).toBeUndefined();
  });

  test("counts an adoption as a creation: the plan does not have the values of the existing object", () => {
    const adopted = { name: "fresh", type: "Client", is: { ...implicit, adopt: true }, op: "create" };
    expect(idsOf(reportOf([adopted]).baseline?.breaks)).toEqual([`${rule} fresh`]);
  });

  test("does not call a value broken or mended that is known only during the run", () => {
    expect(
      reportOf([{ ...portal, op: "update", was: code, is: { ...code, grantTypes: unknownValue } }]).baseline,
    ).toBeUndefined();
    expect(
      reportOf([{ ...portal, op: "update", was: implicit, is: { ...code, grantTypes: unknownValue } }]).baseline,
    ).toBeUndefined();
  });

  test("sees what a change of one object breaks in another", () => {
    const api = { name: "orders", type: "ResourceServer", id: "api_1" };
    const identifier = "https://orders.example.com";
    const scopes = { "read:orders": "Read", "write:orders": "Write" };
    const grant = {
      ...{ name: "grant", type: "ClientGrant", id: "cgr_1" },
      was: { clientId: "app_1", audience: identifier, scope: ["write:orders"] },
    };
    const report = reportOf(
      [{ ...api, op: "update", was: { identifier, scopes }, is: { identifier, scopes: { "read:orders": "Read" } } }],
      {},
      [grant],
    );
    expect(idsOf(report.baseline?.breaks)).toContain("grant-scope-undeclared grant");
  });

  test("names a waiver of a new break, which then does not count", () => {
    const sketches = [{ ...portal, op: "update", was: code, is: implicit }];
    const waiver = { rule, resource: "portal", reason: "Moves `soon`\n- **ok**", until: "2999-01-01" };
    const report = withWaivers(sketches, new Waivers([waiver]));
    expect(toText(report)).toContain(`high ${rule}: Client portal, waived until 2999-01-01: Moves \`soon\` - **ok**`);
    expect(toMarkdown(report)).not.toMatch(/^- \*\*ok/m);
    expect(unwaivedBreaks(report.baseline, "high")).toEqual([]);
    const ended = withWaivers(sketches, new Waivers([{ ...waiver, until: "2020-01-01" }]));
    expect(idsOf(unwaivedBreaks(ended.baseline, "high"))).toEqual([`${rule} portal`]);
    expect(unwaivedBreaks(ended.baseline, "critical")).toEqual([]);
  });

  test("leaves room for the changes, however many rules break", () => {
    const many = Array.from({ length: 3_000 }, (_, n) => ({
      name: `app-${n}`,
      type: "Client",
      op: "create",
      is: implicit,
    }));
    const lost = { ...portal, op: "delete", was: code };
    const text = toMarkdown(reportOf([...many, lost]));
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toContain("… and 2980 more");
    expect(text).toContain("**`Client portal (app_1)`**");
  });
});
