import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const customDomainTools = {
  customDomain: {
    foreignTypes: { auth0_custom_domain: { id: ["id"] } },
    terraform: { type: "auth0_custom_domain" },
  },
  customDomainVerification: {
    foreignTypes: {},
  },
  defaultCustomDomain: {
    foreignTypes: { auth0_custom_domain_default: { id: [] } },
    terraform: { type: "auth0_custom_domain_default", importId: "custom_domain_default" },
  },
} satisfies FeatureTools;
