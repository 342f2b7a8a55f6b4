import type * as pulumi from "@pulumi/pulumi";
import type {
  ClientDefaultOrganization,
  ClientEncryptionKey,
  ClientExpressConfiguration,
  ClientFedcmLogin,
  ClientIdentityAssertionAuthorizationGrant,
  ClientJwtConfiguration,
  ClientMobile,
  ClientMyOrganizationConfiguration,
  ClientNativeSocialLogin,
  ClientOidcLogout,
  ClientRefreshToken,
  ClientSessionTransfer,
  ClientSignedRequestObject,
  ClientTokenExchange,
  ClientTokenQuota,
} from "./nested-args.ts";

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
  grantTypes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
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
  /** Identity assertions. Cleared by null. */
  identityAssertionAuthorizationGrant?: pulumi.Input<ClientIdentityAssertionAuthorizationGrant | undefined>;
  /** Back-channel logout. Cleared: none, which takes its older form away as well. */
  oidcLogout?: pulumi.Input<ClientOidcLogout | undefined>;
  /** Sessions that go from a native application to the web. Cleared by null. */
  sessionTransfer?: pulumi.Input<ClientSessionTransfer | undefined>;
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
  /** How a third party is treated. A change replaces. */
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
