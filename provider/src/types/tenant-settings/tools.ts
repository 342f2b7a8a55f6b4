import { type FeatureTools, settingTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const tenantSettingsTools = {
  tenantSettings: {
    ...settingTools("tenant-settings"),
    foreignTypes: {
      auth0_tenant: { id: [] },
      // The login page, which `auth0_pages` also contains, belongs to the tenant's global application.
      auth0_pages: {
        id: [],
        blocks: ["change_password", "guardian_mfa", "error"],
        without: { login: "the page stays at the tenant, and no resource type manages it" },
      },
    },
    terraform: { type: "auth0_tenant" },
  },
} satisfies FeatureTools;
