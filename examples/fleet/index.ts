import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

// Differences between the tenants are in tenants.json; everything else is in this file.
const name = pulumi.getStack();
const settings = JSON.parse(readFileSync("tenants.json", "utf8"))[name];
if (settings === undefined) throw new Error(`tenants.json has no tenant "${name}"`);

const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: "Orders",
  scopes: { "read:orders": "Read orders", "write:orders": "Place and change orders" },
  tokenLifetime: settings.tokenLifetime,
});

export const audience = orders.identifier;
