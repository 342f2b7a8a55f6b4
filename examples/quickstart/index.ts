import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();

// An API.
const orders = new tenant.ResourceServer("orders", {
  identifier: config.get("identifier") ?? "https://orders.example.com",
  name: "Orders",
  scopes: {
    "read:orders": "Read orders",
    "write:orders": "Place and change orders",
  },
  tokenLifetime: 3600,
  tokenLifetimeForWeb: 1800,
});

// The company's own logins. Undeclared options stay as they are.
const corp = new tenant.Connection("corp", {
  name: "corp",
  strategy: "oidc",
  displayName: "Corporate login",
  options: {
    type: "back_channel",
    issuer: "https://idp.example.com/",
    client_id: "tenant",
    client_secret: config.requireSecret("corpClientSecret"),
    scope: "openid profile email",
  },
});

// All direct roles of one member of an organization, if the configuration names one.
const organizationId = config.get("organizationId");
if (organizationId !== undefined) {
  new tenant.OrganizationMemberRoles("member", {
    organizationId,
    userId: config.require("userId"),
    roles: config.requireObject<string[]>("roles"),
  });
}

// A token exchange for sessions of an old system, by an action, which is built and deployed before the profile refers to it.
const exchange = new tenant.Action("exchange", {
  name: "Exchange old sessions",
  supportedTriggers: [{ id: "custom-token-exchange", version: "v1" }],
  code: readFileSync(new URL("exchange.js", import.meta.url), "utf8"),
});
new tenant.TokenExchangeProfile("sessions", {
  name: "Old sessions",
  subjectTokenType: "urn:example:old-session",
  actionId: exchange.id,
  type: "custom_authentication",
});

// Look-ups.
const { tokenExchangeProfiles } = await tenant.getTokenExchangeProfiles();

export const audience = orders.identifier;
export const connection = corp.id;
export const profiles = tokenExchangeProfiles.map(({ name }) => name);
