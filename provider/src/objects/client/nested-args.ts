import type * as pulumi from "@pulumi/pulumi";

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
