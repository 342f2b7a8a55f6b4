import * as tenant from "pulumi-tenant";

const risk = new tenant.RiskAssessment("risk", { enabled: true, rememberFor: 14 });
export const rememberedDays = risk.rememberFor;
