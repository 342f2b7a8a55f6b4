import * as tenant from "pulumi-tenant";

const bots = new tenant.BotDetection("bot-detection", {
  challengePasswordPolicy: "when_risky",
  challengePasswordResetPolicy: "always",
});
export const botLevel = bots.botDetectionLevel;
