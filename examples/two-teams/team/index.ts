import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();

// The team's scopes of the platform team's API.
new tenant.ResourceServerScopes("refunds", {
  identifier: "https://orders.example.com",
  scopes: config.getObject<Record<string, string>>("scopes") ?? { "create:refunds": "Refund an order" },
});

// The team's application on the platform team's connection. With a shared backend the id can come from a StackReference.
new tenant.ConnectionClients("refunds", {
  connectionId: config.require("connectionId"),
  clients: config.getObject<string[]>("clients") ?? ["refunds"],
});

// The team's role of a member who can also have roles of other teams.
new tenant.OrganizationMemberRoles("refund-clerk", {
  organizationId: config.require("organizationId"),
  userId: config.require("userId"),
  roles: config.getObject<string[]>("roles") ?? ["rol_0000000000000002"],
  exclusive: false,
});
