import * as tenant from "pulumi-tenant";

const proxies = new tenant.NetworkAcl("proxies", {
  description: "Block anonymizing proxies",
  active: true,
  priority: 10,
  rule: {
    action: "block",
    scope: "authentication",
    match: { auth0Managed: ["auth0.low_reputation"] },
    notMatch: { ipv4Cidrs: ["198.51.100.0/24"] },
  },
});
export const proxiesId = proxies.id;
