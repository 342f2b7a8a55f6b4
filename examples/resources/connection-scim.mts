import * as tenant from "pulumi-tenant";

const north = new tenant.Connection("north", {
  name: "north",
  strategy: "samlp",
  options: { signInEndpoint: "https://login.north.example.com/saml", signingCert: "-----BEGIN CERTIFICATE-----…" },
});
const scim = new tenant.ConnectionScim("north", {
  connectionId: north.id,
  userIdAttribute: "externalId",
  mapping: { email: "emails[primary eq true].value", name: "displayName", blocked: "active" },
});
export const scimEndpoint = scim.endpoint;
