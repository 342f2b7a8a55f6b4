import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const rateLimitPolicyTools = {
  rateLimitPolicy: {
    foreignTypes: { auth0_rate_limit_policy: { id: ["id"] } },
  },
} satisfies FeatureTools;
