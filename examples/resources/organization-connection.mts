import * as tenant from "pulumi-tenant";

const north = new tenant.Organization("north", { name: "north" }, { protect: true });
const corp = await tenant.getConnection({ name: "north-corp" });
new tenant.OrganizationConnection("north-corp", {
  organizationId: north.id,
  connectionId: corp.id,
  assignMembershipOnLogin: true,
});
