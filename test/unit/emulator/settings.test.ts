import { afterEach, expect, test } from "vitest";
import { closeAll, setup } from "./client.ts";

afterEach(closeAll);

const tenant = "/tenants/settings";

test("logo and colors are the same in the branding and in the tenant settings, whichever of the two is written", async () => {
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

test("the kind of login pages is the same in the prompts and in a flag of the tenant, whichever of the two is written", async () => {
  const { call } = await setup();
  await call("PATCH", "/prompts", { universal_login_experience: "classic", identifier_first: true });
  await call("PATCH", tenant, { flags: { new_universal_login_experience_enabled: true } });
  expect((await call("GET", "/prompts")).body).toEqual({ universal_login_experience: "new", identifier_first: true });
  await call("PATCH", "/prompts", { universal_login_experience: "classic" });
  expect((await call("GET", tenant)).body.flags).toMatchObject({ new_universal_login_experience_enabled: false });
});

test("the response to an update of the tenant settings says how the login pages are, and a read does not", async () => {
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

test("the version of the sandbox is one of those that the tenant offers", async () => {
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

test("colors and a logo of a seed stay in both settings when another property is written", async () => {
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
