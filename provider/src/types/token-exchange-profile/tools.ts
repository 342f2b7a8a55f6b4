import { named } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const tokenExchangeProfileTools = {
  tokenExchangeProfile: {
    foreignTypes: { auth0_token_exchange_profile: { id: ["id"] } },
    terraform: { type: "auth0_token_exchange_profile" },
    imported: { noun: "profile", file: "token-exchange-profiles", module: "profiles" },
    isInForceAtOnce: true,
    affectsAll: true,
    events: undefined,
    deployed: { tokenExchangeProfiles: named("auth0_token_exchange_profile") },
    unknownInPreviews: ["createdAt", "updatedAt"],
  },
} satisfies FeatureTools;
