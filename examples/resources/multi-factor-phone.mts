import * as tenant from "pulumi-tenant";

// The service refuses message types while the factor is off.
const factors = new tenant.MultiFactor("factors", { factors: { sms: true } });
const phone = new tenant.MultiFactorPhone(
  "phone",
  { provider: "auth0", messageTypes: ["sms"], otpLength: 6 },
  { dependsOn: factors },
);
export const phoneProvider = phone.provider;
