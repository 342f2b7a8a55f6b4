import * as tenant from "pulumi-tenant";

const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  scopes: { "read:orders": "Read orders" },
});
new tenant.ClientGrant("report-reads-orders", {
  clientId: "0123456789abcdefghijklmnopqrstuv",
  audience: orders.identifier,
  scope: ["read:orders"],
});
