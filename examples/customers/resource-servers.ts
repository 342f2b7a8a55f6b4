import * as tenant from "pulumi-tenant";

export const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: "Orders",
  scopes: {
    "read:orders": "Read orders",
    "write:orders": "Place and change orders",
  },
  signingAlg: "RS256",
  allowOfflineAccess: false,
  tokenLifetime: 86400,
  tokenLifetimeForWeb: 7200,
  tokenDialect: "access_token_authz",
  skipConsentForVerifiableFirstPartyClients: false,
  enforcePolicies: true,
  subjectTypeAuthorization: {
    user: {
      policy: "allow_all",
    },
    client: {
      policy: "require_client_grant",
    },
  },
});
