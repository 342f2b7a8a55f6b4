import { named } from "../deploy-cli.ts";
import type { FeatureTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const profilesTools = {
  userAttributeProfile: {
    foreignTypes: { auth0_user_attribute_profile: { id: ["id"] } },
    imported: { noun: "profile", file: "user-attribute-profiles", module: "userAttributeProfiles" },
    events: undefined,
    deployed: { userAttributeProfiles: named("auth0_user_attribute_profile") },
  },
  connectionProfile: {
    foreignTypes: { auth0_connection_profile: { id: ["id"] } },
    terraform: {
      type: "auth0_connection_profile",
      names: { "strategy_overrides.google-apps": "strategy_overrides.google_apps" },
    },
    imported: { noun: "profile", file: "connection-profiles", module: "connectionProfiles" },
    events: undefined,
    deployed: { connectionProfiles: named("auth0_connection_profile") },
  },
  selfServiceProfile: {
    foreignTypes: {
      auth0_self_service_profile: { id: ["id"] },
      auth0_self_service_profile_custom_text: { id: ["sso_id"] },
    },
    terraform: {
      type: "auth0_self_service_profile",
      without: { introduction: "it belongs into an auth0_self_service_profile_custom_text" },
    },
    imported: { noun: "profile", file: "self-service-profiles", module: "selfServiceProfiles" },
    events: undefined,
    calls: [
      "POST /self-service-profiles",
      "GET|PATCH|DELETE /self-service-profiles/{id}",
      "GET|PUT /self-service-profiles/{id}/custom-text/{language}/{page}",
    ],
    deployed: { selfServiceProfiles: named("auth0_self_service_profile") },
  },
} satisfies FeatureTools;
