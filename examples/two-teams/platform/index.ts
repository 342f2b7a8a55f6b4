import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();

// The API is the platform team's. Other teams add scopes of their own, so the declared ones are not all that there are.
const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: "Orders",
  scopes: config.getObject<Record<string, string>>("scopes") ?? { "read:orders": "Read orders" },
  exclusiveScopes: false,
  adopt: true,
});

// So is the connection. Without enabledClients, it leaves to others which applications may use it.
const corp = new tenant.Connection("corp", {
  name: "corp",
  strategy: "oidc",
  displayName: "Corporate login",
  adopt: true,
});

// The platform team's own applications on it.
new tenant.ConnectionClients("portal", {
  connectionId: corp.id,
  clients: config.getObject<string[]>("clients") ?? ["portal"],
});

// Every team gives its roles to the member.
new tenant.OrganizationMemberRoles("operator", {
  organizationId: config.require("organizationId"),
  userId: config.require("userId"),
  roles: config.getObject<string[]>("roles") ?? ["rol_0000000000000001"],
  exclusive: false,
});

export const identifier = orders.identifier;
export const connectionId = corp.id;
