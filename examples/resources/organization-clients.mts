import * as tenant from "pulumi-tenant";

const portal = new tenant.Client("portal", { name: "Portal", appType: "regular_web" });
const north = new tenant.Organization("north", { name: "north", isAppEntitlementActive: true }, { protect: true });
new tenant.OrganizationClients("north", {
  organizationId: north.id,
  clients: [{ client_id: portal.id, use_for_member_access: true }],
});
