import { expect, test } from "vitest";
import type { TenantAnswer, TenantCall } from "../../provider/src/client/index.ts";
import { isObject, type Json, own } from "../../provider/src/schema/json.ts";
import { wholeTenant } from "../harness/whole-tenant.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import { putBackAll } from "./clean-up.ts";
import { Manifest, type Noted } from "./manifest.ts";
import { Meter, RunClient } from "./run-client.ts";
import { configOf, enough, outcomeOf, quick, settled, silence, writing, writingWith } from "./runs.ts";

/** What other clients set while a run is under way, or before a sweep. */

const provider = ["emails", "provider"];
const sendgrid = { name: "sendgrid", enabled: true, credentials: { api_key: "not a secret" } };
const stored = ({ emulator }: TestTenant, id: string) => emulator.export().settings?.find((one) => one.id === id);
const write = ({ client }: TestTenant, method: "POST" | "PATCH" | "PUT", path: readonly string[], body: object) =>
  client.request({ method, path, body: body as never, subject: "settings", action: "update" });
const isCall = (call: TenantCall, method: string, path: readonly string[]) =>
  call.method === method && call.path.join("/") === path.join("/");
const sweepAt = async (tenant: TestTenant, noted: Noted | undefined) => {
  if (noted === undefined) throw new Error("the run has saved nothing");
  return putBackAll(tenant.client, configOf(tenant), new Manifest(noted, () => Promise.resolve()));
};

test("a value that another client sets while the run changes another setting of its type stays, and is named", async () => {
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

test("an e-mail provider that another client creates right before the run does is not deleted", async () => {
  const tenant = await startTenant();
  const written = await writingWith(tenant, ["emailProvider"], (call) => {
    if (isCall(call, "POST", provider)) tenant.emulator.settings.update("emails/provider", sendgrid);
  });
  expect(stored(tenant, "emails/provider")).toMatchObject(sendgrid);
  expect(outcomeOf(written).unrestored).toEqual(["emailProvider"]);
});

test("a sweep does not delete an e-mail provider that another client created after a kill", async () => {
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
] as const)("one wrong 404 at the first read loses no setting of %s", async (type, path, id) => {
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

test("a value that another client sets after a failed restore stays at the next attempt", async () => {
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

/** Does something at the first request of the run's end, before it is sent. */
function atTheEnd(what: () => void) {
  let isDone = false;
  return (_: TenantCall, { meter }: { readonly meter: { readonly isRemoving: boolean } }) => {
    if (isDone || !meter.isRemoving) return;
    isDone = true;
    what();
  };
}

const trigger = "post-change-password";
const bound = (id: string, name: string) => ({ ref: { type: "action_id", value: id }, display_name: name });

test("a factor that another client turns on beside the run's factor stays on, and is named", async () => {
  const tenant = await startTenant();
  const factors = { otp: true, email: true };
  const written = await writingWith(
    tenant,
    ["multiFactor"],
    atTheEnd(() => tenant.emulator.settings.update("guardian", { factors })),
  );
  expect(stored(tenant, "guardian")).toMatchObject({ factors: { email: true } });
  expect([...written.unrestored.values()].join()).toContain("another client has changed factors since");
});

test("an action that another client binds beside the run's actions stays bound, and is named", async () => {
  const tenant = await startTenant();
  const theirs = tenant.emulator.actions.create({
    name: "audit",
    supported_triggers: [{ id: trigger, version: "v2" }],
  });
  tenant.emulator.actions.deploy(String(theirs.id));
  const bindings = () => {
    const found = tenant.emulator.export().triggerActions?.find(({ trigger_id: id }) => id === trigger);
    return (found?.bindings ?? []) as unknown as ReturnType<typeof bound>[];
  };
  const written = await writingWith(
    tenant,
    ["triggerActions"],
    atTheEnd(() => tenant.emulator.triggerActions.set(trigger, [...bindings(), bound(String(theirs.id), "Theirs")])),
  );
  expect(outcomeOf(written).unrestored).toEqual(["triggerActions"]);
  expect(JSON.stringify(bindings())).toContain("Theirs");
});

test.each([
  ["promptTexts", "prompts/login/custom-text/zgh", { login: { title: "Verify one", description: "Theirs" } }],
  [
    "promptPartials",
    "prompts/customized-consent/partials",
    { "customized-consent": { "form-content": "<!-- Verify two -->", "form-footer-start": "Theirs" } },
  ],
] as const)("%s that another client adds beside the run's stay, and are named", async (type, path, theirs) => {
  const tenant = await startTenant();
  let isPut = false;
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        if (!isPut && this.meter.isRemoving) {
          isPut = true;
          await write(tenant, "PUT", path.split("/"), theirs);
        }
        return super.send<T>(call);
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, [type], clientAt);
  const { body } = await tenant.client.request({
    method: "GET",
    path: path.split("/"),
    subject: "texts",
    action: "read",
  });
  expect(body).toEqual(theirs);
  expect(outcomeOf(written).unrestored).toEqual([type]);
});

test("keys of a challenge that another client sets right before the run would set them stay", async () => {
  const tenant = await startTenant();
  const hcaptcha = { site_key: "theirs", secret: "not yours" };
  let isSet = false;
  await writingWith(tenant, ["captcha"], ({ method, body }) => {
    if (isSet || method !== "PATCH" || !isObject(body) || !("arkose" in body)) return;
    isSet = true;
    tenant.emulator.settings.update("attack-protection/captcha", { hcaptcha });
  });
  expect(isSet).toBe(true);
  expect(stored(tenant, "attack-protection/captcha")).toMatchObject({ hcaptcha });
});

test("a factor that another client turned on after a kill stays on after a sweep", async () => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  let noted: Noted | undefined;
  await writing(tenant, ["multiFactor"], undefined, undefined, async (saved) => {
    await Promise.resolve();
    // The run is killed right before it changes the factors for the first time.
    if (saved.originals?.multiFactor?.factors !== undefined) noted ??= structuredClone(saved);
  });
  await write(tenant, "PUT", ["guardian", "factors", "webauthn-roaming"], { enabled: true });
  await sweepAt(tenant, noted);
  expect(stored(tenant, "guardian")).toMatchObject({ factors: { "webauthn-roaming": true } });
});

test("a sweep that restores one setting does not restore another one of its type a second time", async () => {
  const tenant = await startTenant();
  const path = ["tenants", "settings"];
  await write(tenant, "PATCH", path, { session_lifetime: 24, friendly_name: "Before" });
  let noted: Noted | undefined;
  const change = (call: TenantCall) => {
    if (isCall(call, "PATCH", path) && isObject(call.body) && "session_lifetime" in call.body)
      tenant.emulator.settings.update("tenants/settings", { friendly_name: "Theirs" });
  };
  await writingWith(tenant, ["tenantSettings"], change, undefined, async (saved) => {
    await Promise.resolve();
    noted = structuredClone(saved);
  });
  expect(stored(tenant, "tenants/settings")).toMatchObject({ friendly_name: "Theirs", session_lifetime: 24 });
  await write(tenant, "PATCH", path, { session_lifetime: 168 });
  const results = await sweepAt(tenant, noted);
  expect(results.get("tenantSettings")?.why).toContain("friendlyName");
  expect(stored(tenant, "tenants/settings")).toMatchObject({ friendly_name: "Theirs", session_lifetime: 168 });
});

test("an interruption right after the run turned a factor off turns the factor on again", async () => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  tenant.emulator.settings.update("guardian", { factors: { "recovery-code": true } });
  const before = stored(tenant, "guardian");
  const stop = new AbortController();
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        const answer = await super.send<T>(call);
        const isOff =
          isCall(call, "PUT", ["guardian", "factors", "recovery-code"]) && own(call.body as Json, "enabled") === false;
        if (isOff) stop.abort();
        return answer;
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["multiFactor"], clientAt, new Meter({ ...enough, signal: stop.signal }));
  expect(stop.signal.aborted).toBe(true);
  expect(outcomeOf(written).unrestored).toEqual([]);
  expect(stored(tenant, "guardian")).toEqual(before);
});

test.each([
  ["captcha", 1],
  ["emailTemplate", 1],
  ["multiFactorPhone", 9],
  ["multiFactorPush", 5],
] as const)("one response without its content loses no setting of %s", async (type, at) => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  const before = tenant.emulator.export();
  let reads = 0;
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        const answer = await super.send<T>(call);
        const isRead = call.method === "GET" && call.path[0] !== "resource-servers" && this.manifest !== undefined;
        if (isRead) reads += 1;
        return isRead && reads === at ? { ...answer, body: {} as T } : answer;
      }
    })(tenant.settings, meter, quick);
  await writing(tenant, [type], clientAt);
  expect(reads).toBeGreaterThan(at);
  expect(tenant.emulator.export()).toEqual(before);
});

test.each([48, 50, 52, 54, 56])("a budget of %i calls suffices for the restore of its settings", async (maxCalls) => {
  const tenant = await startTenant();
  const written = await writing(tenant, ["multiFactorPhone"], undefined, new Meter({ ...enough, maxCalls }));
  expect(outcomeOf(written)).toMatchObject({ left: 0, unrestored: [] });
});

test("a run changes no further settings once another client deletes the object that marks the run", async () => {
  const tenant = await startTenant();
  let isGone = false;
  const written = await writingWith(tenant, ["bruteForceProtection", "suspiciousIpThrottling"], ({ method, path }) => {
    if (isGone || method !== "PATCH") return;
    isGone = true;
    expect(path).toContain("brute-force-protection");
    const shown = tenant.emulator.resourceServers
      .list()
      .filter(({ identifier }) => String(identifier).includes("verify-"));
    for (const { id } of shown) tenant.emulator.resourceServers.delete(String(id));
  });
  const { facts } = written.ledgers.get("suspiciousIpThrottling") ?? {};
  expect(facts?.get("a creation makes the declared object")).toMatchObject({ result: "not tried" });
  expect(outcomeOf(written)).toMatchObject({ unrestored: [] });
});

test("a sweep that restores the subject of a template does not turn the template off", async () => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  const id = "email-templates/password_reset";
  let noted: Noted | undefined;
  await writingWith(
    tenant,
    ["emailTemplate"],
    atTheEnd(() => tenant.emulator.settings.update(id, { subject: "Theirs" })),
    undefined,
    async (saved) => {
      await Promise.resolve();
      noted = structuredClone(saved);
    },
  );
  expect(stored(tenant, id)).toMatchObject({ enabled: true, subject: "Theirs" });
  await sweepAt(tenant, noted);
  expect(stored(tenant, id)).toMatchObject({ enabled: true, subject: "Theirs" });
  await write(tenant, "PATCH", id.split("/"), { subject: "Ours" });
  const results = await sweepAt(tenant, noted);
  expect(results.get("emailTemplate")?.why).toBeUndefined();
  expect(stored(tenant, id)).toMatchObject({ enabled: true, subject: "Ours" });
});

test("an allow-list address that another client removed and a factor that it turned off are not restored", async () => {
  const tenant = await startTenant();
  const list = ["attack-protection", "brute-force-protection"];
  await write(tenant, "PATCH", list, { allowlist: ["192.0.2.1", "192.0.2.2"] });
  await write(tenant, "PUT", ["guardian", "factors", "sms"], { enabled: true });
  const written = await writingWith(
    tenant,
    ["bruteForceProtection", "multiFactor"],
    atTheEnd(() => {
      tenant.emulator.settings.update(list.join("/"), { allowlist: ["192.0.2.1"] });
      tenant.emulator.settings.update("guardian", { factors: { sms: false, email: true } });
    }),
  );
  expect(outcomeOf(written).unrestored.toSorted()).toEqual(["bruteForceProtection", "multiFactor"]);
  expect(stored(tenant, list.join("/"))).toMatchObject({ allowlist: ["192.0.2.1"] });
  expect(stored(tenant, "guardian")).toMatchObject({ factors: { sms: false, email: true } });
});

test("a sweep does not restore a member of a setting that another client cleared after a kill", async () => {
  const tenant = await startTenant();
  const [was, next] = [
    { primary: "#111111", pageBackground: "#222222" },
    { primary: "#0059d6", pageBackground: "#ffffff" },
  ];
  await write(tenant, "PATCH", ["branding"], { colors: { primary: "#111111" } });
  const before = stored(tenant, "branding");
  const noted: Noted = {
    ...{ host: tenant.client.host, mark: "verify-0123456789ab", made: [] },
    ...{ originals: { branding: { colors: was } }, next: { branding: { colors: next } } },
  };
  const results = await sweepAt(tenant, noted);
  expect(stored(tenant, "branding")).toEqual(before);
  expect(results.get("branding")?.why).toContain("another client has changed colors since");
});
