import * as tenant from "pulumi-tenant";

export const sessions = new tenant.TenantSettings("tenant", {
  friendlyName: "Example",
  supportEmail: "support@example.com",
  enabledLocales: ["en", "de"],
  sessionLifetime: 24,
  idleSessionLifetime: 8,
});

export const bruteForce = new tenant.BruteForceProtection("brute-force", { enabled: true, maxAttempts: 5 });

export const breachedPasswords = new tenant.BreachedPasswordDetection("breached-passwords", {
  enabled: true,
  shields: ["block", "admin_notification"],
  adminNotificationFrequency: ["daily"],
});

export const factors = new tenant.MultiFactor("factors", {
  factors: { otp: true, webauthnRoaming: true, recoveryCode: true },
  policies: ["all-applications"],
});
