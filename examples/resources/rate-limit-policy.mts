import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const shop = await tenant.getClient({ name: "Shop" });
const policy = new tenant.RateLimitPolicy("shop", {
  selector: pulumi.interpolate`client_id:${shop.clientId}`,
  action: "block",
  limit: 50,
});
export const shopLimit = policy.limit;
