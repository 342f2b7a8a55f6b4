import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsFree, ConnectionOptionsUpstream, Option } from "./shared.ts";

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
  /** The accepted algorithms of encrypted assertions. */
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

/** The accepted algorithms of encrypted assertions. */
export interface ConnectionAssertionDecryption {
  /** The service's set of algorithms. */
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
