import * as tenant from "pulumi-tenant";

const shop = new tenant.Client("shop", {
  name: "Shop",
  appType: "spa",
  tokenEndpointAuthMethod: "none",
  grantTypes: ["authorization_code", "refresh_token"],
  callbacks: ["https://shop.example.com/callback"],
  allowedLogoutUrls: ["https://shop.example.com"],
  oidcConformant: true,
});
export const clientId = shop.clientId;
