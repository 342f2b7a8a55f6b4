import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();

// The platform team's API. Other teams add their own scopes, so this list is not exclusive.
const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: "Orders",
  scopes: config.getObject<Record<string, string>>("scopes") ?? { "read:orders": "Read orders" },
  exclusiveScopes: false,
  adopt: true,
});

// The platform team's connection. Without enabledClients, other stacks can enable their applications.
const corp = new tenant.Connection("corp", {
  name: "corp",
  strategy: "oidc",
  displayName: "Corporate login",
  adopt: true,
});

// The platform team's own applications on the connection.
new tenant.ConnectionClients("portal", {
  connectionId: corp.id,
  clients: config.getObject<string[]>("clients") ?? ["portal"],
});

// The platform team's roles of the member. Other teams assign their own roles.
new tenant.OrganizationMemberRoles("operator", {
  organizationId: config.require("organizationId"),
  userId: config.require("userId"),
  roles: config.getObject<string[]>("roles") ?? ["rol_0000000000000001"],
  exclusive: false,
});

export const identifier = orders.identifier;
export const connectionId = corp.id;
