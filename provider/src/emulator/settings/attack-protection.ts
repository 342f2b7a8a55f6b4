import { mapped, omit } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import type { Setting } from "./setting.ts";

const isUnordered = true;
const hidden = ["secret", "api_key"];

/** Attack protection. A PATCH is merged at every depth. Its values cannot be null, and there is no DELETE. */
export const attackProtection: Readonly<Record<string, Setting>> = {
  "attack-protection/brute-force-protection": {
    isUnordered,
    fresh: () => ({
      enabled: true,
      shields: ["block", "user_notification"],
      mode: "count_per_identifier_and_ip",
      allowlist: [],
      max_attempts: 10,
    }),
  },
  "attack-protection/suspicious-ip-throttling": {
    isUnordered,
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
    isUnordered,
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
    isUnordered,
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
    view: (stored) => mapped(stored, (value) => (isObject(value) ? omit(value, hidden) : value)),
  },
};
