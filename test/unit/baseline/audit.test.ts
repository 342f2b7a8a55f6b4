import { describe, expect, test } from "vitest";
import { type AuditOptions, auditOf, type NamedObject, rules } from "../../../provider/src/baseline/audit.ts";
import { isAtLeast, severities } from "../../../provider/src/baseline/rule.ts";
import { type Waiver, Waivers } from "../../../provider/src/baseline/waivers.ts";
import { remarkOf, toJson, toMarkdown, toSarif, toText } from "../../../provider/src/baseline/words.ts";

const tenant = "tenant.example.com";
const object = (type: NamedObject["type"], name: string, properties: NamedObject["properties"]): NamedObject => ({
  ...{ type, name, tenant, properties, id: `id-${name}` },
  urn: `urn:pulumi:dev::project::pulumi-nodejs:dynamic/tenant:X::${name}`,
});
const portal = object("client", "portal", { appType: "spa", grantTypes: ["authorization_code", "implicit"] });
const orders = object("resourceServer", "orders", { identifier: "https://orders.example.com", tokenLifetime: 86_401 });
const baseline = rules.filter(({ profile }) => profile === undefined);
const idsOf = (found: readonly { readonly rule: { readonly id: string } }[]) => found.map(({ rule }) => rule.id);

describe("an audit", () => {
  test("lists broken rules, the worst first, and counts an undeclared value as unknown", () => {
    const audit = auditOf([orders, portal], baseline);
    expect(idsOf(audit.failed)).toEqual(["client-no-implicit-grant", "api-token-lifetime"]);
    expect(audit.unknown).toContainEqual(
      expect.objectContaining({
        rule: expect.objectContaining({ id: "client-callbacks-https" }),
        why: "callbacks is not declared",
      }),
    );
    expect(audit).toMatchObject({ objects: 2, rules: baseline.length });
  });

  test("of no objects breaks nothing", () => {
    expect(auditOf([], baseline)).toMatchObject({ objects: 0, failed: [], unknown: [], passed: 0, notApplicable: 0 });
  });

  test("counts every judgement once", () => {
    const { failed, unknown, passed, notApplicable } = auditOf([portal, orders], baseline);
    const judged = baseline.filter(({ type }) => type === "client" || type === "resourceServer").length;
    expect(failed.length + unknown.length + passed + notApplicable).toBe(judged);
  });

  test("compares severities", () => {
    const [worst, other] = auditOf([portal, orders], baseline).failed;
    expect(severities.map((bound) => worst && isAtLeast(worst.rule.severity, bound))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(severities.map((bound) => other && isAtLeast(other.rule.severity, bound))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe("an audit with waivers", () => {
  const until = "2027-03-31";
  const waiver = { rule: "client-no-implicit-grant", resource: "portal", reason: "Moves in March.", until };
  const judged = (day: string, ...waivers: readonly Partial<Waiver>[]) =>
    auditOf([portal, orders], baseline, {
      waivers: new Waivers(waivers.map((one) => ({ ...waiver, ...one }))),
      day,
      isWholeTenant: true,
    });

  test("does not count a waived failure, and names the object, the reason and the end", () => {
    const audit = judged("2027-01-01", {});
    expect(idsOf(audit.failed)).toEqual(["api-token-lifetime"]);
    expect(audit.waived).toEqual([{ rule: expect.anything(), object: portal, waiver }]);
    expect(audit.remarks).toEqual([]);
    for (const text of [toText(audit), toMarkdown(audit)]) {
      expect(text).toContain("1 failed (1 medium), 1 waived");
      expect(text).toMatch(/client-no-implicit-grant.*Client portal \(id-portal\).*until 2027-03-31: Moves in March\./);
    }
    expect(toJson(audit).waived).toEqual([
      expect.objectContaining({ rule: waiver.rule, name: "portal", reason: waiver.reason, until }),
    ]);
    expect(JSON.stringify(toSarif(audit, { version: "1.2.3", category: "dev" }))).not.toContain("implicit");
  });

  test("counts a failure again after the last day, and names the waiver", () => {
    expect(judged(until, {}).waived).toHaveLength(1);
    const audit = judged("2027-04-01", {});
    expect(idsOf(audit.failed)).toContain(waiver.rule);
    expect(toText(audit)).toContain('client-no-implicit-grant of "portal" ended on 2027-03-31 and no longer applies.');
  });

  test("names a waiver 14 days before its end", () => {
    expect(judged("2027-03-16", {}).remarks).toEqual([]);
    expect(toMarkdown(judged("2027-03-17", {}))).toContain("ends on 2027-03-31, in 14 days");
  });

  test("names waivers that match no object, or that are no longer needed", () => {
    const { remarks } = judged(
      "2027-01-01",
      { resource: "portl" },
      { rule: "api-asymmetric-signing", resource: "orders" },
    );
    expect(remarks.map(({ says }) => says)).toEqual([
      "matches nothing at this tenant. Correct the resource, or remove the waiver if no other tenant needs it",
    ]);
    const mended = auditOf([object("resourceServer", "orders", { signingAlg: "RS256" })], baseline, {
      waivers: new Waivers([{ ...waiver, rule: "api-asymmetric-signing", resource: "orders" }]),
      day: "2027-01-01",
    });
    expect(mended.remarks[0]?.says).toBe("covers no failure any more. Remove it if no other stack or tenant needs it");
  });

  test("does not report a waiver as unmatched if its object can be outside of the stack, or was not read", () => {
    const ofUnmanaged = new Waivers([{ ...waiver, resource: "cli_made_by_hand" }]);
    const remarks = (options: AuditOptions) =>
      auditOf([portal, orders], baseline, { waivers: ofUnmanaged, day: "2027-01-01", ...options }).remarks;
    expect(remarks({})).toEqual([]);
    expect(remarks({ isWholeTenant: true })).toHaveLength(1);
    expect(remarks({ isWholeTenant: true, areNamed: false })).toEqual([]);
    expect(
      remarks({ isWholeTenant: true, unread: [{ type: "client", label: "all", why: "a scope is missing" }] }),
    ).toEqual([]);
  });

  test("does not report a waiver as unmatched if it is for another stack or tenant", () => {
    const urn = "urn:pulumi:dev::p::t::portal";
    const here = { ...portal, urn, tenant: "dev.example.com" };
    const remarks = (more: Partial<Waiver>) =>
      auditOf([here], baseline, {
        ...{
          waivers: new Waivers([{ ...waiver, resource: "portl", ...more }]),
          day: "2027-01-01",
          isWholeTenant: true,
        },
      }).remarks;
    expect(remarks({ stack: "prod" })).toEqual([]);
    expect(remarks({ tenant: "prod.example.com" })).toEqual([]);
    const [found] = remarks({ stack: "dev", tenant: "dev.example.com" });
    expect(found && remarkOf(found)).toMatch(
      /^client-no-implicit-grant of "portl" \(stack dev, tenant dev\.example\.com\) matches nothing/,
    );
  });

  test("ignores waivers of rules that are not in force", () => {
    const ofApis = baseline.filter(({ type }) => type === "resourceServer");
    const { remarks } = auditOf([orders], ofApis, { waivers: new Waivers([waiver]), day: "2027-01-01" });
    expect(remarks).toEqual([]);
  });

  test("does not let a waiver's reason control the terminal, the format or the pipeline", () => {
    const audit = judged("2027-01-01", { reason: "a`b\u001B[31m\n::error::x" });
    for (const text of [toText(audit), toMarkdown(audit)]) {
      expect(text).not.toContain("\u001B");
      expect(text).not.toMatch(/^::error::/m);
    }
    expect(toMarkdown(audit)).toContain(
      "`` client-no-implicit-grant: Client portal (id-portal), until 2027-03-31: a`b",
    );
  });
});

const hostile = object("client", "a`b\u001B[31m\n::error::", { grantTypes: ["implicit"], appType: "spa" });

describe("a report", () => {
  const audit = auditOf([portal, hostile], baseline);

  test("as text names the rule, the objects, the reason and the remedy", () => {
    const text = toText(audit);
    expect(text).toContain("HIGH client-no-implicit-grant: fails if grantTypes contains `implicit`\n");
    expect(text).toContain("  Client portal (id-portal)\n");
    expect(text).toMatch(/2 objects, \d+ rules: 2 failed \(2 high\), \d+ passed, \d+ unknown\n/);
  });

  test("does not let an object's name control the terminal, the format or the pipeline", () => {
    for (const text of [toText(audit), toMarkdown(audit)]) {
      expect(text).not.toContain("\u001B");
      expect(text).not.toMatch(/^::error::/m);
    }
    expect(toMarkdown(audit)).toContain("`` Client a`b");
  });

  test("as JSON lists the unknown results, with the reason", () => {
    const json = toJson(audit);
    expect(json.failed[0]).toMatchObject({
      ...{ rule: "client-no-implicit-grant", severity: "high", type: "Client", path: "grantTypes" },
      id: expect.stringMatching(/^id-/),
    });
    expect(json.unknown).toContainEqual(
      expect.objectContaining({ rule: "client-callbacks-https", why: "callbacks is not declared" }),
    );
  });

  test("as SARIF has the parts that code scanning needs: a rule and a place for each result, a fingerprint of rule and object", () => {
    const { runs } = toSarif(audit, { version: "1.2.3", category: "dev" });
    const [run] = runs;
    expect(run?.tool.driver.rules).toEqual([
      expect.objectContaining({
        id: "client-no-implicit-grant",
        properties: { tags: ["security"], precision: "high", "security-severity": "8.0" },
      }),
    ]);
    expect(run?.results).toHaveLength(2);
    const prints = run?.results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    expect(new Set(prints).size).toBe(2);
    for (const { message, locations } of run?.results ?? []) {
      expect(message.text.length).toBeLessThanOrEqual(1_024);
      expect(message.text).not.toContain("\u001B");
      expect(locations[0]?.physicalLocation).toEqual({
        artifactLocation: { uri: "Pulumi.yaml" },
        region: { startLine: 1 },
      });
    }
  });

  test("in Markdown fits into a comment, whatever the number of failures", () => {
    const many = Array.from({ length: 5_000 }, (_, n) => object("client", `app-${n}`, { grantTypes: ["implicit"] }));
    expect(toMarkdown(auditOf(many, baseline)).length).toBeLessThan(65_536);
  });
});
