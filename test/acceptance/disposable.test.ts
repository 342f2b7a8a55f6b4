import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { TenantAnswer, TenantCall } from "../../provider/src/client/index.ts";
import { pick } from "../../provider/src/emulator/shared/store.ts";
import { isObject, type Json, own } from "../../provider/src/schema/json.ts";
import { classOf } from "../../provider/src/schema/provider-code.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import { wholeTenant } from "../harness/whole-tenant.ts";
import { startTenant, type TestTenant } from "../unit/import/tenant.ts";
import { putBackAll, sweep } from "./clean-up.ts";
import { facts } from "./ledger.ts";
import { Manifest, type Noted } from "./manifest.ts";
import { fileOf, runsIn, saveNoted } from "./manifest-files.ts";
import { reportOf, toMarkdown, toText } from "./report.ts";
import { Meter, RunClient } from "./run-client.ts";
import {
  configOf,
  enough,
  factsWith,
  generator,
  Killed,
  outcomeOf,
  quick,
  settled,
  silence,
  writing,
  writingWith,
} from "./runs.ts";
import { changesSetting } from "./values.ts";
import { disposableTypes, othersOf, stayingSettings, survey } from "./writing.ts";

const { putBack } = facts;
const settings = ["tenants", "settings"];
const bruteForce = ["attack-protection", "brute-force-protection"];
const forever = Number.POSITIVE_INFINITY;
const noScope = {
  statusCode: 403,
  error: "Forbidden",
  errorCode: "insufficient_scope",
  message: "Insufficient scope.",
};

async function bodyOf({ client }: TestTenant, path: readonly string[]) {
  const { body } = await client.request({ method: "GET", path, subject: "settings", action: "read" });
  return isObject(body) ? body : {};
}

const change = ({ client }: TestTenant, path: readonly string[], body: Readonly<Record<string, unknown>>) =>
  client.request({ method: "PATCH", path, body: body as never, subject: "settings", action: "update" });

test("a type that a missing scope hides may have other objects; a type outside the plan has none", async () => {
  const tenant = await startTenant();
  const refuse = (path: string, errorCode: string, message: string) =>
    tenant.emulator.inject({
      ...{ kind: "status", status: 403, path: `/api/v2/${path}`, times: forever },
      body: { statusCode: 403, error: "Forbidden", errorCode, message },
    });
  refuse("roles", "insufficient_scope", "Insufficient scope, expected any of: read:roles");
  refuse("custom-domains", "feature_not_enabled", "Not in your plan.");
  const client = new RunClient(tenant.settings, new Meter(enough), quick);
  onTestFinished(() => client.close());
  expect(othersOf(await survey(client, tenant.access))).toBe("roles that cannot be listed");
});

test("a new tenant gets every setting back, including settings that no update can clear", async () => {
  const tenant = await startTenant();
  const before = await bodyOf(tenant, settings);
  expect(before.friendly_name).toBeUndefined();
  const written = await writing(tenant, disposableTypes);
  expect(await bodyOf(tenant, settings)).toEqual(before);
  expect(factsWith(written, "not tried")).toContain("TenantSettings, friendly_name comes back as written");
  expect(factsWith(written, "different")).toEqual([]);
  expect(outcomeOf(written).unrestored).toEqual([]);
});

test("a setting that the provider refuses to write is not tried, and all others are restored", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const before = tenant.emulator.export();
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: TenantCall) {
        const answer = structuredClone(await super.send<T>(call));
        if (call.path.join("/") === "tenants/settings")
          Object.assign(answer.body as object, { session_lifetime: 20_000, friendly_name: "" });
        return answer;
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["role", "tenantSettings", "promptSettings"], clientAt);
  expect(outcomeOf(written)).toMatchObject({ left: 0, unrestored: [] });
  expect(written.ledgers.get("tenantSettings")?.facts.get("session_lifetime comes back as written")).toEqual({
    ...{ result: "not tried", why: "its current value cannot be put back" },
  });
  expect(tenant.emulator.export()).toEqual(before);
});

test.each([
  [403, noScope],
  [500, { statusCode: 500, error: "Internal Server Error", message: "Later." }],
])(
  "settings that the tenant refuses to restore (%i) are a difference; all else is removed but the object that marks the run",
  async (status, body) => {
    const tenant = await startTenant({ seed: wholeTenant });
    const before = tenant.emulator.export();
    const types = ["role", "bruteForceProtection", "promptSettings"] as const;
    const written = await writingWith(tenant, types, ({ method, path }, { meter }) => {
      if (!meter.isRemoving || method !== "PATCH" || path.join("/") !== bruteForce.join("/")) return;
      tenant.emulator.inject({
        ...{ kind: "status", status, method, path: `/api/v2/${path.join("/")}`, times: forever },
        body,
      });
    });
    expect(outcomeOf(written)).toMatchObject({ left: 1, unrestored: ["bruteForceProtection"] });
    expect(outcomeOf(await writing(tenant, types)).stopped).toBe("another run is under way at the tenant");
    expect(factsWith(written, "different")).toEqual([`BruteForceProtection, ${putBack}`]);
    expect(factsWith(written, "as believed")).toContain(`PromptSettings, ${putBack}`);
    const after = tenant.emulator.export();
    expect(after.roles).toEqual(before.roles);
  },
);

/** Runs a type whose settings the tenant does not put back, although it answers as if it had. */
function writingWithoutPutBack(tenant: TestTenant) {
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        const isSwallowed = this.meter.isRemoving && call.method === "PATCH";
        return super.send<T>(isSwallowed ? { ...call, method: "GET", body: undefined } : call);
      }
    })(tenant.settings, meter, quick);
  return writing(tenant, ["bruteForceProtection"], clientAt);
}

/** Ends the budget of a run when it has a role and changed settings, apart from the reserve for the removal of both. */
function atTheEndOf(meter: Meter, { method, path }: TenantCall): void {
  if (!meter.isRemoving && method === "PATCH" && path[0] === "roles") meter.calls = 1_000 - meter.reserve();
}

test("a budget that ends during the restore names the changed settings, and leaves the objects to a sweep", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const meter = new Meter({ ...enough, maxCalls: 1_000 });
  let stays = false;
  const written = await writingWith(
    tenant,
    ["bruteForceProtection", "role"],
    (call) => {
      atTheEndOf(meter, call);
      stays ||= meter.isRemoving && call.method === "PATCH" && call.path[0] === "attack-protection";
      if (stays) meter.calls = 1_000;
    },
    meter,
  );
  // The request of the client itself is not counted any more: the read after it is refused. The other object is the one that shows the run.
  expect(outcomeOf(written)).toMatchObject({ left: 2, unrestored: ["bruteForceProtection"] });
  expect(factsWith(written, "different")).toEqual([`BruteForceProtection, ${putBack}`]);
});

test.each(["emailProvider", "brandingTheme", "loginPageTemplate"] as const)(
  "a run reserves the calls that delete the settings it created: %s",
  async (type) => {
    const tenant = await startTenant();
    const before = tenant.emulator.export();
    const meter = new Meter({ ...enough, maxCalls: 1_000 });
    let isMade = false;
    const types = [type] as const;
    const end = ({ method, path }: TenantCall) => {
      if (isMade && !meter.isRemoving && method === "GET") meter.calls = 1_000 - meter.reserve();
      isMade ||= method !== "GET" && path[0] !== "resource-servers";
    };
    const written = await writingWith(tenant, types, end, meter);
    expect(written.stopped).toBeDefined();
    expect(outcomeOf(written)).toMatchObject({ left: 0, unrestored: [] });
    expect(tenant.emulator.export()).toEqual(before);
  },
);

test("a deletion that is refused repeatedly uses no call reserved for restoring a safeguard", async () => {
  const tenant = await startTenant({ seed: wholeTenant });
  const before = await bodyOf(tenant, bruteForce);
  const body = { statusCode: 503, error: "Unavailable", message: "Later." };
  tenant.emulator.inject({
    ...{ kind: "status", status: 503, method: "DELETE", path: "/api/v2/roles", times: forever, body },
  });
  const meter = new Meter({ ...enough, maxCalls: 1_000 });
  const types = ["bruteForceProtection", "role"] as const;
  const written = await writingWith(tenant, types, (call) => atTheEndOf(meter, call), meter);
  expect(outcomeOf(written)).toMatchObject({ unrestored: [] });
  expect(await bodyOf(tenant, bruteForce)).toEqual(before);
});

test("an interruption between an edit and its repair leaves no edit, even if the state has the original value", async () => {
  const tenant = await startTenant();
  await change(tenant, settings, { session_lifetime: 100, friendly_name: "Ours" });
  const stop = new AbortController();
  const written = await writingWith(
    tenant,
    ["tenantSettings"],
    ({ body }) => {
      if (isObject(body) && own(body, "session_lifetime") === 101) stop.abort();
    },
    new Meter({ ...enough, signal: stop.signal }),
  );
  expect(outcomeOf(written).unrestored).toEqual([]);
  expect(await bodyOf(tenant, settings)).toMatchObject({ session_lifetime: 100, friendly_name: "Ours" });
});

test("a member that settings have only after the run is a difference", async () => {
  const tenant = await startTenant();
  let isChanged = false;
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: TenantCall) {
        const answer = structuredClone(await super.send<T>(call));
        isChanged ||= call.method === "PATCH" && own(call.body as Json, "stage") !== undefined;
        const stage = isObject(answer.body) ? own(answer.body, "stage") : undefined;
        if (!isChanged && isObject(stage)) Reflect.deleteProperty(stage, "pre-user-registration");
        return answer;
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["suspiciousIpThrottling"], clientAt);
  expect(outcomeOf(written).unrestored).toEqual(["suspiciousIpThrottling"]);
  expect(factsWith(written, "different")).toContain(`SuspiciousIpThrottling, ${putBack}`);
});

test("original settings are saved before the first change, and removed from the manifest once restored", async () => {
  const tenant = await startTenant();
  await change(tenant, bruteForce, { max_attempts: 37 });
  const saved: Noted[] = [];
  const unsaved: unknown[] = [];
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        const kept = Object.keys(saved.at(-1)?.originals?.bruteForceProtection ?? {}).length;
        const names = call.method === "PATCH" ? Object.keys(call.body as object) : [];
        if (names.length > kept) unsaved.push(call);
        return super.send<T>(call);
      }
    })(tenant.settings, meter, quick);
  await writing(tenant, ["bruteForceProtection"], clientAt, undefined, async (noted) => {
    await Promise.resolve();
    saved.push(noted);
  });
  expect(unsaved).toEqual([]);
  expect(saved.findLast(({ originals }) => originals)?.originals?.bruteForceProtection).toMatchObject({
    maxAttempts: 37,
  });
  expect(saved.at(-1)?.originals).toBeUndefined();
});

test("the report contains no number from the tenant's settings, even if they are not restored", async () => {
  const tenant = await startTenant();
  await change(tenant, bruteForce, { max_attempts: 37 });
  const written = await writingWithoutPutBack(tenant);
  expect(outcomeOf(written).unrestored).toEqual(["bruteForceProtection"]);
  const report = reportOf(written, "0.0.0", new Date("2030-01-02T03:04:05Z"));
  expect(JSON.stringify(report)).toContain('"a number"');
  expect(JSON.stringify(report)).not.toContain("37");
});

test("a sweep restores every setting that a run records", async () => {
  const tenant = await startTenant();
  const kept = new Set<string>();
  await writing(tenant, disposableTypes, undefined, undefined, async ({ originals = {} }) => {
    await Promise.resolve();
    for (const [type, values] of Object.entries(originals))
      for (const name of Object.keys(values)) kept.add(`${type} ${name}`);
  });
  const isTaken = (one: string) => changesSetting(...(one.split(" ") as [TypeName, string]));
  expect(kept.size).toBeGreaterThan(20);
  expect([...kept].filter((one) => !isTaken(one))).toEqual([]);
});

test("every announced type of settings is changed and read back at a new tenant", async () => {
  const tenant = await startTenant();
  const written = await writing(tenant, disposableTypes);
  const believed = factsWith(written, "as believed");
  for (const type of disposableTypes)
    expect(
      believed.filter((fact) => fact.startsWith(`${classOf(type)}, `) && fact.endsWith("comes back as written")),
    ).not.toEqual([]);
});

test.each([
  ["after a kill at any moment, a sweep puts the settings back", false],
  ["after a kill in a change, and one of the sweep that follows, the next sweep puts the settings back", true],
])("%s", async (_, isSweepKilled) => {
  const random = generator(Number(process.env.SOAK_SEED ?? 7));
  for (let run = 0; run < 24; run++) {
    const from = random(disposableTypes.length);
    const types = disposableTypes.slice(from, from + 4);
    const tenant = await startTenant({ seed: settled(run % 2 === 0 ? wholeTenant : {}) });
    const before = tenant.emulator.export();
    let noted: Noted | undefined;
    const saving = (meter: Killed) => async (saved: Noted) => {
      await Promise.resolve();
      if (!meter.isDead) noted = structuredClone(saved);
    };
    const meter = new Killed(1 + random(250), random(2) === 0);
    await writing(tenant, types, undefined, meter, saving(meter)).catch(() => undefined);
    if (noted && isSweepKilled) {
      const meterOfSweep = new Killed(1 + random(12), random(2) === 0);
      const client = new RunClient(tenant.settings, meterOfSweep, quick);
      onTestFinished(() => client.close());
      await putBackAll(client, configOf(tenant), new Manifest(noted, saving(meterOfSweep)));
    }
    if (noted) {
      const manifest = new Manifest(noted, () => Promise.resolve());
      const settings = await putBackAll(tenant.client, configOf(tenant), manifest);
      const failures = [...settings.values()].flatMap(({ why }) => why ?? []);
      expect({ failures, changed: manifest.changed }, `run ${run}: ${types.join()}`).toEqual({
        failures: [],
        changed: [],
      });
      await sweep(tenant.client, manifest);
    }
    expect(tenant.emulator.export(), `run ${run}: ${types.join()}`).toEqual(before);
  }
});

test("a new tenant keeps only values that no request can remove, and the report lists these", async () => {
  const tenant = await startTenant();
  const written = await writing(tenant, disposableTypes);
  expect(factsWith(written, "different")).toEqual([]);
  const after = tenant.emulator.export();
  const kept = (id: string, ...names: string[]) =>
    pick(after.settings?.find((one) => one.id === id) ?? {}, ["id", ...names]);
  const seed = {
    settings: [
      kept("guardian/factors/duo", "ikey", "skey", "host"),
      kept("guardian/factors/phone", "templates"),
      kept("guardian/factors/push-notification", "sns"),
      kept(
        "attack-protection/captcha",
        ...["arkose", "hcaptcha", "friendly_captcha", "recaptcha_v2", "recaptcha_enterprise"],
      ),
      // A template of which nothing but the body is the run's own, and which is off.
      {
        ...{ ...kept("email-templates/password_reset", "template", "body"), enabled: false, from: "", subject: "" },
        ...{ syntax: "liquid", includeEmailInRedirect: false },
      },
    ],
  };
  expect(after).toEqual((await startTenant({ seed })).emulator.export());
  const report = reportOf(written, "0.0.0", new Date("2030-01-02T03:04:05Z"));
  const says = [
    "Captcha: arkose, hcaptcha, friendly_captcha, recaptcha_v2, recaptcha_enterprise",
    ...[
      "MultiFactorPhone: templates",
      "MultiFactorPush: sns",
      "MultiFactorDuo: ikey, skey, host",
      "EmailTemplate: body",
    ],
  ];
  for (const text of [toText(report), toMarkdown(report)]) for (const line of says) expect(text).toContain(line);
  const listed = stayingSettings.map(({ type, property }) => `${classOf(type)}.${property}`);
  expect(listed).toHaveLength(says.join().split(",").length);
});

test("a setting with a secret that the tenant returns is not changed, so that no secret gets into the manifest", async () => {
  const duo = {
    id: "guardian/factors/duo",
    ikey: "DI00000000",
    skey: "hush-duo",
    host: "api-00000000.duo.example.com",
  };
  const twilio = { from: "+15550100", sid: "AC00000000", auth_token: "hush-twilio", messaging_service_sid: null };
  const tenant = await startTenant({ seed: { settings: [duo, { id: "guardian/factors/phone", twilio }] } });
  const before = await bodyOf(tenant, ["guardian", "factors", "sms", "providers", "twilio"]);
  const saved: Noted[] = [];
  const types = ["multiFactorDuo", "multiFactorPhone"] as const;
  const written = await writing(tenant, types, undefined, undefined, async (noted) => {
    await Promise.resolve();
    saved.push(noted);
  });
  expect(JSON.stringify(saved)).toContain("DI00000000");
  expect(JSON.stringify(saved)).not.toContain("hush");
  for (const [type, fact] of [
    ["multiFactorDuo", "skey comes back as written"],
    ["multiFactorPhone", "twilio comes back as written"],
  ] as const)
    expect(written.ledgers.get(type)?.facts.get(fact)).toEqual({
      ...{ result: "not tried", why: "the current value contains a secret, which must not be stored in a file" },
    });
  expect(await bodyOf(tenant, ["guardian", "factors", "duo", "settings"])).toMatchObject({ skey: "hush-duo" });
  expect(await bodyOf(tenant, ["guardian", "factors", "sms", "providers", "twilio"])).toEqual(before);
});

test("a value of the tenant that no request could restore is not changed", async () => {
  const id = "guardian/factors/push-notification";
  const sns = { aws_access_key_id: "AK00000000", aws_secret_access_key: "hush", aws_region: "eu-central-1" };
  const tenant = await startTenant({ seed: { settings: [{ id, sns }] } });
  const before = tenant.emulator.export();
  const written = await writing(tenant, ["multiFactorPush"]);
  expect(written.ledgers.get("multiFactorPush")?.facts.get("sns comes back as written")).toEqual({
    ...{ result: "not tried", why: "its current value cannot be put back" },
  });
  expect(factsWith(written, "as believed")).toContain(`MultiFactorPush, ${putBack}`);
  expect(tenant.emulator.export()).toEqual(before);
});

test("settings that are refused for a missing custom domain or plan are not on this plan", async () => {
  const tenant = await startTenant();
  const refuse = (status: number, path: string, message: string, errorCode?: string) =>
    tenant.emulator.inject({
      ...{ kind: "status", status, path: `/api/v2/${path}`, times: forever },
      body: { statusCode: status, error: "Refused", message, ...(errorCode !== undefined && { errorCode }) },
    });
  const domain = "This feature requires at least one custom domain to be configured for the tenant.";
  refuse(400, "prompts/customized-consent/partials", domain, "invalid_body");
  const screen = "prompts/async-approval-flow/screen/async-approval-wrong-user/rendering";
  refuse(403, screen, domain, "operation_not_supported");
  refuse(402, "branding/templates/universal-login", "A paid subscription is required for this feature.");
  const captcha = "Please upgrade your subscription to use bot detection";
  refuse(403, "attack-protection/captcha", captcha, "insufficient_entitlement");
  const types = ["promptPartials", "promptRendering", "loginPageTemplate", "captcha"] as const;
  const written = await writing(tenant, types);
  expect(factsWith(written, "different")).toEqual([]);
  expect(factsWith(written, "as believed")).toEqual([]);
  for (const type of types) expect(factsWith(written, "not on this plan")).toContain(`${classOf(type)}, ${putBack}`);
});

test("the e-mail provider, theme and login page of a tenant stay as before, including their secrets", async () => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  const before = tenant.emulator.export();
  const written = await writing(tenant, ["emailProvider", "brandingTheme", "loginPageTemplate", "emailTemplate"]);
  expect(written.ledgers.get("emailProvider")?.facts.get(facts.creation)).toEqual({
    ...{ result: "not tried", why: "the tenant already has a value, which could not be put back" },
  });
  for (const type of ["BrandingTheme", "LoginPageTemplate", "EmailTemplate"])
    expect(factsWith(written, "as believed")).toContain(`${type}, ${putBack}`);
  expect(tenant.emulator.export()).toEqual(before);
});

test("the bindings of a tenant are not changed, because they can have secrets that no response contains", async () => {
  const trigger = "post-change-password";
  const tenant = await startTenant();
  const { id } = tenant.emulator.actions.create({
    name: "audit",
    supported_triggers: [{ id: trigger, version: "v2" }],
  });
  tenant.emulator.actions.deploy(String(id));
  tenant.emulator.triggerActions.set(trigger, [{ ref: { type: "action_id", value: String(id) } }]);
  const before = tenant.emulator.export();
  const written = await writingWith(tenant, ["triggerActions"], ({ method, path }) => {
    if (method === "PATCH") expect(path).not.toContain(trigger);
  });
  expect(written.ledgers.get("triggerActions")?.facts.get(facts.creation)).toEqual({
    ...{ result: "not tried", why: "the tenant already has a value, which could not be put back" },
  });
  expect(tenant.emulator.export()).toEqual(before);
});

test("a theme that the tenant has but does not return is not tried, and is no difference", async () => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  const path = "/api/v2/branding/themes/default";
  const message = "There was an error retrieving branding settings: invalid theme ID";
  const body = { statusCode: 404, error: "Not Found", message, errorCode: "theme_not_found" };
  tenant.emulator.inject({ kind: "status", status: 404, method: "GET", path, times: 1_000, body });
  const before = tenant.emulator.export();
  const written = await writing(tenant, ["brandingTheme"]);
  expect(factsWith(written, "different")).toEqual([]);
  expect(written.ledgers.get("brandingTheme")?.facts.get(facts.creation)).toEqual({
    ...{ result: "not tried", why: "the tenant has these settings, but does not return them" },
  });
  expect(tenant.emulator.export()).toEqual(before);
});

test("a theme that the run created and another client changed is not deleted", async () => {
  const tenant = await startTenant();
  let isChanged = false;
  const written = await writingWith(tenant, ["brandingTheme"], (_, { meter }) => {
    if (meter.isRemoving && !isChanged)
      tenant.emulator.settings.update("branding/themes/default", { displayName: "Theirs" });
    isChanged ||= meter.isRemoving;
  });
  expect(outcomeOf(written).unrestored).toEqual(["brandingTheme"]);
  expect(factsWith(written, "different")).toEqual([]);
  expect(tenant.emulator.settings.get("branding/themes/default")).toMatchObject({ displayName: "Theirs" });
});

test("settings that a tenant lacks because of its age or plan are not on this plan", async () => {
  const tenant = await startTenant({
    traits: { factorSettings: false },
    seed: { settings: [{ id: "tenants/settings", phone_consolidated_experience: true }] },
  });
  const written = await writing(tenant, ["multiFactor", "multiFactorPhone"]);
  expect(factsWith(written, "different")).toEqual([]);
  expect(factsWith(written, "not on this plan")).toEqual(
    expect.arrayContaining([
      "MultiFactor, a creation makes the declared object",
      "MultiFactorPhone, templates comes back as written",
      "MultiFactorPhone, otp_length comes back as written",
    ]),
  );
});

test("after a kill during the first change, a sweep removes the run's partials and texts", async () => {
  const tenant = await startTenant();
  const before = tenant.emulator.export();
  const ours = { login: { title: "Verify one" } };
  tenant.emulator.settings.update("prompts/login/custom-text/zgh", { texts: ours });
  const partials = { "customized-consent": { "form-content": "<!-- Verify one -->" } };
  tenant.emulator.settings.update("prompts/customized-consent/partials", { partials });
  const originals = { promptTexts: { texts: {} }, promptPartials: { partials: {} } };
  const next = { promptTexts: { texts: ours }, promptPartials: { partials } };
  const noted = { host: tenant.client.host, mark: "verify-0123456789ab", made: [], originals, next };
  const manifest = new Manifest(noted, () => Promise.resolve());
  silence();
  const settings = await putBackAll(tenant.client, configOf(tenant), manifest);
  expect([...settings.values()].map(({ why }) => why)).toEqual([undefined, undefined]);
  expect(tenant.emulator.export()).toEqual(before);
});

test("settings that a sweep cannot restore stay in the manifest, and all others are restored", async () => {
  const tenant = await startTenant();
  const originals = { bruteForceProtection: { maxAttempts: 37 }, promptSettings: { identifierFirst: true } };
  const path = `/api/v2/${bruteForce.join("/")}`;
  tenant.emulator.inject({ kind: "status", status: 403, method: "PATCH", path, times: forever, body: noScope });
  const seen = { bruteForceProtection: { maxAttempts: 10 }, promptSettings: { identifierFirst: false } };
  const noted = { host: tenant.client.host, mark: "verify-0123456789ab", made: [], originals, seen };
  const manifest = new Manifest(noted, () => Promise.resolve());
  silence();
  const settings = await putBackAll(tenant.client, configOf(tenant), manifest);
  expect(settings.get("bruteForceProtection")?.why).toContain("scope");
  expect(settings.get("promptSettings")?.why).toBeUndefined();
  expect(manifest.originals).toEqual({ bruteForceProtection: { maxAttempts: 37 } });
  expect(await bodyOf(tenant, ["prompts"])).toMatchObject({ identifier_first: true });
});

test("a setting that another client changed after a kill keeps its value, and all others are restored", async () => {
  const tenant = await startTenant();
  await change(tenant, settings, { session_lifetime: 100, friendly_name: "Ours" });
  let noted: Noted | undefined;
  const saved = async (now: Noted) => {
    await Promise.resolve();
    if (now.seen?.tenantSettings?.sessionLifetime !== undefined) noted ??= now;
  };
  const written = await writing(tenant, ["tenantSettings"], undefined, undefined, saved);
  expect(outcomeOf(written).unrestored).toEqual([]);
  expect(noted).toBeDefined();
  if (!noted) return;
  // The run was killed there, and another team has one of the settings since.
  const { sessionLifetime } = noted.seen?.tenantSettings ?? {};
  await change(tenant, settings, { session_lifetime: sessionLifetime, friendly_name: "Theirs" });
  const manifest = new Manifest(noted, () => Promise.resolve());
  const put = await putBackAll(tenant.client, configOf(tenant), manifest);
  expect(await bodyOf(tenant, settings)).toMatchObject({ session_lifetime: 100, friendly_name: "Theirs" });
  expect(put.get("tenantSettings")?.why).toContain("friendlyName");
  expect(put.get("tenantSettings")?.results).toEqual([undefined]);
  expect(manifest.isEmpty).toBe(false);
});

test("a setting that another client changes during the run keeps its value, and is no difference", async () => {
  const tenant = await startTenant();
  await change(tenant, settings, { session_lifetime: 100, friendly_name: "Ours" });
  let isChanged = false;
  const clientAt = (meter: Meter) =>
    new (class extends RunClient {
      override async send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        if (meter.isRemoving && !isChanged) await change(tenant, settings, { friendly_name: "Theirs" });
        isChanged ||= meter.isRemoving;
        return super.send<T>(call);
      }
    })(tenant.settings, meter, quick);
  const written = await writing(tenant, ["tenantSettings"], clientAt);
  expect(await bodyOf(tenant, settings)).toMatchObject({ session_lifetime: 100, friendly_name: "Theirs" });
  expect(outcomeOf(written).unrestored).toEqual(["tenantSettings"]);
  expect(factsWith(written, "different")).toEqual([]);
});

test("restoring settings that the run could not change is not tried", async () => {
  const tenant = await startTenant();
  const path = `/api/v2/${bruteForce.join("/")}`;
  tenant.emulator.inject({ kind: "status", status: 403, method: "PATCH", path, times: forever, body: noScope });
  const written = await writing(tenant, ["bruteForceProtection"]);
  expect(outcomeOf(written)).toMatchObject({ left: 0, unrestored: [] });
  expect(written.ledgers.get("bruteForceProtection")?.facts.get(putBack)).toEqual({
    ...{ result: "not tried", why: "an earlier step, on which it depends, failed" },
  });
});

test("the report does not reveal whether a safeguard of the tenant is on, even if it is not restored", async () => {
  const tenant = await startTenant();
  await change(tenant, bruteForce, { enabled: false, mode: "count_per_identifier" });
  const written = await writingWithoutPutBack(tenant);
  const outcome = written.ledgers.get("bruteForceProtection")?.facts.get(putBack);
  expect(outcome?.result).toBe("different");
  expect(JSON.stringify(outcome)).not.toMatch(/true|false|count_per/);
});

test("a full disk at the end of a run does not prevent the restore of settings", async () => {
  const tenant = await startTenant({ seed: settled(wholeTenant) });
  const before = tenant.emulator.export();
  const meter = new Meter(enough);
  let isFull = false;
  const save = () => {
    isFull ||= meter.isRemoving;
    return isFull ? Promise.reject(new Error("no space left on the device")) : Promise.resolve();
  };
  const written = await writingWith(tenant, ["bruteForceProtection", "multiFactor"], () => undefined, meter, save);
  expect(isFull).toBe(true);
  expect(outcomeOf(written).unrestored).toEqual([]);
  expect(tenant.emulator.export().settings).toEqual(before.settings);
});

test("a sweep can read each manifest of a run, whatever settings the run creates", async () => {
  const folder = await mkdtemp(join(tmpdir(), "verify-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const saved: Noted[] = [];
  const save = (noted: Noted) => Promise.resolve(void saved.push(structuredClone(noted)));
  const types = ["brandingTheme", "loginPageTemplate", "emailProvider", "emailTemplate", "multiFactor"] as const;
  await writingWith(await startTenant(), types, () => undefined, new Meter(enough), save);
  const created = saved.filter(({ seen }) => seen?.brandingTheme !== undefined || seen?.emailTemplate !== undefined);
  expect(created.length).toBeGreaterThan(2);
  for (const noted of saved) {
    const file = fileOf(folder, noted.mark);
    await saveNoted(file, noted);
    expect(await runsIn(folder)).toEqual({ runs: [{ file, noted }], unreadable: [], marks: [noted.mark] });
  }
});
