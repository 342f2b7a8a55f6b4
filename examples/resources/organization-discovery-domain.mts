import * as tenant from "pulumi-tenant";

const north = new tenant.Organization("north", { name: "north" }, { protect: true });
const domain = new tenant.OrganizationDiscoveryDomain("north", {
  organizationId: north.id,
  domain: "north.example.com",
});
export const record = { name: domain.verificationHost, type: "TXT", value: domain.verificationTxt };
