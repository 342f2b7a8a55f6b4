import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const attackProtectionTools = {
  bruteForceProtection: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["brute_force_protection"] } },
  },
  suspiciousIpThrottling: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["suspicious_ip_throttling"] } },
  },
  breachedPasswordDetection: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["breached_password_detection"] } },
  },
  botDetection: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["bot_detection"] } },
  },
  captcha: {
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["captcha"] } },
  },
} satisfies FeatureTools;
