import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();

const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: "Orders",
  scopes: {
    "read:orders": "Read orders",
    "write:orders": "Place and change orders",
  },
  signingAlg: "HS256",
  signingSecret: config.requireSecret("signingSecret"),
  tokenLifetime: config.getNumber("tokenLifetime") ?? 3600,
  tokenLifetimeForWeb: 1800,
});

const { tokenExchangeProfiles } = tenant.getTokenExchangeProfilesOutput({
  subjectTokenType: config.get("subjectTokenType") ?? "urn:example:legacy-session",
});

const corp = new tenant.Connection("corp", {
  name: "corp",
  strategy: "oidc",
  options: {
    type: "back_channel",
    issuer: "https://idp.example.com/",
    client_id: "tenant",
    client_secret: config.requireSecret("corpClientSecret"),
  },
});

new tenant.OrganizationMemberRoles("operator", {
  organizationId: "org_0000000000000001",
  userId: "auth0|000000000000000000000001",
  roles: ["rol_0000000000000001"],
});

/** The audience of the API's tokens. */
export const audience = orders.identifier;

/** The algorithm with which the API verifies its tokens. */
export const signingSecret = orders.signingSecret;

/** The connection of the company's own users. */
export const issuer = corp.options.apply((options) => options?.issuer);

/** The actions that accept subject tokens of the legacy system. */
export const legacyActions = tokenExchangeProfiles.apply((profiles) =>
  [...new Set(profiles.map(({ actionId }) => actionId))].sort(),
);
