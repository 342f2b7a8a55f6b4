import { expect, test } from "vitest";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { findingsOfKinds } from "../../../provider/src/review/fail-on.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import type { Field } from "../../../provider/src/schema/schema.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { type ResourceSketch, stepOf } from "../helpers/preview.ts";
import { reportOf, reportOfSteps, stepWithOld } from "./plans.ts";

const protection: ResourceSketch = {
  ...{ name: "protection", type: "BruteForceProtection", id: "brute-force-protection" },
  was: { enabled: true, maxAttempts: 50, shields: ["block"] },
};

test("settings that are removed from the program are no longer managed, and not deleted", () => {
  const report = reportOf([{ ...protection, op: "delete" }]);
  expect(report.resources).toMatchObject([{ action: "forget", changes: [] }]);
  expect(report.counts).toMatchObject({ delete: 0, forget: 1 });
  expect(report.baseline).toBeUndefined();
  expect(toText(report)).toContain("The next up of stack dev: 1 no longer managed\n");
});

test("settings that are reset on destroy show the values that the run sends, and the affected rules", () => {
  const shields = ["block", "user_notification"];
  const was = { resetOnDestroy: true, enabled: false, maxAttempts: 100, shields };
  const report = reportOf([{ ...protection, was, op: "delete" }]);
  expect(report.resources).toMatchObject([
    {
      action: "reset",
      changes: [
        { path: "enabled", was: false, is: true },
        { path: "maxAttempts", was: 100, is: 10 },
      ],
    },
  ]);
  expect(report.counts).toMatchObject({ delete: 0, reset: 1 });
  expect(report.baseline?.mends.map(({ rule }) => rule)).toContain("attack-brute-force-blocks");
  expect(toText(report)).toContain("    maxAttempts: 100 → 10\n");
});

test("the reset of the default domain shows the tenant's own domain, also if the provider uses a custom domain", () => {
  const login = "login.example.com";
  const was = { resetOnDestroy: true, domain: login, __tenant: login };
  const sketch: ResourceSketch = { name: "default", type: "DefaultCustomDomain", id: "default-custom-domain", was };
  const preview = parsePreview(JSON.stringify({ steps: [stepOf({ ...sketch, op: "delete" })] }), "pulumi preview");
  const managementApiOf = (host: string) => (host === login ? "https://own.example.com/api/v2/" : undefined);
  const report = reviewReport(preview, [], undefined, undefined, { managementApiOf });
  expect(report.resources).toMatchObject([
    { action: "reset", changes: [{ path: "domain", was: login, is: "own.example.com" }] },
  ]);
});

const wholes = typeNames.filter((type) => (definitions[type] as Definition).wholeReset !== undefined);

test.each(wholes)("a reset that deletes the whole %s is a reset, and each gate treats it as a deletion", (type) => {
  const { type: name, schema, wholeReset }: Definition = definitions[type];
  const required = Object.entries<Field>(schema.fields).filter(([, field]) => field.required && !field.computed);
  const was = { ...Object.fromEntries(required.map(([property]) => [property, "theirs"])), resetOnDestroy: true };
  const sketch = { name: "it", type: name, op: "delete", was };
  const report = reportOf([sketch]);
  expect(report.resources).toMatchObject([
    { action: "reset", changes: expect.arrayContaining([expect.objectContaining({ path: wholeReset?.property })]) },
  ]);
  const text = toText(report);
  expect(text).toMatch(/^The next up of stack dev: 1 reset\n[\s\S]*\nWHOLE TENANT: .*reset as a whole/);
  expect(text).toContain("\n    the run deletes the whole object, unless ");
  expect(findingsOfKinds(report, ["delete"])).toEqual([expect.stringContaining("it")]);
  // The run sends nothing if a write whose response was lost may not have replaced the values of another client.
  const content = { key: "k", hashes: { [`/${wholeReset?.property}`]: "-" } };
  const { oldState } = stepOf(sketch) as { oldState: { outputs: object } };
  const lost = stepWithOld(sketch, { outputs: { ...oldState.outputs, __managed: { v: 2, content } } });
  expect(reportOfSteps([lost]).resources).toMatchObject([{ action: "forget", changes: [] }]);
});

test("a value from before a lost write stays in the review, as the run does not reset it", () => {
  const record = { v: 2, paths: ["/enabled", "/maxAttempts"], content: { key: "k", hashes: { "/maxAttempts": "-" } } };
  const old = { outputs: { ...protection.was, resetOnDestroy: true, __managed: record } };
  const stays = { path: "maxAttempts", kind: "delete", was: 50, stays: true };
  const [updated] = reportOfSteps([
    stepWithOld({ ...protection, op: "update", is: { enabled: true }, diff: { maxAttempts: "delete" } }, old),
  ]).resources;
  expect(updated?.changes).toEqual([stays]);
  const [reset] = reportOfSteps([stepWithOld({ ...protection, op: "delete" }, old)]).resources;
  expect(reset).toMatchObject({ action: "reset" });
  expect(reset?.changes).toContainEqual(stays);
});

test("a property that is removed from the program shows the default that the run sends", () => {
  const { maxAttempts: _, ...is } = protection.was as { maxAttempts: number };
  const report = reportOf([{ ...protection, op: "update", is, diff: { maxAttempts: "delete" } }]);
  expect(report.resources).toMatchObject([{ action: "update", changes: [{ path: "maxAttempts", was: 50, is: 10 }] }]);
  expect(toText(report)).toContain("    maxAttempts: 50 → 10\n");
});

test("a forced replacement of settings is judged by the values after it", () => {
  const was = { enabled: true, maxAttempts: 10, shields: ["block", "user_notification"] };
  const is = { ...was, enabled: false };
  const steps = ["create-replacement", "replace", "delete-replaced"].map((op) => ({ ...protection, op, was, is }));
  const report = reportOf(steps);
  expect(report.baseline?.breaks.map(({ rule }) => rule)).toContain("attack-brute-force-blocks");
});

test("the removal of `secretRotation` generates no secret", () => {
  const client = {
    name: "portal",
    type: "Client",
    id: "app_1",
    op: "update",
    was: { name: "Portal", secretRotation: 1 },
  };
  const effectsOf = (is: object, how: string) =>
    reportOf([{ ...client, is, diff: { secretRotation: how } }]).resources[0]?.effects?.join() ?? "";
  expect(effectsOf({ name: "Portal", secretRotation: 2 }, "update")).toContain("generates a new secret");
  expect(effectsOf({ name: "Portal" }, "delete")).not.toContain("generates a new secret");
});

test("components are no objects: moving resources into a component changes nothing", () => {
  const component: ResourceSketch = { name: "shop", type: "shop:index:Shop", op: "create", is: {} };
  const report = reportOf([{ ...component, extra: { newState: { custom: false, inputs: {}, outputs: {} } } }]);
  expect(report).toMatchObject({ changes: false, resources: [] });
});

test("weaker values of safeguards are listed before all other changes, and stronger values are not", () => {
  const factors = { name: "mfa", type: "MultiFactor", id: "multi-factor" };
  const weakened = (was: object, is: object) =>
    reportOf([{ ...factors, op: "update", was, is }]).weaker?.map(({ path, was, is }) => [path, was, is]);
  const strong = { policies: ["all-applications"], factors: { otp: true } };
  const weak = { policies: [], factors: { otp: false } };
  expect(weakened(strong, weak)).toEqual([
    ["policies", ["all-applications"], []],
    ["factors.otp", true, false],
  ]);
  expect(weakened(weak, strong)).toBeUndefined();
  expect(weakened(strong, { ...strong, factors: {} })).toEqual([["factors.otp", true, false]]);
  expect(weakened(strong, { ...strong, policies: unknownValue })).toEqual([
    ["policies", ["all-applications"], undefined],
  ]);
  const api = { name: "orders", type: "ResourceServer", id: "api_1", op: "update" };
  const scopes = (is: object) => reportOf([{ ...api, was: { scopes: { "read:orders": "Read" } }, is: { scopes: is } }]);
  expect(scopes({ "read:orders": "Read orders" }).weaker).toBeUndefined();
  expect(scopes({ "read:orders": "Read", "write:orders": "Write" }).weaker).toMatchObject([{ path: "scopes" }]);
  const report = reportOf([
    { ...factors, op: "update", was: strong, is: weak },
    { ...protection, op: "update", was: { maxAttempts: 20 }, is: { maxAttempts: 10 } },
    { name: "portal", type: "Client", id: "app_1", op: "delete", was: { name: "Portal" } },
  ]);
  const lines = [
    "IRREVERSIBLE",
    "WHOLE TENANT",
    "Deleted at the tenant",
    "Changed (with a warning)",
    "weaker: Without `all-applications`, a password alone can be enough for a login.",
    "cannot be judged after this run: mfa-policy-set",
    "Changed\n",
  ];
  for (const text of [toText(report), toMarkdown(report)]) {
    const places = lines.map((line) => text.indexOf(line));
    expect(places.every((at) => at > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
});
