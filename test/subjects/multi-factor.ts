import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { LockOutCases, Subject } from "./subject.ts";

const factors = fc.record(
  { otp: fc.boolean(), sms: fc.boolean(), pushNotification: fc.boolean(), recoveryCode: fc.boolean() },
  { requiredKeys: [] },
);
const values = {
  policies: fc.subarray(["all-applications", "confidence-score"]),
  factors,
  displayRememberMeCheckbox: fc.boolean(),
  mfaSessionOverallTimeout: fc.integer({ min: 2_592_000, max: 7_776_000 }),
  email: fc.record(
    { otpLength: fc.integer({ min: 4, max: 10 }), otpExpirationTime: fc.integer({ min: 30, max: 3_600 }) },
    { requiredKeys: [] },
  ),
};
const some = fc.record(values, { requiredKeys: [] });

/** Factors that are enough for a login alone, as the service names them: users without a verified address have no codes by e-mail. */
const sufficient = ["sms", "push-notification", "otp", "duo", "webauthn-roaming"];
const switches = fc.record(
  { otp: fc.boolean(), email: fc.boolean(), webauthnPlatform: fc.boolean(), recoveryCode: fc.boolean() },
  { requiredKeys: [] },
);
const lockOuts: LockOutCases = {
  programs: () =>
    fc.record(
      {
        it: fc
          .record({ policies: values.policies, factors: switches }, { requiredKeys: [] })
          .map((rest) => ({ ...rest, resetOnDestroy: true })),
      },
      { requiredKeys: [] },
    ),
  // The last factor leaves the program in the update that asks for one at each login.
  examples: [
    [
      { it: { factors: { otp: true }, resetOnDestroy: true } },
      { it: { policies: ["all-applications"], resetOnDestroy: true } },
    ],
  ],
  isLockedOut(tenant) {
    const { policies = [], factors = {} } = (tenant.settings.get("guardian") ?? {}) as {
      policies?: readonly string[];
      factors?: Readonly<Record<string, boolean>>;
    };
    return policies.includes("all-applications") && !sufficient.some((name) => factors[name] === true);
  },
};

const one = { policies: ["all-applications"], factors: { otp: true, sms: true } };
const other = { policies: ["all-applications", "confidence-score"], factors: { otp: true, sms: false } };
const [factorScopes, policyScopes] = [scopesOf("guardian_factors", one, other), scopesOf("mfa_policies", one, other)];
/** Enables a factor that no program declares, so that none of the programs locks out users. */
const enableOther = (tenant: Emulator) =>
  void tenant.settings.update("guardian", { factors: { "webauthn-roaming": true } });
const hostile = readOnly("multiFactor");
const settings = settingOf("multiFactor");

export const multiFactor: Subject<"multiFactor"> = {
  ...settings,
  prepare(tenant) {
    enableOther(tenant);
    settings.prepare(tenant);
  },
  remove(tenant, key) {
    settings.remove(tenant, key);
    enableOther(tenant);
  },
  exceptions: [],
  laws: [casesOf(some, some, 0.2)],
  lockOuts,
  writes: 7,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [
    { weight: 1, values: fc.record({ policies: values.policies }) },
    { weight: 1, values: fc.record({ email: values.email }) },
  ],
  scopes: factorScopes.map(({ scopes, ...rest }, index) => ({
    ...rest,
    scopes: [...scopes, ...(policyScopes[index]?.scopes ?? [])],
  })),
  hostile: {
    ...hostile,
    targets: /^\/api\/v2\/guardian\/(factors|policies|settings)/,
    asked: (id) => (id === "multi-factor" ? ["guardian", "factors"] : undefined),
    askedToo: [
      ["guardian", "settings"],
      ["guardian", "factors", "email", "settings"],
      ["guardian", "policies"],
    ],
    versions: (_, n) => [
      { factors: { otp: true }, policies: [], email: { otpLength: 4 + (n % 3) } },
      { factors: { otp: true }, policies: [], email: { otpLength: 8 + (n % 3) } },
    ],
    misshapen: [
      { path: /factors$/, body: "{}" },
      { path: /factors$/, body: '[{"name":"otp"}]' },
      { path: /policies$/, body: '{"0":"all-applications"}' },
      { path: /email/, body: "[]" },
    ],
    programs: (text) => text.map((policy) => ({ args: { policies: [policy] }, mayAsk: [["guardian", "policies"]] })),
  },
  bench: [one, other],
  elsewhere: [
    [
      "auth0_guardian",
      "factors",
      {
        id: "factors",
        policy: "all-applications",
        otp: true,
        phone: [{ enabled: true }],
        push: [{ enabled: true }],
        duo: [{ enabled: true }],
        webauthn_roaming: [{ enabled: true }],
      },
    ],
  ],
  namesElsewhere: ["factors"],
};
