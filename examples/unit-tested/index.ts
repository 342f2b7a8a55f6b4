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

/** What applications ask tokens for. */
export const audience = orders.identifier;

/** What the API verifies its tokens with. */
export const signingSecret = orders.signingSecret;

/** The actions that let subject tokens of the legacy system in. */
export const legacyActions = tokenExchangeProfiles.apply((profiles) =>
  [...new Set(profiles.map(({ actionId }) => actionId))].sort(),
);
