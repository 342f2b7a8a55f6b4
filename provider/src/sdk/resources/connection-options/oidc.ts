import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsFree, ConnectionOptionsUpstream, Option } from "./shared.ts";

/** Options of strategy `oidc`: any identity provider that speaks OpenID Connect. */
export interface ConnectionOptionsOidc extends ConnectionOptionsOpenId {
  /**
   * How the identity provider answers: `back_channel` fetches tokens from server to server and needs a
   * `client_secret` or a key; `front_channel` gets them through the browser. Derived by the server when absent.
   */
  type?: Option<"back_channel" | "front_channel">;
  /** Where the provider publishes its OpenID configuration; while `oidc_metadata` is empty, the server fetches it. */
  discovery_url?: Option<string>;
  /** How the provider's claims become the user's profile. Derived by the server when absent. */
  attribute_map?: Option<ConnectionAttributeMap<"bind_all" | "use_map">>;
}

/** Options of strategy `okta`: an Okta organization. */
export interface ConnectionOptionsOkta extends ConnectionOptionsOpenId {
  /** The organization's host name, such as `dev-123456.okta.com`: no scheme, no slash. The server discovers the rest from it. */
  domain?: Option<string>;
  /** Always `back_channel`. Derived by the server when absent. */
  type?: Option<"back_channel">;
  /** How the provider's claims become the user's profile. Derived by the server when absent. */
  attribute_map?: Option<ConnectionAttributeMap<"basic_profile" | "use_map">>;
}

/** What the strategies `oidc` and `okta` share. */
export interface ConnectionOptionsOpenId extends ConnectionOptionsUpstream {
  /** The id under which the identity provider knows the tenant. The service asks for it at creation. */
  client_id?: Option<string>;
  /** Secret. The tenant authenticates with it at the identity provider; not needed with `private_key_jwt`. */
  client_secret?: Option<string>;
  /** The provider's identifier, a URL: the `iss` of its tokens. Derived by the server from discovery when absent. */
  issuer?: Option<string>;
  /** Where users are sent to log in; a URL. Derived by the server from discovery when absent. */
  authorization_endpoint?: Option<string>;
  /** Where codes are exchanged for tokens; an https URL. Derived by the server from discovery when absent. */
  token_endpoint?: Option<string>;
  /** Where further claims are read; an https URL. Derived by the server from discovery when absent. */
  userinfo_endpoint?: Option<string>;
  /** Where the provider's public keys are; an https URL. Derived by the server from discovery when absent. */
  jwks_uri?: Option<string>;
  /** Where authorization requests are pushed to (RFC 9126); an https URL. */
  pushed_authorization_request_endpoint?: Option<string>;
  /** Whether authorization requests are pushed (RFC 9126) instead of sent through the browser. */
  enable_pushed_authorization_requests?: Option<boolean>;
  /** Scopes to ask for, separated by spaces; must hold `openid`. A set. Derived by the server when absent. */
  scope?: Option<string>;
  /** How the tenant authenticates at the token endpoint. */
  token_endpoint_auth_method?: Option<"client_secret_post" | "private_key_jwt">;
  /** The algorithm that signs the assertion for `private_key_jwt`. */
  token_endpoint_auth_signing_alg?: Option<"ES256" | "ES384" | "PS256" | "PS384" | "RS256" | "RS384" | "RS512">;
  /** The audience of that assertion: the provider's issuer or its token endpoint. */
  token_endpoint_jwtca_aud_format?: Option<"issuer" | "token_endpoint">;
  /** The algorithms that an ID token may be signed with. A set. */
  id_token_signed_response_algs?: Option<
    pulumi.Input<"ES256" | "ES384" | "PS256" | "PS384" | "RS256" | "RS384" | "RS512">[]
  >;
  /** Whether the ID token's `session_expiry` ends the session. */
  id_token_session_expiry_supported?: Option<boolean>;
  /** Whether a nonce is sent with `back_channel` as well, and expected back in the ID token. */
  send_back_channel_nonce?: Option<boolean>;
  /** The algorithm that signs DPoP proofs. */
  dpop_signing_alg?: Option<"ES256" | "ES384" | "ES512" | "Ed25519">;
  /** How the connection talks to the provider. Derived by the server when absent. */
  connection_settings?: Option<ConnectionSettings>;
  /** Whether spaces, as in OAuth, and not commas separate the scopes of a `connection_scope` parameter. */
  useOauthSpecScope?: Option<boolean>;
  /** Email domains whose users are sent to this connection. A set. */
  domain_aliases?: Option<pulumi.Input<string>[]>;
  /** The connection's main email domain. */
  tenant_domain?: Option<string>;
  /** The icon of the connection's button; an https URL. */
  icon_url?: Option<string>;
  /**
   * The provider's OpenID configuration. Derived by the server from discovery when absent. What a program declares of it
   * is enforced, and no longer follows the provider.
   */
  oidc_metadata?: Option<ConnectionOptionsFree>;
  /** The version of the service's own form of these options. Set by the server when absent. */
  schema_version?: Option<string>;
}

/** How claims become a profile. */
export interface ConnectionAttributeMap<Mode extends string> {
  /** Which claims are taken: all, a basic set, or those in `attributes`. */
  mapping_mode?: Option<Mode>;
  /** Attributes of the profile by name, each with the claim it comes from. */
  attributes?: Option<ConnectionOptionsFree>;
  /** Scopes to ask the userinfo endpoint for, separated by spaces. A set. */
  userinfo_scope?: Option<string>;
}

/** How a connection talks to its OpenID provider. */
export interface ConnectionSettings {
  /** Proof key for code exchange: `auto` takes the strongest method that the provider supports. */
  pkce?: Option<"auto" | "S256" | "plain" | "disabled">;
}
