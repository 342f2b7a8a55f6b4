import type { Arguments, Block } from "../terraform-arguments.ts";

const captcha: Block = { "site_key!": "string", secret: "string" };

const attackProtection: Block = {
  bot_detection: {
    allowlist: "strings",
    bot_detection_level: "string",
    challenge_password_policy: "string",
    challenge_password_reset_policy: "string",
    challenge_passwordless_policy: "string",
    monitoring_mode_enabled: "bool",
  },
  breached_password_detection: {
    "enabled!": "bool",
    admin_notification_frequency: "strings",
    method: "string",
    pre_change_password: { shields: "strings" },
    pre_user_registration: { shields: "strings" },
    shields: "strings",
  },
  brute_force_protection: {
    "enabled!": "bool",
    allowlist: "strings",
    max_attempts: "number",
    mode: "string",
    shields: "strings",
  },
  captcha: {
    active_provider_id: "string",
    arkose: {
      "site_key!": "string",
      client_subdomain: "string",
      fail_open: "bool",
      secret: "string",
      verify_subdomain: "string",
    },
    auth_challenge: { fail_open: "bool" },
    friendly_captcha: captcha,
    hcaptcha: captcha,
    recaptcha_enterprise: { "project_id!": "string", "site_key!": "string", api_key: "string" },
    recaptcha_v2: captcha,
  },
  suspicious_ip_throttling: {
    "enabled!": "bool",
    allowlist: "strings",
    pre_login: { max_attempts: "number", rate: "number" },
    pre_user_registration: { max_attempts: "number", rate: "number" },
    shields: "strings",
  },
};

/** The resources of Terraform's provider for the types in this folder. */
export const attackProtectionArguments = {
  auth0_attack_protection: attackProtection,
} satisfies Arguments;
