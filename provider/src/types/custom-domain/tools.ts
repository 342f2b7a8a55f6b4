import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const customDomainTools = {
  customDomain: {
    foreignTypes: { auth0_custom_domain: { id: ["id"] } },
  },
  customDomainVerification: {
    foreignTypes: {},
  },
  defaultCustomDomain: {
    foreignTypes: { auth0_custom_domain_default: { id: [] } },
  },
} satisfies FeatureTools;
