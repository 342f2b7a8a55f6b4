import * as tenant from "pulumi-tenant";

// A domain that is verified already. Otherwise, take the domain from a CustomDomainVerification.
const login = await tenant.getCustomDomain({ domain: "login.example.com" });
const byDefault = new tenant.DefaultCustomDomain("default", { domain: login.domain });
export const defaultDomain = byDefault.domain;
