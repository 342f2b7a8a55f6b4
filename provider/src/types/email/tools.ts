import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const emailTools = {
  emailProvider: {
    foreignTypes: { auth0_email_provider: { id: [] }, auth0_email: { id: [] } },
  },
  emailTemplate: {
    foreignTypes: { auth0_email_template: { id: ["template"] } },
  },
} satisfies FeatureTools;
