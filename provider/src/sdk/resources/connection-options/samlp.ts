import type * as pulumi from "@pulumi/pulumi";
import type { ConnectionOptionsFree, ConnectionOptionsUpstream, Option } from "./shared.ts";

/** Options of strategy `samlp`: an identity provider that speaks SAML 2.0. */
export interface ConnectionOptionsSamlp extends ConnectionOptionsUpstream {
  /**
   * Where users are sent to log in; a URL. Derived by the server from the metadata when absent; one of this,
   * `metadataUrl` and `metadataXml` is needed.
   */
  signInEndpoint?: Option<string>;
  /** Where users are sent to log out; a URL. Absent, the server takes `signInEndpoint`. */
  signOutEndpoint?: Option<string>;
  /** Whether the identity provider is left out when a user logs out. */
  disableSignout?: Option<boolean>;
  /** Where the provider's metadata is; an https URL. The server derives endpoints and certificate from it. Not with `metadataXml`. */
  metadataUrl?: Option<string>;
  /**
   * The provider's metadata itself. The server derives endpoints and certificate from it and keeps no copy. The tenant
   * never answers it, so nobody can see whether somebody else changed it. Not with `metadataUrl`.
   */
  metadataXml?: Option<string>;
  /** The certificate that the provider signs with, base64. Derived by the server from the metadata when absent. */
  signingCert?: Option<string>;
  /** The older form of `signingCert`: the certificate as DER. Derived by the server when absent. */
  cert?: Option<string>;
  /** SHA-1 fingerprints of the provider's certificates, 40 hexadecimal digits each. A set. Derived by the server when absent. */
  thumbprints?: Option<pulumi.Input<string>[]>;
  /** Whether requests are signed. */
  signSAMLRequest?: Option<boolean>;
  /** The algorithm that signs requests. */
  signatureAlgorithm?: Option<"rsa-sha1" | "rsa-sha256">;
  /** The digest in those signatures. */
  digestAlgorithm?: Option<"sha1" | "sha256">;
  /** The key pair that signs requests; the tenant's own when absent. */
  signing_key?: Option<ConnectionSigningKey>;
  /** Secret. The key that decrypts assertions: a private key (PEM), or the key with its certificate. */
  decryptionKey?: Option<string | ConnectionSigningKey>;
  /** Which algorithms encrypted assertions may use. */
  assertion_decryption_settings?: Option<ConnectionAssertionDecryption>;
  /** How requests travel. */
  protocolBinding?: Option<
    "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" | "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
  >;
  /** How the provider wants to get requests: a URN of SAML. Derived by the server from the metadata when absent. */
  bindingMethod?: Option<string>;
  /** Whether requests are compressed when they travel by redirect. */
  deflate?: Option<boolean>;
  /** A template for requests, XML. */
  requestTemplate?: Option<string>;
  /** The destination that requests name; a URL. */
  destinationUrl?: Option<string>;
  /** The destination that answers must name; a URL. */
  recipientUrl?: Option<string>;
  /** The name under which the provider knows the tenant. Derived by the server from tenant and connection when absent. */
  entityId?: Option<string>;
  /** The assertion's attribute that identifies a user, tried before the service's own choices. */
  user_id_attribute?: Option<string>;
  /** Attributes of the profile by name, each with the assertion's attribute it comes from, or several in order of preference. */
  fieldsMap?: Option<Readonly<Record<string, pulumi.Input<string | pulumi.Input<string>[]>>>>;
  /** Logins that start at the identity provider. */
  idpinitiated?: Option<ConnectionIdpInitiated>;
  /** Where the provider publishes an OpenID configuration, if it has one; an https URL. */
  discovery_url?: Option<string>;
  /** That configuration. */
  oidc_metadata?: Option<ConnectionOptionsFree>;
  /** Email domains whose users are sent to this connection. A set. */
  domain_aliases?: Option<pulumi.Input<string>[]>;
  /** The connection's main email domain, or several. */
  tenant_domain?: Option<string | pulumi.Input<string>[]>;
  /** The icon of the connection's button; an https URL. */
  icon_url?: Option<string>;
  /** Whether the tenant's log holds requests and answers. They hold personal data: switch it on only to search for an error. */
  debug?: Option<boolean>;
  /** The `iss` expected in the provider's requests to revoke a user's tokens; together with the `sub`. */
  global_token_revocation_jwt_iss?: Option<string>;
  /** The `sub` expected in the provider's requests to revoke a user's tokens; together with the `iss`. */
  global_token_revocation_jwt_sub?: Option<string>;
}

/** A private key with its certificate. */
export interface ConnectionSigningKey {
  /** Secret. The private key, PEM. */
  key?: Option<string>;
  /** The certificate, PEM. */
  cert?: Option<string>;
}

/** Which algorithms encrypted assertions may use. */
export interface ConnectionAssertionDecryption {
  /** The service's set of algorithms. */
  algorithm_profile?: Option<"v2026-1">;
  /** Insecure algorithms that are allowed nevertheless. A set. */
  algorithm_exceptions?: Option<pulumi.Input<string>[]>;
}

/** Logins that start at the identity provider. */
export interface ConnectionIdpInitiated {
  /** Whether they are allowed. */
  enabled?: Option<boolean>;
  /** The application that they lead to. */
  client_id?: Option<string>;
  /** The protocol in which this application gets its answer. */
  client_protocol?: Option<"oidc" | "samlp" | "wsfed">;
  /** The query string that this application gets. */
  client_authorizequery?: Option<string>;
}
