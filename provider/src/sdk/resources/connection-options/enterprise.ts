import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsFree, ConnectionOptionsUpstream, Option } from "./shared.ts";

/** Options of strategy `oidc`: an identity provider with OpenID Connect. */
export interface ConnectionOptionsOidc extends ConnectionOptionsOpenId {
  /**
   * The flow: with `back_channel`, the service fetches tokens and needs a `client_secret` or a key; with `front_channel`, tokens pass
   * through the browser. Derived by the service when absent.
   */
  type?: Option<"back_channel" | "front_channel">;
  /** The URL of the provider's OpenID configuration. The service fetches it while `oidc_metadata` is empty. */
  discovery_url?: Option<string>;
  /** The mapping of the provider's claims to the user's profile. Derived by the service when absent. */
  attribute_map?: Option<ConnectionAttributeMap<"bind_all" | "use_map">>;
}

/** Options of strategy `okta`: an Okta organization. */
export interface ConnectionOptionsOkta extends ConnectionOptionsOpenId {
  /** The organization's host name, such as `dev-123456.okta.com`: no scheme, no slash. The service discovers the endpoints from it. */
  domain?: Option<string>;
  /** Always `back_channel`. Derived by the service when absent. */
  type?: Option<"back_channel">;
  /** The mapping of the provider's claims to the user's profile. Derived by the service when absent. */
  attribute_map?: Option<ConnectionAttributeMap<"basic_profile" | "use_map">>;
}

/** The common options of the strategies `oidc` and `okta`. */
export interface ConnectionOptionsOpenId extends ConnectionOptionsUpstream {
  /** The client id of the tenant at the identity provider. The service requires it at creation. */
  client_id?: Option<string>;
  /** Secret. The client secret of the tenant at the identity provider. Not needed with `private_key_jwt`. */
  client_secret?: Option<string>;
  /** The provider's identifier, a URL: the `iss` of its tokens. Derived by the service from discovery when absent. */
  issuer?: Option<string>;
  /** The URL of the provider's login page. Derived by the service from discovery when absent. */
  authorization_endpoint?: Option<string>;
  /** The https URL of the token endpoint. Derived by the service from discovery when absent. */
  token_endpoint?: Option<string>;
  /** The https URL of the userinfo endpoint. Derived by the service from discovery when absent. */
  userinfo_endpoint?: Option<string>;
  /** The https URL of the provider's public keys. Derived by the service from discovery when absent. */
  jwks_uri?: Option<string>;
  /** The https URL for pushed authorization requests (RFC 9126). */
  pushed_authorization_request_endpoint?: Option<string>;
  /** Whether authorization requests are pushed (RFC 9126) instead of sent through the browser. */
  enable_pushed_authorization_requests?: Option<boolean>;
  /** The requested scopes, separated by spaces, in any order. They must include `openid`. Derived by the service when absent. */
  scope?: Option<string>;
  /** The authentication method of the tenant at the token endpoint. */
  token_endpoint_auth_method?: Option<"client_secret_post" | "private_key_jwt">;
  /** The algorithm that signs the assertion for `private_key_jwt`. */
  token_endpoint_auth_signing_alg?: Option<"ES256" | "ES384" | "PS256" | "PS384" | "RS256" | "RS384" | "RS512">;
  /** The audience of the assertion: the provider's issuer or its token endpoint. */
  token_endpoint_jwtca_aud_format?: Option<"issuer" | "token_endpoint">;
  /** The accepted signing algorithms of ID tokens, in any order. */
  id_token_signed_response_algs?: Option<
    pulumi.Input<"ES256" | "ES384" | "PS256" | "PS384" | "RS256" | "RS384" | "RS512">[]
  >;
  /** Whether the ID token's `session_expiry` ends the session. */
  id_token_session_expiry_supported?: Option<boolean>;
  /** With the flow `back_channel`: whether a nonce is sent and expected in the ID token. */
  send_back_channel_nonce?: Option<boolean>;
  /** The algorithm that signs DPoP proofs. */
  dpop_signing_alg?: Option<"ES256" | "ES384" | "ES512" | "Ed25519">;
  /** The settings of the connection to the provider. Derived by the service when absent. */
  connection_settings?: Option<ConnectionSettings>;
  /** Whether the scopes of a `connection_scope` parameter are separated by spaces, as in OAuth, instead of commas. */
  useOauthSpecScope?: Option<boolean>;
  /** Email domains whose users are sent to this connection, in any order. */
  domain_aliases?: Option<pulumi.Input<string>[]>;
  /** The connection's main email domain. */
  tenant_domain?: Option<string>;
  /** The https URL of the icon on the connection's button. */
  icon_url?: Option<string>;
  /**
   * The provider's OpenID configuration. Derived by the service from discovery when absent. Declared values no longer follow the provider's
   * configuration.
   */
  oidc_metadata?: Option<ConnectionOptionsFree>;
  /** The version of the format of these options. Set by the service when absent. */
  schema_version?: Option<string>;
}

/** The mapping of claims to a profile. */
export interface ConnectionAttributeMap<Mode extends string> {
  /** The mapped claims: all, a basic set, or those in `attributes`. */
  mapping_mode?: Option<Mode>;
  /** The attributes of the profile by name, each with its claim. */
  attributes?: Option<ConnectionOptionsFree>;
  /** The requested scopes of the userinfo endpoint, separated by spaces, in any order. */
  userinfo_scope?: Option<string>;
}

/** The settings of the connection to an OpenID provider. */
export interface ConnectionSettings {
  /** Proof key for code exchange: `auto` uses the strongest method that the provider supports. */
  pkce?: Option<"auto" | "S256" | "plain" | "disabled">;
}

/** Options of strategy `samlp`: an identity provider with SAML 2.0. */
export interface ConnectionOptionsSamlp extends ConnectionOptionsUpstream {
  /**
   * The URL of the provider's login page. One of `signInEndpoint`, `metadataUrl` and `metadataXml` is required. Derived by the service from the
   * metadata when absent.
   */
  signInEndpoint?: Option<string>;
  /** The URL of the provider's logout page. Default: `signInEndpoint`. */
  signOutEndpoint?: Option<string>;
  /** Whether the session at the identity provider stays after a logout. */
  disableSignout?: Option<boolean>;
  /** The https URL of the provider's metadata. The service derives endpoints and certificate from it. Not with `metadataXml`. */
  metadataUrl?: Option<string>;
  /**
   * The provider's metadata as XML. The service derives endpoints and certificate from it and keeps no copy. The API never returns it, so
   * changes outside Pulumi are not detected. Not with `metadataUrl`.
   */
  metadataXml?: Option<string>;
  /** The provider's signing certificate, in base64. Derived by the service from the metadata when absent. */
  signingCert?: Option<string>;
  /** The older form of `signingCert`: the certificate as DER. Derived by the service when absent. */
  cert?: Option<string>;
  /**
   * SHA-1 fingerprints of the provider's certificates, 40 hexadecimal digits each, in any order. Derived by the service when absent.
   */
  thumbprints?: Option<pulumi.Input<string>[]>;
  /** Whether requests are signed. */
  signSAMLRequest?: Option<boolean>;
  /** The algorithm that signs requests. */
  signatureAlgorithm?: Option<"rsa-sha1" | "rsa-sha256">;
  /** The digest algorithm of the signatures. */
  digestAlgorithm?: Option<"sha1" | "sha256">;
  /** The key pair that signs requests; the tenant's key pair when absent. */
  signing_key?: Option<ConnectionSigningKey>;
  /** Secret. The key that decrypts assertions: a private key (PEM), or the key with its certificate. */
  decryptionKey?: Option<string | ConnectionSigningKey>;
  /** The algorithms of encrypted assertions that the service accepts. */
  assertion_decryption_settings?: Option<ConnectionAssertionDecryption>;
  /** The transport of requests. */
  protocolBinding?: Option<
    "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" | "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
  >;
  /** The SAML binding of requests, as a URN. Derived by the service from the metadata when absent. */
  bindingMethod?: Option<string>;
  /** Whether requests by redirect are compressed. */
  deflate?: Option<boolean>;
  /** The template of requests, in XML. */
  requestTemplate?: Option<string>;
  /** The destination URL in requests. */
  destinationUrl?: Option<string>;
  /** The required destination URL in responses. */
  recipientUrl?: Option<string>;
  /** The entity id of the tenant at the provider. Derived by the service from tenant and connection when absent. */
  entityId?: Option<string>;
  /** The attribute of the assertion that identifies a user, with precedence over the service's own choices. */
  user_id_attribute?: Option<string>;
  /** The attributes of the profile by name, each with its attribute of the assertion, or several in order of preference. */
  fieldsMap?: Option<Readonly<Record<string, pulumi.Input<string | pulumi.Input<string>[]>>>>;
  /** Logins that start at the identity provider. */
  idpinitiated?: Option<ConnectionIdpInitiated>;
  /** The https URL of the provider's OpenID configuration, if it has one. */
  discovery_url?: Option<string>;
  /** The provider's OpenID configuration. */
  oidc_metadata?: Option<ConnectionOptionsFree>;
  /** Email domains whose users are sent to this connection, in any order. */
  domain_aliases?: Option<pulumi.Input<string>[]>;
  /** The connection's main email domain, or several. */
  tenant_domain?: Option<string | pulumi.Input<string>[]>;
  /** The https URL of the icon on the connection's button. */
  icon_url?: Option<string>;
  /** Whether the tenant's log contains requests and responses. They contain personal data: enable it only for diagnosis. */
  debug?: Option<boolean>;
  /** The `iss` expected in the provider's requests to revoke a user's tokens. Needs `global_token_revocation_jwt_sub`. */
  global_token_revocation_jwt_iss?: Option<string>;
  /** The `sub` expected in the provider's requests to revoke a user's tokens. Needs `global_token_revocation_jwt_iss`. */
  global_token_revocation_jwt_sub?: Option<string>;
}

/** A private key with its certificate. */
export interface ConnectionSigningKey {
  /** Secret. The private key, PEM. */
  key?: Option<string>;
  /** The certificate, PEM. */
  cert?: Option<string>;
}

/** The algorithms of encrypted assertions that the service accepts. */
export interface ConnectionAssertionDecryption {
  /** The set of accepted algorithms, which the service defines. */
  algorithm_profile?: Option<"v2026-1">;
  /** Insecure algorithms that are still allowed, in any order. */
  algorithm_exceptions?: Option<pulumi.Input<string>[]>;
}

/** Logins that start at the identity provider. */
export interface ConnectionIdpInitiated {
  /** Whether these logins are allowed. */
  enabled?: Option<boolean>;
  /** The application to which the login leads. */
  client_id?: Option<string>;
  /** The protocol of the response to the application. */
  client_protocol?: Option<"oidc" | "samlp" | "wsfed">;
  /** The query string for the application. */
  client_authorizequery?: Option<string>;
}

/** Options of strategy `waad`: Microsoft Entra ID (Azure AD). */
export interface ConnectionOptionsWaad extends ConnectionOptionsUpstream {
  /** The application (client) id of the app registration. The service requires it at creation. */
  client_id?: Option<string>;
  /** Secret. A client secret of the app registration. */
  client_secret?: Option<string>;
  /** The directory's main domain, such as `example.onmicrosoft.com`. */
  tenant_domain?: Option<string>;
  /** The directory's id, a UUID of 36 characters. */
  tenantId?: Option<string>;
  /** The application's domain, for WS-Federation and the older endpoints. */
  app_domain?: Option<string>;
  /** The application's id URI. Required for logins with a password (resource owner password flow) at the older endpoints. */
  app_id?: Option<string>;
  /** Further domains of the directory whose users are sent to this connection, in any order. */
  domain_aliases?: Option<pulumi.Input<string>[]>;
  /** The version of Microsoft's endpoints: the newer (v2.0) or the older ones (v1.0). */
  identity_api?: Option<"microsoft-identity-platform-v2.0" | "azure-active-directory-v1.0">;
  /** The protocol of the older endpoints. */
  waad_protocol?: Option<"openid-connect" | "ws-federation">;
  /** Whether WS-Federation is used instead of OpenID Connect. */
  use_wsfed?: Option<boolean>;
  /** Whether users of any directory can log in. Needs `userid_attribute: "sub"`. */
  useCommonEndpoint?: Option<boolean>;
  /** The older form of `useCommonEndpoint`. Derived by the service when absent. */
  waad_common_endpoint?: Option<boolean>;
  /** Whether an administrator of the directory has consented to the application. Set by the service. */
  granted?: Option<boolean>;
  /** The claim that identifies a user: `oid` within one directory, `sub` with the common endpoint. */
  userid_attribute?: Option<"oid" | "sub">;
  /** The requested scopes of the newer endpoints, in any order. Derived by the service when absent. */
  scope?: Option<pulumi.Input<string>[]>;
  /** Always `true`: the service always reads the basic profile. */
  basic_profile?: Option<boolean>;
  /** Whether the extended profile is read. */
  ext_profile?: Option<boolean>;
  /** Whether the user's groups are read. */
  ext_groups?: Option<boolean>;
  /** Whether the groups that contain the user's groups are read as well. */
  ext_nested_groups?: Option<boolean>;
  /** The maximum number of groups to read, as a string. Only with `ext_groups`. */
  max_groups_to_retrieve?: Option<string>;
  /** Whether the tenant can read the directory's users. */
  api_enable_users?: Option<boolean>;
  /** Whether the profile says if the user administers the domain. */
  ext_admin?: Option<boolean>;
  /** Whether the profile says if the user is suspended. */
  ext_is_suspended?: Option<boolean>;
  /** Whether the profile says if the user has agreed to the terms. */
  ext_agreed_terms?: Option<boolean>;
  /** Whether the profile contains the plans that are assigned to the user. */
  ext_assigned_plans?: Option<boolean>;
  /** Whether the profile contains the user's access token. */
  ext_access_token?: Option<boolean>;
  /** Whether the profile contains the user's refresh token. */
  ext_refresh_token?: Option<boolean>;
  /** Whether the profile says if the user's account is enabled. */
  ext_account_enabled?: Option<boolean>;
  /** Whether the profile contains the licenses that are assigned to the user. */
  ext_assigned_licenses?: Option<boolean>;
  /** Whether the profile contains the user's Azure id. */
  ext_azure_id?: Option<boolean>;
  /** Whether the profile contains the user's city. */
  ext_city?: Option<boolean>;
  /** Whether the profile contains the user's country. */
  ext_country?: Option<boolean>;
  /** Whether the profile contains the user's department. */
  ext_department?: Option<boolean>;
  /** Whether the profile says if the user comes from a synchronized directory. */
  ext_dir_sync_enabled?: Option<boolean>;
  /** Whether the profile contains the user's email address. */
  ext_email?: Option<boolean>;
  /** Whether the profile contains the expiry of the user's access token. */
  ext_expires_in?: Option<boolean>;
  /** Whether the profile contains the user's family name. */
  ext_family_name?: Option<boolean>;
  /** Whether the profile contains the user's fax number. */
  ext_fax?: Option<boolean>;
  /** Whether the profile contains the user's given name. */
  ext_given_name?: Option<boolean>;
  /** Whether the profile contains the ids of the user's groups. */
  ext_group_ids?: Option<boolean>;
  /** Whether the profile contains the user's job title. */
  ext_job_title?: Option<boolean>;
  /** Whether the profile contains the time of the directory's last synchronization. */
  ext_last_sync?: Option<boolean>;
  /** Whether the profile contains the number of the user's mobile phone. */
  ext_mobile?: Option<boolean>;
  /** Whether the profile contains the user's full name. */
  ext_name?: Option<boolean>;
  /** Whether the profile contains the user's nickname. */
  ext_nickname?: Option<boolean>;
  /** Whether the profile contains the user's object id (`oid`). */
  ext_oid?: Option<boolean>;
  /** Whether the profile contains the user's phone number. */
  ext_phone?: Option<boolean>;
  /** Whether the profile contains the location of the user's office. */
  ext_physical_delivery_office_name?: Option<boolean>;
  /** Whether the profile contains the user's postal code. */
  ext_postal_code?: Option<boolean>;
  /** Whether the profile contains the user's preferred language. */
  ext_preferred_language?: Option<boolean>;
  /** Whether the profile contains the service plans that are provisioned to the user. */
  ext_provisioned_plans?: Option<boolean>;
  /** Whether the profile contains the errors of the user's provisioning. */
  ext_provisioning_errors?: Option<boolean>;
  /** Whether the profile contains all email addresses of the user. */
  ext_proxy_addresses?: Option<boolean>;
  /** Whether the profile contains the user's Passport id (`puid`). */
  ext_puid?: Option<boolean>;
  /** Whether the profile contains the roles that the user has in the application. */
  ext_roles?: Option<boolean>;
  /** Whether the profile contains the user's state or province. */
  ext_state?: Option<boolean>;
  /** Whether the profile contains the user's street. */
  ext_street?: Option<boolean>;
  /** Whether the profile contains the user's telephone number. */
  ext_telephoneNumber?: Option<boolean>;
  /** Whether the profile contains the directory's id. */
  ext_tenantid?: Option<boolean>;
  /** Whether the profile contains the user's principal name (UPN). */
  ext_upn?: Option<boolean>;
  /** Whether the profile contains the country in which the user's licenses are used. */
  ext_usage_location?: Option<boolean>;
  /** Whether the profile contains an alternative id of the user. */
  ext_user_id?: Option<boolean>;
  /** Whether email addresses from this connection are always or never marked as verified. */
  should_trust_email_verified_connection?: Option<"never_set_emails_as_verified" | "always_set_emails_as_verified">;
  /** Fingerprints of the certificates that sign SAML tokens, hexadecimal, at most 20, in any order. Only with WS-Federation. */
  thumbprints?: Option<pulumi.Input<string>[]>;
  /** The https URL of the icon on the connection's button. */
  icon_url?: Option<string>;
}
