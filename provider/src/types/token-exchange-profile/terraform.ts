import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const tokenExchangeProfileArguments = {
  auth0_token_exchange_profile: {
    "name!": "string",
    action_id: "string",
    subject_token_type: "string",
    type: "string",
  },
} satisfies Arguments;
