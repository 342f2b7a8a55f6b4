import { entriesIn, snakeCase } from "../deploy-cli.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";

const ofStage = { "stage.pre-login": "pre_login", "stage.pre-user-registration": "pre_user_registration" };

/** What the tools need to know of the types in this folder. */
export const attackProtectionTools = {
  bruteForceProtection: {
    ...settingTools("brute-force-protection"),
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["brute_force_protection"] } },
    terraform: { type: "auth0_attack_protection", block: "brute_force_protection" },
    deployed: {
      attackProtection: (entry) => [
        {
          type: "auth0_attack_protection",
          attributes: Object.fromEntries(entriesIn(entry).map(([part]) => [snakeCase(part), [{}]])),
        },
      ],
    },
  },
  suspiciousIpThrottling: {
    ...settingTools("suspicious-ip-throttling"),
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["suspicious_ip_throttling"] } },
    terraform: {
      type: "auth0_attack_protection",
      block: "suspicious_ip_throttling",
      names: ofStage,
    },
  },
  breachedPasswordDetection: {
    ...settingTools("breached-password-detection"),
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["breached_password_detection"] } },
    terraform: {
      type: "auth0_attack_protection",
      block: "breached_password_detection",
      names: { ...ofStage, "stage.pre-change-password": "pre_change_password" },
    },
  },
  botDetection: {
    ...settingTools("bot-detection"),
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["bot_detection"] } },
    terraform: { type: "auth0_attack_protection", block: "bot_detection" },
  },
  captcha: {
    ...settingTools("captcha"),
    foreignTypes: { auth0_attack_protection: { id: [], blocks: ["captcha"] } },
    terraform: { type: "auth0_attack_protection", block: "captcha" },
  },
} satisfies FeatureTools;
