import * as tenant from "pulumi-tenant";

// An API that the tenant issues access tokens for. `pulumi up` creates it.
const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: "Orders",
  scopes: { "read:orders": "Read orders" },
});

export const audience = orders.identifier;
