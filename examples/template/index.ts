import * as tenant from "pulumi-tenant";

// Import a second file with its extension: import { … } from "./other.ts"
const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com", // a change replaces the API
  name: "Orders",
  scopes: { "read:orders": "Read orders", "write:orders": "Place and change orders" },
  tokenLifetime: 3600,
});
export const audience = orders.identifier;
