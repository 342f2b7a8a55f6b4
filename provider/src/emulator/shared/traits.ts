/** What differs between tenants by their age, as the service's defaults arrive over the years. */
export interface TenantTraits {
  /** Whether a new oidc, okta or waad connection has its name as `display_name`. Default: true. */
  readonly displayNames: boolean;
  /** Whether a new connection has `authentication` and `connected_accounts`. Default: true. */
  readonly purposes: boolean;
  /** Whether GET, lists and PATCH of connections answer `enabled_clients`. Default: true. */
  readonly enabledClients: boolean;
  /** Whether databases have `authentication_methods` and `passkey_options`. Default: true. */
  readonly passkeys: boolean;
  /** Whether the password method of databases has `api_behavior` and `signup_behavior`. Default: true. */
  readonly passwordBehaviors: boolean;
  /** Whether databases have the methods `email_otp` and `phone_otp`. Default: false, a feature that few tenants have. */
  readonly passwordlessDatabases: boolean;
  /** Whether a new database has `password_options`; otherwise it has `passwordPolicy`. Default: true. */
  readonly passwordOptions: boolean;
  /** Whether the email attribute of a new database has `unique` and `verification_method`. Default: true. */
  readonly emailAttribute: boolean;
  /**
   * Whether these have their defaults: `map_user_id_to_id` (google-apps), `waad_common_endpoint` and `userid_attribute` (waad),
   * and `assertion_decryption_settings` (samlp). Default: true.
   */
  readonly strategyDefaults: boolean;
  /** Whether the tickets of samlp and google-apps have 32 characters; otherwise they have 8. Default: true. */
  readonly longTickets: boolean;
  /** Whether APIs have `subject_type_authorization` without being told. Default: true. */
  readonly subjectAuthorization: boolean;
  /** Whether roles have `type`, and organizations `third_party_client_access`. Default: true. */
  readonly organizationAccess: boolean;
}

/** A tenant that was created today. */
export const newTenant: TenantTraits = {
  displayNames: true,
  purposes: true,
  enabledClients: true,
  passkeys: true,
  passwordBehaviors: true,
  passwordlessDatabases: false,
  passwordOptions: true,
  emailAttribute: true,
  strategyDefaults: true,
  longTickets: true,
  subjectAuthorization: true,
  organizationAccess: true,
};

/** A tenant of 2022. */
export const oldTenant: TenantTraits = {
  displayNames: false,
  purposes: false,
  enabledClients: true,
  passkeys: false,
  passwordBehaviors: false,
  passwordlessDatabases: false,
  passwordOptions: false,
  emailAttribute: false,
  strategyDefaults: false,
  longTickets: false,
  subjectAuthorization: false,
  organizationAccess: false,
};
