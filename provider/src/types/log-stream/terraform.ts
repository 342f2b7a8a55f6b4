import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const logStreamArguments = {
  auth0_log_stream: {
    "name!": "string",
    "sink!": {
      aws_account_id: "string",
      aws_partner_event_source: "string",
      aws_region: "string",
      azure_partner_topic: "string",
      azure_region: "string",
      azure_resource_group: "string",
      azure_subscription_id: "string",
      datadog_api_key: "string",
      datadog_region: "string",
      http_authorization: "string",
      http_content_format: "string",
      http_content_type: "string",
      http_custom_headers: "maps",
      http_endpoint: "string",
      mixpanel_project_id: "string",
      mixpanel_region: "string",
      mixpanel_service_account_password: "string",
      mixpanel_service_account_username: "string",
      segment_write_key: "string",
      splunk_domain: "string",
      splunk_port: "string",
      splunk_secure: "bool",
      splunk_token: "string",
      sumo_source_address: "string",
    },
    "type!": "string",
    filters: "maps",
    status: "string",
  },
} satisfies Arguments;
