import type { FeatureTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const rateLimitPolicyTools = {
  rateLimitPolicy: {
    foreignTypes: { auth0_rate_limit_policy: { id: ["id"] } },
    terraform: {
      type: "auth0_rate_limit_policy",
      names: {
        action: "configuration.action",
        limit: "configuration.limit",
        redirect_uri: "configuration.redirect_uri",
      },
      implied: { consumer: "client", resource: "oauth_authentication_api" },
    },
    imported: { noun: "policy", file: "rate-limit-policies", module: "rateLimitPolicies" },
    isInForceAtOnce: true,
    events: undefined,
  },
} satisfies FeatureTools;
