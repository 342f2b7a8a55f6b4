import { runningAt } from "../action/tools.ts";
import { missing, setting, textIn } from "../deploy-cli.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";
import { emailProvider } from "./definition.ts";

/** What the tools need to know of the types in this folder. */
export const emailTools = {
  emailProvider: {
    ...settingTools("email-provider"),
    foreignTypes: { auth0_email_provider: { id: [] }, auth0_email: { id: [] } },
    terraform: {
      type: "auth0_email_provider",
      names: {
        "credentials.connectionString": "credentials.azure_cs_connection_string",
        "credentials.tenantId": "credentials.ms365_tenant_id",
        "credentials.clientId": "credentials.ms365_client_id",
        "credentials.clientSecret": "credentials.ms365_client_secret",
      },
    },
    requires: runningAt("custom-email-provider").map((one) => ({ ...one, property: "name", value: "custom" })),
    calls: ["GET|POST|PATCH|DELETE /emails/provider"],
    deployed: { emailProvider: setting("auth0_email_provider") },
  },
  emailTemplate: {
    foreignTypes: { auth0_email_template: { id: ["template"] } },
    terraform: { type: "auth0_email_template" },
    imported: { noun: "email", file: "email-templates", module: "emailTemplates" },
    affectsAll: true,
    events: undefined,
    requires: [{ definition: emailProvider, property: "from" }],
    calls: ["POST /email-templates", "GET|PATCH /email-templates/{template}"],
    deployed: {
      emailTemplates: (entry) => [
        { type: "auth0_email_template", attributes: { template: textIn(entry, "template") ?? missing("template") } },
      ],
    },
  },
} satisfies FeatureTools;
