import * as tenant from "pulumi-tenant";

const login = await tenant.getCustomDomain({ domain: "login.example.com" });
const byDefault = new tenant.DefaultCustomDomain("default", { domain: login.domain });
export const defaultDomain = byDefault.domain;
