import type { Arguments, Block } from "../terraform-arguments.ts";

const ofStrategy: Block = { connection_config: {}, enabled_features: "strings" };

/** The resources of Terraform's provider for the types in this folder. */
export const profilesArguments = {
  auth0_connection_profile: {
    "name!": "string",
    connection_config: {},
    connection_name_prefix_template: "string",
    enabled_features: "strings",
    organization: { assign_membership_on_login: "string", show_as_button: "string" },
    strategy_overrides: {
      ad: ofStrategy,
      adfs: ofStrategy,
      google_apps: ofStrategy,
      oidc: ofStrategy,
      okta: ofStrategy,
      pingfederate: ofStrategy,
      samlp: ofStrategy,
      waad: ofStrategy,
    },
  },
  auth0_self_service_profile: {
    "name!": "string",
    allowed_strategies: "strings",
    branding: { colors: { "primary!": "string" }, logo_url: "string" },
    description: "string",
    user_attribute_profile_id: "string",
    user_attributes: [{ "description!": "string", "is_optional!": "bool", "name!": "string" }],
  },
} satisfies Arguments;
