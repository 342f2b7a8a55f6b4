import { afterEach, describe, expect, test } from "vitest";
import { oldTenant } from "../../../provider/src/emulator/index.ts";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const tenant = "/tenants/settings";

test("logo and colors are the same in the branding and in the tenant settings, whichever of the two is changed", async () => {
  const { emulator, call } = await setup();
  const colors = { primary: "#0059d6", page_background: "#ffffff" };
  await call("PATCH", "/branding", { colors, logo_url: "https://example.com/logo.png" });
  expect((await call("GET", tenant)).body).toMatchObject({
    picture_url: "https://example.com/logo.png",
    universal_login: { colors },
  });
  await call("PATCH", tenant, {
    picture_url: "https://example.com/other.png",
    universal_login: { colors: { ...colors, primary: "#d60059" } },
  });
  const branding = { colors: { ...colors, primary: "#d60059" }, logo_url: "https://example.com/other.png" };
  expect((await call("GET", "/branding")).body).toEqual(branding);
  expect(emulator.export().settings).toContainEqual({ id: "branding", ...branding });
  await call("PATCH", tenant, { picture_url: "", universal_login: {} });
  expect((await call("GET", "/branding")).body).toEqual({});
  expect((await call("GET", tenant)).body).toMatchObject({ universal_login: {} });
  expect(Object.keys((await call("GET", tenant)).body)).not.toContain("picture_url");
});

test("the kind of login pages is the same in the prompts and in a flag of the tenant, whichever of the two is changed", async () => {
  const { call } = await setup();
  await call("PATCH", "/prompts", { universal_login_experience: "classic", identifier_first: true });
  await call("PATCH", tenant, { flags: { new_universal_login_experience_enabled: true } });
  expect((await call("GET", "/prompts")).body).toEqual({ universal_login_experience: "new", identifier_first: true });
  await call("PATCH", "/prompts", { universal_login_experience: "classic" });
  expect((await call("GET", tenant)).body.flags).toMatchObject({ new_universal_login_experience_enabled: false });
});

test("the kind of login pages is in the response to an update of the tenant settings, and not in a read", async () => {
  const { call } = await setup();
  await call("PATCH", "/prompts", { identifier_first: true });
  const login = {
    ...{ identifier_first: true, webauthn_platform_first_factor: false },
    ...{ is_custom_template_set: false, is_custom_theme_set: false },
  };
  expect((await call("PATCH", tenant, { support_email: "help@example.com" })).body.universal_login).toEqual(login);
  expect((await call("GET", tenant)).body.universal_login).toBeUndefined();
});

test.each(["change_password", "guardian_mfa_page"])(
  "a part of %s is merged, and an empty object empties it",
  async (name) => {
    const { call } = await setup();
    await call("PATCH", tenant, { [name]: { enabled: true, html: "<p>Ours</p>" } });
    await call("PATCH", tenant, { [name]: { enabled: false } });
    expect((await call("GET", tenant)).body[name]).toEqual({ enabled: false, html: "<p>Ours</p>" });
    await call("PATCH", tenant, { [name]: {} });
    expect((await call("GET", tenant)).body[name]).toEqual({});
  },
);

test("the sandbox version is one of the versions that the tenant offers", async () => {
  const { call } = await setup({
    seed: { settings: [{ id: "tenants/settings", sandbox_versions_available: ["22", "18", "12"] }] },
  });
  expect((await call("PATCH", tenant, { sandbox_version: "12" })).status).toBe(200);
  expect((await call("GET", tenant)).body.sandbox_version).toBe("12");
  const { status, body } = await call("PATCH", tenant, { sandbox_version: "20" });
  expect([status, body.message]).toEqual([
    400,
    "Payload validation error: 'No enum match, expected one of: 22, 18, 12' on property sandbox_version.",
  ]);
  expect((await call("GET", tenant)).body.sandbox_version).toBe("12");
});

test("colors and a logo of a seed stay in both settings if another property is changed", async () => {
  const own = { picture_url: "https://example.com/a.png", universal_login: { colors: { primary: "#0059d6" } } };
  const { call } = await setup({ seed: { settings: [{ id: "tenants/settings", ...own }] } });
  expect((await call("GET", "/branding")).body).toEqual({
    logo_url: own.picture_url,
    colors: own.universal_login.colors,
  });
  await call("PATCH", tenant, { friendly_name: "Example" });
  expect((await call("GET", tenant)).body).toMatchObject(own);
});

test("an incomplete object of a seed gets the values of a new tenant", async () => {
  const stage = { "pre-login": { max_attempts: 5 } };
  const { call } = await setup({ seed: { settings: [{ id: "attack-protection/suspicious-ip-throttling", stage }] } });
  expect((await call("GET", "/attack-protection/suspicious-ip-throttling")).body.stage).toEqual({
    "pre-login": { max_attempts: 5, rate: 864_000 },
    "pre-user-registration": { max_attempts: 50, rate: 1_200 },
    "pre-custom-token-exchange": { max_attempts: 10, rate: 600_000 },
  });
});

test.each([
  ["enabled", "yes", "Expected type boolean but found type string"],
  ["mode", "count", "No enum match, expected one of: count_per_identifier_and_ip, count_per_identifier"],
])("a seed with a wrong value is refused: %s", async (name, value, why) => {
  const seed = { settings: [{ id: "attack-protection/brute-force-protection", [name]: value }] };
  await expect(setup({ seed })).rejects.toThrow(`settings[0].${name}: ${why}`);
});

test("Apple's certificate is in no response, and marks the provider as set up", async () => {
  const { call } = await setup();
  const apns = "/guardian/factors/push-notification/providers/apns";
  expect((await call("GET", apns)).body).toEqual({ enabled: false });
  const own = { bundle_id: "com.example.one", sandbox: false };
  expect((await call("PUT", apns, { ...own, p12: "certificate" })).body).toEqual(own);
  expect((await call("GET", apns)).body).toEqual({ ...own, enabled: true });
  expect((await call("PUT", apns, { ...own, enabled: true })).status).toBe(400);
});

test("after a switch to the tenant's phone settings, the message types can still be read", async () => {
  const { call } = await setup({
    seed: { settings: [{ id: "tenants/settings", phone_consolidated_experience: true }] },
  });
  const [types, provider] = ["message-types", "selected-provider"].map((part) => `/guardian/factors/phone/${part}`);
  expect((await call("GET", String(types))).body).toEqual({ message_types: [] });
  expect((await call("PUT", String(types), { message_types: ["sms"] })).status).toBe(403);
  expect((await call("GET", String(provider))).status).toBe(403);
});

describe("the rendering of a screen", () => {
  const path = "/prompts/login-id/screen/login-id/rendering";
  const fresh = {
    rendering_mode: "standard",
    context_configuration: [],
    head_tags: [],
    default_head_tags_disabled: false,
  };

  test("has the tenant, the prompt and the screen in a read, and only the sent values in the response to an update", async () => {
    const { call } = await setup();
    const own = { tenant: "emulator", prompt: "login-id", screen: "login-id" };
    expect((await call("GET", path)).body).toEqual({ ...own, ...fresh, use_page_template: false, filters: null });
    expect((await call("PATCH", path, { rendering_mode: "advanced" })).body).toEqual({ rendering_mode: "advanced" });
    expect((await call("GET", path)).body).toMatchObject({ ...own, rendering_mode: "advanced" });
  });

  test("of an older tenant has no filters", async () => {
    const { call } = await setup({ traits: oldTenant });
    const { body } = await call("GET", path);
    expect(body).toMatchObject(fresh);
    expect([Object.keys(body).includes("filters"), Object.keys(body).includes("use_page_template")]).toEqual([
      false,
      false,
    ]);
  });

  test("is updated for several screens at once, all or none", async () => {
    const { call } = await setup();
    const all = "/prompts/rendering";
    const configs = [
      { prompt: "login-id", screen: "login-id", rendering_mode: "advanced" },
      { prompt: "signup", screen: "signup", default_head_tags_disabled: true },
    ];
    const wrong = { prompt: "login", screen: "login", rendering_mode: "other" };
    for (const sent of [[...configs, wrong], [], [{ screen: "login" }]]) {
      expect((await call("PATCH", all, { configs: sent })).status).toBe(400);
    }
    expect((await call("GET", all)).body).toEqual([]);
    const { status, body } = await call("PATCH", all, { configs });
    expect([status, body]).toEqual([200, { configs }]);
    expect((await call("GET", all)).body).toMatchObject(configs);
    expect((await call("GET", path)).body).toMatchObject({ ...fresh, rendering_mode: "advanced" });
  });
});

test("partials of an unknown screen are refused", async () => {
  const { call } = await setup();
  const path = "/prompts/login-passwordless/partials";
  const sms = { "login-passwordless-sms-otp": { "form-content": "<p>a</p>" } };
  const { status, body } = await call("PUT", path, { ...sms, other: { "form-content": "<p>b</p>" } });
  expect([status, body.message]).toEqual([400, "Invalid screen 'other' in prompt 'login-passwordless'"]);
  expect((await call("GET", path)).body).toEqual({});
  expect((await call("PUT", path, sms)).status).toBe(200);
});

test("a PUT of an e-mail template needs all properties that a POST needs, and keeps the optional ones that it omits", async () => {
  const { call } = await setup();
  const path = "/email-templates/welcome_email";
  const whole = { template: "welcome_email", body: "a", from: "", subject: "", syntax: "liquid", enabled: false };
  expect((await call("PUT", path, whole)).status).toBe(404);
  await call("POST", "/email-templates", { ...whole, urlLifetimeInSeconds: 7 });
  const { status, body } = await call("PUT", path, { ...whole, body: "b" });
  expect([status, body]).toEqual([200, { ...whole, body: "b", urlLifetimeInSeconds: 7 }]);
  expect((await call("PUT", path, { body: "c" })).status).toBe(400);
});

test.each([
  ["emails/provider", { enabled: false }, "/emails/provider", { name: "mandrill", credentials: { api_key: "key" } }],
  [
    "branding/phone/providers",
    { disabled: true },
    "/branding/phone/providers",
    { name: "custom", delivery_methods: ["text"], credentials: {} },
  ],
] as const)(
  "a provider exists once it has a name, whatever direct access has set before: %s",
  async (path, edit, route, provider) => {
    const { call, emulator } = await setup();
    emulator.settings.update(path, edit);
    const { status, body } = await call("GET", route);
    expect(status === 404 || body.providers.length === 0).toBe(true);
    expect((await call("POST", route, provider)).status).toBeLessThan(300);
    expect((await call("POST", route, provider)).status).toBe(409);
  },
);

test("a new theme has identifiers, except in older tenants", async () => {
  const themes = "/branding/themes";
  const { call, emulator } = await setup();
  const identifiers = {
    ...{ login_display: "unified", otp_autocomplete: true },
    phone_display: { masking: "mask_digits", formatting: "international" },
  };
  emulator.settings.update("branding/themes/default", { displayName: "Example" });
  const { themeId, ...made } = (await call("GET", `${themes}/default`)).body;
  expect(made).toMatchObject({ identifiers });
  const { identifiers: _, ...sent } = made;
  expect((await call("PATCH", `${themes}/${themeId}`, sent)).body).toMatchObject({ identifiers });
  const old = await setup({ traits: oldTenant });
  expect((await old.call("POST", themes, sent)).body).toEqual({ themeId, ...sent });
});

test("the listing of log streams accepts the parameter that disables pages", async () => {
  const { call } = await setup();
  expect((await call("GET", "/log-streams?paginate=false")).body).toEqual([]);
  expect((await call("GET", "/log-streams?page=0")).status).toBe(400);
});

test("codes by SMS and by phone are one factor with two routes", async () => {
  const { call } = await setup();
  const [sms, phone] = ["/guardian/factors/sms", "/guardian/factors/phone"];
  await call("PUT", `${sms}/selected-provider`, { provider: "twilio" });
  expect((await call("GET", `${phone}/selected-provider`)).body).toEqual({ provider: "twilio" });
  const templates = { enrollment_message: "{{code}} enrols.", verification_message: "{{code}} verifies." };
  await call("PUT", `${phone}/templates`, templates);
  expect((await call("GET", `${sms}/templates`)).body).toEqual(templates);
  const twilio = `${phone}/providers/twilio`;
  expect((await call("GET", twilio)).body).toEqual({});
  await call("PUT", twilio, { sid: "account" });
  const others = { from: null, messaging_service_sid: null, auth_token: null };
  expect((await call("GET", twilio)).body).toEqual({ sid: "account", ...others });
});
