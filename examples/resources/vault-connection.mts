import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const orders = new tenant.VaultConnection("orders", {
  name: "Order service",
  appId: "HTTP",
  setup: { type: "BEARER", token: config.requireSecret("ordersToken") },
});
export const ordersVaultId = orders.id;
