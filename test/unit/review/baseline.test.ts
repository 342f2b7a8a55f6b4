import { describe, expect, test } from "vitest";
import { Waivers } from "../../../provider/src/baseline/waivers.ts";
import type { ValuesBefore } from "../../../provider/src/graph/adoption.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { unwaivedBreaks } from "../../../provider/src/review/baseline.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import { previewText, type ResourceSketch, stepOf, urnOf } from "../helpers/preview.ts";
import { reportOf, reportOfSteps, stateOf, stepWithOld } from "./plans.ts";

const implicit = { name: "Portal", appType: "spa", grantTypes: ["implicit"] };
const code = { ...implicit, grantTypes: ["authorization_code"] };
const portal = { name: "portal", type: "Client", id: "app_1" };
const rule = "client-no-implicit-grant";

const withWaivers = (sketches: readonly ResourceSketch[], waivers: Waivers) =>
  reviewReport(parsePreview(previewText(sketches), "pulumi preview --json"), stateOf(sketches), undefined, waivers);
const idsOf = (found: readonly { readonly rule: string; readonly name: string }[] = []) =>
  found.map((one) => `${one.rule} ${one.name}`);

describe("a review with rules of the baseline", () => {
  test("lists the newly broken rules before the changes", () => {
    const report = reportOf([{ ...portal, op: "update", was: code, is: implicit }]);
    expect(idsOf(report.baseline?.breaks)).toEqual([`${rule} portal`]);
    expect(report.baseline?.mends).toEqual([]);
    for (const text of [toText(report), toMarkdown(report)]) {
      expect(text).toContain(
        `newly breaks the security baseline: high ${rule}: fails if grantTypes contains \`implicit\``,
      );
      expect(text.indexOf(`breaks ${rule} (high)`)).toBeLessThan(text.indexOf("Changed"));
    }
  });

  test("omits rules that were broken before", () => {
    expect(
      reportOf([{ ...portal, op: "update", was: implicit, is: { ...implicit, name: "Shop" } }]).baseline,
    ).toBeUndefined();
    const other = { ...portal, name: "other", id: "app_2", was: implicit };
    expect(
      reportOf([{ ...portal, op: "update", was: code, is: { ...code, name: "Shop" } }], {}, [other]).baseline,
    ).toBeUndefined();
  });

  test.each<[string, string, string, object, object]>([
    [
      ...(["attack-breached-password-blocks", "BreachedPasswordDetection"] as const),
      "for which the service's default is sent",
      ...([{ enabled: true, shields: ["block"] }, { enabled: true }] as const),
    ],
    [
      ...(["social-own-keys", "Connection"] as const),
      "that leaves the options",
      { name: "google", strategy: "google-oauth2", options: { client_id: "abc", email: true } },
      { name: "google", strategy: "google-oauth2", options: { email: true } },
    ],
    [
      ...(["client-refresh-rotation-public", "Client"] as const),
      "with the whole object around it",
      ...([{ refreshToken: { rotationType: "rotating", leeway: 0 } }, {}].map((more) => ({
        ...{ name: "Portal", appType: "spa", tokenEndpointAuthMethod: "none", requireProofOfPossession: false },
        ...{ grantTypes: ["refresh_token"], ...more },
      })) as [object, object]),
    ],
  ])("shows that a plan breaks %s (%s) by the removal of a property %s", (rule, type, _, was, is) => {
    const report = reportOf([{ name: "it", type, id: "it_1", op: "update", was, is }]);
    expect(idsOf(report.baseline?.breaks)).toEqual([`${rule} it`]);
    // A property that was not declared before is only unknown.
    expect(reportOf([{ name: "it", type, id: "it_1", op: "update", was: is, is }]).baseline).toBeUndefined();
  });

  test("lists rules that a plan satisfies again, by a change or a deletion", () => {
    const report = reportOf([
      { ...portal, op: "update", was: implicit, is: code },
      { ...portal, name: "gone", id: "app_2", op: "delete", was: implicit },
    ]);
    expect(idsOf(report.baseline?.mends)).toEqual([`${rule} gone`, `${rule} portal`]);
    expect(report.baseline?.breaks).toEqual([]);
    expect(toText(report)).toContain(
      'Client gone (app_2), appType "spa"\n    mends the security baseline: high client-no-implicit-grant\n',
    );
  });

  test("does not count a rule as satisfied if the object stays at the tenant, or the run cannot reset the value", () => {
    const retained = stepWithOld({ ...portal, op: "delete", was: implicit }, { retainOnDelete: true });
    expect(reportOfSteps([retained]).baseline).toBeUndefined();
    const relying = stepWithOld({ ...portal, op: "delete", was: implicit }, { deletedWith: urnOf("decoy", "Role") });
    const decoy = stepOf({ name: "decoy", type: "Role", op: "delete", was: { name: "decoy" } });
    expect(reportOfSteps([relying, decoy]).baseline).toBeUndefined();
    expect(idsOf(reportOfSteps([relying]).baseline?.mends)).toEqual([`${rule} portal`]);
    const api = { identifier: "https://orders.example.com" };
    expect(
      reportOf([{ name: "orders", op: "update", was: { ...api, signingAlg: "HS256" }, is: api }]).baseline,
    ).toBeUndefined();
  });

  test("counts rules that a new object breaks, but not those of an import, which the tenant has already", () => {
    const fresh = { name: "fresh", type: "Client", is: implicit };
    expect(idsOf(reportOf([{ ...fresh, op: "create" }]).baseline?.breaks)).toEqual([`${rule} fresh`]);
    expect(reportOf([{ ...fresh, id: "app_3", op: "import" }]).baseline).toBeUndefined();
  });

  describe("of an adoption", () => {
    const fresh = { name: "fresh", type: "Client", is: { ...implicit, adopt: true }, op: "create" };
    const review = (atTenant: ValuesBefore, sketch: ResourceSketch = fresh) =>
      reviewReport(parsePreview(previewText([sketch]), "pulumi preview --json"), [], undefined, undefined, {
        atTenant,
      });
    const at = (values: JsonObject | undefined, { name, type, is }: ResourceSketch = fresh) => {
      const inputs = is as JsonObject;
      return new Map([[urnOf(name, type), values && { id: "app_1", live: values, values, inputs, assumed: [] }]]);
    };

    test("omits rules that the tenant's object breaks already, also by an undeclared value", () => {
      expect(review(at(implicit)).baseline).toBeUndefined();
      const name = { ...fresh, is: { name: "Portal", adopt: true } };
      expect(review(at(implicit), name).baseline).toBeUndefined();
    });

    test("lists rules that the adoption breaks, and that a creation breaks if the tenant has no such object", () => {
      for (const values of [code, undefined]) {
        const report = review(at(values));
        expect(report.baseline?.breaks).toMatchObject([{ rule, name: "fresh" }]);
        expect(report.baseline?.breaks[0]).not.toHaveProperty("isUnsure");
      }
    });

    test("judges a declared value together with the tenant's undeclared values", () => {
      const theft = { type: "BruteForceProtection", name: "guard", op: "create" };
      const was = { enabled: true, shields: ["block"], allowlist: [] };
      const off = { ...fresh, ...theft, is: { adopt: true, enabled: false } };
      expect(review(at(was, off), off).baseline?.breaks.length).toBeGreaterThan(0);
      expect(review(at({ ...was, enabled: false }, off), off).baseline).toBe(undefined);
    });

    test("marks a broken rule as unsure if the object was not read, as the plan lacks its values", () => {
      const report = reportOf([fresh]);
      expect(report.baseline?.breaks).toMatchObject([{ rule, name: "fresh", isUnsure: true }]);
      for (const text of [toText(report), toMarkdown(report)]) expect(text).toContain("may already break the rule");
      expect(idsOf(unwaivedBreaks(report.baseline, "high"))).toEqual([`${rule} fresh`]);
    });

    test("moves no broken rule from the object's old entry to the new one", () => {
      const renamed = { ...fresh, name: "renamed", is: { ...implicit, adopt: true } };
      expect(reportOf([{ ...portal, op: "delete", was: implicit }, renamed]).baseline).toBeUndefined();
      // A resource that stays keeps its object, so the other one cannot adopt it.
      expect(
        idsOf(reportOf([{ ...portal, op: "same", was: implicit, is: implicit }, renamed]).baseline?.breaks),
      ).toEqual([`${rule} renamed`]);
      const other = { ...renamed, is: { ...implicit, name: "Another", adopt: true } };
      expect(idsOf(reportOf([{ ...portal, op: "delete", was: implicit }, other]).baseline?.breaks)).toEqual([
        `${rule} renamed`,
      ]);
    });
  });

  test("does not call a rule broken or satisfied if the value is known only during the run", () => {
    for (const was of [code, implicit]) {
      const report = reportOf([{ ...portal, op: "update", was, is: { ...code, grantTypes: unknownValue } }]);
      expect(report.baseline).toMatchObject({ breaks: [], mends: [] });
    }
  });

  const encrypted = { grantTypes: "[secret]", __secrets: ["/grantTypes"] };
  test.each([
    ["is known only during the run", { grantTypes: unknownValue }, "grantTypes is not known before the run"],
    ["is encrypted", encrypted, "grantTypes is encrypted in the state"],
  ])("lists rules that are no longer judged, as a value %s from now on", (_, grantTypes, why) => {
    const report = reportOf([{ ...portal, op: "update", was: code, is: { ...code, ...grantTypes } }]);
    expect(idsOf(report.baseline?.unjudged)).toContain(`${rule} portal`);
    expect(unwaivedBreaks(report.baseline, "high")).toEqual([]);
    const line = `cannot be judged after this run: ${rule} (high: fails if grantTypes contains \`implicit\`), client-no-password`;
    for (const text of [toText(report), toMarkdown(report)]) {
      expect(text).toContain(line);
      expect(text).toMatch(new RegExp(`\\), because ${why}\n`));
      // It is never the only word about a value that protects the tenant.
      expect(text).toContain("may be weaker: Each grant type is a further way to get tokens");
    }
    expect(reportOf([{ ...portal, op: "create", is: { ...code, ...grantTypes } }]).baseline).toBeUndefined();
  });

  test("omits rules about a value that stays encrypted", () => {
    const was = { ...code, ...encrypted };
    expect(reportOf([{ ...portal, op: "update", was, is: { ...was, name: "Shop" } }]).baseline).toBeUndefined();
  });

  test("lists a rule of any severity that cannot be judged, if the plan changes a property of the rule", () => {
    const policies = { name: "multi-factor", type: "MultiFactor", id: "multi-factor" };
    const report = reportOf([
      { ...policies, op: "update", was: { policies: ["all-applications"] }, is: { policies: [] } },
    ]);
    expect(idsOf(report.baseline?.unjudged)).toContain("mfa-policy-set multi-factor");
  });

  test("lists a rule that one object breaks by the change of another", () => {
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

  test("names the waiver of a newly broken rule, which then does not count", () => {
    const sketches = [{ ...portal, op: "update", was: code, is: implicit }];
    const waiver = { rule, resource: "portal", reason: "Moves `soon`\n- **ok**", until: "2999-01-01" };
    const report = withWaivers(sketches, new Waivers([waiver]));
    expect(toText(report)).toContain(`high ${rule}, waived until 2999-01-01: Moves \`soon\` - **ok**`);
    expect(toMarkdown(report)).not.toMatch(/^- \*\*ok/m);
    expect(unwaivedBreaks(report.baseline, "high")).toEqual([]);
    const ended = withWaivers(sketches, new Waivers([{ ...waiver, until: "2020-01-01" }]));
    expect(idsOf(unwaivedBreaks(ended.baseline, "high"))).toEqual([`${rule} portal`]);
    expect(unwaivedBreaks(ended.baseline, "critical")).toEqual([]);
  });

  test("leaves room for the changes, however many rules are broken", () => {
    const many = Array.from({ length: 3_000 }, (_, n) => ({
      name: `app-${n}`,
      type: "Client",
      op: "create",
      is: implicit,
    }));
    const lost = { ...portal, op: "delete", was: code };
    const text = toMarkdown(reportOf([...many, lost]));
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(/and 2996 more\.\n[\s\S]*… and \d+ more, omitted for length/);
    expect(text).toContain('**`Client portal (app_1), appType "spa"`**');
  });
});
