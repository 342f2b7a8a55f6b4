// Made of `types/tenant-settings/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { tenantSettings } from "../../types/tenant-settings/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The cookie of sessions. */
export interface TenantSettingsSessionCookie {
  /** Whether the cookie outlives the browser. */
  mode: pulumi.Input<"persistent" | "non-persistent">;
}

/** Anonymous sessions, for users who have not logged in. */
export interface TenantSettingsAnonymousSessions {
  /** The lifetime in minutes: 1 to 525,600. When cleared: the service's default. */
  lifetimeInMinutes?: pulumi.Input<number | undefined>;
  /** Whether the service sets a cookie for the session. When cleared: the service's default. */
  activateCookie?: pulumi.Input<boolean | undefined>;
}

/** The handling of sessions. */
export interface TenantSettingsSessions {
  /** Whether users are asked before a logout. When cleared: the service's default. */
  oidcLogoutPromptEnabled?: pulumi.Input<boolean | undefined>;
  /** Anonymous sessions, for users who have not logged in. Early access. When cleared: the service's defaults. */
  anonymous?: pulumi.Input<TenantSettingsAnonymousSessions | undefined>;
}

/** The logout with OpenID Connect. */
export interface TenantSettingsOidcLogout {
  /** Whether discovery returns the logout endpoint. When cleared: true. */
  rpLogoutEndSessionEndpointDiscovery?: pulumi.Input<boolean | undefined>;
}

/** The page on which users set a new password. */
export interface TenantSettingsChangePassword {
  /**
   * Whether the page is used. When cleared: false. A run that would put undeclared values of another client in `html`
   * into force is refused.
   */
  enabled?: pulumi.Input<boolean | undefined>;
  /** The page's HTML. When cleared: empty. */
  html?: pulumi.Input<string | undefined>;
}

/** The page for a second factor. */
export interface TenantSettingsGuardianMfaPage {
  /**
   * Whether the page is used. When cleared: false. A run that would put undeclared values of another client in `html`
   * into force is refused.
   */
  enabled?: pulumi.Input<boolean | undefined>;
  /** The page's HTML. When cleared: empty. */
  html?: pulumi.Input<string | undefined>;
}

/** The page for errors. */
export interface TenantSettingsErrorPage {
  /** The page's HTML. When cleared: empty. */
  html?: pulumi.Input<string | undefined>;
  /** Whether the page has a link to the log. When cleared: false. */
  showLogLink?: pulumi.Input<boolean | undefined>;
  /** The URL of your own error page, which is used instead of `html`. When cleared: empty. */
  url?: pulumi.Input<string | undefined>;
}

/** The user codes that devices show in the device flow. */
export interface TenantSettingsDeviceFlow {
  /** The characters of a code. */
  charset?: pulumi.Input<"base20" | "digits" | undefined>;
  /** The form of a code, such as `****-****`, at most 20 characters. */
  mask?: pulumi.Input<string | undefined>;
}

/** The countries of phone numbers. */
export interface TenantSettingsCountryCodes {
  /** The codes of the countries, two letters each: a set. */
  list: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether only the listed countries are allowed (`allow`), or all except them (`deny`). */
  mode: pulumi.Input<"allow" | "deny">;
}

/** The quota of tokens from the client credentials flow. */
export interface TenantSettingsClientCredentialsQuota {
  /**
   * Whether the quota is enforced. Otherwise, exceeding it is only logged. A run that would put undeclared values of
   * another client in `perDay` and `perHour` into force is refused.
   */
  enforce?: pulumi.Input<boolean | undefined>;
  /** The number of tokens in a day: 1 to 2,147,483,647. */
  perDay?: pulumi.Input<number | undefined>;
  /** The number of tokens in an hour: 1 to 2,147,483,647. */
  perHour?: pulumi.Input<number | undefined>;
}

/** The quota of tokens. */
export interface TenantSettingsTokenQuota {
  /** The quota of the client credentials flow. */
  clientCredentials: pulumi.Input<TenantSettingsClientCredentialsQuota>;
}

/** The quota of tokens from the client credentials flow. */
export interface TenantSettingsDefaultTokenQuota {
  /** The quota of an application. */
  clients?: pulumi.Input<TenantSettingsTokenQuota | undefined>;
  /** The quota of the applications of an organization. */
  organizations?: pulumi.Input<TenantSettingsTokenQuota | undefined>;
}

/** Mutual TLS. */
export interface TenantSettingsMtls {
  /** Whether discovery returns aliases of the endpoints for mutual TLS. */
  enableEndpointAliases?: pulumi.Input<boolean | undefined>;
}

/**
 * The arguments of a {@link TenantSettings}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant, if
 * its description names that value ("When cleared").
 */
export interface TenantSettingsArgs {
  /** The display name of the tenant. It cannot be cleared. */
  friendlyName?: pulumi.Input<string | undefined>;
  /** The e-mail address of the support. Empty or cleared: none. */
  supportEmail?: pulumi.Input<string | undefined>;
  /** The URL of the support page. Empty or cleared: none. */
  supportUrl?: pulumi.Input<string | undefined>;
  /** The languages of the login pages, the default language first: at least 1 element. When cleared: English. */
  enabledLocales?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The lifetime of a session in hours: 1 to 8,760. When cleared: 168. */
  sessionLifetime?: pulumi.Input<number | undefined>;
  /**
   * The lifetime of a session in minutes: 1 to 525,600. Declare either this or `sessionLifetime`. When cleared: 10,080.
   */
  sessionLifetimeInMinutes?: pulumi.Input<number | undefined>;
  /** The lifetime of an unused session in hours: 1 to 8,760. When cleared: 72. */
  idleSessionLifetime?: pulumi.Input<number | undefined>;
  /**
   * The lifetime of an unused session in minutes: 1 to 525,600. Declare either this or `idleSessionLifetime`. When
   * cleared: 4,320.
   */
  idleSessionLifetimeInMinutes?: pulumi.Input<number | undefined>;
  /** The lifetime of a session that ends with the browser, in hours: 1 to 8,760. When cleared: 72. */
  ephemeralSessionLifetime?: pulumi.Input<number | undefined>;
  /**
   * The lifetime of a session that ends with the browser, in minutes: 1 to 525,600. Declare either this or
   * `ephemeralSessionLifetime`. When cleared: 4,320.
   */
  ephemeralSessionLifetimeInMinutes?: pulumi.Input<number | undefined>;
  /** The lifetime of an unused session that ends with the browser, in hours: 1 to 8,760. When cleared: 24. */
  idleEphemeralSessionLifetime?: pulumi.Input<number | undefined>;
  /**
   * The lifetime of an unused session that ends with the browser, in minutes: 1 to 525,600. Declare either this or
   * `idleEphemeralSessionLifetime`. When cleared: 1,440.
   */
  idleEphemeralSessionLifetimeInMinutes?: pulumi.Input<number | undefined>;
  /** The cookie of sessions. When cleared: the service's default. */
  sessionCookie?: pulumi.Input<TenantSettingsSessionCookie | undefined>;
  /** The handling of sessions. When cleared: the service's default. */
  sessions?: pulumi.Input<TenantSettingsSessions | undefined>;
  /** The logout with OpenID Connect. */
  oidcLogout?: pulumi.Input<TenantSettingsOidcLogout | undefined>;
  /** The allowed URLs after a logout, in any order. When cleared: none. */
  allowedLogoutUrls?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The identifier of the API for which tokens are issued if a request names none. Empty or cleared: none. */
  defaultAudience?: pulumi.Input<string | undefined>;
  /** The name of the database for logins that name no connection. Empty or cleared: none. */
  defaultDirectory?: pulumi.Input<string | undefined>;
  /** The https URL to which users with a stale link to a login page are redirected. Empty or cleared: none. */
  defaultRedirectionUri?: pulumi.Input<string | undefined>;
  /**
   * The tenant's flags, under the service's own names: `{ enable_dynamic_client_registration: false }`. Only declared
   * flags are managed.
   */
  flags?: pulumi.Input<Readonly<Record<string, pulumi.Input<boolean>>> | undefined>;
  /** The page on which users set a new password. Its properties are managed one by one. When cleared: none. */
  changePassword?: pulumi.Input<TenantSettingsChangePassword | undefined>;
  /** The page for a second factor. Its properties are managed one by one. When cleared: none. */
  guardianMfaPage?: pulumi.Input<TenantSettingsGuardianMfaPage | undefined>;
  /** The page for errors. When cleared: the service's own. */
  errorPage?: pulumi.Input<TenantSettingsErrorPage | undefined>;
  /** The user codes that devices show in the device flow. When cleared: the service's default. */
  deviceFlow?: pulumi.Input<TenantSettingsDeviceFlow | undefined>;
  /**
   * The security headers of the login pages, under the service's own names. Only declared properties are managed. When
   * cleared: the service's default.
   */
  securityHeaders?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** The countries of phone numbers. When cleared: all. Not every tenant has this feature. */
  countryCodes?: pulumi.Input<TenantSettingsCountryCodes | undefined>;
  /** The quota of tokens from the client credentials flow. Early access. When cleared: no quota. */
  defaultTokenQuota?: pulumi.Input<TenantSettingsDefaultTokenQuota | undefined>;
  /** Mutual TLS. When cleared: disabled. */
  mtls?: pulumi.Input<TenantSettingsMtls | undefined>;
  /** The levels of authentication (ACR values) that discovery lists: a set. When cleared: none. */
  acrValuesSupported?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Whether applications can push authorization requests. When cleared: the service's default. */
  pushedAuthorizationRequestsSupported?: pulumi.Input<boolean | undefined>;
  /** Whether authorization responses name the issuer. When cleared: the service's default. */
  authorizationResponseIssParameterSupported?: pulumi.Input<boolean | undefined>;
  /** Whether the confirmation prompt for unverifiable callbacks is skipped. When cleared: the service's default. */
  skipNonVerifiableCallbackUriConfirmationPrompt?: pulumi.Input<boolean | undefined>;
  /** Whether actions choose the second factor. When cleared: the service's default. */
  customizeMfaInPostloginAction?: pulumi.Input<boolean | undefined>;
  /**
   * Whether requests can contain the name of an organization instead of its id. When cleared: the service's default.
   */
  allowOrganizationNameInAuthenticationApi?: pulumi.Input<boolean | undefined>;
  /** Whether applications can be registered by a metadata document. Early access. It cannot be cleared. */
  clientIdMetadataDocumentSupported?: pulumi.Input<boolean | undefined>;
  /**
   * Whether phone messages are configured with the branding, instead of with the second factor. It cannot be cleared.
   */
  phoneConsolidatedExperience?: pulumi.Input<boolean | undefined>;
  /** Whether the dashboard has its AI guide. It cannot be cleared. */
  enableAiGuide?: pulumi.Input<boolean | undefined>;
  /** Whether logs have the metadata of sessions. Early access. It cannot be cleared. */
  includeSessionMetadataInTenantLogs?: pulumi.Input<boolean | undefined>;
  /** The meaning of the parameter `resource` in a request. When cleared: `audience`. */
  resourceParameterProfile?: pulumi.Input<"audience" | "compatibility" | undefined>;
  /** The security mode of self-registered applications. It cannot be cleared. */
  dynamicClientRegistrationSecurityMode?: pulumi.Input<"strict" | "permissive" | undefined>;
  /** The version of Node for scripts, 1 to 8 characters. It cannot be cleared. */
  sandboxVersion?: pulumi.Input<string | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The tenant's settings: sessions, flags, languages, pages, and features of applications.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * // All that is not named stays as it is at the tenant, also all other flags.
 * const settings = new tenant.TenantSettings("settings", {
 *   sessionLifetime: 24,
 *   idleSessionLifetimeInMinutes: 90,
 *   enabledLocales: ["en", "de"],
 *   flags: { enable_dynamic_client_registration: false, revoke_refresh_token_grant: true },
 * });
 * export const locales = settings.enabledLocales;
 * ```
 *
 * **Flags** are an open list under the service's own names. An update sends only declared flags that differ, never undeclared flags. The
 * service refuses some flags at some tenants; the error names the flag. A flag that you remove from the program gets the value of a new
 * tenant if that value is documented (`enable_sso`, `universal_login`, …), and stays otherwise.
 *
 * **Lifetimes** are declared in hours or in minutes, never in both. The service returns hours only, if necessary as a fraction; the provider
 * compares minutes.
 *
 * **Managed by other resources**: the API also returns the colors and the logo of the login pages with these settings (`universal_login.colors`,
 * `picture_url`), and `identifier_first` in the response to an update. Declare them in `Branding` and `PromptSettings`.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay. The provider reads the settings again afterwards, because the
 * response to an update is not the whole object.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /tenants/settings`.
 * Scopes: `read|update:tenant_settings`.
 */
export class TenantSettings extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(tenantSettings.type);

  declare readonly friendlyName: pulumi.Output<string | undefined>;
  declare readonly supportEmail: pulumi.Output<string | undefined>;
  declare readonly supportUrl: pulumi.Output<string | undefined>;
  declare readonly enabledLocales: pulumi.Output<string[] | undefined>;
  declare readonly sessionLifetime: pulumi.Output<number | undefined>;
  declare readonly sessionLifetimeInMinutes: pulumi.Output<number | undefined>;
  declare readonly idleSessionLifetime: pulumi.Output<number | undefined>;
  declare readonly idleSessionLifetimeInMinutes: pulumi.Output<number | undefined>;
  declare readonly ephemeralSessionLifetime: pulumi.Output<number | undefined>;
  declare readonly ephemeralSessionLifetimeInMinutes: pulumi.Output<number | undefined>;
  declare readonly idleEphemeralSessionLifetime: pulumi.Output<number | undefined>;
  declare readonly idleEphemeralSessionLifetimeInMinutes: pulumi.Output<number | undefined>;
  declare readonly sessionCookie: pulumi.Output<pulumi.Unwrap<TenantSettingsSessionCookie> | undefined>;
  declare readonly sessions: pulumi.Output<pulumi.Unwrap<TenantSettingsSessions> | undefined>;
  declare readonly oidcLogout: pulumi.Output<pulumi.Unwrap<TenantSettingsOidcLogout> | undefined>;
  declare readonly allowedLogoutUrls: pulumi.Output<string[] | undefined>;
  declare readonly defaultAudience: pulumi.Output<string | undefined>;
  declare readonly defaultDirectory: pulumi.Output<string | undefined>;
  declare readonly defaultRedirectionUri: pulumi.Output<string | undefined>;
  /** The declared flags. */
  declare readonly flags: pulumi.Output<Readonly<Record<string, boolean>> | undefined>;
  declare readonly changePassword: pulumi.Output<pulumi.Unwrap<TenantSettingsChangePassword> | undefined>;
  declare readonly guardianMfaPage: pulumi.Output<pulumi.Unwrap<TenantSettingsGuardianMfaPage> | undefined>;
  declare readonly errorPage: pulumi.Output<pulumi.Unwrap<TenantSettingsErrorPage> | undefined>;
  declare readonly deviceFlow: pulumi.Output<pulumi.Unwrap<TenantSettingsDeviceFlow> | undefined>;
  /** The declared properties. */
  declare readonly securityHeaders: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly countryCodes: pulumi.Output<pulumi.Unwrap<TenantSettingsCountryCodes> | undefined>;
  declare readonly defaultTokenQuota: pulumi.Output<pulumi.Unwrap<TenantSettingsDefaultTokenQuota> | undefined>;
  declare readonly mtls: pulumi.Output<pulumi.Unwrap<TenantSettingsMtls> | undefined>;
  declare readonly acrValuesSupported: pulumi.Output<string[] | undefined>;
  declare readonly pushedAuthorizationRequestsSupported: pulumi.Output<boolean | undefined>;
  declare readonly authorizationResponseIssParameterSupported: pulumi.Output<boolean | undefined>;
  declare readonly skipNonVerifiableCallbackUriConfirmationPrompt: pulumi.Output<boolean | undefined>;
  declare readonly customizeMfaInPostloginAction: pulumi.Output<boolean | undefined>;
  declare readonly allowOrganizationNameInAuthenticationApi: pulumi.Output<boolean | undefined>;
  declare readonly clientIdMetadataDocumentSupported: pulumi.Output<boolean | undefined>;
  declare readonly phoneConsolidatedExperience: pulumi.Output<boolean | undefined>;
  declare readonly enableAiGuide: pulumi.Output<boolean | undefined>;
  declare readonly includeSessionMetadataInTenantLogs: pulumi.Output<boolean | undefined>;
  declare readonly resourceParameterProfile: pulumi.Output<"audience" | "compatibility" | undefined>;
  declare readonly dynamicClientRegistrationSecurityMode: pulumi.Output<"strict" | "permissive" | undefined>;
  declare readonly sandboxVersion: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages tenant settings.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: TenantSettingsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(tenantSettings, name, args, opts);
  }
}

/** The tenant settings of a look-up. A property that the service omits is absent. */
export interface GetTenantSettingsResult {
  /** The id of the tenant settings. */
  readonly id: string;
  /** The display name of the tenant. It cannot be cleared. */
  readonly friendlyName?: string | undefined;
  /** The e-mail address of the support. Empty or cleared: none. */
  readonly supportEmail: string;
  /** The URL of the support page. Empty or cleared: none. */
  readonly supportUrl: string;
  /** The languages of the login pages, the default language first: at least 1 element. */
  readonly enabledLocales: string[];
  /** The lifetime of a session in hours: 1 to 8,760. */
  readonly sessionLifetime: number;
  /** The lifetime of a session in minutes: 1 to 525,600. Declare either this or `sessionLifetime`. */
  readonly sessionLifetimeInMinutes: number;
  /** The lifetime of an unused session in hours: 1 to 8,760. */
  readonly idleSessionLifetime: number;
  /** The lifetime of an unused session in minutes: 1 to 525,600. Declare either this or `idleSessionLifetime`. */
  readonly idleSessionLifetimeInMinutes: number;
  /** The lifetime of a session that ends with the browser, in hours: 1 to 8,760. */
  readonly ephemeralSessionLifetime: number;
  /**
   * The lifetime of a session that ends with the browser, in minutes: 1 to 525,600. Declare either this or
   * `ephemeralSessionLifetime`.
   */
  readonly ephemeralSessionLifetimeInMinutes: number;
  /** The lifetime of an unused session that ends with the browser, in hours: 1 to 8,760. */
  readonly idleEphemeralSessionLifetime: number;
  /**
   * The lifetime of an unused session that ends with the browser, in minutes: 1 to 525,600. Declare either this or
   * `idleEphemeralSessionLifetime`.
   */
  readonly idleEphemeralSessionLifetimeInMinutes: number;
  /** The cookie of sessions. */
  readonly sessionCookie?: pulumi.Unwrap<TenantSettingsSessionCookie> | undefined;
  /** The handling of sessions. */
  readonly sessions?: pulumi.Unwrap<TenantSettingsSessions> | undefined;
  /** The logout with OpenID Connect. */
  readonly oidcLogout?: pulumi.Unwrap<TenantSettingsOidcLogout> | undefined;
  /** The allowed URLs after a logout, in any order. */
  readonly allowedLogoutUrls: string[];
  /** The identifier of the API for which tokens are issued if a request names none. Empty or cleared: none. */
  readonly defaultAudience: string;
  /** The name of the database for logins that name no connection. Empty or cleared: none. */
  readonly defaultDirectory: string;
  /** The https URL to which users with a stale link to a login page are redirected. Empty or cleared: none. */
  readonly defaultRedirectionUri: string;
  /**
   * The tenant's flags, under the service's own names: `{ enable_dynamic_client_registration: false }`. Only declared
   * flags are managed.
   */
  readonly flags: Readonly<Record<string, boolean>>;
  /** The page on which users set a new password. Its properties are managed one by one. */
  readonly changePassword?: pulumi.Unwrap<TenantSettingsChangePassword> | undefined;
  /** The page for a second factor. Its properties are managed one by one. */
  readonly guardianMfaPage?: pulumi.Unwrap<TenantSettingsGuardianMfaPage> | undefined;
  /** The page for errors. */
  readonly errorPage?: pulumi.Unwrap<TenantSettingsErrorPage> | undefined;
  /** The user codes that devices show in the device flow. */
  readonly deviceFlow?: pulumi.Unwrap<TenantSettingsDeviceFlow> | undefined;
  /** The security headers of the login pages, under the service's own names. Only declared properties are managed. */
  readonly securityHeaders?: Readonly<Record<string, unknown>> | undefined;
  /** The countries of phone numbers. Not every tenant has this feature. */
  readonly countryCodes?: pulumi.Unwrap<TenantSettingsCountryCodes> | undefined;
  /** The quota of tokens from the client credentials flow. Early access. */
  readonly defaultTokenQuota?: pulumi.Unwrap<TenantSettingsDefaultTokenQuota> | undefined;
  /** Mutual TLS. */
  readonly mtls?: pulumi.Unwrap<TenantSettingsMtls> | undefined;
  /** The levels of authentication (ACR values) that discovery lists: a set. */
  readonly acrValuesSupported: string[];
  /** Whether applications can push authorization requests. */
  readonly pushedAuthorizationRequestsSupported?: boolean | undefined;
  /** Whether authorization responses name the issuer. */
  readonly authorizationResponseIssParameterSupported?: boolean | undefined;
  /** Whether the confirmation prompt for unverifiable callbacks is skipped. */
  readonly skipNonVerifiableCallbackUriConfirmationPrompt?: boolean | undefined;
  /** Whether actions choose the second factor. */
  readonly customizeMfaInPostloginAction?: boolean | undefined;
  /** Whether requests can contain the name of an organization instead of its id. */
  readonly allowOrganizationNameInAuthenticationApi?: boolean | undefined;
  /** Whether applications can be registered by a metadata document. Early access. It cannot be cleared. */
  readonly clientIdMetadataDocumentSupported?: boolean | undefined;
  /**
   * Whether phone messages are configured with the branding, instead of with the second factor. It cannot be cleared.
   */
  readonly phoneConsolidatedExperience?: boolean | undefined;
  /** Whether the dashboard has its AI guide. It cannot be cleared. */
  readonly enableAiGuide?: boolean | undefined;
  /** Whether logs have the metadata of sessions. Early access. It cannot be cleared. */
  readonly includeSessionMetadataInTenantLogs?: boolean | undefined;
  /** The meaning of the parameter `resource` in a request. */
  readonly resourceParameterProfile: "audience" | "compatibility";
  /** The security mode of self-registered applications. It cannot be cleared. */
  readonly dynamicClientRegistrationSecurityMode?: "strict" | "permissive" | undefined;
  /** The version of Node for scripts, 1 to 8 characters. It cannot be cleared. */
  readonly sandboxVersion?: string | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetTenantSettingsResult>(tenantSettings);

/**
 * The tenant settings, managed or not, as a refresh reads them. Routes: `GET /tenants/settings`; scopes:
 * `read:tenant_settings`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getTenantSettings();
 * export const current = found.friendlyName;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the tenant settings
 */
export const getTenantSettings = lookUp.plain;

/** {@link getTenantSettings} as an output; see {@link OutputLookUp}. */
export const getTenantSettingsOutput = lookUp.output;
