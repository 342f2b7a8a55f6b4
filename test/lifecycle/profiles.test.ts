import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { revealed } from "../harness/mini-engine.ts";
import { stackOfEachTest } from "./runs.ts";
import { startWorld } from "./world.ts";

/* What users see of the profiles of self-service, and of connections that customers set up. */

const stack = stackOfEachTest();
const engine = () => {
  if (!stack.runs.engine) throw new Error("no run yet");
  return stack.runs.engine;
};
const writes = () =>
  stack.tenant.requests
    .filter(({ path, method }) => path.startsWith("/api/") && method !== "GET")
    .map(({ method, body }) => [method, body]);

describe("a user attribute profile", () => {
  const email = { description: "Address", label: "E-mail", profileRequired: true, auth0Mapping: "email" };
  const customers = { name: "Customers", userAttributes: { email } };
  const up = (args: JsonObject) => stack.up({ "userAttributeProfile-it": args });
  const stored = () => stack.tenant.userAttributeProfiles.list()[0] ?? {};
  const edit = (change: JsonObject) => stack.tenant.userAttributeProfiles.update(String(stored().id), change);

  test("sends the tenant's whole user id in each update, because the service fills in defaults", async () => {
    expect(await up(customers)).toEqual([]);
    const theirs = { oidc_mapping: "sub", saml_mapping: ["theirs"], scim_mapping: "userName" };
    edit({ user_id: theirs });
    expect(await up({ ...customers, name: "New" })).toEqual([]);
    expect(writes()).toEqual([["PATCH", { name: "New", user_id: theirs }]]);
    expect(await up({ ...customers, name: "New", userId: { scimMapping: "id" } })).toEqual([]);
    expect(stored().user_id).toEqual({ ...theirs, scim_mapping: "id" });
    expect(await up({ ...customers, name: "New" })).toEqual([]);
    expect(stored().user_id).toEqual({ ...theirs, scim_mapping: "externalId" });
  });

  test("keeps attributes of other clients, and their additions to a declared one", async () => {
    expect(await up(customers)).toEqual([]);
    const declared = { description: "Address", label: "E-mail", profile_required: true, auth0_mapping: "email" };
    const mail = {
      ...declared,
      strategy_overrides: { okta: { oidc_mapping: { mapping: "mail", display_name: "M" } } },
    };
    const theirs = { ...declared, label: "Theirs" };
    edit({ user_attributes: { email: mail, theirs } });
    expect(await engine().refresh()).toEqual([{ name: "userAttributeProfile-it", op: "same" }]);
    expect(await up({ ...customers, userAttributes: { email: { ...email, label: "Mail" } } })).toEqual([]);
    expect(stored().user_attributes).toEqual({ email: { ...mail, label: "Mail" }, theirs });
  });

  test("loses an attribute that was removed from the program", async () => {
    const phone = { ...email, auth0Mapping: "phone_number", strategyOverrides: { okta: { scimMapping: "phone" } } };
    expect(await up({ ...customers, userAttributes: { email, phone } })).toEqual([]);
    expect(stored().user_attributes).toHaveProperty("phone.strategy_overrides.okta.scim_mapping", "phone");
    expect(await up(customers)).toEqual([]);
    expect(Object.keys(stored().user_attributes as JsonObject)).toEqual(["email"]);
  });

  test.each<[JsonObject, RegExp]>([
    [{ ...email, label: undefined as never }, /^userAttributes\.email\.label: is required/],
    [{ ...email, auth0_mapping: "email" }, /^userAttributes\.email\.auth0_mapping: .*"auth0Mapping"/],
    [{ ...email, samlMapping: ["a", "b", "c", "d"] }, /^userAttributes\.email\.samlMapping: must have at most 3/],
    [{ ...email, strategyOverrides: { okta: { oidcMapping: {} } } }, /okta\.oidcMapping\.mapping: is required/],
  ])("with the attribute %j is refused before anything is sent", async (attribute, says) => {
    expect((await up({ ...customers, userAttributes: { email: attribute } })).join("\n")).toMatch(says);
    expect(writes()).toEqual([]);
  });

  test("with a misspelt claim in the user id of a strategy is refused with a suggestion", async () => {
    const userId = { strategyOverrides: { okta: { oidcMapping: "emial" } } };
    expect((await up({ ...customers, userId })).join("\n")).toMatch(/oidcMapping: unknown value "emial".*"email"/);
  });
});

test("a connection profile is found by its name in a listing of several pages of ten", async () => {
  const { connectionProfiles } = stack.tenant;
  for (let n = 0; n < 25; n++) connectionProfiles.create({ name: `profile ${n}` });
  const args = { name: "profile 24", enabledFeatures: ["scim"], adopt: true };
  expect(await stack.up({ "connectionProfile-it": args })).toEqual([]);
  expect(connectionProfiles.list()).toHaveLength(25);
  expect(connectionProfiles.get("profile 24")).toMatchObject({ enabled_features: ["scim"] });
});

test("the order of a strategy's features in a connection profile is no difference", async () => {
  const features = ["scim", "universal_logout"];
  const args = (enabledFeatures: readonly string[]) => ({
    "connectionProfile-it": { name: "Customers", strategyOverrides: { "google-apps": { enabledFeatures } } },
  });
  expect(await stack.up(args(features))).toEqual([]);
  const { id } = stack.tenant.connectionProfiles.list()[0] ?? {};
  const override = { enabled_features: features.toReversed() };
  stack.tenant.connectionProfiles.update(String(id), { strategy_overrides: { "google-apps": override } });
  expect(await engine().refresh()).toEqual([{ name: "connectionProfile-it", op: "same" }]);
});

describe("a self-service profile", () => {
  const customers = { name: "Customers" };
  const profile = "uap_0000000000000000000001";
  const attributes = [{ name: "email", description: "Address", isOptional: false }];
  const up = (args: JsonObject) => stack.up({ "selfServiceProfile-it": args });
  const row = () => stack.tenant.export("selfServiceProfiles").selfServiceProfiles?.[0] ?? {};
  const outputs = () => revealed(engine().state.get("selfServiceProfile-it")?.outputs ?? {});

  test("changes from attributes to a profile, and back, by two requests, as the service accepts only one of them", async () => {
    expect(await up({ ...customers, userAttributes: attributes })).toEqual([]);
    expect(await up({ ...customers, userAttributeProfileId: profile })).toEqual([]);
    expect(writes()).toEqual([
      ["PATCH", { user_attributes: null }],
      ["PATCH", { user_attribute_profile_id: profile }],
    ]);
    expect(row()).toMatchObject({ user_attributes: [], user_attribute_profile_id: profile });
    expect(await up({ ...customers, userAttributes: attributes })).toEqual([]);
    expect(row()).not.toHaveProperty("user_attribute_profile_id");
    expect(row()).toMatchObject({ user_attributes: [{ name: "email" }] });
    expect(await up(customers)).toEqual([]);
    expect(row()).toMatchObject({ user_attributes: [] });
  });

  test("whose second request failed is completed by the next run", async () => {
    expect(await up({ ...customers, userAttributes: attributes })).toEqual([]);
    const path = `/api/v2/self-service-profiles/${row().id}`;
    stack.tenant.inject({ kind: "status", status: 400, path, method: "PATCH", skip: 1 });
    const changed = { ...customers, description: "New", userAttributeProfileId: profile };
    expect((await up(changed)).join("\n")).toContain("400");
    expect(row()).toMatchObject({ user_attributes: [] });
    expect(await up(changed)).toEqual([]);
    expect(row()).toMatchObject({ description: "New", user_attribute_profile_id: profile });
    expect(await engine().refresh()).toEqual([{ name: "selfServiceProfile-it", op: "same" }]);
  });

  test("has an introduction beside the other texts of the page, read and written by its own route", async () => {
    expect(await up({ ...customers, introduction: "Welcome" })).toEqual([]);
    expect(row()).toMatchObject({ texts: { introduction: "Welcome" } });
    stack.tenant.selfServiceProfiles.setTexts(String(row().id), { introduction: "Theirs", other: "Kept" });
    expect(await engine().refresh()).toEqual([{ name: "selfServiceProfile-it", op: "update" }]);
    expect(await up({ ...customers, introduction: "Welcome" })).toEqual([]);
    expect(writes()).toEqual([["PUT", { introduction: "Welcome", other: "Kept" }]]);
    expect(await up(customers)).toEqual([]);
    expect(row()).toMatchObject({ texts: { other: "Kept" } });
    expect(row().texts).not.toHaveProperty("introduction");
  });

  test("whose introduction failed is created, and the next run sends only the introduction", async () => {
    stack.tenant.inject({ kind: "status", status: 403, path: /custom-text/, method: "PUT", times: 1 });
    expect((await up({ ...customers, introduction: "Welcome" })).join("\n")).toContain("403");
    expect(row()).toMatchObject({ name: "Customers" });
    expect(await up({ ...customers, introduction: "Welcome" })).toEqual([]);
    expect(writes()).toEqual([["PUT", { introduction: "Welcome" }]]);
    expect(outputs()).toMatchObject({ introduction: "Welcome" });
  });

  test("with attributes and a profile is refused before anything is sent", async () => {
    const both = { ...customers, userAttributes: attributes, userAttributeProfileId: profile };
    expect((await up(both)).join("\n")).toMatch(/userAttributes: cannot be declared together with/);
    expect(writes()).toEqual([]);
  });

  test("beyond the tenant's limit is refused with that reason", async () => {
    for (let n = 0; n < 20; n++) stack.tenant.selfServiceProfiles.create({ name: `profile ${n}` });
    expect((await up(customers)).join("\n")).toContain("at most 20");
  });
});

test("a tenant without connection profiles gets an error that says so", async () => {
  const world = await startWorld({}, resourceTypes.connectionProfile);
  try {
    world.tenant.inject({
      ...{ kind: "status", status: 403, path: "/api/v2/connection-profiles", times: 9 },
      body: JSON.stringify({
        ...{ statusCode: 403, error: "Forbidden", errorCode: "feature_not_enabled" },
        message: "This feature is not enabled for this tenant.",
      }),
    });
    const [step] = await world.engine.up({ it: { name: "Customers" } });
    expect(step?.failure?.message).toContain("not enabled for this tenant");
  } finally {
    await world.close();
  }
});

test("the default status of cross-app access stays unmanaged; all other removed values of a connection profile are cleared", async () => {
  const declared = {
    provisioning: { scim: { tokens: { scopes: ["get:users"], defaultExpiry: 3600 } } },
    crossAppAccessResourceApp: { status: { defaultValue: "disabled", allowedValues: ["disabled"] } },
  };
  expect(await stack.up({ "connectionProfile-it": { name: "Customers", ...declared } })).toEqual([]);
  expect(await stack.up({ "connectionProfile-it": { name: "New" } })).toEqual([]);
  expect(stack.tenant.connectionProfiles.list()[0]).toMatchObject({ name: "New", provisioning: {} });
  expect(stack.tenant.connectionProfiles.list()[0]?.cross_app_access_resource_app).toEqual({
    status: { default_value: "disabled" },
  });
});
