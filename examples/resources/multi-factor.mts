import * as tenant from "pulumi-tenant";

// Only these factors are managed. All others stay as they are at the tenant.
const secondFactors = new tenant.MultiFactor("second-factors", {
  policies: ["all-applications"],
  factors: { otp: true, webauthnRoaming: true, recoveryCode: true, sms: false },
});
export const asksFor = secondFactors.policies;
