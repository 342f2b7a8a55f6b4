import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const mails = new tenant.EmailProvider("mails", {
  name: "sendgrid",
  defaultFromAddress: "login@example.com",
  credentials: { api_key: config.requireSecret("mailKey") },
});
export const mailSender = mails.defaultFromAddress;
