import * as tenant from "pulumi-tenant";

const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  scopes: { "read:orders": "Read orders" },
});
const reading = new tenant.ClientGrant("report-reads-orders", {
  clientId: "0123456789abcdefghijklmnopqrstuv",
  audience: orders.identifier,
  scope: ["read:orders"],
  organizationUsage: "allow",
});
const north = new tenant.Organization("north", { name: "north" }, { protect: true });
new tenant.OrganizationClientGrants("north", { organizationId: north.id, grants: [reading.id] });
