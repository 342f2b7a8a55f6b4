import * as tenant from "pulumi-tenant";

const throttling = new tenant.SuspiciousIpThrottling("suspicious-ip-throttling", {
  shields: ["admin_notification", "block"],
  allowlist: ["192.0.2.0/24"],
  stage: { preLogin: { maxAttempts: 50 } },
});
export const throttled = throttling.stage;
