import * as tenant from "pulumi-tenant";

// Only `maxAttempts` and `shields` are managed. All else stays as it is at the tenant.
const bruteForce = new tenant.BruteForceProtection("brute-force", {
  maxAttempts: 5,
  shields: ["block", "user_notification"],
});
export const bruteForceMode = bruteForce.mode;
