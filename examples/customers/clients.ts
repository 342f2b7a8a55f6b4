import * as tenant from "pulumi-tenant";

export const applicationOrders = new tenant.Client("orders", {
  name: "Orders",
  appType: "regular_web",
  isFirstParty: true,
  callbacks: ["https://orders.example.com/callback"],
  allowedLogoutUrls: ["https://orders.example.com/"],
  allowedOrigins: [],
  webOrigins: [],
  crossOriginAuthentication: false,
  customLoginPageOn: true,
  grantTypes: ["authorization_code", "refresh_token"],
  isTokenEndpointIpHeaderTrusted: false,
  oidcConformant: true,
  jwtConfiguration: {
    lifetimeInSeconds: 36000,
  },
  refreshToken: {
    rotationType: "non-rotating",
    expirationType: "non-expiring",
    leeway: 0,
    tokenLifetime: 2592000,
    idleTokenLifetime: 1296000,
  },
  organizationUsage: "require",
  organizationRequireBehavior: "pre_login_prompt",
});
