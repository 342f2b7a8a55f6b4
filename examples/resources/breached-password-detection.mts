import * as tenant from "pulumi-tenant";

const breached = new tenant.BreachedPasswordDetection("breached-password-detection", {
  enabled: true,
  shields: ["block", "admin_notification"],
  adminNotificationFrequency: ["daily"],
  stage: { preUserRegistration: { shields: ["block"] } },
});
export const breachedMethod = breached.method;
