import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const provider = new tenant.PhoneProvider("phone", {
  name: "twilio",
  configuration: { deliveryMethods: ["text"], sid: config.require("twilioSid"), defaultFrom: "+15550100" },
  credentials: { authToken: config.requireSecret("twilioAuthToken") },
});
export const phoneProviderName = provider.name;
