import { runningAt } from "../action/tools.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const phoneTools = {
  phoneProvider: {
    ...settingTools("phone-provider"),
    foreignTypes: { auth0_phone_provider: { id: [] } },
    requires: runningAt("custom-phone-provider").map((one) => ({ ...one, property: "name", value: "custom" })),
    calls: ["GET|POST /branding/phone/providers", "PATCH|DELETE /branding/phone/providers/{id}"],
  },
  phoneTemplate: {
    foreignTypes: {
      auth0_phone_notification_template: { id: ["type"] },
      auth0_branding_phone_notification_template: { id: ["type"] },
    },
    imported: { noun: "message", file: "phone-templates", module: "phoneTemplates" },
    affectsAll: true,
    events: undefined,
    calls: ["GET|POST /branding/phone/templates", "PATCH|DELETE /branding/phone/templates/{id}"],
  },
  phoneProviderProtection: {
    ...settingTools("phone-provider-protection"),
    foreignTypes: { auth0_phone_provider_protection: { id: [] } },
    terraform: { type: "auth0_phone_provider_protection", importId: "phone_provider_protection" },
  },
} satisfies FeatureTools;
