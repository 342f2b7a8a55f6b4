import * as tenant from "pulumi-tenant";

// A second file is imported with its extension: import { … } from "./other.ts"
const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com", // cannot be changed: another one replaces the API
  name: "Orders",
  scopes: { "read:orders": "Read orders", "write:orders": "Place and change orders" },
  tokenLifetime: 3600,
});
export const audience = orders.identifier;
