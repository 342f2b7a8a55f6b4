import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const emailArguments = {
  auth0_email_provider: {
    "credentials!": {
      access_key_id: "string",
      api_key: "string",
      azure_cs_connection_string: "string",
      domain: "string",
      ms365_client_id: "string",
      ms365_client_secret: "string",
      ms365_tenant_id: "string",
      region: "string",
      secret_access_key: "string",
      smtp_host: "string",
      smtp_pass: "string",
      smtp_port: "number",
      smtp_user: "string",
    },
    "default_from_address!": "string",
    "name!": "string",
    enabled: "bool",
    settings: {
      headers: { x_mc_view_content_link: "string", x_ses_configuration_set: "string" },
      message: { configuration_set_name: "string", view_content_link: "bool" },
    },
  },
  auth0_email_template: {
    "body!": "string",
    "enabled!": "bool",
    "from!": "string",
    "subject!": "string",
    "syntax!": "string",
    "template!": "string",
    include_email_in_redirect: "bool",
    result_url: "string",
    url_lifetime_in_seconds: "number",
  },
} satisfies Arguments;
