import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
new tenant.SelfServiceProfile("customers", {
  name: "Customers",
  description: "Companies connect their own identity provider",
  branding: { logoUrl: "https://www.example.com/logo.png", colors: { primary: "#19aecc" } },
  allowedStrategies: ["oidc", "samlp", "okta"],
  userAttributeProfileId: config.require("userAttributeProfileId"),
  introduction: "Welcome. Set up the connection of your company.",
});
