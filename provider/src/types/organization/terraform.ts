import type { Arguments } from "../terraform-arguments.ts";

/** The resources of Terraform's provider for the types in this folder. */
export const organizationArguments = {
  auth0_organization: {
    "name!": "string",
    branding: { colors: "map", logo_url: "string" },
    display_name: "string",
    metadata: "map",
  },
  auth0_organization_connection: {
    "connection_id!": "string",
    "organization_id!": "string",
    assign_membership_on_login: "bool",
    is_signup_enabled: "bool",
    show_as_button: "bool",
  },
  auth0_organization_member: { "organization_id!": "string", "user_id!": "string" },
  auth0_organization_member_role: { "organization_id!": "string", "role_id!": "string", "user_id!": "string" },
  auth0_organization_member_roles: { "organization_id!": "string", "roles!": "strings", "user_id!": "string" },
  auth0_organization_members: { "members!": "strings", "organization_id!": "string" },
} satisfies Arguments;
