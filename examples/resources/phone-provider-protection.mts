import * as tenant from "pulumi-tenant";

const protection = new tenant.PhoneProviderProtection("phone-protection", { type: "exponential" });
export const wait = protection.type;
