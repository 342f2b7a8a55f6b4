import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const rateLimitPolicyArguments = {
  auth0_rate_limit_policy: {
    "configuration!": { "action!": "string", limit: "number", redirect_uri: "string" },
    "consumer!": "string",
    "consumer_selector!": "string",
    "resource!": "string",
  },
} satisfies Arguments;
