import type { WireObject } from "../shared/store.ts";

const verbs = { c: "create", r: "read", u: "update", d: "delete" } as const;

/** The scopes of the management API. By initials of verbs, such as `cru` (create, read, update): the resources with a scope for each verb. */
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
const managementScopes = Object.entries(resources).flatMap(([actions, names]) =>
  names.split(" ").flatMap((resource) =>
    [...actions].map((action) => {
      const verb = verbs[action as keyof typeof verbs];
      return { value: `${verb}:${resource}`, description: titled(`${verb} ${resource}`) };
    }),
  ),
);

/** A system API: every tenant has it, or a tenant activates it by a create with its identifier. */
export interface SystemApi {
  readonly name: string;
  /** The properties whose values differ from the defaults of a new API. */
  readonly properties: WireObject;
  /** The properties that a request can change. Default: `systemSettings`. */
  readonly changeable?: readonly string[];
}

const described = (scopes: Readonly<Record<string, string>>) =>
  Object.entries(scopes).map(([value, description]) => ({ value, description }));

const management: SystemApi = {
  name: "Auth0 Management API",
  changeable: ["skip_consent_for_verifiable_first_party_clients", "token_lifetime", "token_lifetime_for_web"],
  properties: {
    scopes: managementScopes,
    token_lifetime_for_web: 7200,
  },
};

const myAccount: SystemApi = {
  name: "Auth0 My Account API",
  properties: {
    scopes: described({
      "create:me:connected_accounts": "Create Connected Accounts",
      "read:me:connected_accounts": "Read Connected Accounts",
      "delete:me:connected_accounts": "Delete Connected Accounts",
    }),
    token_lifetime: 600,
    token_lifetime_for_web: 600,
    allow_offline_access: true,
    skip_consent_for_verifiable_first_party_clients: true,
    subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } },
    proof_of_possession: { mechanism: "dpop", required: false },
  },
};

const express: SystemApi = {
  name: "Okta OIN Express Configuration API",
  properties: {
    scopes: described({
      "express_configure:sso": "Ability to create SSO configurations",
      "express_configure:scim": "Ability to create scim configurations",
    }),
    token_lifetime: 300,
    token_lifetime_for_web: 7200,
    subject_type_authorization: { client: { policy: "deny_all" }, user: { policy: "allow_all" } },
    enforce_policies: true,
  },
};

/** The hosts of the service's tenants, which the identifiers of system APIs contain. */
const serviceHost = /^[a-z0-9-]+(\.[a-z]{2}(-\d)?)?\.auth0\.com$/;
const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** Whether an identifier is that of the management API of a tenant of the service, or of the tenant with this origin. */
export function isManagementApi(origin: string, identifier: unknown): boolean {
  if (identifier === `${origin}/api/v2/`) return true;
  const url = URL.parse(String(identifier));
  return url?.protocol === "https:" && url.pathname === "/api/v2/" && serviceHost.test(url.hostname);
}

/**
 * The system API with this identifier, if any.
 *
 * @param origin the origin of the tenant
 */
export function systemApi(origin: string, identifier: string): SystemApi | undefined {
  if (identifier === `${origin}/api/v2/`) return management;
  if (identifier === "urn:auth0:express-configure") return express;
  const url = identifier.endsWith("/me/") ? URL.parse(identifier) : null;
  if (url?.pathname !== "/me/") return undefined;
  const own = loopback.includes(url.hostname) && url.port === new URL(origin).port;
  return own || serviceHost.test(url.hostname) ? myAccount : undefined;
}
