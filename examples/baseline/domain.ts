import * as tenant from "pulumi-tenant";
import { DnsRecord } from "./dns-record.ts";

// Custom domains are protected: no destroy takes the address of the login pages away by mistake.
const login = new tenant.CustomDomain("login", { domain: "login.example.com", type: "auth0_managed_certs" });
const wanted = login.verificationMethods.apply((methods) => {
  const [{ name = "", domain = "", record = "" } = {}] = methods ?? [];
  return { type: name, name: domain, value: record };
});
const record = new DnsRecord("login", { type: wanted.type, name: wanted.name, value: wanted.value });

export const verification = new tenant.CustomDomainVerification(
  "login",
  { customDomainId: login.id, timeout: 600 },
  { dependsOn: [record] },
);

export const links = new tenant.DefaultCustomDomain(
  "links",
  { domain: "login.example.com" },
  { dependsOn: [verification] },
);
