/** A tenant that was created today. */
export const newTenant = {
  /** Whether a new oidc, okta or waad connection has its name as `display_name`. */
  displayNames: true,
  /** Whether a new connection has `authentication` and `connected_accounts`. */
  purposes: true,
  /** Whether GET, lists and PATCH of connections answer `enabled_clients`. */
  enabledClients: true,
  /** Whether databases have `authentication_methods` and `passkey_options`. */
  passkeys: true,
  /** Whether the password method of databases has `api_behavior` and `signup_behavior`. */
  passwordBehaviors: true,
  /** Whether databases have the methods `email_otp` and `phone_otp`. A feature that few tenants have. */
  passwordlessDatabases: false,
  /** Whether a new database has `password_options`; otherwise it has `passwordPolicy`. */
  passwordOptions: true,
  /** Whether the email attribute of a new database has `unique` and `verification_method`. */
  emailAttribute: true,
  /**
   * Whether these have their defaults: `map_user_id_to_id` (google-apps), `waad_common_endpoint` and `userid_attribute` (waad),
   * and `assertion_decryption_settings` (samlp).
   */
  strategyDefaults: true,
  /** Whether the tickets of samlp and google-apps have 32 characters; otherwise they have 8. */
  longTickets: true,
  /** Whether APIs have `subject_type_authorization` without being told. */
  subjectAuthorization: true,
  /** Whether roles have `type`, and organizations `third_party_client_access`. */
  organizationAccess: true,
  /** Whether a new client has `cross_origin_authentication`, and its session transfer all of its settings. */
  crossOriginAuthentication: true,
  /** Whether a third party's client answers `third_party_security_mode`, which is `permissive` where nothing is said. */
  thirdPartyModes: true,
  /** Whether that mode is `strict` where nothing is said. A tenant without a history of third parties has that. */
  strictThirdParties: false,
  /** Whether a client grant has `subject_type` without being told. */
  grantSubjectTypes: true,
  /** Whether a log stream has `isPriority` without being told. */
  logStreamPriority: true,
} as const;

/** What differs between tenants by their age, as the service's defaults arrive over the years. Default: as in a new tenant. */
export type TenantTraits = { readonly [K in keyof typeof newTenant]: boolean };

/** A tenant of 2022. Of all these it has one. */
export const oldTenant = {
  ...Object.fromEntries(Object.keys(newTenant).map((name) => [name, false])),
  enabledClients: true,
} as TenantTraits;
