// Made of `types/client/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { client } from "../../types/client/definition.ts";
import { TenantResource } from "../base.ts";

/** The type of an application. */
export type ClientAppType =
  | "native"
  | "spa"
  | "regular_web"
  | "non_interactive"
  | "resource_server"
  | "express_configuration"
  | "rms"
  | "box"
  | "cloudbees"
  | "concur"
  | "dropbox"
  | "mscrm"
  | "echosign"
  | "egnyte"
  | "newrelic"
  | "office365"
  | "salesforce"
  | "sentry"
  | "sharepoint"
  | "slack"
  | "springcm"
  | "zendesk"
  | "zoom"
  | "sso_integration"
  | "oag";

/** A grant type. For a variable of type string, write `value as tenant.GrantType`. */
export type GrantType =
  | "authorization_code"
  | "implicit"
  | "refresh_token"
  | "client_credentials"
  | "password"
  | `http:${string}`
  | `https:${string}`
  | `urn:${string}`;

/** Settings of the ID tokens of an application. Merged: undeclared properties stay. */
export interface ClientJwtConfiguration {
  /** The lifetime of an ID token in seconds. */
  lifetimeInSeconds?: pulumi.Input<number | undefined>;
  /** Whether the secret is base64-encoded. A change replaces the application. */
  secretEncoded?: pulumi.Input<boolean | undefined>;
  /** The signing algorithm. */
  alg?: pulumi.Input<"HS256" | "RS256" | "RS512" | "PS256" | undefined>;
  /** Scopes, under the service's own names. Only declared keys are managed, at any depth. */
  scopes?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
}

/** An API for which a refresh token can be exchanged. */
export interface ClientRefreshTokenPolicy {
  /** The identifier of the API. */
  audience: pulumi.Input<string>;
  /** The scopes of the API. */
  scope: pulumi.Input<pulumi.Input<string>[]>;
}

/** Settings of refresh tokens. An update sends all properties, the undeclared ones with the tenant's values. */
export interface ClientRefreshToken {
  /** Whether each use of a refresh token returns a new refresh token, which replaces the used one. */
  rotationType: pulumi.Input<"rotating" | "non-rotating">;
  /** Whether refresh tokens expire. */
  expirationType: pulumi.Input<"expiring" | "non-expiring">;
  /** How long a rotated refresh token is still accepted after its first use, in seconds. */
  leeway?: pulumi.Input<number | undefined>;
  /** The lifetime of a refresh token in seconds: 1 to 157,788,000. */
  tokenLifetime?: pulumi.Input<number | undefined>;
  /** The lifetime of an unused refresh token in seconds. */
  idleTokenLifetime?: pulumi.Input<number | undefined>;
  /** Whether a refresh token never expires. */
  infiniteTokenLifetime?: pulumi.Input<boolean | undefined>;
  /** Whether an unused refresh token never expires. */
  infiniteIdleTokenLifetime?: pulumi.Input<boolean | undefined>;
  /** Further APIs for which the refresh tokens can be exchanged: at least 1 element. */
  policies?: pulumi.Input<pulumi.Input<ClientRefreshTokenPolicy>[] | undefined>;
}

/** The token exchanges that an application can use. */
export interface ClientTokenExchange {
  /** The types of profiles that the application can use: `custom_authentication`, `on_behalf_of_token_exchange`. */
  allowAnyProfileOfType?: pulumi.Input<
    pulumi.Input<"custom_authentication" | "on_behalf_of_token_exchange">[] | undefined
  >;
}

/**
 * The quota of tokens that the application gets for itself. At least one of its properties must be
 * set.
 */
export interface ClientTokenQuotaOfCredentials {
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

/** Token quotas. */
export interface ClientTokenQuota {
  /** The quota of the client credentials flow. */
  clientCredentials: pulumi.Input<ClientTokenQuotaOfCredentials>;
}

/** A public key that verifies signed requests. */
export interface ClientSignedRequestKey {
  /** The type of the credential. */
  credentialType: pulumi.Input<"public_key">;
  /** The public key or its certificate, in PEM form. */
  pem: pulumi.Input<string>;
  /** The name of the credential: at most 128 characters. A key keeps it from its creation. */
  name?: pulumi.Input<string | undefined>;
  /** The signing algorithm. Default: RS256. A key keeps it from its creation. */
  algorithm?: pulumi.Input<"RS256" | "RS384" | "PS256" | undefined>;
  /**
   * The id of the key: 10 to 64 letters, digits, `-` and `_`. Default: the thumbprint of the key. A new key needs a new
   * id.
   */
  kid?: pulumi.Input<string | undefined>;
}

/**
 * Settings of signed requests. An application can have at most 4 credentials in total, other credentials
 * included.
 */
export interface ClientSignedRequestObject {
  /**
   * Whether signed requests are required. Not together with an empty list of keys, with which no request could be
   * verified. When cleared: false.
   */
  required?: pulumi.Input<boolean | undefined>;
  /**
   * The keys that verify the signatures. The API never returns a key: a change outside Pulumi appears as changed keys. A key that you remove from the
   * program is deleted. Undeclared keys stay if the program declares no list. Look-ups do not return this property. When cleared: none.
   */
  credentials?: pulumi.Input<pulumi.Input<ClientSignedRequestKey>[] | undefined>;
}

/** The key with which WS-Federation responses to an application are encrypted. */
export interface ClientEncryptionKey {
  /** The public key. */
  pub?: pulumi.Input<string | undefined>;
  /** The certificate. */
  cert?: pulumi.Input<string | undefined>;
  /** The subject of the certificate. */
  subject?: pulumi.Input<string | undefined>;
}

/** A public key for access to the token vault. */
export interface ClientTokenVaultCredential {
  /** The type of the credential. */
  credentialType: pulumi.Input<"public_key">;
  /** The public key or its certificate, in PEM form. */
  pem: pulumi.Input<string>;
  /** The name of the credential: at most 128 characters. A key keeps it from its creation. */
  name?: pulumi.Input<string | undefined>;
  /** The signing algorithm. Default: RS256. A key keeps it from its creation. */
  algorithm?: pulumi.Input<"RS256" | "RS384" | "PS256" | undefined>;
  /**
   * The id of the key: 10 to 64 letters, digits, `-` and `_`. Default: the thumbprint of the key. A new key needs a new
   * id.
   */
  kid?: pulumi.Input<string | undefined>;
}

/** A connection whose tokens can be read with the keys of the token vault. */
export interface ClientTokenVaultGrant {
  /** The name of the connection. Each connection can occur once. */
  connection: pulumi.Input<string>;
  /** The scopes: at most 20 in all grants together. */
  scopes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}

/**
 * The keys for access to the token vault. An application can have at most 4 credentials in total, other
 * credentials included.
 */
export interface ClientTokenVaultPrivilegedAccess {
  /** The keys. */
  credentials: pulumi.Input<pulumi.Input<ClientTokenVaultCredential>[]>;
  /**
   * The IP addresses and ranges (`192.0.2.0/24`) from which the keys can be used. When cleared: none, which allows
   * every address.
   */
  ipAllowlist?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * The connections whose tokens can be read with these keys, each with the scopes of these tokens. When cleared: none.
   */
  grants?: pulumi.Input<pulumi.Input<ClientTokenVaultGrant>[] | undefined>;
}

/** The exchange of identity assertions for access tokens, for cross-app access. */
export interface ClientIdentityAssertionAuthorizationGrant {
  /** Whether the application can exchange identity assertions for access tokens. */
  active?: pulumi.Input<boolean | undefined>;
}

/** The events that start a back-channel logout. */
export interface ClientBackchannelLogoutInitiators {
  /** Whether all events start a logout, or only the selected ones. */
  mode?: pulumi.Input<"custom" | "all" | undefined>;
  /** The selected events, such as `rp-logout`, `idp-logout`, `password-changed`, `session-expired`. */
  selectedInitiators?: pulumi.Input<
    | pulumi.Input<
        | "rp-logout"
        | "idp-logout"
        | "password-changed"
        | "session-expired"
        | "session-revoked"
        | "account-deleted"
        | "email-identifier-changed"
        | "mfa-phone-unenrolled"
        | "account-deactivated"
      >[]
    | undefined
  >;
}

/** The session metadata in a back-channel logout. */
export interface ClientBackchannelLogoutSessionMetadata {
  /** Whether the metadata is included. */
  include?: pulumi.Input<boolean | undefined>;
}

/** Settings of back-channel logout. An update replaces all of them. */
export interface ClientOidcLogout {
  /** The https URLs to which a logout is reported. */
  backchannelLogoutUrls?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The events that start a logout. */
  backchannelLogoutInitiators?: pulumi.Input<ClientBackchannelLogoutInitiators | undefined>;
  /** The session metadata in the logout requests to the application. */
  backchannelLogoutSessionMetadata?: pulumi.Input<ClientBackchannelLogoutSessionMetadata | undefined>;
}

/** Delegated access (impersonation) in a session transfer. */
export interface ClientSessionTransferDelegation {
  /** Whether delegated access is allowed. */
  allowDelegatedAccess?: pulumi.Input<boolean | undefined>;
  /** The property of the device to which the delegated session is bound: its IP address or its autonomous system. */
  enforceDeviceBinding?: pulumi.Input<"ip" | "asn" | undefined>;
}

/** The transfer of sessions from a native application to the web. Merged: undeclared properties stay. */
export interface ClientSessionTransfer {
  /** Whether the application can start a session transfer. */
  canCreateSessionTransferToken?: pulumi.Input<boolean | undefined>;
  /** The ways to pass the session: `cookie`, `query`. */
  allowedAuthenticationMethods?: pulumi.Input<pulumi.Input<"cookie" | "query">[] | undefined>;
  /** The property of the device to which the session is bound: its IP address or its autonomous system. */
  enforceDeviceBinding?: pulumi.Input<"ip" | "asn" | "none" | undefined>;
  /** Whether refresh tokens are issued. */
  allowRefreshToken?: pulumi.Input<boolean | undefined>;
  /** Whether refresh tokens end with the session. */
  enforceOnlineRefreshTokens?: pulumi.Input<boolean | undefined>;
  /** Whether a revocation also ends the dependent sessions and refresh tokens. */
  enforceCascadeRevocation?: pulumi.Input<boolean | undefined>;
  /** Delegated access (impersonation). Cleared by null. */
  delegation?: pulumi.Input<ClientSessionTransferDelegation | undefined>;
}

/** Anonymous sessions: tokens for users who have not logged in. */
export interface ClientAnonymousSessions {
  /** Whether the application can create anonymous sessions. */
  active: pulumi.Input<boolean>;
}

/** A native social login. */
export interface ClientNativeLogin {
  /** Whether the login is enabled. */
  enabled?: pulumi.Input<boolean | undefined>;
}

/** Native social logins. Merged: undeclared properties stay. */
export interface ClientNativeSocialLogin {
  /** Sign in with Apple. */
  apple?: pulumi.Input<ClientNativeLogin | undefined>;
  /** Facebook. */
  facebook?: pulumi.Input<ClientNativeLogin | undefined>;
  /** Google. */
  google?: pulumi.Input<ClientNativeLogin | undefined>;
}

/** A login through the browser. */
export interface ClientFedcmProvider {
  /** Whether the login is enabled. */
  isEnabled?: pulumi.Input<boolean | undefined>;
}

/** Logins through the browser (FedCM). */
export interface ClientFedcmLogin {
  /** Google. */
  google?: pulumi.Input<ClientFedcmProvider | undefined>;
}

/** An Android application. */
export interface ClientMobileAndroid {
  /** The package name. */
  appPackageName?: pulumi.Input<string | undefined>;
  /** The fingerprints of the app's certificates: at least 1 element. */
  sha256CertFingerprints?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}

/** An iOS application. */
export interface ClientMobileIos {
  /** The team id. */
  teamId?: pulumi.Input<string | undefined>;
  /** The bundle id. */
  appBundleIdentifier?: pulumi.Input<string | undefined>;
}

/** Settings of mobile applications. Merged by platform: undeclared platforms stay. */
export interface ClientMobile {
  /** Android. */
  android?: pulumi.Input<ClientMobileAndroid | undefined>;
  /** iOS. */
  ios?: pulumi.Input<ClientMobileIos | undefined>;
}

/** The default organization of tokens that the application gets for itself. */
export interface ClientDefaultOrganization {
  /** The id of the organization: `org_…`. */
  organizationId: pulumi.Input<string>;
  /** The flows that use the default organization: `client_credentials`. */
  flows: pulumi.Input<pulumi.Input<"client_credentials">[]>;
}

/** The access of third-party applications to an organization. */
export interface ClientMyOrganizationThirdPartyClientAccess {
  /** The default value of an organization. */
  defaultValue: pulumi.Input<"block">;
  /** The values that administrators of an organization can choose. */
  allowedValues: pulumi.Input<pulumi.Input<"block" | "allow">[]>;
}

/** The settings that organizations can change themselves. */
export interface ClientMyOrganizationConfiguration {
  /** The id of the connection profile against which settings are validated. */
  connectionProfileId?: pulumi.Input<string | undefined>;
  /** The id of the user attribute profile against which settings are validated. */
  userAttributeProfileId?: pulumi.Input<string | undefined>;
  /** The strategies that organizations can choose. */
  allowedStrategies: pulumi.Input<
    pulumi.Input<"pingfederate" | "adfs" | "waad" | "google-apps" | "okta" | "oidc" | "samlp">[]
  >;
  /** Whether organizations can delete all of their connections, or only empty ones. */
  connectionDeletionBehavior: pulumi.Input<"allow" | "allow_if_empty">;
  /** The id of the application to which invitations lead. */
  invitationLandingClientId?: pulumi.Input<string | undefined>;
  /** Whether organizations grant third-party applications access. */
  thirdPartyClientAccess?: pulumi.Input<ClientMyOrganizationThirdPartyClientAccess | undefined>;
}

/** The integration of customers that bring their own identity provider. */
export interface ClientB2bIntegrationConfiguration {
  /** The type of the integration. */
  integrationType?: pulumi.Input<"custom_auth_server" | "third_party" | "application" | undefined>;
  /** The id of the single sign-on profile: at most 1. */
  ssoProfiles?: pulumi.Input<pulumi.Input<string>[] | undefined>;
}

/** An application that is linked to an Express Configuration. */
export interface ClientLinkedClient {
  /** The id of the application. */
  clientId: pulumi.Input<string>;
}

/** The Express Configuration of an application for the Okta Integration Network (OIN). */
export interface ClientExpressConfiguration {
  /** The template of the URI that starts a login. */
  initiateLoginUriTemplate: pulumi.Input<string>;
  /** The id of the user attribute profile for the application. */
  userAttributeProfileId: pulumi.Input<string>;
  /** The id of the connection profile for the application. */
  connectionProfileId: pulumi.Input<string>;
  /** Whether connections that Express Configuration creates are enabled for the application. */
  enableClient: pulumi.Input<boolean>;
  /** Whether connections that Express Configuration creates are enabled for the associated organization. */
  enableOrganization: pulumi.Input<boolean>;
  /** The id of the application that the Okta Integration Network uses. */
  oktaOinClientId: pulumi.Input<string>;
  /**
   * The domain at which administrators log in for Express Configuration: the tenant's own domain or a custom domain.
   */
  adminLoginDomain: pulumi.Input<string>;
  /** The id of the published application in the Okta Integration Network: 1 to 200 characters. */
  oinSubmissionId?: pulumi.Input<string | undefined>;
  /** The applications that are linked to the Express Configuration, such as web or mobile clients. */
  linkedClients?: pulumi.Input<pulumi.Input<ClientLinkedClient>[] | undefined>;
}

/** The public part of a key with which the service signs for an application. */
export interface ClientSigningKey {
  /** The certificate in PEM form. */
  cert?: pulumi.Input<string | undefined>;
  /** The certificate as PKCS #7. */
  pkcs7?: pulumi.Input<string | undefined>;
  /** The subject of the certificate. The service answers `deprecated` instead after the creation. */
  subject?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of a {@link Client}.
 *
 * Only declared properties are managed. Declare the values that must differ from the service's defaults, which the page
 * of this resource lists.
 */
export interface ClientArgs {
  /**
   * The display name: at least 1 character, without `<` and `>`. **Names are not unique**. Required, except with
   * `externalClientId`.
   */
  name?: pulumi.Input<string | undefined>;
  /** The description: at most 140 characters. When cleared: empty. */
  description?: pulumi.Input<string | undefined>;
  /** The URL of the logo, or empty. When cleared: empty. */
  logoUri?: pulumi.Input<string | undefined>;
  /**
   * The type of the application. For security, `tokenEndpointAuthMethod` matters more than the type. Cannot be cleared.
   */
  appType?: pulumi.Input<ClientAppType | undefined>;
  /** Whether the application is a first-party application. Cannot be cleared. */
  isFirstParty?: pulumi.Input<boolean | undefined>;
  /** The allowed callback URLs, in any order; custom schemes are allowed. When cleared: none. */
  callbacks?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The allowed URLs after a logout. When cleared: none. */
  allowedLogoutUrls?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The allowed origins of cross-origin requests. When cleared: none. */
  allowedOrigins?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The allowed origins of silent authentication. When cleared: none. */
  webOrigins?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The ids of applications that can delegate to this application. When cleared: none. */
  allowedClients?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Aliases of the application: audiences (realms) for SAML and WS-Federation. Each is unique within the tenant. When
   * cleared: none.
   */
  clientAliases?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The https URL that starts a login, with placeholders, or empty. When cleared: empty. */
  initiateLoginUri?: pulumi.Input<string | undefined>;
  /** The policy for redirects of third-party applications. Cannot be cleared. */
  redirectionPolicy?: pulumi.Input<"allow_always" | "open_redirect_protection" | undefined>;
  /**
   * Whether the confirmation prompt for unverifiable callbacks is skipped. True, false and no value have different
   * meanings. Cleared by null.
   */
  skipNonVerifiableCallbackUriConfirmationPrompt?: pulumi.Input<boolean | undefined>;
  /** Whether the application can use cross-origin authentication. Cannot be cleared. */
  crossOriginAuthentication?: pulumi.Input<boolean | undefined>;
  /**
   * The URL of the page at which cross-origin authentication is verified in browsers without third-party cookies.
   * Cleared by null.
   */
  crossOriginLoc?: pulumi.Input<string | undefined>;
  /**
   * Whether the application has a custom login page. Cannot be cleared. A run that would put undeclared values of
   * another client in `customLoginPage` into force is refused.
   */
  customLoginPageOn?: pulumi.Input<boolean | undefined>;
  /** The custom login page (HTML). When cleared: empty. */
  customLoginPage?: pulumi.Input<string | undefined>;
  /** A preview of the custom login page (HTML). Cannot be cleared. */
  customLoginPagePreview?: pulumi.Input<string | undefined>;
  /** The form for WS-Federation (HTML). When cleared: empty. */
  formTemplate?: pulumi.Input<string | undefined>;
  /** Whether single sign-on is enabled, for application types that support it. Cannot be cleared. */
  sso?: pulumi.Input<boolean | undefined>;
  /** Whether single sign-on is disabled. Cannot be cleared. */
  ssoDisabled?: pulumi.Input<boolean | undefined>;
  /**
   * The grant types, in any order: `authorization_code`, `implicit`, `refresh_token`, `client_credentials`, `password`, or the URL or URN of
   * another grant type. When cleared: none.
   */
  grantTypes?: pulumi.Input<pulumi.Input<GrantType>[] | undefined>;
  /**
   * The authentication method at the token endpoint. Not together with a `ClientAuthentication` of the same
   * application. Cannot be cleared.
   */
  tokenEndpointAuthMethod?: pulumi.Input<"none" | "client_secret_post" | "client_secret_basic" | undefined>;
  /**
   * Whether the token endpoint trusts the user's IP address that the application sends in the header `auth0-forwarded-for`. The application needs a
   * secret. Cannot be cleared.
   */
  isTokenEndpointIpHeaderTrusted?: pulumi.Input<boolean | undefined>;
  /** Whether the application strictly conforms to OIDC. Cannot be cleared. */
  oidcConformant?: pulumi.Input<boolean | undefined>;
  /** Whether pushed authorization requests are required. Cannot be cleared. */
  requirePushedAuthorizationRequests?: pulumi.Input<boolean | undefined>;
  /** Whether proof of possession is required for the application's tokens. Cannot be cleared. */
  requireProofOfPossession?: pulumi.Input<boolean | undefined>;
  /** The lifetime of pushed authorization requests in seconds: 10 to 600. Cleared by null. */
  parRequestExpiry?: pulumi.Input<number | undefined>;
  /** The security profile (FAPI) with which the application complies. Cleared by null. */
  complianceLevel?: pulumi.Input<
    "none" | "fapi1_adv_pkj_par" | "fapi1_adv_mtls_par" | "fapi2_sp_pkj_mtls" | "fapi2_sp_mtls_mtls" | undefined
  >;
  /** Settings of ID tokens. Undeclared properties stay. Cannot be cleared. */
  jwtConfiguration?: pulumi.Input<ClientJwtConfiguration | undefined>;
  /** Settings of refresh tokens. Cleared by null. */
  refreshToken?: pulumi.Input<ClientRefreshToken | undefined>;
  /** The token exchanges that the application can use. Cleared by null. */
  tokenExchange?: pulumi.Input<ClientTokenExchange | undefined>;
  /** The token quotas of the application. Cleared by null. */
  tokenQuota?: pulumi.Input<ClientTokenQuota | undefined>;
  /** Settings of signed requests. Cleared by null. */
  signedRequestObject?: pulumi.Input<ClientSignedRequestObject | undefined>;
  /**
   * The key with which WS-Federation responses to the application are encrypted. Only a token with `read:client_keys`
   * can read it. Cleared by null.
   */
  encryptionKey?: pulumi.Input<ClientEncryptionKey | undefined>;
  /**
   * The keys for access to the token vault, which stores users' tokens for other providers. Early access. The API never returns a key: a change
   * outside Pulumi appears as changed keys. A key that you remove from the program is deleted. Look-ups do not return this property. Cleared by
   * null.
   */
  tokenVaultPrivilegedAccess?: pulumi.Input<ClientTokenVaultPrivilegedAccess | undefined>;
  /** The exchange of identity assertions for access tokens, for cross-app access. Cleared by null. */
  identityAssertionAuthorizationGrant?: pulumi.Input<ClientIdentityAssertionAuthorizationGrant | undefined>;
  /** Settings of back-channel logout. When cleared: none; this also removes settings in the API's older form. */
  oidcLogout?: pulumi.Input<ClientOidcLogout | undefined>;
  /** The transfer of sessions from a native application to the web. Cleared by null. */
  sessionTransfer?: pulumi.Input<ClientSessionTransfer | undefined>;
  /** Anonymous sessions. Early access. Cleared by null. */
  anonymousSessions?: pulumi.Input<ClientAnonymousSessions | undefined>;
  /** Native social logins. Cleared by null. */
  nativeSocialLogin?: pulumi.Input<ClientNativeSocialLogin | undefined>;
  /** Logins through the browser (FedCM). Cleared by null. */
  fedcmLogin?: pulumi.Input<ClientFedcmLogin | undefined>;
  /** Settings of mobile applications. Cannot be cleared. */
  mobile?: pulumi.Input<ClientMobile | undefined>;
  /** The channels for approval requests, in order of preference: at least 1 element. Cleared by null. */
  asyncApprovalNotificationChannels?: pulumi.Input<pulumi.Input<"guardian-push" | "email">[] | undefined>;
  /** Whether users log in with an organization. Only for first-party applications. Cleared by null. */
  organizationUsage?: pulumi.Input<"deny" | "allow" | "require" | undefined>;
  /** When users are asked for their organization. Only for first-party applications. Cleared by null. */
  organizationRequireBehavior?: pulumi.Input<"no_prompt" | "pre_login_prompt" | "post_login_prompt" | undefined>;
  /** The methods to find the organization, `email` and `organization_name`: at least 1 element. Cleared by null. */
  organizationDiscoveryMethods?: pulumi.Input<pulumi.Input<"email" | "organization_name">[] | undefined>;
  /** The default organization of tokens that the application gets for itself. Cleared by null. */
  defaultOrganization?: pulumi.Input<ClientDefaultOrganization | undefined>;
  /** The settings that organizations can change themselves. Cleared by null. */
  myOrganizationConfiguration?: pulumi.Input<ClientMyOrganizationConfiguration | undefined>;
  /**
   * The integration of customers that bring their own identity provider. Early access. When cleared: no profile; `integrationType` cannot be
   * cleared.
   */
  b2bIntegrationConfiguration?: pulumi.Input<ClientB2bIntegrationConfiguration | undefined>;
  /** The Express Configuration for the Okta Integration Network (OIN). Cleared by null. */
  expressConfiguration?: pulumi.Input<ClientExpressConfiguration | undefined>;
  /** The addons, under the service's own names. Only declared keys are managed, at any depth. Cleared by null. */
  addons?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Custom keys and values: at most 10 keys, values of at most 255 characters. Undeclared keys stay. Cleared by null.
   */
  clientMetadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /**
   * The identifier of the API that the application represents: 1 to 600 characters. Only with `appType: "resource_server"`. A change replaces the
   * resource.
   */
  resourceServerIdentifier?: pulumi.Input<string | undefined>;
  /**
   * The security mode of a third-party application. Default of new applications: `strict` since 23 October 2026, earlier `permissive`.
   * `permissive` needs a tenant that had third-party applications before that date. A change replaces the resource.
   */
  thirdPartySecurityMode?: pulumi.Input<"strict" | "permissive" | undefined>;
  /**
   * A secret of your choice: at least 1 character. Write-only: it is sent when it changes, and drift is not detected. Needs the scope
   * `update:client_keys`. Cannot be cleared.
   */
  clientSecret?: pulumi.Input<string | undefined>;
  /**
   * Any text or number: a change makes the service rotate the secret. A first declaration, an adoption and an import only record the value. Needs
   * the scopes `read:client_keys` and `update:client_keys`. Not together with `clientSecret`. Cannot be cleared.
   */
  secretRotation?: pulumi.Input<string | number | undefined>;
  /**
   * The URL of the metadata document by which the service registers the application, instead of `name`: 1 to 120 characters. No two applications have the
   * same. The document defines the name, the callbacks, the logo, the grant types and the keys: the program can declare none of them. A change
   * replaces the resource.
   *
   * **Security**: whoever can change the document at `externalClientId` decides where the service sends the users of the application.
   */
  externalClientId?: pulumi.Input<string | undefined>;
  /**
   * Whether the output `clientSecret` contains the application's secret, read from the tenant. It is encrypted in the state. Needs the scope
   * `read:client_keys`. Default: false.
   */
  readClientSecret?: pulumi.Input<boolean | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the existing application with this `name` or `externalClientId` is adopted instead of creating another one. If several applications have the name, the creation
   * fails. Only used at creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/** One of name and externalClientId, which is required. */
type ClientChoice = Required<Pick<ClientArgs, "name">> | Required<Pick<ClientArgs, "externalClientId">>;

/**
 * An application (client): it logs users in, or gets tokens for itself.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const shop = new tenant.Client("shop", {
 *   name: "Shop",
 *   appType: "spa",
 *   tokenEndpointAuthMethod: "none",
 *   grantTypes: ["authorization_code", "refresh_token"],
 *   callbacks: ["https://shop.example.com/callback"],
 *   allowedLogoutUrls: ["https://shop.example.com"],
 *   oidcConformant: true,
 * });
 * export const clientId = shop.clientId;
 * ```
 *
 * **Names are not unique.** A creation makes a new application even if the name is in use. `adopt: true` adopts the application with the
 * name, and fails if several have it. Only the id identifies an application. So if a run was killed during the creation, run with
 * `TENANT_ADOPT=true` to adopt the application; without it, the next run creates another one. If you remove a resource while the program
 * declares a newer application with the same name, the old application is not deleted, because the resource may only have been renamed.
 * `adopt: false` in the newer resource declares that a new application is intended.
 *
 * **Secrets**: no output contains the application's secret unless `readClientSecret` is true; the output is then encrypted. The argument
 * `clientSecret` sets a secret of your choice. `secretRotation` makes the service rotate the secret, as the last step of the run. The state
 * has an encrypted, keyed hash of the last secret (`secretFingerprint`), so a lost response causes neither a second rotation nor a lost
 * secret. If a rotation fails, the state keeps the earlier value of `secretRotation`: the new value still rotates the secret, and a program with the
 * earlier value does not. If the secret was changed outside Pulumi, a refresh records it, and the next rotation replaces it. Private keys in responses
 * are dropped.
 *
 * **Updates** send the changed properties. The service merges `jwtConfiguration`, `sessionTransfer`, `mobile`, `nativeSocialLogin`,
 * metadata (by key) and addons (by name), so undeclared properties stay. The API can only remove all addons together. If you remove one of
 * several addons, the update removes all of them and adds the remaining ones again; it is refused while the remaining addons have undeclared values. An
 * addon without settings is declared as `{}`. If it is missing, that is drift.
 *
 * **Metadata documents**: `externalClientId` instead of `name` registers the application by its metadata document (CIMD). The creation first looks
 * whether the application exists, because a second registration would read the document again and change the application: without `adopt`, that is an error. After
 * that, only what the service lets a program set is sent: `description`, `appType`, `allowedOrigins`, `webOrigins`, `oidcConformant`,
 * `jwtConfiguration`, `refreshToken`, `clientMetadata`, `organizationUsage`, `organizationRequireBehavior`, `organizationDiscoveryMethods`,
 * `defaultOrganization`, `requireProofOfPossession`, `tokenQuota` and `skipNonVerifiableCallbackUriConfirmationPrompt`. Nothing registers a changed
 * document again.
 *
 * **Replacement**: `externalClientId`, `resourceServerIdentifier`, `thirdPartySecurityMode` and `jwtConfiguration.secretEncoded` cannot be changed. If
 * the program changes one of them, a new application with another client id is created, and a warning says so.
 *
 * **Deletion** also deletes the application's grants and credentials, and disables it for all connections.
 *
 * **Own access**: the application whose credentials the run uses is neither changed nor deleted, unless `TENANT_ALLOW_OWN_CLIENT=true` is
 * set for the run. The tenant's global application, self-registered applications, and those of a metadata document that no `externalClientId`
 * declares are refused.
 *
 * **Events**: the service sends no events about applications. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /clients`, `GET|PATCH|DELETE /clients/{id}`; with `externalClientId` `POST /clients/cimd/register`; to find one by its name or URL,
 * `GET /clients`; with `secretRotation` `POST /clients/{id}/rotate-secret`. Scopes: `create|read|update|delete:clients`; for secrets `read|update:client_keys`; for a change of
 * `tokenVaultPrivilegedAccess` `create|read|delete:client_credentials` and `update:client_token_vault_privileged_access`; for a change of
 * `signedRequestObject` `create|read|update|delete:client_credentials`.
 */
export class Client extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(client.type);

  declare readonly name: pulumi.Output<string | undefined>;
  declare readonly description: pulumi.Output<string | undefined>;
  declare readonly logoUri: pulumi.Output<string | undefined>;
  declare readonly appType: pulumi.Output<ClientAppType | undefined>;
  declare readonly isFirstParty: pulumi.Output<boolean | undefined>;
  declare readonly callbacks: pulumi.Output<string[] | undefined>;
  declare readonly allowedLogoutUrls: pulumi.Output<string[] | undefined>;
  declare readonly allowedOrigins: pulumi.Output<string[] | undefined>;
  declare readonly webOrigins: pulumi.Output<string[] | undefined>;
  declare readonly allowedClients: pulumi.Output<string[] | undefined>;
  declare readonly clientAliases: pulumi.Output<string[] | undefined>;
  declare readonly initiateLoginUri: pulumi.Output<string | undefined>;
  declare readonly redirectionPolicy: pulumi.Output<"allow_always" | "open_redirect_protection" | undefined>;
  declare readonly skipNonVerifiableCallbackUriConfirmationPrompt: pulumi.Output<boolean | undefined>;
  declare readonly crossOriginAuthentication: pulumi.Output<boolean | undefined>;
  declare readonly crossOriginLoc: pulumi.Output<string | undefined>;
  declare readonly customLoginPageOn: pulumi.Output<boolean | undefined>;
  declare readonly customLoginPage: pulumi.Output<string | undefined>;
  declare readonly customLoginPagePreview: pulumi.Output<string | undefined>;
  declare readonly formTemplate: pulumi.Output<string | undefined>;
  declare readonly sso: pulumi.Output<boolean | undefined>;
  declare readonly ssoDisabled: pulumi.Output<boolean | undefined>;
  declare readonly grantTypes: pulumi.Output<GrantType[] | undefined>;
  declare readonly tokenEndpointAuthMethod: pulumi.Output<
    "none" | "client_secret_post" | "client_secret_basic" | undefined
  >;
  declare readonly isTokenEndpointIpHeaderTrusted: pulumi.Output<boolean | undefined>;
  declare readonly oidcConformant: pulumi.Output<boolean | undefined>;
  declare readonly requirePushedAuthorizationRequests: pulumi.Output<boolean | undefined>;
  declare readonly requireProofOfPossession: pulumi.Output<boolean | undefined>;
  declare readonly parRequestExpiry: pulumi.Output<number | undefined>;
  declare readonly complianceLevel: pulumi.Output<
    "none" | "fapi1_adv_pkj_par" | "fapi1_adv_mtls_par" | "fapi2_sp_pkj_mtls" | "fapi2_sp_mtls_mtls" | undefined
  >;
  declare readonly jwtConfiguration: pulumi.Output<
    | (pulumi.Unwrap<Omit<ClientJwtConfiguration, "scopes">> & {
        scopes?: Readonly<Record<string, unknown>> | undefined;
      })
    | undefined
  >;
  declare readonly refreshToken: pulumi.Output<pulumi.Unwrap<ClientRefreshToken> | undefined>;
  declare readonly tokenExchange: pulumi.Output<pulumi.Unwrap<ClientTokenExchange> | undefined>;
  declare readonly tokenQuota: pulumi.Output<pulumi.Unwrap<ClientTokenQuota> | undefined>;
  declare readonly signedRequestObject: pulumi.Output<pulumi.Unwrap<ClientSignedRequestObject> | undefined>;
  declare readonly encryptionKey: pulumi.Output<pulumi.Unwrap<ClientEncryptionKey> | undefined>;
  declare readonly tokenVaultPrivilegedAccess: pulumi.Output<
    pulumi.Unwrap<ClientTokenVaultPrivilegedAccess> | undefined
  >;
  declare readonly identityAssertionAuthorizationGrant: pulumi.Output<
    pulumi.Unwrap<ClientIdentityAssertionAuthorizationGrant> | undefined
  >;
  declare readonly oidcLogout: pulumi.Output<pulumi.Unwrap<ClientOidcLogout> | undefined>;
  declare readonly sessionTransfer: pulumi.Output<pulumi.Unwrap<ClientSessionTransfer> | undefined>;
  declare readonly anonymousSessions: pulumi.Output<pulumi.Unwrap<ClientAnonymousSessions> | undefined>;
  declare readonly nativeSocialLogin: pulumi.Output<pulumi.Unwrap<ClientNativeSocialLogin> | undefined>;
  declare readonly fedcmLogin: pulumi.Output<pulumi.Unwrap<ClientFedcmLogin> | undefined>;
  declare readonly mobile: pulumi.Output<pulumi.Unwrap<ClientMobile> | undefined>;
  declare readonly asyncApprovalNotificationChannels: pulumi.Output<("guardian-push" | "email")[] | undefined>;
  declare readonly organizationUsage: pulumi.Output<"deny" | "allow" | "require" | undefined>;
  declare readonly organizationRequireBehavior: pulumi.Output<
    "no_prompt" | "pre_login_prompt" | "post_login_prompt" | undefined
  >;
  declare readonly organizationDiscoveryMethods: pulumi.Output<("email" | "organization_name")[] | undefined>;
  declare readonly defaultOrganization: pulumi.Output<pulumi.Unwrap<ClientDefaultOrganization> | undefined>;
  declare readonly myOrganizationConfiguration: pulumi.Output<
    pulumi.Unwrap<ClientMyOrganizationConfiguration> | undefined
  >;
  declare readonly b2bIntegrationConfiguration: pulumi.Output<
    pulumi.Unwrap<ClientB2bIntegrationConfiguration> | undefined
  >;
  declare readonly expressConfiguration: pulumi.Output<pulumi.Unwrap<ClientExpressConfiguration> | undefined>;
  declare readonly addons: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  declare readonly clientMetadata: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  declare readonly resourceServerIdentifier: pulumi.Output<string | undefined>;
  declare readonly thirdPartySecurityMode: pulumi.Output<"strict" | "permissive" | undefined>;
  /** With `readClientSecret`: the application's secret, encrypted. Otherwise absent. */
  declare readonly clientSecret: pulumi.Output<string | undefined>;
  declare readonly secretRotation: pulumi.Output<string | undefined>;
  /** With `secretRotation`: a keyed hash of the last secret, encrypted. */
  declare readonly secretFingerprint: pulumi.Output<string | undefined>;
  /** The id by which connections and grants refer to the application. */
  declare readonly clientId: pulumi.Output<string>;
  /**
   * The public part of the keys with which the service signs for the application, such as SAML responses. Only with the
   * scope `read:client_keys`.
   */
  declare readonly signingKeys: pulumi.Output<pulumi.Unwrap<ClientSigningKey>[] | undefined>;
  /** Whether the application is the tenant's global application. */
  declare readonly isGlobal: pulumi.Output<boolean | undefined>;
  /**
   * How the application was registered: `cimd` by a metadata document, `dcr` by itself (dynamic client registration).
   */
  declare readonly externalMetadataType: pulumi.Output<string | undefined>;
  declare readonly externalClientId: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages an application.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: ClientArgs & ClientChoice, opts: pulumi.CustomResourceOptions = {}) {
    super(client, name, args, opts);
  }
}
