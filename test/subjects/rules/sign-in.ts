import { multiFactor } from "../../../provider/src/types/multi-factor/definition.ts";
import type { Cases } from "./cases.ts";

const blocks = { enabled: true, shields: ["block", "user_notification"] };

/** All factors, switched off. */
const none = Object.fromEntries(Object.keys(multiFactor.schema.fields.factors.fields).map((name) => [name, false]));

const action = (code: string, allChangesDeployed = true) => ({
  ...({ type: "action", id: "act_1" } as const),
  properties: { code, allChangesDeployed, supportedTriggers: [{ id: "post-login", version: "v3" }] },
});

const binding = {
  ...({ type: "triggerActions" } as const),
  properties: { triggerId: "post-login", actions: [{ actionId: "act_1" }] },
};

/** The cases of a rule about the allowlist of a protection. */
const narrowAllowlist: Cases = {
  passes: [
    { properties: { allowlist: [] } },
    {
      properties: {
        allowlist: ["203.0.113.7", "198.51.100.0/24", "2001:db8::/48", "2001:db8::1", "::ffff:203.0.113.0/120"],
      },
    },
  ],
  fails: [
    { properties: { allowlist: ["203.0.113.7", "10.0.0.0/8"] } },
    { properties: { allowlist: ["198.51.100.0/23"] } },
    { properties: { allowlist: ["0.0.0.0/0"] } },
    { properties: { allowlist: ["2001:db8::/47"] } },
    { properties: { allowlist: ["::/0"] } },
    { properties: { allowlist: ["any", "::ffff:0.0.0.0/96"] } },
    { properties: { allowlist: ["::ffff:10.0.0.0/104"] } },
    { properties: { allowlist: ["::/64"] } },
    { properties: { allowlist: ["64:ff9b::/96"] } },
  ],
  unknown: [
    { properties: { enabled: true } },
    ...[
      "any",
      "010.0.0.0/8",
      "10.0.0.0/8x",
      "10.0.0.0/",
      "10.0.0.0-10.255.255.255",
      "fe80::1%eth0/10",
      "10.0.0.0/33",
    ].map((range) => ({ properties: { allowlist: [range] } })),
  ],
};

/** The cases of the rules in `baseline/rules/sign-in.ts`, by the rules' ids. */
export const signInCases: Readonly<Record<string, Cases>> = {
  "attack-brute-force-allowlist-narrow": narrowAllowlist,
  "attack-suspicious-ip-allowlist-narrow": narrowAllowlist,
  "attack-bot-detection-allowlist-narrow": narrowAllowlist,
  "attack-breached-password-blocks": {
    passes: [
      { properties: { enabled: true, shields: ["block", "admin_notification"] }, isLive: true },
      {
        properties: {
          ...{ enabled: true, shields: ["block"] },
          stage: { preUserRegistration: { shields: ["block"] }, preChangePassword: { shields: ["block"] } },
        },
      },
    ],
    fails: [
      { properties: { enabled: true, shields: ["user_notification"] } },
      { properties: { enabled: false, shields: ["block"] } },
      { properties: { ...{ enabled: true, shields: ["block"] }, stage: { preChangePassword: { shields: [] } } } },
      { properties: { ...{ enabled: true, shields: ["block"] }, stage: { preUserRegistration: { shields: [] } } } },
    ],
    unknown: [
      { properties: {} },
      { properties: { enabled: true } },
      { properties: { enabled: true, shields: ["block"], stage: { preUserRegistration: { shields: ["block"] } } } },
    ],
  },
  "attack-brute-force-blocks": {
    passes: [{ properties: { ...blocks, maxAttempts: 10 } }],
    fails: [
      { properties: { shields: ["user_notification"] } },
      { properties: { ...blocks, maxAttempts: 11 } },
      { properties: { enabled: false } },
      { properties: { maxAttempts: 11 } },
    ],
    unknown: [
      { properties: { enabled: true } },
      { properties: { shields: ["block"], maxAttempts: 10 } },
      { properties: blocks },
    ],
  },
  "attack-suspicious-ip-blocks": {
    passes: [{ properties: { enabled: true, shields: ["block", "admin_notification"] } }],
    fails: [{ properties: { shields: ["admin_notification"] } }, { properties: { enabled: false } }],
    unknown: [{ properties: { enabled: true } }, { properties: { shields: ["block"] } }],
  },
  "attack-bot-detection-on": {
    passes: [
      { properties: { challengePasswordPolicy: "when_risky", challengePasswordResetPolicy: "always" }, isLive: true },
      {
        properties: {
          ...{ challengePasswordPolicy: "always", challengePasswordResetPolicy: "always" },
          monitoringModeEnabled: false,
        },
      },
    ],
    fails: [
      { properties: { challengePasswordPolicy: "never", challengePasswordResetPolicy: "when_risky" } },
      { properties: { challengePasswordResetPolicy: "never" } },
      { properties: { monitoringModeEnabled: true } },
    ],
    unknown: [
      { properties: { challengePasswordPolicy: "when_risky" } },
      { properties: { challengePasswordPolicy: "when_risky", challengePasswordResetPolicy: "always" } },
    ],
  },
  "attack-captcha-fails-closed": {
    passes: [
      { properties: { activeProviderId: "auth_challenge", authChallenge: { failOpen: false } } },
      { properties: { activeProviderId: "arkose", arkose: { failOpen: false }, authChallenge: { failOpen: true } } },
    ],
    fails: [
      { properties: { activeProviderId: "auth_challenge", authChallenge: { failOpen: true } } },
      { properties: { activeProviderId: "simple_captcha" } },
    ],
    unknown: [
      { properties: { activeProviderId: "auth_challenge" } },
      { properties: { activeProviderId: "hcaptcha" } },
      { properties: {} },
    ],
  },
  "mfa-factor-enabled": {
    passes: [{ properties: { factors: { otp: true } } }, { properties: { factors: { ...none, sms: true } } }],
    fails: [
      { properties: { factors: none } },
      { properties: { factors: { ...none, recoveryCode: true, webauthnPlatform: true } } },
      // Users cannot enroll codes by e-mail.
      { properties: { factors: { ...none, email: true } } },
    ],
    unknown: [{ properties: {} }, { properties: { factors: { otp: false } } }],
  },
  "mfa-policy-set": {
    passes: [
      { properties: { policies: ["confidence-score"] } },
      {
        properties: { policies: [] },
        others: [action("exports.onExecutePostLogin = (event, api) => api.multifactor.enable('any');"), binding],
      },
    ],
    fails: [
      { properties: { policies: [] }, isLive: true },
      {
        properties: { policies: [] },
        others: [action("// api.multifactor.enable('any')"), binding],
        isLive: true,
      },
      {
        properties: { policies: [] },
        others: [action("const how = `api.multifactor.enable('any')`;"), binding],
        isLive: true,
      },
      {
        properties: { policies: [] },
        others: [action("api.multifactor.enable('any')")],
        isLive: true,
      },
    ],
    unknown: [
      { properties: {} },
      { properties: { policies: [] } },
      { properties: { policies: [] }, others: [action("api.multifactor.enable('any')", false), binding] },
    ],
  },
  "mfa-strong-factor": {
    passes: [{ properties: { factors: { sms: true, otp: true } } }],
    fails: [
      { properties: { factors: { ...none, sms: true } } },
      { properties: { factors: { ...none, email: true, recoveryCode: true } } },
    ],
    doesNotApply: [{ properties: { factors: none } }],
    unknown: [{ properties: {} }, { properties: { factors: { sms: true } } }],
  },
  "mfa-sms-provider-own": {
    passes: [{ properties: { provider: "twilio" } }],
    fails: [
      {
        properties: { provider: "auth0" },
        others: [{ type: "multiFactor", properties: { factors: { ...none, sms: true } } }],
      },
    ],
    doesNotApply: [
      {
        properties: { provider: "auth0" },
        others: [{ type: "multiFactor", properties: { factors: { sms: false } } }],
      },
    ],
    unknown: [{ properties: {} }, { properties: { provider: "auth0" } }],
  },
};
