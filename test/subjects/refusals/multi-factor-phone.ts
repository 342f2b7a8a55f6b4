import { byTenant, type Refusal, type Request } from "./refusal.ts";

const phoneElsewhere: Request = ["PATCH", "/tenants/settings", { phone_consolidated_experience: true }];

/** Refusals of the service. */
export const multiFactorPhoneRefusals: readonly Refusal[] = [
  {
    ...{ ...byTenant, said: "preview", status: 403 },
    refuses: "multiFactorPhone: phone messages that are configured with the branding",
    message:
      "Insufficient privileges to use this deprecated feature. To handle Phone Provider/Templates refer to Tenant Phone Settings",
    tenant: [phoneElsewhere],
    sends: ["PUT", "/guardian/factors/phone/selected-provider", { provider: "twilio" }],
    program: { type: "multiFactorPhone", args: { provider: "twilio" } },
    says: /will fail: .*deprecated feature/,
  },
];
