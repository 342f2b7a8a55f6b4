import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const eventStreamArguments = {
  auth0_event_stream: {
    "destination_type!": "string",
    "name!": "string",
    "subscriptions!": "strings",
    eventbridge_configuration: { "aws_account_id!": "string", "aws_region!": "string" },
    webhook_configuration: {
      "webhook_authorization!": { "method!": "string", password: "string", token: "string", username: "string" },
      "webhook_endpoint!": "string",
    },
  },
} satisfies Arguments;
