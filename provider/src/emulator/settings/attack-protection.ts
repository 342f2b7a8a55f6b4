import { omit, type WireObject } from "../shared/store.ts";
import { bodyOf, flag, integer, isObject, list, object, type Schema, text } from "../shared/validation.ts";
import type { Setting } from "./setting.ts";

const scope = "attack_protection";
const isUnordered = true;
const some = (about: string, ...oneOf: string[]): Schema => list(about, text(about, { oneOf }));
const oneOf = (about: string, ...values: string[]): Schema => text(about, { oneOf: values });
const address = /^(\d{1,3}(\.\d{1,3}){3}|[\da-fA-F:.]*:[\da-fA-F:.]*)(\/\d{1,3})?$/;
const allowlist = list("Addresses that are not limited", text("Address", { pattern: address }), { max: 100 });
const challenge = oneOf("Challenge", "never", "when_risky", "always");
const limits = (attempts: number, least: number, most = 86_400_000) =>
  object("Limits", {
    max_attempts: integer("Attempts", { min: 1, max: attempts }),
    rate: integer("Rate", { min: least, max: most }),
  });
const reactions = object("Reactions", { shields: some("Shields", "block", "admin_notification") });

/** By provider of challenges: the properties that a write requires. */
const providers: Readonly<Record<string, readonly string[]>> = {
  arkose: ["site_key", "secret"],
  auth_challenge: ["fail_open"],
  friendly_captcha: ["site_key", "secret"],
  hcaptcha: ["site_key", "secret"],
  recaptcha_v2: ["site_key", "secret"],
  recaptcha_enterprise: ["site_key", "api_key", "project_id"],
  simple_captcha: [],
};
const hidden = ["secret", "api_key"];
const key = text("Key", { min: 1, max: 100 });
const provider = (name: string) =>
  object(
    "Provider",
    {
      ...Object.fromEntries((providers[name] ?? []).map((property) => [property, key])),
      ...(["arkose", "auth_challenge"].includes(name) && {
        fail_open: flag("Whether logins succeed without a challenge if the provider fails"),
      }),
      ...(name === "arkose" && {
        client_subdomain: text("Subdomain", { max: 100 }),
        verify_subdomain: text("Subdomain", { max: 100 }),
      }),
    },
    providers[name],
  );

/** Attack protection. A PATCH is merged at every depth. Its values cannot be null, and there is no DELETE. */
export const attackProtection: Readonly<Record<string, Setting>> = {
  "attack-protection/brute-force-protection": {
    scope,
    isUnordered,
    changed: bodyOf({
      enabled: flag("Whether it is on"),
      shields: some("Shields", "block", "user_notification"),
      allowlist,
      mode: oneOf("Mode", "count_per_identifier_and_ip", "count_per_identifier"),
      max_attempts: integer("Attempts", { min: 1, max: 100 }),
    }),
    fresh: () => ({
      enabled: true,
      shields: ["block", "user_notification"],
      mode: "count_per_identifier_and_ip",
      allowlist: [],
      max_attempts: 10,
    }),
  },
  "attack-protection/suspicious-ip-throttling": {
    scope,
    isUnordered,
    changed: bodyOf({
      enabled: flag("Whether it is on"),
      shields: some("Shields", "block", "admin_notification"),
      allowlist,
      stage: object("Stages", {
        "pre-login": limits(2_500, 34_560),
        "pre-user-registration": limits(72_000, 1_200),
        "pre-custom-token-exchange": limits(2_147_483_647, 1, 2_147_483_647),
      }),
    }),
    fresh: ({ attackProtectionStages }) => ({
      enabled: true,
      shields: ["admin_notification", "block"],
      allowlist: [],
      stage: {
        "pre-login": { max_attempts: 100, rate: 864_000 },
        "pre-user-registration": { max_attempts: 50, rate: 1_200 },
        ...(attackProtectionStages && { "pre-custom-token-exchange": { max_attempts: 10, rate: 600_000 } }),
      },
    }),
  },
  "attack-protection/breached-password-detection": {
    scope,
    isUnordered,
    changed: bodyOf({
      enabled: flag("Whether it is on"),
      shields: some("Shields", "block", "user_notification", "admin_notification"),
      admin_notification_frequency: some("Frequency", "immediately", "daily", "weekly", "monthly"),
      method: oneOf("Method", "standard", "enhanced"),
      stage: object("Stages", { "pre-user-registration": reactions, "pre-change-password": reactions }),
    }),
    fresh: ({ attackProtectionStages }) => ({
      enabled: false,
      shields: [],
      admin_notification_frequency: [],
      method: "standard",
      ...(attackProtectionStages && {
        stage: { "pre-user-registration": { shields: [] }, "pre-change-password": { shields: [] } },
      }),
    }),
  },
  "attack-protection/bot-detection": {
    scope,
    isUnordered,
    changed: bodyOf({
      bot_detection_level: oneOf("Level", "low", "medium", "high"),
      challenge_password_policy: challenge,
      challenge_passwordless_policy: challenge,
      challenge_password_reset_policy: challenge,
      allowlist,
      monitoring_mode_enabled: flag("Whether attacks are only logged"),
    }),
    fresh: () => ({
      bot_detection_level: "medium",
      challenge_password_policy: "never",
      challenge_passwordless_policy: "never",
      challenge_password_reset_policy: "never",
      allowlist: [],
      monitoring_mode_enabled: false,
    }),
  },
  "attack-protection/captcha": {
    scope,
    changed: bodyOf({
      active_provider_id: text("Provider", { oneOf: Object.keys(providers) }),
      ...Object.fromEntries(Object.keys(providers).map((name) => [name, provider(name)])),
    }),
    fresh: () => ({
      active_provider_id: "auth_challenge",
      arkose: { site_key: "", client_subdomain: "client-api", verify_subdomain: "verify-api", fail_open: false },
      auth_challenge: { fail_open: false },
      friendly_captcha: { site_key: "" },
      hcaptcha: { site_key: "" },
      recaptcha_v2: { site_key: "" },
      recaptcha_enterprise: { site_key: "", project_id: "" },
      simple_captcha: {},
    }),
    // The service never returns the secrets of providers.
    view: (stored) =>
      Object.fromEntries(
        Object.entries(stored).map(([name, value]) => [
          name,
          isObject(value) ? omit(value as WireObject, hidden) : value,
        ]),
      ),
  },
};
