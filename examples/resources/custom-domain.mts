import * as tenant from "pulumi-tenant";

const login = new tenant.CustomDomain("login", {
  domain: "login.example.com",
  type: "auth0_managed_certs",
  domainMetadata: { brand: "shop" },
});
export const dnsRecords = login.verificationMethods;
