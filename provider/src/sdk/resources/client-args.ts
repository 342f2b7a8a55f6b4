import type * as pulumi from "@pulumi/pulumi";

/** A way to get tokens. Where a variable is a plain string: `value as tenant.GrantType`. */
export type GrantType =
  | ("authorization_code" | "client_credentials" | "implicit" | "password" | "refresh_token")
  | `http:${string}`
  | `https:${string}`
  | `urn:${string}`;

/**
 * The arguments of a {@link Client}.
 *
 * Only what is declared is managed. Declare what differs from what the service makes by itself: see the table of the page.
 */
export interface ClientArgs {
  /** A name for people, at least 1 character, without `<` and `>`. **Names are not unique**. */
  name: pulumi.Input<string>;
  /** What it is for, at most 140 characters. Cleared: empty. */
  description?: pulumi.Input<string | undefined>;
  /** The URL of its logo, or empty. Cleared: empty. */
  logoUri?: pulumi.Input<string | undefined>;
  /** What kind of application it is. It decides less than the method at the token endpoint. Cannot be cleared. */
  appType?: pulumi.Input<ClientAppType | undefined>;
  /** Whether it is the tenant owner's own. Cannot be cleared. */
  isFirstParty?: pulumi.Input<boolean | undefined>;
  /** Where logins may lead, custom schemes included, in any order. Cleared: none. */
  callbacks?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Where logouts may lead. Cleared: none. */
  allowedLogoutUrls?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Origins that may make requests across origins. Cleared: none. */
  allowedOrigins?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Origins that may use silent authentication. Cleared: none. */
  webOrigins?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The ids of applications that may delegate to it. Cleared: none. */
  allowedClients?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Other names that no two applications of the tenant share. Cleared: none. */
  clientAliases?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The https URL that starts a login, with placeholders; empty is the same as none. Cleared: empty. */
  initiateLoginUri?: pulumi.Input<string | undefined>;
  /** How redirections of a third party are treated. Cannot be cleared. */
  redirectionPolicy?: pulumi.Input<"allow_always" | "open_redirect_protection" | undefined>;
  /**
   * Whether users are not asked where a callback cannot be verified. True, false and nothing are three states.
   * Cleared by null.
   */
  skipNonVerifiableCallbackUriConfirmationPrompt?: pulumi.Input<boolean | undefined>;
  /** Whether it may authenticate across origins. Cannot be cleared. */
  crossOriginAuthentication?: pulumi.Input<boolean | undefined>;
  /** The URL of the page for browsers without third-party cookies. Cleared by null. */
  crossOriginLoc?: pulumi.Input<string | undefined>;
  /** Whether it uses its own login page. Cannot be cleared. */
  customLoginPageOn?: pulumi.Input<boolean | undefined>;
  /** The login page (HTML). Cleared: empty. */
  customLoginPage?: pulumi.Input<string | undefined>;
  /** A preview of that page (HTML). Cannot be cleared. */
  customLoginPagePreview?: pulumi.Input<string | undefined>;
  /** The form of WS-Federation (HTML). Cleared: empty. */
  formTemplate?: pulumi.Input<string | undefined>;
  /** Single sign-on, for the kinds of applications that have it. Cannot be cleared. */
  sso?: pulumi.Input<boolean | undefined>;
  /** Whether single sign-on is off. Cannot be cleared. */
  ssoDisabled?: pulumi.Input<boolean | undefined>;
  /**
   * How it may get tokens: `authorization_code`, `implicit`, `refresh_token`, `client_credentials`, `password`, or
   * the URL or URN of another one, in any order. Cleared: none.
   */
  grantTypes?: pulumi.Input<pulumi.Input<GrantType>[] | undefined>;
  /**
   * How it proves at the token endpoint who it is. Not beside a `ClientAuthentication` of the same application.
   * Cannot be cleared.
   */
  tokenEndpointAuthMethod?: pulumi.Input<"none" | "client_secret_post" | "client_secret_basic" | undefined>;
  /** Whether the token endpoint trusts the IP address in its header. It needs a secret. Cannot be cleared. */
  isTokenEndpointIpHeaderTrusted?: pulumi.Input<boolean | undefined>;
  /** Whether it conforms to OIDC strictly. Cannot be cleared. */
  oidcConformant?: pulumi.Input<boolean | undefined>;
  /** Whether authorization requests must be pushed. Cannot be cleared. */
  requirePushedAuthorizationRequests?: pulumi.Input<boolean | undefined>;
  /** Whether its tokens must be bound. Cannot be cleared. */
  requireProofOfPossession?: pulumi.Input<boolean | undefined>;
  /** Seconds that a pushed request is valid, 10 to 600. Cleared by null. */
  parRequestExpiry?: pulumi.Input<number | undefined>;
  /** The security profile that it follows. Cleared by null. */
  complianceLevel?: pulumi.Input<
    "none" | "fapi1_adv_pkj_par" | "fapi1_adv_mtls_par" | "fapi2_sp_pkj_mtls" | "fapi2_sp_mtls_mtls" | undefined
  >;
  /** What its ID tokens are like. What is not declared stays. Cannot be cleared. */
  jwtConfiguration?: pulumi.Input<ClientJwtConfiguration | undefined>;
  /** What its refresh tokens are like. Cleared by null. */
  refreshToken?: pulumi.Input<ClientRefreshToken | undefined>;
  /** Which token exchanges it may make. Cleared by null. */
  tokenExchange?: pulumi.Input<ClientTokenExchange | undefined>;
  /** How many tokens it gets. Cleared by null. */
  tokenQuota?: pulumi.Input<ClientTokenQuota | undefined>;
  /** Whether its requests are signed. Cleared by null. */
  signedRequestObject?: pulumi.Input<ClientSignedRequestObject | undefined>;
  /** A key that encrypts. Only a token with `read:client_keys` shows it. Cleared by null. */
  encryptionKey?: pulumi.Input<ClientEncryptionKey | undefined>;
  /**
   * The keys that get the tokens which users have at other providers. Early access. The API never returns a key: an edit by another client
   * shows as changed keys. A removed key is deleted. Not in the outputs of look-ups. Cleared by null.
   */
  tokenVaultPrivilegedAccess?: pulumi.Input<ClientTokenVaultPrivilegedAccess | undefined>;
  /** Identity assertions. Cleared by null. */
  identityAssertionAuthorizationGrant?: pulumi.Input<ClientIdentityAssertionAuthorizationGrant | undefined>;
  /** Back-channel logout. Cleared: none, which takes its older form away as well. */
  oidcLogout?: pulumi.Input<ClientOidcLogout | undefined>;
  /** Sessions that go from a native application to the web. Cleared by null. */
  sessionTransfer?: pulumi.Input<ClientSessionTransfer | undefined>;
  /** Anonymous sessions. Early access. Cleared by null. */
  anonymousSessions?: pulumi.Input<ClientAnonymousSessions | undefined>;
  /** Logins by the device. Cleared by null. */
  nativeSocialLogin?: pulumi.Input<ClientNativeSocialLogin | undefined>;
  /** Logins by the browser. Cleared by null. */
  fedcmLogin?: pulumi.Input<ClientFedcmLogin | undefined>;
  /** Mobile applications. Cannot be cleared. */
  mobile?: pulumi.Input<ClientMobile | undefined>;
  /** How users are asked for an approval, in this order, at least 1. Cleared by null. */
  asyncApprovalNotificationChannels?: pulumi.Input<pulumi.Input<"guardian-push" | "email">[] | undefined>;
  /** Whether logins name an organization. First parties only. Cleared by null. */
  organizationUsage?: pulumi.Input<"deny" | "allow" | "require" | undefined>;
  /** When they are asked for it. First parties only. Cleared by null. */
  organizationRequireBehavior?: pulumi.Input<"no_prompt" | "pre_login_prompt" | "post_login_prompt" | undefined>;
  /** How it is found: `email`, `organization_name`, at least 1. Cleared by null. */
  organizationDiscoveryMethods?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The organization of tokens of its own. Cleared by null. */
  defaultOrganization?: pulumi.Input<ClientDefaultOrganization | undefined>;
  /** What organizations may configure themselves. Cleared by null. */
  myOrganizationConfiguration?: pulumi.Input<ClientMyOrganizationConfiguration | undefined>;
  /**
   * The integration of customers that bring their own identity provider. Early access. Cleared: no profile; `integrationType` cannot be
   * cleared.
   */
  b2bIntegrationConfiguration?: pulumi.Input<ClientB2bIntegrationConfiguration | undefined>;
  /** Express configuration. Cleared by null. */
  expressConfiguration?: pulumi.Input<ClientExpressConfiguration | undefined>;
  /**
   * Addons by name, with the service's own names in them. Declared keys at any depth are managed, and others are not
   * touched. Cleared by null.
   */
  addons?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Up to 10 texts of at most 255 characters, by keys of your own. Keys that others have set stay. Cleared by null. */
  clientMetadata?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /**
   * The identifier of the API that it stands for, 1 to 600 characters. Only with `appType: "resource_server"`. A
   * change replaces.
   */
  resourceServerIdentifier?: pulumi.Input<string | undefined>;
  /**
   * The security mode of a third party. Default of a new one: `strict` since 23 October 2026, earlier `permissive`. `permissive` needs a tenant
   * whose owner had third parties before. A change replaces.
   */
  thirdPartySecurityMode?: pulumi.Input<"strict" | "permissive" | undefined>;
  /**
   * A secret of your own choice, at least 1 character. Write-only: sent when it changes, and drift of it is not
   * seen. It takes `update:client_keys`. Cannot be cleared.
   */
  clientSecret?: pulumi.Input<string | undefined>;
  /**
   * Any text or number: a change makes the service rotate the secret. A first declaration, adoption and import only
   * note it. It takes `read:client_keys` and `update:client_keys`. Not beside `clientSecret`. Cannot be cleared.
   */
  secretRotation?: pulumi.Input<string | number | undefined>;
  /** Whether the output `clientSecret` holds the tenant's secret, encrypted in the state. It takes `read:client_keys`. Default: false. */
  readClientSecret?: pulumi.Input<boolean | undefined>;
  /**
   * Takes over the application with this `name`, instead of making another one; an error if several have it. Counts at creation only.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/** What kind of application it is. */
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

type Texts = pulumi.Input<pulumi.Input<string>[] | undefined>;
type Flag = pulumi.Input<boolean | undefined>;
type Text = pulumi.Input<string | undefined>;
type Whole = pulumi.Input<number | undefined>;

/** What the service asks for and answers of the tokens that an application gets. Merged: what is not declared stays. */
export interface ClientJwtConfiguration {
  /** Seconds that an ID token is valid. */
  lifetimeInSeconds?: Whole;
  /** Whether the secret is base64-encoded. No update takes it: a change replaces the application. */
  secretEncoded?: Flag;
  /** The algorithm that signs. */
  alg?: pulumi.Input<"HS256" | "RS256" | "RS512" | "PS256" | undefined>;
  /** Scopes under names of the service. Declared keys at any depth are managed, and others are not touched. */
  scopes?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
}

/** Which APIs a refresh token may be exchanged for. */
export interface ClientRefreshTokenPolicy {
  /** The identifier of the API. */
  audience: pulumi.Input<string>;
  /** Its scopes. */
  scope: pulumi.Input<pulumi.Input<string>[]>;
}

/** Refresh tokens. Sent whole: what is not declared keeps the value that the tenant has. */
export interface ClientRefreshToken {
  /** Whether each use gives another one. */
  rotationType: pulumi.Input<"rotating" | "non-rotating">;
  /** Whether they expire at all. */
  expirationType: pulumi.Input<"expiring" | "non-expiring">;
  /** Seconds in which one that was used is still taken. */
  leeway?: Whole;
  /** Seconds that one is valid, 1 to 157,788,000. */
  tokenLifetime?: Whole;
  /** Seconds that one is valid without being used. */
  idleTokenLifetime?: Whole;
  /** Whether one is valid for ever. */
  infiniteTokenLifetime?: Flag;
  /** Whether one is valid for ever without being used. */
  infiniteIdleTokenLifetime?: Flag;
  /** Which APIs they are for besides, at least 1. */
  policies?: pulumi.Input<pulumi.Input<ClientRefreshTokenPolicy>[] | undefined>;
}

/** Token exchange. */
export interface ClientTokenExchange {
  /** Types of profiles that it may use: `custom_authentication`, `on_behalf_of_token_exchange`. */
  allowAnyProfileOfType?: Texts;
}

/** How many tokens of its own it gets. At least one member. */
export interface ClientTokenQuotaOfCredentials {
  /** Whether more are refused. */
  enforce?: Flag;
  /** Tokens in a day. */
  perDay?: Whole;
  /** Tokens in an hour. */
  perHour?: Whole;
}

/** Quotas of tokens. */
export interface ClientTokenQuota {
  /** Of the client credentials flow. */
  clientCredentials: pulumi.Input<ClientTokenQuotaOfCredentials>;
}

/** Requests that are signed. Their keys are not managed here, and stay. */
export interface ClientSignedRequestObject {
  /** Whether they must be. */
  required?: Flag;
}

/** A key that encrypts. */
export interface ClientEncryptionKey {
  /** The public key. */
  pub?: Text;
  /** The certificate. */
  cert?: Text;
  /** Its subject. */
  subject?: Text;
}

/** A public key that gets tokens from the token vault. */
export interface ClientTokenVaultCredential {
  /** The type. */
  credentialType: pulumi.Input<"public_key">;
  /** The public key or its certificate, PEM. */
  pem: pulumi.Input<string>;
  /** A name, at most 128 characters. */
  name?: Text;
  /** The algorithm that signs. Default: RS256. */
  algorithm?: pulumi.Input<"RS256" | "RS384" | "PS256" | undefined>;
  /** The key's id, 10 to 64 letters, digits, `-` and `_`. Default: the thumbprint of the key. */
  kid?: Text;
}

/** The tokens of one connection that the keys of the token vault get. */
export interface ClientTokenVaultGrant {
  /** The connection's name. Each connection once. */
  connection: pulumi.Input<string>;
  /** The scopes, at most 20 in all grants together. */
  scopes?: Texts;
}

/** The keys that get tokens from the token vault. An application has at most 4 credentials for all purposes. */
export interface ClientTokenVaultPrivilegedAccess {
  /** The keys. */
  credentials: pulumi.Input<pulumi.Input<ClientTokenVaultCredential>[]>;
  /** The addresses and ranges (`192.0.2.0/24`) from which the keys work. Cleared: none, so every address. */
  ipAllowlist?: Texts;
  /** The connections and scopes. Cleared: none. */
  grants?: pulumi.Input<pulumi.Input<ClientTokenVaultGrant>[] | undefined>;
}

/** Anonymous sessions: tokens for users who have not logged in. */
export interface ClientAnonymousSessions {
  /** Whether the application can create them. */
  active: pulumi.Input<boolean>;
}

/** Identity assertions. */
export interface ClientIdentityAssertionAuthorizationGrant {
  /** Whether they are taken. */
  active?: Flag;
}

/** What starts a back-channel logout. */
export interface ClientBackchannelLogoutInitiators {
  /** The selected ones, or all. */
  mode?: pulumi.Input<"custom" | "all" | undefined>;
  /** Such as `rp-logout`, `idp-logout`, `password-changed`, `session-expired`. */
  selectedInitiators?: Texts;
}

/** What a back-channel logout says of the session. */
export interface ClientBackchannelLogoutSessionMetadata {
  /** Whether it says anything. */
  include?: Flag;
}

/** Back-channel logout. Replaced whole. */
export interface ClientOidcLogout {
  /** Where it is told: https URLs. */
  backchannelLogoutUrls?: Texts;
  /** When. */
  backchannelLogoutInitiators?: pulumi.Input<ClientBackchannelLogoutInitiators | undefined>;
  /** What. */
  backchannelLogoutSessionMetadata?: pulumi.Input<ClientBackchannelLogoutSessionMetadata | undefined>;
}

/** Delegated access in a session transfer. */
export interface ClientSessionTransferDelegation {
  /** Whether it is allowed. */
  allowDelegatedAccess?: Flag;
  /** What the session is bound to. */
  enforceDeviceBinding?: pulumi.Input<"ip" | "asn" | undefined>;
}

/** Sessions that go from a native application to the web. Merged: what is not declared stays. */
export interface ClientSessionTransfer {
  /** Whether it may start one. */
  canCreateSessionTransferToken?: Flag;
  /** How it is handed over: `cookie`, `query`. */
  allowedAuthenticationMethods?: Texts;
  /** What it is bound to. */
  enforceDeviceBinding?: pulumi.Input<"ip" | "asn" | "none" | undefined>;
  /** Whether refresh tokens are issued. */
  allowRefreshToken?: Flag;
  /** Whether refresh tokens end with the session. */
  enforceOnlineRefreshTokens?: Flag;
  /** Whether a revocation reaches all. */
  enforceCascadeRevocation?: Flag;
  /** Delegated access. Cleared by null. */
  delegation?: pulumi.Input<ClientSessionTransferDelegation | undefined>;
}

/** A login by the device. */
export interface ClientNativeLogin {
  /** Whether it is on. */
  enabled?: Flag;
}

/** Logins by the device. Merged: what is not declared stays. */
export interface ClientNativeSocialLogin {
  /** Sign in with Apple. */
  apple?: pulumi.Input<ClientNativeLogin | undefined>;
  /** Facebook. */
  facebook?: pulumi.Input<ClientNativeLogin | undefined>;
  /** Google. */
  google?: pulumi.Input<ClientNativeLogin | undefined>;
}

/** A login by the browser. */
export interface ClientFedcmProvider {
  /** Whether it is on. */
  isEnabled?: Flag;
}

/** Logins by the browser (FedCM). */
export interface ClientFedcmLogin {
  /** Google. */
  google?: pulumi.Input<ClientFedcmProvider | undefined>;
}

/** An Android application. */
export interface ClientMobileAndroid {
  /** Its package. */
  appPackageName?: Text;
  /** Fingerprints of its certificates, at least 1. */
  sha256CertFingerprints?: Texts;
}

/** An iOS application. */
export interface ClientMobileIos {
  /** Its team. */
  teamId?: Text;
  /** Its bundle. */
  appBundleIdentifier?: Text;
}

/** Mobile applications. Merged by platform: what is not declared stays. */
export interface ClientMobile {
  /** Android. */
  android?: pulumi.Input<ClientMobileAndroid | undefined>;
  /** iOS. */
  ios?: pulumi.Input<ClientMobileIos | undefined>;
}

/** The organization of tokens of its own. */
export interface ClientDefaultOrganization {
  /** The id of the organization: `org_…`. */
  organizationId: pulumi.Input<string>;
  /** For which flows: `client_credentials`. */
  flows: pulumi.Input<pulumi.Input<string>[]>;
}

/** What organizations may configure themselves. */
export interface ClientMyOrganizationConfiguration {
  /** The id of a connection profile. */
  connectionProfileId?: Text;
  /** The id of a user attribute profile. */
  userAttributeProfileId?: Text;
  /** Strategies that they may choose from. */
  allowedStrategies: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether they may delete connections. */
  connectionDeletionBehavior: pulumi.Input<"allow" | "allow_if_empty">;
  /** The id of the application that invitations lead to. */
  invitationLandingClientId?: Text;
  /** Whether organizations let third-party applications use them. */
  thirdPartyClientAccess?: pulumi.Input<ClientMyOrganizationThirdPartyClientAccess | undefined>;
}

/** What organizations may say about third-party applications. */
export interface ClientMyOrganizationThirdPartyClientAccess {
  /** The value of an organization that chooses none. */
  defaultValue: pulumi.Input<"block">;
  /** The values from which administrators of an organization choose. */
  allowedValues: pulumi.Input<pulumi.Input<string>[]>;
}

/** The integration of customers that bring their own identity provider. */
export interface ClientB2bIntegrationConfiguration {
  /** The kind of integration. */
  integrationType?: pulumi.Input<"custom_auth_server" | "third_party" | "application" | undefined>;
  /** The id of the profile for single sign-on, at most 1. */
  ssoProfiles?: Texts;
}

/** An application that an express configuration is for. */
export interface ClientLinkedClient {
  /** Its id. */
  clientId: pulumi.Input<string>;
}

/** Express configuration. */
export interface ClientExpressConfiguration {
  /** The template of the URI that starts a login. */
  initiateLoginUriTemplate: pulumi.Input<string>;
  /** The id of a user attribute profile. */
  userAttributeProfileId: pulumi.Input<string>;
  /** The id of a connection profile. */
  connectionProfileId: pulumi.Input<string>;
  /** Whether the application is on. */
  enableClient: pulumi.Input<boolean>;
  /** Whether organizations are on. */
  enableOrganization: pulumi.Input<boolean>;
  /** The id of the application of the integration network. */
  oktaOinClientId: pulumi.Input<string>;
  /** The domain of administrators. */
  adminLoginDomain: pulumi.Input<string>;
  /** The id of a submission, 1 to 200 characters. */
  oinSubmissionId?: Text;
  /** The applications that it is for. */
  linkedClients?: pulumi.Input<pulumi.Input<ClientLinkedClient>[] | undefined>;
}
