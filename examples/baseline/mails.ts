import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();

export const mails = new tenant.EmailProvider("mails", {
  name: "sendgrid",
  defaultFromAddress: "login@example.com",
  credentials: { api_key: config.requireSecret("mailKey") },
});

// The tenant refuses a sender as long as it has no e-mail provider.
export const welcome = new tenant.EmailTemplate(
  "welcome",
  {
    template: "welcome_email",
    enabled: true,
    subject: "Welcome",
    from: "hello@example.com",
    body: readFileSync("mails/welcome.html", "utf8"),
  },
  { dependsOn: [mails] },
);
