import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const challenge = new tenant.Captcha("challenge", {
  activeProviderId: "hcaptcha",
  hcaptcha: { siteKey: config.require("hcaptchaSiteKey"), secret: config.requireSecret("hcaptchaSecret") },
});
export const challengeProvider = challenge.activeProviderId;
