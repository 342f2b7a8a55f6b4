import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();

const orders = new tenant.ResourceServer("orders", {
  identifier: config.get("identifier") ?? "https://orders.example.com",
  name: "Orders",
  scopes: {
    "read:orders": "Read orders",
    "write:orders": "Place and change orders",
  },
  tokenLifetime: 3600,
  tokenLifetimeForWeb: 1800,
});

export const audience = orders.identifier;
export const id = orders.id;
