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
  /** Whether a nonce is sent, and expected in the ID token, also with the flow `back_channel`. */
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
