import { byTenant, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const botDetectionRefusals: readonly Refusal[] = [
  {
    ...{ ...byTenant, said: "preview", status: 403 },
    refuses: "botDetection: a plan without bot detection",
    message: "Please upgrade your subscription to use bot detection",
    errorCode: "insufficient_entitlement",
    isOfPlan: true,
    sends: ["GET", "/attack-protection/bot-detection"],
    program: { type: "botDetection", args: { botDetectionLevel: "high" } },
    says: /will fail: .*Please upgrade your subscription/,
  },
];
