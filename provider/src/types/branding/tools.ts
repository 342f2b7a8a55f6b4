import { customDomain } from "../custom-domain/definition.ts";
import { listIn, setting } from "../deploy-cli.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const brandingTools = {
  branding: {
    foreignTypes: {
      auth0_branding: { id: [] },
      // Older versions of that provider have the colors in the tenant's settings.
      auth0_tenant: { id: [], blocks: ["universal_login"] },
    },
    terraform: { type: "auth0_branding" },
    imported: { noun: "branding", file: "settings", module: "settings" },
    events: undefined,
    differences: [
      {
        at: "colors.page_background_gradient",
        what: "property only in the definition",
        why: "In the API, a gradient is a value of `page_background`.",
      },
    ],
    deployed: {
      branding: (entry) => {
        const { templates, ...settings } = entry;
        const body = listIn(templates).length > 0 ? { universal_login: [{}] } : {};
        const has = Object.keys(settings).length > 0 || listIn(templates).length > 0;
        return has ? [{ type: "auth0_branding", attributes: body }] : [];
      },
    },
  },
  brandingTheme: {
    ...settingTools("branding-theme"),
    foreignTypes: { auth0_branding_theme: { id: [] } },
    calls: ["GET /branding/themes/default", "POST /branding/themes", "PATCH|DELETE /branding/themes/{id}"],
    deployed: { themes: setting("auth0_branding_theme") },
  },
  loginPageTemplate: {
    ...settingTools("login-page-template"),
    foreignTypes: { auth0_branding: { id: [], blocks: ["universal_login"] } },
    terraform: { type: "auth0_branding", block: "universal_login" },
    requires: [{ definition: customDomain }],
    calls: ["GET|PUT|DELETE /branding/templates/universal-login"],
  },
} satisfies FeatureTools;
