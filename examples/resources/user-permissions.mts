import * as tenant from "pulumi-tenant";

const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  scopes: { "read:orders": "Read orders", "write:orders": "Write orders" },
});
new tenant.UserPermissions(
  "alice",
  {
    userId: "auth0|0123456789abcdef01234567",
    permissions: { "https://orders.example.com": ["read:orders", "write:orders"] },
  },
  { dependsOn: [orders] },
);
