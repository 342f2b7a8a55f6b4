import { describe, expect, it } from "vitest";
import { auditOf, type NamedObject, rules } from "../../../provider/src/baseline/audit.ts";
import { Waivers } from "../../../provider/src/baseline/waivers.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { unwaivedBreaks } from "../../../provider/src/review/baseline.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import { previewText, type ResourceSketch } from "../helpers/preview.ts";

const [canonical, custom] = ["dev.example.com", "login.example.com"];
const audience = `https://${canonical}/api/v2/`;
const whole = { audience, clientId: "app_1", allowAllScopes: true };

const failedFor = (object: Partial<NamedObject>, properties: object = whole) =>
  auditOf(
    [{ type: "clientGrant", tenant: canonical, name: "tool", ...object, properties } as NamedObject],
    rules,
  ).failed.map(({ rule }) => rule.id);

describe("a grant with all scopes of the management API", () => {
  it.each<[string, Partial<NamedObject>]>([
    ["at the canonical domain", {}],
    ["behind a custom domain", { tenant: custom, isLive: true }],
    ["behind a custom domain, with TENANT_AUDIENCE", { tenant: custom, managementApi: audience }],
    ["at an unknown tenant", { tenant: "" }],
    ["at a tenant that only the plan names", { tenant: "planted.example.com" }],
  ])("breaks the rule %s", (_, object) => {
    expect(failedFor(object)).toContain("grant-management-api-all-scopes");
    const scope = ["create:client_grants"];
    expect(failedFor(object, { ...whole, allowAllScopes: false, scope })).toContain(
      "grant-management-api-escalating-scopes",
    );
  });

  it("is recognized by TENANT_AUDIENCE; an API with a similar identifier is another one", () => {
    const managementApi = "https://management.example.com";
    expect(failedFor({ managementApi }, { ...whole, audience: managementApi })).toContain(
      "grant-management-api-all-scopes",
    );
    const own = { ...whole, audience: "https://orders.example.com/api/v2/" };
    expect(failedFor({ managementApi: audience }, own)).not.toContain("grant-management-api-all-scopes");
    expect(failedFor({}, { ...whole, audience: "https://orders.example.com/" })).not.toContain(
      "grant-management-api-all-scopes",
    );
  });

  it.each([
    ["known only during the run", unknownValue],
    ["named only in the plan", "planted.example.com"],
    ["with a secret domain", "[secret]"],
    ["missing in the plan", undefined],
  ])("fails --strict-baseline at a tenant %s, and no report prints the engine's placeholder", (_, tenant) => {
    const is = { ...whole, ...(tenant !== undefined && { __tenant: tenant }) };
    const grant: ResourceSketch = { name: "tool", type: "ClientGrant", op: "create", is };
    const report = reviewReport(parsePreview(previewText([grant])), [], undefined, new Waivers([]), {
      managementApiOf: (host) => (host === custom ? audience : undefined),
    });
    expect(unwaivedBreaks(report.baseline, "critical").map(({ rule }) => rule)).toEqual([
      "grant-management-api-all-scopes",
    ]);
    const printed = toText(report) + toMarkdown(report) + JSON.stringify(report);
    expect(printed).not.toContain(unknownValue);
    if (tenant === unknownValue) expect(printed).toContain("at a tenant that is known only during the run");
  });
});
