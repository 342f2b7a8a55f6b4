import { expect, test } from "vitest";
import type { TenantCall } from "../../../provider/src/client/index.ts";
import { isObject } from "../../../provider/src/schema/json.ts";
import { Manifest, type Noted } from "../../../provider/src/verify/manifest.ts";
import { putBackAll } from "../../../provider/src/verify/put-back.ts";
import { wholeTenant } from "../../harness/whole-tenant.ts";
import { startTenant, type TestTenant } from "../import/tenant.ts";
import { configOf, outcomeOf, settled, silence, writing, writingWith } from "./runs.ts";

/** What other clients set while a run is under way, or before a sweep. */

const provider = ["emails", "provider"];
const sendgrid = { name: "sendgrid", enabled: true, credentials: { api_key: "not a secret" } };
const stored = ({ emulator }: TestTenant, id: string) => emulator.export().settings?.find((one) => one.id === id);
const write = ({ client }: TestTenant, method: "POST" | "PATCH", path: readonly string[], body: object) =>
  client.request({ method, path, body: body as never, subject: "settings", action: "update" });
const isCall = (call: TenantCall, method: string, path: readonly string[]) =>
  call.method === method && call.path.join("/") === path.join("/");
const sweepAt = async (tenant: TestTenant, noted: Noted | undefined) => {
  if (noted === undefined) throw new Error("the run has saved nothing");
  return putBackAll(tenant.client, configOf(tenant), new Manifest(noted, () => Promise.resolve()));
};

test("a value that another client sets while the run changes another setting of the type stays, and is named", async () => {
  const tenant = await startTenant();
  const path = ["tenants", "settings"];
  await write(tenant, "PATCH", path, { session_lifetime: 100, friendly_name: "Before" });
  const written = await writingWith(tenant, ["tenantSettings"], (call) => {
    if (isCall(call, "PATCH", path) && isObject(call.body) && "session_lifetime" in call.body)
      tenant.emulator.settings.update("tenants/settings", { friendly_name: "Theirs" });
  });
  expect(stored(tenant, "tenants/settings")).toMatchObject({ friendly_name: "Theirs", session_lifetime: 100 });
  expect(outcomeOf(written).unrestored).toEqual(["tenantSettings"]);
  expect([...written.unrestored.values()].join()).toContain("another client has changed friendlyName since");
});

test("an e-mail provider that another client makes right before the run's creation is not deleted", async () => {
  const tenant = await startTenant();
  const written = await writingWith(tenant, ["emailProvider"], (call) => {
    if (isCall(call, "POST", provider)) tenant.emulator.settings.update("emails/provider", sendgrid);
  });
  expect(stored(tenant, "emails/provider")).toMatchObject(sendgrid);
  expect(outcomeOf(written).unrestored).toEqual(["emailProvider"]);
});

test("an e-mail provider that another client makes after a kill is not deleted by a sweep", async () => {
  const tenant = await startTenant();
  silence();
  const saved: Noted[] = [];
  await writing(tenant, ["emailProvider"], undefined, undefined, async (noted) => {
    await Promise.resolve();
    saved.push(structuredClone(noted));
  });
  const noted = saved.filter(({ originals }) => originals?.emailProvider !== undefined);
  expect(noted.length).toBeGreaterThan(2);
  await write(tenant, "POST", provider, sendgrid);
  for (const one of noted) {
    const results = await sweepAt(tenant, one);
    expect(results.get("emailProvider")?.why).toContain("another client has changed");
    expect(stored(tenant, "emails/provider")).toMatchObject(sendgrid);
  }
});

test("a secret that another client sets during a run is not in the manifest", async () => {
  const tenant = await startTenant();
  const theirs = { from: "+15550100", sid: "AC00", auth_token: "not yours", messaging_service_sid: null };
  const saved: string[] = [];
  let isSet = false;
  const save = async (noted: Noted) => void saved.push(JSON.stringify(await noted));
  const before = ({ method, path }: TenantCall) => {
    if (isSet || method !== "PUT" || path[0] !== "guardian") return;
    isSet = true;
    tenant.emulator.settings.update("guardian/factors/phone", { twilio: theirs });
  };
  await writingWith(tenant, ["multiFactorPhone"], before, undefined, save);
  expect(isSet).toBe(true);
  expect(saved.join()).not.toContain("not yours");
});

test.each([
  ["emailProvider", "emails/provider", "emails/provider"],
  ["brandingTheme", "branding/themes/default", "branding/themes/default"],
  ["loginPageTemplate", "branding/templates/universal-login", "branding/templates/universal-login"],
  ["emailTemplate", "email-templates/password_reset", "email-templates/password_reset"],
  ["multiFactorPhone", "guardian/factors/sms/templates", "guardian/factors/phone"],
  ["multiFactorPush", "guardian/factors/push-notification/providers/sns", "guardian/factors/push-notification"],
] as const)("one wrong 404 at the first read loses nothing of %s", async (type, path, id) => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  const before = stored(tenant, id);
  let isRefused = false;
  await writingWith(tenant, [type], (call) => {
    if (isRefused || !isCall(call, "GET", path.split("/"))) return;
    isRefused = true;
    const error = { error: "Not Found", message: "Not found.", errorCode: "inexistent_email_provider" };
    const body = { statusCode: 404, ...error };
    tenant.emulator.inject({ kind: "status", status: 404, method: "GET", path: `/api/v2/${path}`, times: 1, body });
  });
  expect(isRefused).toBe(true);
  expect(stored(tenant, id)).toEqual(before);
});

test("a value that another client sets after a refused attempt to put settings back stays at the next one", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const [path, id] = [["attack-protection", "brute-force-protection"], "attack-protection/brute-force-protection"];
  const body = { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope", message: "Insufficient scope." };
  let noted: Noted | undefined;
  const refuse = (call: TenantCall, { meter }: { readonly meter: { readonly isRemoving: boolean } }) => {
    if (meter.isRemoving && isCall(call, "PATCH", path))
      tenant.emulator.inject({ kind: "status", status: 403, method: "PATCH", path: `/api/v2/${id}`, times: 1, body });
  };
  await writingWith(tenant, ["bruteForceProtection"], refuse, undefined, async (saved) => {
    await Promise.resolve();
    noted = structuredClone(saved);
  });
  await write(tenant, "PATCH", path, { max_attempts: 77 });
  const results = await sweepAt(tenant, noted);
  expect(results.get("bruteForceProtection")?.why).toContain("another client has changed maxAttempts since");
  expect(stored(tenant, id)).toMatchObject({ max_attempts: 77 });
});
