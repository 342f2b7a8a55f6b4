const verbs = { c: "create", r: "read", u: "update", d: "delete" } as const;

/** The scopes of the management API: actions, then the resources that have them. */
const resources: Readonly<Record<string, string>> = {
  crud:
    "actions authentication_methods client_credentials client_grants clients connection_profiles connections " +
    "custom_domains custom_signing_keys directory_provisionings email_provider encryption_keys event_streams flows " +
    "flows_vault_connections forms hooks log_streams network_acls organization_connections " +
    "organization_discovery_domains organizations phone_providers phone_templates resource_servers roles rules " +
    "scim_config self_service_profiles token_exchange_profiles user_attribute_profiles users vdcs_templates",
  cru: "connections_keys email_templates signing_keys",
  rud: "branding refresh_tokens sessions",
  crd:
    "group_roles organization_client_grants organization_group_roles organization_invitations " +
    "organization_member_roles organization_members role_members scim_token",
  ru: "attack_protection client_keys connections_options event_deliveries guardian_factors mfa_policies prompts tenant_settings",
  rd: "anomaly_blocks device_credentials flows_executions grants groups guardian_enrollments",
  cd: "current_user_device_credentials sso_access_tickets",
  r:
    "client_summary events group_members logs logs_users organization_groups organization_member_effective_roles " +
    "organizations_summary stats user_effective_permissions user_effective_roles user_idp_tokens",
  c: "guardian_enrollment_tickets user_tickets",
  u: "current_user_identities current_user_metadata users_app_metadata",
};

const titled = (text: string) => text.replaceAll("_", " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** All scopes of the management API. */
export const managementScopes = Object.entries(resources).flatMap(([actions, names]) =>
  names.split(" ").flatMap((resource) =>
    [...actions].map((action) => {
      const verb = verbs[action as keyof typeof verbs];
      return { value: `${verb}:${resource}`, description: titled(`${verb} ${resource}`) };
    }),
  ),
);
