/** The traits of a tenant that was created today. */
export const newTenant = {
  /** Whether a new oidc, okta or waad connection gets its name as `display_name`. */
  displayNames: true,
  /** Whether a new connection has `authentication` and `connected_accounts`. */
  purposes: true,
  /** Whether GET, lists and PATCH of connections return `enabled_clients`. */
  enabledClients: true,
  /** Whether databases have `authentication_methods` and `passkey_options`. */
  passkeys: true,
  /** Whether the password method of databases has `api_behavior` and `signup_behavior`. */
  passwordBehaviors: true,
  /** Whether databases have the methods `email_otp` and `phone_otp`. Few tenants have this feature. */
  passwordlessDatabases: false,
  /** Whether a new database has `password_options`; otherwise it has `passwordPolicy`. */
  passwordOptions: true,
  /** Whether the email attribute of a new database has `unique` and `verification_method`. */
  emailAttribute: true,
  /**
   * Whether these have defaults: `map_user_id_to_id` (google-apps), `waad_common_endpoint` and `userid_attribute` (waad), and
   * `assertion_decryption_settings` (samlp).
   */
  strategyDefaults: true,
  /** Whether the tickets of samlp and google-apps have 32 characters; otherwise they have 8. */
  longTickets: true,
  /** Whether APIs have a default `subject_type_authorization`. */
  subjectAuthorization: true,
  /** Whether roles have `type`, and organizations `third_party_client_access`. */
  organizationAccess: true,
  /** Whether databases of organizations have `show_as_button` and `is_signup_enabled`. */
  databasesOfOrganizations: true,
  /** Whether a new discovery domain has `use_for_organization_discovery`. */
  discoveryUse: true,
  /** Whether a new organization has `is_app_entitlement_active`. */
  appEntitlements: true,
  /** Whether triggers offer only the runtimes of 2026; otherwise they offer all earlier ones, too, and `node18` is the default. */
  currentRuntimes: true,
  /** Whether a new client has `cross_origin_authentication`, and all settings of its session transfer. */
  crossOriginAuthentication: true,
  /** Whether a third-party client has `third_party_security_mode`, by default `permissive` unless `strictThirdParties`. */
  thirdPartyModes: true,
  /**
   * Whether the default of that mode is `strict`: since 23 October 2026, and before in tenants that never had third-party clients.
   */
  strictThirdParties: true,
  /** Whether a client grant has a default `subject_type`. */
  grantSubjectTypes: true,
  /** Whether the tenant's settings have lifetimes, a logout and a profile of resources by default. */
  tenantDefaults: true,
  /** Whether attack protection has the stages that came later: custom token exchanges, new accounts and new passwords. */
  attackProtectionStages: true,
  /** Whether second factors have settings of remembered devices and of codes. */
  factorSettings: true,
  /** Whether a log stream has a default `isPriority`. */
  logStreamPriority: true,
} as const;

/** Differences between tenants by age, because the service adds defaults over the years. Default: those of a new tenant. */
export type TenantTraits = { readonly [K in keyof typeof newTenant]: boolean };

/** The traits of a tenant of 2022, which has only `enabledClients`. */
export const oldTenant = {
  ...Object.fromEntries(Object.keys(newTenant).map((name) => [name, false])),
  enabledClients: true,
} as TenantTraits;
