import * as tenant from "pulumi-tenant";

const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  name: "Orders",
  scopes: { "read:orders": "Read orders", "write:orders": "Place and change orders" },
  signingAlg: "RS256",
  tokenLifetime: 3600,
  tokenLifetimeForWeb: 1800,
  allowOfflineAccess: true,
  subjectTypeAuthorization: { client: { policy: "require_client_grant" }, user: { policy: "allow_all" } },
});
export const audience = orders.identifier;
