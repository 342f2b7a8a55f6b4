import { missing, textIn } from "../deploy-cli.ts";
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
    differences: ["action", "limit", "redirect_uri"].map((at) => ({
      ...{ at, what: "property only in the definition" as const },
      why: "Programs have the action and what belongs to it side by side. In the API, they are in `configuration`.",
    })),
    deployed: {
      rateLimitPolicies: (entry, find) => {
        const selector = textIn(entry, "consumer_selector") ?? missing("consumer_selector");
        return [{ type: "auth0_rate_limit_policy", attributes: { id: find("auth0_rate_limit_policy", { selector }) } }];
      },
    },
  },
} satisfies FeatureTools;
