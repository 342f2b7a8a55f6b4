import type * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

// The record of your DNS provider.
declare const dnsRecord: new (
  name: string,
  args: { type: pulumi.Input<string>; name: pulumi.Input<string>; value: pulumi.Input<string> },
) => pulumi.Resource;

const login = new tenant.CustomDomain("login", { domain: "login.example.com", type: "auth0_managed_certs" });
const wanted = login.verificationMethods.apply((methods) => {
  const [{ name = "", domain = "", record = "" } = {}] = methods ?? [];
  return { type: name, name: domain, value: record };
});
const record = new dnsRecord("login", { type: wanted.type, name: wanted.name, value: wanted.value });
const verification = new tenant.CustomDomainVerification(
  "login",
  { customDomainId: login.id, timeout: 600 },
  { dependsOn: [record] },
);
new tenant.DefaultCustomDomain("default", { domain: "login.example.com" }, { dependsOn: [verification] });
export const status = verification.status;
