import type { Cursors } from "./query.ts";
import type { Route } from "./router.ts";
import type { WireObject } from "./store.ts";

/** The traits of a tenant that is created today. {@link TenantTraits} explains them. */
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
   * Whether a connection gets these options if a request omits them: `map_user_id_to_id` (google-apps), `waad_common_endpoint` and
   * `userid_attribute` (waad), and `assertion_decryption_settings` (samlp).
   */
  strategyDefaults: true,
  /** Whether the provisioning tickets of samlp and google-apps have 32 characters; otherwise they have 8. */
  longTickets: true,
  /** Whether a new API gets `subject_type_authorization` if the request omits it. */
  subjectAuthorization: true,
  /** Whether roles have `type`, and organizations `third_party_client_access`. */
  organizationAccess: true,
  /** Whether databases of organizations have `show_as_button` and `is_signup_enabled`. */
  databasesOfOrganizations: true,
  /** Whether a new discovery domain has `use_for_organization_discovery`. */
  discoveryUse: true,
  /** Whether a new organization has `is_app_entitlement_active`. */
  appEntitlements: true,
  /**
   * Whether triggers offer only the runtimes of 2026; otherwise they offer earlier runtimes, too, and a new action gets `node18` instead of
   * `node22`.
   */
  currentRuntimes: true,
  /** Whether a new client has `cross_origin_authentication`, and its `session_transfer` has all of today's settings. */
  crossOriginAuthentication: true,
  /**
   * Whether a new third-party client gets the `third_party_security_mode` `permissive` if the request omits it and `strictThirdParties` is
   * false.
   */
  thirdPartyModes: true,
  /**
   * Whether a new third-party client gets the `third_party_security_mode` `strict` if the request omits it. The service does so since 23
   * October 2026, and did so earlier in tenants that never had third-party clients.
   */
  strictThirdParties: true,
  /** Whether a new client grant gets a `subject_type` if the request omits it. */
  grantSubjectTypes: true,
  /** Whether the settings of a new tenant have session lifetimes, `oidc_logout` and `resource_parameter_profile`. */
  tenantDefaults: true,
  /**
   * Whether the attack protection of a new tenant has `pre-custom-token-exchange` (suspicious IP throttling) and both stages of breached
   * password detection.
   */
  attackProtectionStages: true,
  /** Whether second factors have settings for remembered devices and for one-time codes. */
  factorSettings: true,
  /** Whether a new log stream gets `isPriority` if the request omits it. */
  logStreamPriority: true,
} as const;

/**
 * Differences between tenants of different ages: over the years, the service adds properties and defaults, mostly in new tenants only. A
 * trait is true if the tenant has the property or default that the comment of the trait in {@link newTenant} describes.
 */
export type TenantTraits = { readonly [K in keyof typeof newTenant]: boolean };

/** The traits of a tenant that was created in 2022: all are false except `enabledClients`. */
export const oldTenant = {
  ...Object.fromEntries(Object.keys(newTenant).map((name) => [name, false])),
  enabledClients: true,
} as TenantTraits;

/** The data and functions of a tenant that its modules share. */
export interface Tenant {
  /** The origin, such as `https://example.eu.example.com`. */
  readonly origin: string;
  /** The tenant's name, such as `example`. */
  readonly name: string;
  readonly traits: TenantTraits;
  /** Documents by URL, which the emulator uses instead of requesting them: discovery documents, SAML metadata and metadata of clients. */
  readonly documents: Readonly<Record<string, unknown>>;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly cursors: Cursors;
}

/** A module: the objects of one type, and their routes. */
export interface Module<Held> {
  readonly objects: Held;
  readonly routes: readonly Route[];
}

/** The author of a change by a request. */
export interface Actor {
  /** Undefined for a token that `issueToken` issued. */
  readonly clientId: string | undefined;
  /** The request, as the service's events contain it. */
  readonly request: WireObject;
}
