import * as tenant from "pulumi-tenant";

new tenant.ConnectionProfile("customers", {
  name: "Customers",
  organization: { showAsButton: "optional", assignMembershipOnLogin: "required" },
  connectionNamePrefixTemplate: "{org_id}",
  enabledFeatures: ["scim"],
});
