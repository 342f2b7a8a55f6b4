import { expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { stackOfEachTest } from "./runs.ts";

/* What users saw of the settings of single second factors. */

const stack = stackOfEachTest();

const { up } = stack;
const sent = () =>
  stack.tenant.requests
    .filter(({ method }) => method === "PUT")
    .map(({ path, body }) => [path.slice("/api/v2/guardian/factors/".length), body]);
const stored = (path: string) => stack.tenant.export().settings?.find(({ id }) => id === path);

test("after the switch to the tenant's phone settings, the routes of the phone factor are refused, but not the factor", async () => {
  stack.tenant.settings.update("tenants/settings", { phone_consolidated_experience: true });
  const failures = await up({
    "multiFactor-it": { factors: { sms: true }, policies: [] },
    "multiFactorPhone-it": { provider: "twilio" },
  });
  expect(failures).toEqual([
    expect.stringMatching(/deprecated feature.*Declare a PhoneProvider instead, and remove provider/s),
  ]);
  expect(stored("guardian")).toMatchObject({ factors: { sms: true } });
  expect(await up({ "multiFactorPhone-it": { otpLength: 8 } })).toEqual([]);
  expect(sent()).toEqual([["phone/settings", { otp_length: 8, otp_expiration_time: 300 }]]);
});

test("phone settings that were refused after the switch stay in the state, and a refresh succeeds", async () => {
  await up({ "multiFactorPhone-it": { provider: "twilio" } });
  stack.tenant.settings.update("tenants/settings", { phone_consolidated_experience: true });
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name: "multiFactorPhone-it", op: "same" }]);
  expect(engine.state.get("multiFactorPhone-it")).toBeDefined();
});

test("a new Twilio sender is sent with another client's account and token", async () => {
  const twilio = { from: "+15005550006", sid: "account-1", auth_token: "phone-token-1", messaging_service_sid: null };
  stack.tenant.settings.update("guardian/factors/phone", { twilio });
  expect(await up({ "multiFactorPhone-it": { twilio: { from: "+15005550009" } } })).toEqual([]);
  expect(stored("guardian/factors/phone")).toMatchObject({ twilio: { ...twilio, from: "+15005550009" } });
});

test("secrets of push providers are in no state, and are sent again with each change of the provider", async () => {
  const apns = (bundleId: string, p12 = "push-secret-1") => ({ "multiFactorPush-it": { apns: { bundleId, p12 } } });
  expect(await up(apns("com.example.one"))).toEqual([]);
  expect(JSON.stringify([...(stack.runs.engine?.state ?? [])])).not.toContain("push-secret-1");
  await up(apns("com.example.two"));
  const path = "push-notification/providers/apns";
  const both = { bundle_id: "com.example.two", p12: "[redacted]" };
  expect(sent()).toEqual([[path, both]]);
  await up(apns("com.example.two"));
  expect(sent()).toEqual([]);
  await up(apns("com.example.two", "push-secret-2"));
  expect(sent()).toEqual([[path, both]]);
  expect(stored("guardian/factors/push-notification")).toMatchObject({ apns: { ...both, p12: "push-secret-2" } });
});

test("a push provider without its secret is refused before anything is sent", async () => {
  const [failure] = await up({ "multiFactorPush-it": { sns: { awsRegion: "eu-west-1" } as JsonObject } });
  expect(failure).toMatch(/sns.awsSecretAccessKey: is required/);
  expect(sent()).toEqual([]);
});

test("settings without a GET route are sent when the program changes them, and a refresh finds no change", async () => {
  const fcm = (serverCredentials: string) => ({ "multiFactorPush-it": { fcmv1: { serverCredentials } } });
  await up(fcm("push-secret-1"));
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name: "multiFactorPush-it", op: "same" }]);
  expect(await up(fcm("push-secret-1"))).toEqual([]);
  expect(sent()).toEqual([]);
  await up(fcm("push-secret-2"));
  expect(sent()).toEqual([["push-notification/providers/fcmv1", expect.anything()]]);
  expect(stored("guardian/factors/push-notification")).toMatchObject({
    fcmv1: { server_credentials: "push-secret-2" },
  });
});

test("a declared part of a custom app is sent by PATCH with another client's values", async () => {
  const links = { apple_app_link: "https://apps.example.com/ios", google_app_link: "https://apps.example.com/android" };
  stack.tenant.settings.update("guardian/factors/push-notification", { custom_app: links });
  expect(await up({ "multiFactorPush-it": { customApp: { appName: "Example Verify" } } })).toEqual([]);
  const asked = stack.tenant.requests.filter(({ path }) => path.endsWith("/prompts/mfa-push"));
  expect(asked.flatMap(({ method, body }) => (method === "GET" ? [] : [[method, body]]))).toEqual([
    ["PATCH", { ...links, app_name: "Example Verify" }],
  ]);
  expect(stored("guardian/factors/push-notification")).toMatchObject({
    custom_app: { ...links, app_name: "Example Verify" },
  });
  stack.tenant.clearRequests();
  await up({ "multiFactorPush-it": { selectedProvider: "sns" } });
  expect(stack.tenant.requests.filter(({ path }) => path.includes("/prompts/"))).toEqual([]);
});

test("a Duo integration key is sent with another client's host and secret key", async () => {
  const theirs = { host: "api-1.duo.example.com", skey: "duo-secret-1" };
  stack.tenant.settings.update("guardian/factors/duo", theirs);
  await up({ "multiFactorDuo-it": { ikey: "key-1" } });
  expect(sent()).toEqual([["duo/settings", { ...theirs, ikey: "key-1", skey: "[redacted]" }]]);
  expect(stored("guardian/factors/duo")).toMatchObject({ ...theirs, ikey: "key-1" });
});

test("settings of security keys keep undeclared values, and removed ones are cleared", async () => {
  stack.tenant.settings.update("guardian/factors/webauthn", { roaming: { userVerification: "required" } });
  await up({ "multiFactorWebAuthn-it": { roaming: { relyingPartyIdentifier: "example.com" } } });
  expect(stored("guardian/factors/webauthn")).toMatchObject({
    roaming: { userVerification: "required", relyingPartyIdentifier: "example.com" },
  });
  await up({ "multiFactorWebAuthn-it": { roaming: {} } });
  expect(stored("guardian/factors/webauthn")).toMatchObject({
    roaming: { userVerification: "required", overrideRelyingParty: false },
  });
  expect(JSON.stringify(stored("guardian/factors/webauthn"))).not.toContain("example.com");
});

test("the Duo secret key is not overwritten with the mask that some tokens get", async () => {
  const path = "guardian/factors/duo";
  const keys = { host: "api-1.duo.example.com", skey: "********" };
  stack.tenant.settings.update(path, keys);
  expect(await up({ "multiFactorDuo-it": { ikey: "key-1" } })).toEqual([
    expect.stringMatching(/was not changed: the tenant returns only a mask for skey/),
  ]);
  expect(sent()).toEqual([]);
  const declared = { host: "api-1.duo.example.com", ikey: "key-1", skey: "duo-secret-1" };
  expect(await up({ "multiFactorDuo-it": declared })).toEqual([]);
  stack.tenant.settings.update(path, keys);
  expect(await up({ "multiFactorDuo-it": { ...declared, host: "api-2.duo.example.com" } })).toEqual([]);
  expect(stored(path)).toMatchObject({ skey: "duo-secret-1", host: "api-2.duo.example.com" });
});

test("the new phone provider's account is set before the switch, and the old one's cleared after it", async () => {
  const twilio = { from: "+15550100", sid: "account", authToken: "token" };
  expect(await up({ "multiFactorPhone-it": { provider: "twilio", twilio } })).toEqual([]);
  expect(sent().map(([path]) => path)).toEqual(["sms/providers/twilio", "phone/selected-provider"]);
  stack.tenant.clearRequests();
  expect(await up({ "multiFactorPhone-it": { provider: "auth0" } })).toEqual([]);
  expect(sent().map(([path]) => path)).toEqual(["phone/selected-provider", "sms/providers/twilio"]);
});
