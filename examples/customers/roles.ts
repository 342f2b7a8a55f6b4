import * as tenant from "pulumi-tenant";

export const ordersAdmin = new tenant.Role("orders-admin", {
  name: "Orders admin",
});

export const ordersBuyer = new tenant.Role("orders-buyer", {
  name: "Orders buyer",
});
