import { runningAt } from "../action/tools.ts";
import { missing, setting, textIn } from "../deploy-cli.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";

const sideBySide = "Programs have the texts and the sender side by side. In the API, they are in `content`.";

/** What the tools need to know of the types in this folder. */
export const phoneTools = {
  phoneProvider: {
    ...settingTools("phone-provider"),
    foreignTypes: { auth0_phone_provider: { id: [] } },
    requires: runningAt("custom-phone-provider").map((one) => ({ ...one, property: "name", value: "custom" })),
    calls: ["GET|POST /branding/phone/providers", "PATCH|DELETE /branding/phone/providers/{id}"],
    differences: [
      {
        at: "providers",
        what: "property of responses only in the description",
        why: "The provider is the only entry of a listing.",
      },
    ],
    deployed: { phoneProviders: setting("auth0_phone_provider") },
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
    differences: [
      { at: "content", what: "property only in the description", why: sideBySide },
      ...["text", "voice", "from"].map((at) => ({
        at,
        what: "property only in the definition" as const,
        why: sideBySide,
      })),
    ],
    deployed: {
      phoneTemplates: (entry) => [
        { type: "auth0_phone_notification_template", attributes: { type: textIn(entry, "type") ?? missing("type") } },
      ],
    },
  },
  phoneProviderProtection: {
    ...settingTools("phone-provider-protection"),
    foreignTypes: { auth0_phone_provider_protection: { id: [] } },
    terraform: { type: "auth0_phone_provider_protection", importId: "phone_provider_protection" },
    differences: [
      {
        ...{ at: "type", what: "values only in the definition", values: ["none"] },
        why: "Earlier descriptions contain this value. A tenant that no longer accepts the value reports an error.",
      },
    ],
  },
} satisfies FeatureTools;
