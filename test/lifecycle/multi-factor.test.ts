import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { codeOf } from "../harness/fault-run/runtime.ts";
import { Runs, stackOfEachTest } from "./runs.ts";

/* What users see of second factors, which the service keeps behind several routes. */

const name = "multiFactor-it";

const stack = stackOfEachTest();

const up = (args: JsonObject | undefined) => stack.up(args ? { [name]: args } : {});
const asked = (of: (method: string) => boolean) =>
  stack.tenant.requests
    .filter(({ method, path }) => of(method) && path.startsWith("/api/v2/"))
    .map(({ path, body }) => [path.slice("/api/v2/guardian/".length), body]);
const sent = () => asked((method) => method !== "GET");
const stored = () => stack.tenant.settings.get("guardian") ?? {};

test("only declared factors are written, each by its own request, and the policies last", async () => {
  stack.tenant.settings.update("guardian", { factors: { email: true } });
  expect(await up({ factors: { otp: true, sms: false }, policies: ["all-applications"] })).toEqual([]);
  expect(sent()).toEqual([
    ["factors/otp", { enabled: true }],
    ["policies", ["all-applications"]],
  ]);
  expect(stored()).toMatchObject({ factors: { otp: true, email: true } });
});

test("a change of the factor enables the new one first, then changes the policies, and disables the old one last", async () => {
  await up({ factors: { sms: true, otp: false }, policies: ["all-applications"] });
  await up({ factors: { sms: false, otp: true }, policies: ["confidence-score"] });
  expect(sent().map(([path]) => path)).toEqual(["factors/otp", "policies", "factors/sms"]);
});

test("only routes of declared properties are read, so a token needs no further scopes", async () => {
  await up({ factors: { otp: true } });
  expect(asked((method) => method === "GET").map(([path]) => path)).toEqual(["factors", "factors", "factors"]);
});

test("a tenant without settings of remembered devices can have all others managed, and the message names the missing ones", async () => {
  await stack.runs.close();
  await stack.tenant.close();
  stack.tenant = await startEmulator({ traits: { factorSettings: false } });
  stack.runs = new Runs(stack.tenant);
  expect(await up({ factors: { otp: true }, policies: [] })).toEqual([]);
  const { port } = await stack.runs.next();
  const read = await port.read("multi-factor", { __provider: codeOf("multiFactor") });
  expect(JSON.stringify(read)).toContain('"otp":true');
  const [failure] = await up({ factors: { otp: true }, displayRememberMeCheckbox: false });
  expect(failure).toMatch(
    /Could not read multi-factor authentication: .* answered 404.*tenants with this plan or of this age do not have it/,
  );
  expect(stack.runs.engine?.state.get(name)).toBeDefined();
});

test("a declared member of the remembered sessions is sent with all others", async () => {
  await up({ rememberMeDefaultValue: true });
  expect(sent()).toEqual([["settings", expect.objectContaining({ mfa_session_overall_timeout: 2_592_000 })]]);
  expect(stored()).toMatchObject({ remember_me_default_value: true, display_remember_me_checkbox: true });
});

test("after a refused part, the state has the written ones, and the next run writes the rest", async () => {
  const refusal = { statusCode: 403, error: "Forbidden", errorCode: "feature_not_enabled", message: "Not enabled." };
  stack.tenant.inject({
    kind: "status",
    method: "PUT",
    path: "/api/v2/guardian/policies",
    status: 403,
    body: JSON.stringify(refusal),
  });
  const args = { factors: { otp: true }, policies: ["confidence-score"] };
  const [failure] = await up(args);
  expect(failure).toMatch(/Not enabled.*Only a part of multi-factor authentication was written/s);
  expect(await up(args)).toEqual([]);
  expect(sent()).toEqual([["policies", ["confidence-score"]]]);
});

test("disabling all factors with a policy that always asks causes a warning in the preview, by name", async () => {
  const { port } = await stack.runs.next();
  const code = { __provider: codeOf("multiFactor") };
  const off = { otp: false, sms: false, recoveryCode: true };
  const check = (args: JsonObject) => port.check({}, { ...code, ...args, __preview: true });
  await check({ policies: ["all-applications"], factors: off });
  const warning =
    /policies: each login asks for a second factor, but .* disables factors.otp, factors.sms .*locked out/;
  expect(stack.said).toContainEqual(expect.stringMatching(warning));
  stack.said = [];
  await check({ policies: ["all-applications"], factors: { ...off, webauthnRoaming: true } });
  await check({ policies: [], factors: off });
  expect(stack.said).not.toContainEqual(expect.stringMatching(/locked out/));
});

const refusal = expect.stringMatching(
  /^multi-factor authentication was not changed: after this run, each login asks for a second factor, but all factors .* are disabled .* locked out/,
);

test("a run that would leave no factor enabled is refused, and the message counts undeclared factors", async () => {
  stack.tenant.settings.update("guardian", { factors: { sms: true } });
  expect(await up({ factors: { otp: false }, policies: ["all-applications"] })).toEqual([]);
  expect(await up({ factors: { otp: false, sms: false }, policies: ["all-applications"] })).toEqual([refusal]);
  expect(sent()).toEqual([]);
  expect(await up({ factors: { otp: false, sms: false, duo: true }, policies: ["all-applications"] })).toEqual([]);
  expect(sent().map(([path]) => path)).toEqual(["factors/duo", "factors/sms"]);
});

describe("codes by e-mail as the only factor", () => {
  const always = ["all-applications"];
  const onlyEmail = { factors: { email: true, sms: false, recoveryCode: true }, policies: always };
  const unverified = expect.stringMatching(
    /^multi-factor authentication was not changed: after this run, .* codes by e-mail are the only factor .* users without a verified e-mail address are locked out/,
  );

  beforeEach(() => void stack.tenant.settings.update("guardian", { factors: { sms: true }, policies: always }));
  afterEach(() => void vi.unstubAllEnvs());

  test("are refused with a policy that always asks, because users cannot enroll them", async () => {
    expect(await up(onlyEmail)).toEqual([unverified]);
    expect(sent()).toEqual([]);
    expect(await up({ ...onlyEmail, policies: [] })).toEqual([]);
    expect(await up(onlyEmail)).toEqual([unverified]);
    expect(await up({ ...onlyEmail, factors: { ...onlyEmail.factors, otp: true } })).toEqual([]);
  });

  test("are permitted by TENANT_ALLOW_LOCKOUT; having no factor at all is not", async () => {
    vi.stubEnv("TENANT_ALLOW_LOCKOUT", "true");
    expect(await up(onlyEmail)).toEqual([]);
    expect(await up({ ...onlyEmail, factors: { email: false, sms: false } })).toEqual([refusal]);
    vi.unstubAllEnvs();
    expect(await up({ ...onlyEmail, factors: { ...onlyEmail.factors, recoveryCode: false } })).toEqual([]);
  });

  test("are permitted for a tenant that has already locked out its users", async () => {
    stack.tenant.settings.update("guardian", { factors: { sms: false } });
    expect(await up({ factors: { email: true } })).toEqual([]);
  });

  test("are named by the warning of the preview", async () => {
    const { port } = await stack.runs.next();
    const warned = async (args: JsonObject) => {
      stack.said = [];
      await port.check({}, { __provider: codeOf("multiFactor"), ...args, __preview: true });
      return stack.said.filter((line) => line.includes("locked out"));
    };
    expect(await warned(onlyEmail)).toEqual([
      expect.stringMatching(
        /disables factors.sms and .* only codes by e-mail.*users without a verified e-mail address/,
      ),
    ]);
    stack.tenant.settings.update("guardian", { factors: { sms: false, email: true } });
    expect(await warned({ policies: always })).toEqual([
      expect.stringContaining("codes by e-mail are the only factor"),
    ]);
  });
});

describe("a program that declares only the policy or only factors", () => {
  const lockOut = expect.stringMatching(
    /^warning: multi-factor authentication: after this run, each login asks for a second factor.*all factors.*disabled.*locked out/,
  );
  const always = { policies: ["all-applications"] };
  const preview = async (args: JsonObject) => {
    stack.said = [];
    const { port } = await stack.runs.next();
    await port.check({}, { __provider: codeOf("multiFactor"), ...args, __preview: true });
  };

  test("causes one warning by name in the preview, if the tenant's other values lock out users", async () => {
    await preview(always);
    expect(stack.said.filter((line) => line.includes("locked out"))).toEqual([lockOut]);
    stack.tenant.settings.update("guardian", { factors: { otp: true }, ...always });
    await preview({ factors: { otp: false } });
    expect(stack.said).toContainEqual(lockOut);
    await preview({ ...always, factors: { otp: false } });
    expect(stack.said.filter((line) => line.includes("locked out"))).toHaveLength(1);
  });

  test("causes no warning if the tenant has an enabled factor, or asks for none", async () => {
    stack.tenant.settings.update("guardian", { factors: { sms: true } });
    await preview(always);
    await preview({ factors: { sms: false } });
    expect(stack.said).not.toContainEqual(lockOut);
  });

  test("is refused in the run that changes it, before anything is sent", async () => {
    await up({ policies: [] });
    expect(await up(always)).toEqual([refusal]);
    expect(sent()).toEqual([]);
    stack.tenant.settings.update("guardian", { factors: { otp: true } });
    expect(await up(always)).toEqual([]);
    expect(sent()).toEqual([["policies", ["all-applications"]]]);
  });

  test("is refused if the last factor is disabled while another program has the policy", async () => {
    expect(await up({ factors: { otp: true, sms: true } })).toEqual([]);
    stack.tenant.settings.update("guardian", always);
    expect(await up({ factors: { otp: true } })).toEqual([]);
    expect(await up({ factors: { otp: false } })).toEqual([refusal]);
    expect(stored()).toMatchObject({ factors: { otp: true } });
    stack.tenant.settings.update("guardian", { policies: ["confidence-score"] });
    expect(await up({ factors: { otp: false } })).toEqual([]);
  });

  test.each(["recoveryCode", "webauthnPlatform"])("is refused if only %s is enabled", async (factor) => {
    expect(await up({ factors: { [factor]: true }, ...always })).toEqual([refusal]);
    expect(stored().policies).toEqual([]);
  });

  test("is refused if the tenant does not show the other values, with the reason", async () => {
    stack.tenant.inject({ kind: "status", method: "GET", path: "/api/v2/guardian/factors", status: 403, times: 9 });
    await preview(always);
    expect(stack.said).not.toContainEqual(lockOut);
    expect(await up(always)).toEqual([expect.stringMatching(/Could not read multi-factor authentication: .*403/)]);
    expect(stored().policies).toEqual([]);
  });

  test("can disable factors at a tenant without policies", async () => {
    expect(await up({ factors: { otp: true } })).toEqual([]);
    const body = JSON.stringify({ statusCode: 404, error: "Not Found", message: "Not Found" });
    stack.tenant.inject({
      kind: "status",
      method: "GET",
      path: "/api/v2/guardian/policies",
      status: 404,
      times: 9,
      body,
    });
    expect(await up({ factors: { otp: false } })).toEqual([]);
  });

  test("a tenant that has already locked out its users can be changed", async () => {
    stack.tenant.settings.update("guardian", { factors: { otp: false, "recovery-code": true }, ...always });
    expect(await up({ factors: { recoveryCode: false } })).toEqual([]);
  });
});

describe("a destroy with resetOnDestroy", () => {
  const always = ["all-applications"];

  test("of the last factor is refused while another stack requires a factor at each login", async () => {
    expect(await up({ factors: { otp: true }, resetOnDestroy: true })).toEqual([]);
    stack.tenant.settings.update("guardian", { policies: always });
    expect(await up(undefined)).toEqual([refusal]);
    expect(stored()).toMatchObject({ policies: always, factors: { otp: true } });
    expect(stack.runs.engine?.state.get(name)).toBeDefined();
    stack.tenant.settings.update("guardian", { policies: [] });
    expect(await up(undefined)).toEqual([]);
    expect(stored().factors).toMatchObject({ otp: false });
  });

  test("of both the policy and the factors resets both", async () => {
    expect(await up({ factors: { otp: true }, policies: always, resetOnDestroy: true })).toEqual([]);
    expect(await up(undefined)).toEqual([]);
    expect(stored()).toMatchObject({ policies: [], factors: { otp: false } });
  });
});

test("a destroy disables nothing", async () => {
  await up({ factors: { otp: true }, policies: ["all-applications"] });
  expect(await up(undefined)).toEqual([]);
  expect(sent()).toEqual([]);
  expect(stored()).toMatchObject({ policies: ["all-applications"], factors: { otp: true } });
});

test("the order of policies is no difference, and a refresh finds a setting that another client disabled", async () => {
  await up({ factors: { otp: true }, policies: ["confidence-score", "all-applications"] });
  stack.tenant.settings.update("guardian", { policies: ["all-applications", "confidence-score"] });
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toEqual([{ name, op: "same" }]);
  stack.tenant.settings.update("guardian", { factors: { otp: false } });
  expect(await engine.refresh()).toMatchObject([{ name, op: "update" }]);
});

test("factors and policies that this version does not know fail no refresh, and stay", async () => {
  await up({ factors: { otp: true }, policies: ["all-applications"] });
  const answered = (path: string, body: object) =>
    stack.tenant.inject({ kind: "status", status: 200, method: "GET", path, body: JSON.stringify(body), times: 9 });
  answered("/api/v2/guardian/policies", ["brand-new-policy"]);
  answered("/api/v2/guardian/factors", [
    { name: "otp", enabled: true },
    { name: "brand-new", enabled: true },
    { kind: "new" },
  ]);
  const { engine } = await stack.runs.next();
  expect(await engine.refresh()).toMatchObject([{ op: "update" }]);
  expect(engine.state.get(name)?.outputs).toMatchObject({ factors: { otp: true }, policies: ["brand-new-policy"] });
  stack.tenant.clearFaults();
  stack.tenant.clearRequests();
  expect(await up({ factors: { otp: true }, policies: ["all-applications"] })).toEqual([]);
  expect(sent().map(([path]) => path)).toEqual(["policies"]);
});

test("policies that another client changed stay when the program drops them, so the last factor stays, too", async () => {
  const factors = { otp: true, webauthnRoaming: false };
  expect(await up({ policies: ["all-applications"], factors })).toEqual([]);
  stack.tenant.settings.update("guardian", { policies: ["all-applications", "confidence-score"] });
  const [failure] = await up({ factors: { ...factors, otp: false } });
  expect(failure).toMatch(/users are locked out/);
  expect(stored()).toMatchObject({ factors: { otp: true } });
});
