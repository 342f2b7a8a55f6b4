import * as tenant from "pulumi-tenant";
import * as apis from "./resource-servers.ts";
import * as roles from "./roles.ts";

export const ordersAdminOrders = new tenant.RolePermissions(
  "orders-admin-orders",
  {
    roleId: roles.ordersAdmin.id,
    resourceServerIdentifier: apis.orders.identifier,
    permissions: ["read:orders", "write:orders"],
  },
);

export const ordersBuyerOrders = new tenant.RolePermissions(
  "orders-buyer-orders",
  {
    roleId: roles.ordersBuyer.id,
    resourceServerIdentifier: apis.orders.identifier,
    permissions: ["read:orders"],
  },
);
