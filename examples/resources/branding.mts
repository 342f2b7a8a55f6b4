import * as tenant from "pulumi-tenant";

// The font and the favicon stay as they are at the tenant.
const branding = new tenant.Branding("branding", {
  logoUrl: "https://www.example.com/logo.svg",
  colors: { primary: "#0059d6", pageBackground: "#ffffff" },
});
export const brandingId = branding.id;
