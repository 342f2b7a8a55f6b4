import { describe, expect, test } from "vitest";
import type { AdoptedObject } from "../../../provider/src/graph/adoption.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { notReviewed } from "../../../provider/src/review/reviewed.ts";
import { type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import { previewText, type ResourceSketch, urnOf } from "../helpers/preview.ts";

/** A run with TENANT_ADOPT: the plan itself does not say that it adopts anything. */
const portal = {
  ...{ name: "portal", type: "Client", op: "create" },
  is: { name: "Portal", appType: "spa", callbacks: ["https://portal.example.com"] },
} satisfies ResourceSketch;

type Found = (Partial<Omit<AdoptedObject, "live">> & { readonly live: JsonObject }) | undefined;

function review(
  sketches: readonly ResourceSketch[],
  found: Readonly<Record<string, Found>> = {},
  said: readonly string[] = [],
) {
  const atTenant = new Map(
    Object.entries(found).map(([name, one]) => {
      const { type, is } = sketches.find((sketch) => sketch.name === name) ?? {};
      const inputs = { ...is } as JsonObject;
      const whole = one && { id: "app_1", values: one.live, inputs, assumed: [], ...one };
      return [urnOf(name, type), whole] as const;
    }),
  );
  const diagnostics = said.map((message) => ({ message, severity: "info" }));
  const preview = parsePreview(previewText(sketches, { diagnostics }), "pulumi preview --json");
  return reviewReport(preview, [], undefined, undefined, { adopts: true, atTenant });
}

test("an adopted object without changes takes one line, in text and Markdown", () => {
  const report = review([portal], { portal: { live: portal.is } });
  expect(report.resources).toMatchObject([{ action: "adopt", isFound: true, id: "app_1", changes: [], concerns: [] }]);
  const head = "Adopted: the object exists at the tenant, and the stack manages it from now on";
  expect(toText(report)).toBe(
    `The next up of stack dev: 1 adopted\n\nNothing is lost for ever, and nothing is weaker.\n\n${head}\n  Client portal (app_1): no value changes\n`,
  );
  expect(toMarkdown(report)).toContain("\n#### Adopted: ");
  expect(toMarkdown(report)).toContain("\n**`Client portal (app_1): no value changes`**\n");
});

test("the changes of an adoption lead from the tenant's values to the program's, property by property", () => {
  const live = { ...portal.is, appType: "native", callbacks: ["https://old.example.com", ...portal.is.callbacks] };
  const report = review([portal], { portal: { live } });
  expect(report.resources[0]?.changes).toMatchObject([
    { path: "appType", was: "native", is: "spa" },
    { path: "callbacks[]", kind: "delete", was: "https://old.example.com" },
  ]);
  expect(toText(report)).toContain("stack dev: 1 adopted (1 of them with changes)\n");
  expect(toText(report)).toContain('    appType: "native" → "spa"\n');
});

test("an object that the tenant lacks is created; one that the review has not read is adopted or created", () => {
  expect(review([portal], { portal: undefined }).resources).toMatchObject([{ action: "create" }]);
  const report = review([portal]);
  expect(report.resources).toMatchObject([{ action: "adopt" }]);
  expect(toText(report)).toContain(
    'Adopted if the object exists already, otherwise created\n  Client portal (id-portal)\n    appType: "spa"\n',
  );
});

test("the change of a secret is unsure, and no secret of the tenant is shown", () => {
  const secret = "value-at-the-tenant";
  const options = { issuer: "https://idp.example.com", client_id: "a" };
  const corp = {
    ...{ name: "corp", type: "Connection", op: "create" },
    is: { name: "corp", strategy: "oidc", options: { ...options, client_secret: "[secret]" } },
  };
  const live = { name: "corp", strategy: "oidc", options: { ...options, client_secret: secret } };
  const note = 'connection "corp" exists already (id con_1): `pulumi up` adopts it without changes';
  const report = review([corp], { corp: { id: "con_1", live } }, [note]);
  expect(report.resources[0]?.changes).toEqual([
    { path: "options.client_secret", kind: "update", secret: true, isUnsure: true },
  ]);
  expect(toText(report)).toContain("options.client_secret: [secret] → [secret], perhaps another value");
  expect(JSON.stringify(report)).not.toContain(secret);
  // Only the preview knows both values.
  expect(report.notes).toEqual([note]);
});

test("the provider's note about an adopted object is left out if the review has read the object, and no other note is", () => {
  const guard = { name: "guard", type: "BruteForceProtection", op: "create", is: { enabled: true } };
  const notes = ["app_1", "app_2"].map(
    (id) => `application "Portal" exists already (id ${id}): \`pulumi up\` adopts it without changes`,
  );
  const settings = "brute-force protection (exists in every tenant): `pulumi up` adopts it without changes";
  const found = {
    portal: { live: portal.is },
    guard: { id: "attack-protection/brute-force-protection", live: guard.is },
  };
  expect(review([portal, guard], found, [...notes, settings, "Hello"]).notes).toEqual([notes[1], "Hello"]);
  expect(review([portal, guard], {}, [...notes, settings]).notes).toEqual([...notes, settings]);
});

test("members that the adoption of an exclusive set removes are shown, and those of a shared set stay", () => {
  const set = (exclusive: boolean) => ({
    ...{ name: "staff", type: "OrganizationMembers", op: "create" },
    is: { organizationId: "org_1", members: ["auth0|a"], exclusive },
  });
  const found = { staff: { id: "org_1", live: { organizationId: "org_1", members: ["auth0|a", "auth0|b"] } } };
  expect(review([set(true)], found).resources[0]?.changes).toMatchObject([
    { path: "members[]", kind: "delete", was: "auth0|b" },
  ]);
  expect(review([set(false)], found).resources[0]?.changes).toEqual([]);
});

test("an adopted object that differs in an unchangeable property is one reason why the run will fail", () => {
  const corp = { name: "corp", type: "Connection", op: "create", is: { name: "corp", strategy: "oidc" } };
  const found = { corp: { id: "con_1", live: { name: "corp", strategy: "samlp" } } };
  const report = review([corp], found);
  expect(report.willFail).toEqual([expect.stringMatching(/^Connection corp \(con_1\): .* another strategy, which/)]);
  const said = '`pulumi up` will fail: connection "corp" exists already (id con_1) with another strategy';
  expect(review([corp], found, [`warning: ${said}`]).willFail).toHaveLength(1);
});

test("an id that is known only during the run is named as assumed if the review takes it from an adopted object", () => {
  const grant = {
    ...{ name: "grant", type: "ClientGrant", op: "create" },
    is: { clientId: unknownValue, audience: "https://orders.example.com", scope: ["read"] },
  };
  const known = { ...grant.is, clientId: "app_1" };
  const found = { grant: { id: "cgr_1", live: known, inputs: known, assumed: ["clientId"] } };
  const text = toText(review([grant], found));
  expect(text).toContain("  ClientGrant grant (cgr_1): no value changes if clientId comes from the adopted objects\n");
  const other = { grant: { ...found.grant, live: { ...known, scope: [] } } };
  expect(toText(review([grant], other))).toContain("\n    if clientId comes from the adopted objects\n");
  // In a plan from a file, the value can become any other.
  expect(toText(review([grant]))).toContain("clientId: known only during the run");
});

describe("the rules of the baseline", () => {
  const implicit = { ...portal, is: { ...portal.is, grantTypes: ["implicit"] } };
  const breaksOf = (...given: Parameters<typeof review>) =>
    review(...given).baseline?.breaks.map(({ rule, isUnsure }) => [rule, isUnsure]);
  test("are not newly broken by values that the tenant has already", () => {
    expect(breaksOf([implicit], { portal: { live: implicit.is } })).toBeUndefined();
    const live = { ...portal.is, grantTypes: ["authorization_code"] };
    expect(breaksOf([implicit], { portal: { live } })).toEqual([["client-no-implicit-grant", undefined]]);
  });
  test("are judged by the known values if the object was not read", () => {
    expect(breaksOf([implicit])).toEqual([["client-no-implicit-grant", true]]);
  });
  test("show a safeguard that the adoption weakens", () => {
    const guard = { name: "guard", type: "BruteForceProtection", op: "create", is: { enabled: false } };
    const live = { enabled: true };
    expect(review([guard], { guard: { live } }).weaker).toMatchObject([{ path: "enabled", was: true, is: false }]);
  });
});

test("--reviewed compares the adopted object and the removed values, except with a review that has not read them", () => {
  const live = { ...portal.is, callbacks: [...portal.is.callbacks, "https://new.example.com"] };
  const reviewed = review([portal], { portal: { live: portal.is } });
  expect(notReviewed(reviewed, reviewed)).toEqual([]);
  expect(notReviewed(review([portal], { portal: { live } }), reviewed)).toEqual([
    'adopt Client portal (app_1): callbacks[] "https://new.example.com" is removed',
  ]);
  expect(notReviewed(review([portal], { portal: { id: "app_2", live } }), reviewed)).toContain(
    "adopt Client portal (app_2)",
  );
  expect(notReviewed(review([portal], { portal: { live } }), review([portal]))).toEqual([]);
  expect(notReviewed(reviewed, review([portal], { portal: undefined }))).toEqual(["adopt Client portal (app_1)"]);
});
