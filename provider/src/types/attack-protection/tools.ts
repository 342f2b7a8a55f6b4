import type { FeatureTools } from "../tool-data.ts";

const ofStage = { "stage.pre-login": "pre_login", "stage.pre-user-registration": "pre_user_registration" };

/** What the tools know of the types of this folder. */
export const attackProtectionTools = {
  bruteForceProtection: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["brute_force_protection"] } },
    terraform: { type: "auth0_attack_protection", block: "brute_force_protection" },
  },
  suspiciousIpThrottling: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["suspicious_ip_throttling"] } },
    terraform: {
      type: "auth0_attack_protection",
      block: "suspicious_ip_throttling",
      names: ofStage,
    },
  },
  breachedPasswordDetection: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["breached_password_detection"] } },
    terraform: {
      type: "auth0_attack_protection",
      block: "breached_password_detection",
      names: { ...ofStage, "stage.pre-change-password": "pre_change_password" },
    },
  },
  botDetection: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["bot_detection"] } },
    terraform: { type: "auth0_attack_protection", block: "bot_detection" },
  },
  captcha: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["captcha"] } },
    terraform: { type: "auth0_attack_protection", block: "captcha" },
  },
} satisfies FeatureTools;
