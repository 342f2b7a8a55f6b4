import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const key = new tenant.NetworkAclKey("gateway", {
  name: "gateway-2031",
  value: config.requireSecret("gatewayKey"),
});
const unsigned = new tenant.NetworkAcl("unsigned", {
  description: "Block logins around the gateway",
  active: true,
  priority: 20,
  rule: {
    action: "block",
    scope: "authentication",
    notMatch: { httpMessageSignature: { keys: [key.id] } },
  },
});
export const unsignedId = unsigned.id;
