// Made of `types/resource-server/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { resourceServer } from "../../types/resource-server/definition.ts";
import { TenantResource } from "../base.ts";

/** A permission of an API, in the service's own form. */
export interface ResourceServerScope {
  /** The name of the permission: 1 to 280 characters, unique within the API. Example: `read:orders`. */
  value: pulumi.Input<string>;
  /** The description, for consent screens: at most 500 characters. */
  description?: pulumi.Input<string | undefined>;
}

/**
 * A public key with which access tokens are encrypted. An update replaces the whole key:
 * undeclared properties are dropped.
 */
export interface ResourceServerEncryptionKey {
  /** The name of the key. */
  name?: pulumi.Input<string | undefined>;
  /** The algorithm that encrypts the content key. */
  alg: pulumi.Input<"RSA-OAEP-256" | "RSA-OAEP-384" | "RSA-OAEP-512">;
  /** The id of the key, for the header of tokens. */
  kid?: pulumi.Input<string | undefined>;
  /** The public key in PEM form. The API never returns it; the thumbprint shows changes made outside Pulumi. */
  pem: pulumi.Input<string>;
}

/** Encryption of the access tokens of an API. */
export interface ResourceServerTokenEncryption {
  /** The format of the encrypted token. */
  format: pulumi.Input<"compact-nested-jwe">;
  /** The public key with which tokens are encrypted. */
  encryptionKey: pulumi.Input<ResourceServerEncryptionKey>;
}

/** A type of rich authorization request that an API supports. */
export interface ResourceServerAuthorizationDetail {
  /** The name of the type. */
  type: pulumi.Input<string>;
}

/** Proof of possession: access tokens that only the client that got them can use. */
export interface ResourceServerProofOfPossession {
  /** The proof mechanism. */
  mechanism: pulumi.Input<"mtls" | "dpop">;
  /** Whether access tokens without proof are refused. */
  required: pulumi.Input<boolean>;
  /** The applications that must prove possession. */
  requiredFor?: pulumi.Input<"public_clients" | "all_clients" | undefined>;
}

/** The applications that can get tokens for an API, by the subject type of the token. */
export interface ResourceServerSubjectTypeAuthorization {
  /** The policy for applications that act for a user. When cleared: `allow_all`. */
  user?: pulumi.Input<
    { policy?: pulumi.Input<"allow_all" | "deny_all" | "require_client_grant" | undefined> } | undefined
  >;
  /** The policy for applications that act for themselves. When cleared: `require_client_grant`. */
  client?: pulumi.Input<{ policy?: pulumi.Input<"deny_all" | "require_client_grant" | undefined> } | undefined>;
  /** The policy for applications that act for anonymous sessions. Early access. When cleared: `deny_all`. */
  anonymousUser?: pulumi.Input<{ policy?: pulumi.Input<"deny_all" | "require_client_grant" | undefined> } | undefined>;
}

/** The authorization policy of an API. */
export interface ResourceServerAuthorizationPolicy {
  /** The id of the policy: 1 to 1024 characters. */
  policyId: pulumi.Input<string>;
}

/** A custom claim in the access tokens of an API. */
export interface ResourceServerCustomClaim {
  /** The name of the claim. Names of registered claims are not allowed. */
  name: pulumi.Input<string>;
  /** The path of the value, such as `anonymous_session.metadata.country`. */
  expression: pulumi.Input<string>;
}

/** The sources of claims in the access tokens of an API. */
export interface ResourceServerClaimsMapping {
  /** The custom claims: at most 20. */
  customClaims?: pulumi.Input<pulumi.Input<ResourceServerCustomClaim>[] | undefined>;
}

/** The content of the access tokens of an API. */
export interface ResourceServerAccessToken {
  /** The source of claims. */
  claimsMapping?: pulumi.Input<ResourceServerClaimsMapping | undefined>;
}

/**
 * The arguments of a {@link ResourceServer}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the service's default. `name`,
 * `signingAlg`, `signingSecret`, `tokenDialect` and `enforcePolicies` have no default: they stay as they are and are no
 * longer managed.
 */
export interface ResourceServerArgs {
  /** The audience of access tokens: 1 to 600 characters, unique within the tenant. A change replaces the API. */
  identifier: pulumi.Input<string>;
  /** The display name: at most 200 characters, without `<` and `>`. */
  name?: pulumi.Input<string | undefined>;
  /**
   * The permissions of the API: a map of at most 1000 names (1 to 280 characters) to descriptions (at most 500 characters). The service's
   * own form, an array of `{ value, description }`, is also accepted; the output is always the map. Unless `exclusiveScopes` is false, all
   * permissions are managed: a permission that is added at the tenant is drift.
   */
  scopes?: pulumi.Input<
    Readonly<Record<string, pulumi.Input<string>>> | pulumi.Input<ResourceServerScope>[] | undefined
  >;
  /**
   * Whether all undeclared scopes of the API are removed. With false, only the declared scopes are managed, so other stacks can add scopes
   * with {@link ResourceServerScopes}. A change of this option alone removes nothing. Default: true.
   */
  exclusiveScopes?: pulumi.Input<boolean | undefined>;
  /** The algorithm that signs access tokens. Default: the tenant's default algorithm. */
  signingAlg?: pulumi.Input<"HS256" | "RS256" | "RS512" | "PS256" | undefined>;
  /** The secret for HS256: at least 16 characters. It is always encrypted in the state. */
  signingSecret?: pulumi.Input<string | undefined>;
  /** Whether refresh tokens can be issued. When cleared: false. */
  allowOfflineAccess?: pulumi.Input<boolean | undefined>;
  /** Whether online refresh tokens can be issued. When cleared: false. */
  allowOnlineAccess?: pulumi.Input<boolean | undefined>;
  /** Whether online refresh tokens can be issued for ephemeral sessions. When cleared: false. */
  allowOnlineAccessWithEphemeralSessions?: pulumi.Input<boolean | undefined>;
  /** The lifetime of access tokens from the token endpoint in seconds: 0 to 2592000 (30 days). When cleared: 86400. */
  tokenLifetime?: pulumi.Input<number | undefined>;
  /**
   * The lifetime of access tokens of implicit and hybrid flows in seconds: 0 to 2592000, at most `tokenLifetime`. When cleared: 7200. If you
   * declare only `tokenLifetime`, and lower it below this value, this value is lowered, too.
   */
  tokenLifetimeForWeb?: pulumi.Input<number | undefined>;
  /**
   * The lifetime of access tokens of anonymous sessions in seconds: 86400 to 2592000. Early access. When cleared: none.
   */
  tokenLifetimeForAnonymousAccessTokens?: pulumi.Input<number | undefined>;
  /** The format of access tokens. With the `_authz` formats, tokens contain the user's permissions. */
  tokenDialect?: pulumi.Input<
    "access_token" | "access_token_authz" | "rfc9068_profile" | "rfc9068_profile_authz" | undefined
  >;
  /** Whether verifiable first-party applications skip the user's consent. When cleared: false. */
  skipConsentForVerifiableFirstPartyClients?: pulumi.Input<boolean | undefined>;
  /** Whether authorization policies (role-based access) are enforced. */
  enforcePolicies?: pulumi.Input<boolean | undefined>;
  /** Encryption of access tokens. When cleared: none. */
  tokenEncryption?: pulumi.Input<ResourceServerTokenEncryption | undefined>;
  /** The policy for the user's consent. When cleared: the service's standard policy. */
  consentPolicy?: pulumi.Input<"transactional-authorization-with-mfa" | undefined>;
  /** The types of rich authorization requests that the API supports. When cleared: none. */
  authorizationDetails?: pulumi.Input<pulumi.Input<ResourceServerAuthorizationDetail>[] | undefined>;
  /** Proof of possession of access tokens. When cleared: none. */
  proofOfPossession?: pulumi.Input<ResourceServerProofOfPossession | undefined>;
  /** The applications that can get tokens for the API, by the subject type of the token. */
  subjectTypeAuthorization?: pulumi.Input<ResourceServerSubjectTypeAuthorization | undefined>;
  /** The authorization policy. Early access. When cleared: none. */
  authorizationPolicy?: pulumi.Input<ResourceServerAuthorizationPolicy | undefined>;
  /** The content of access tokens. Early access. When cleared: the service's default. */
  accessToken?: pulumi.Input<ResourceServerAccessToken | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing API with this identifier is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * An API for which the tenant issues access tokens.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const orders = new tenant.ResourceServer("orders", {
 *   identifier: "https://orders.example.com",
 *   name: "Orders",
 *   scopes: { "read:orders": "Read orders", "write:orders": "Place and change orders" },
 *   signingAlg: "RS256",
 *   tokenLifetime: 3600,
 *   tokenLifetimeForWeb: 1800,
 *   allowOfflineAccess: true,
 *   subjectTypeAuthorization: { client: { policy: "require_client_grant" }, user: { policy: "allow_all" } },
 * });
 * export const audience = orders.identifier;
 * ```
 *
 * **Updates** send only the changed properties, in one call. Undeclared values must stay, so the provider reads the API first if an update changes
 * a part of a nested object, or lowers `tokenLifetime` while `tokenLifetimeForWeb` is undeclared.
 *
 * **System APIs** belong to the service. Programs set some of their properties; check refuses the others by name. The service decides about their
 * names, scopes and `enforcePolicies`. Without a declaration, read them with {@link ResourceServer.get}, by id or identifier.
 *
 * - The management API (`https://{domain}/api/v2/`): `tokenLifetime`, at least 60, `tokenLifetimeForWeb`,
 *   `skipConsentForVerifiableFirstPartyClients`, and the policy for users in `subjectTypeAuthorization`. Every tenant has it: a creation adopts it,
 *   and a removal from the program leaves it as it is.
 * - The My Account API (`https://{domain}/me/`), the My Organization API (`https://{domain}/my-org/`) and the API for express configuration
 *   (`urn:auth0:express-configure`): all properties except `scopes`, `signingSecret` and `enforcePolicies`. A creation activates the API, and a
 *   deletion ends it. A property that you remove from the program gets the value that it has in a new API of this kind: for example, 600 for the
 *   `tokenLifetime` of the My Account API.
 *
 * **Events**: the service sends no events about APIs. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /resource-servers`, `GET|PATCH|DELETE /resource-servers/{id}`; scopes `create|read|update|delete:resource_servers`.
 */
export class ResourceServer extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(resourceServer.type);

  declare readonly identifier: pulumi.Output<string>;
  declare readonly name: pulumi.Output<string | undefined>;
  /** The map, in whichever form the program declares the scopes. */
  declare readonly scopes: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  declare readonly signingAlg: pulumi.Output<"HS256" | "RS256" | "RS512" | "PS256" | undefined>;
  /** Secret. */
  declare readonly signingSecret: pulumi.Output<string | undefined>;
  declare readonly allowOfflineAccess: pulumi.Output<boolean | undefined>;
  declare readonly allowOnlineAccess: pulumi.Output<boolean | undefined>;
  declare readonly allowOnlineAccessWithEphemeralSessions: pulumi.Output<boolean | undefined>;
  declare readonly tokenLifetime: pulumi.Output<number | undefined>;
  declare readonly tokenLifetimeForWeb: pulumi.Output<number | undefined>;
  declare readonly tokenLifetimeForAnonymousAccessTokens: pulumi.Output<number | undefined>;
  declare readonly tokenDialect: pulumi.Output<
    "access_token" | "access_token_authz" | "rfc9068_profile" | "rfc9068_profile_authz" | undefined
  >;
  declare readonly skipConsentForVerifiableFirstPartyClients: pulumi.Output<boolean | undefined>;
  declare readonly enforcePolicies: pulumi.Output<boolean | undefined>;
  declare readonly tokenEncryption: pulumi.Output<pulumi.Unwrap<ResourceServerTokenEncryption> | undefined>;
  declare readonly consentPolicy: pulumi.Output<"transactional-authorization-with-mfa" | undefined>;
  declare readonly authorizationDetails: pulumi.Output<pulumi.Unwrap<ResourceServerAuthorizationDetail>[] | undefined>;
  declare readonly proofOfPossession: pulumi.Output<pulumi.Unwrap<ResourceServerProofOfPossession> | undefined>;
  declare readonly subjectTypeAuthorization: pulumi.Output<
    pulumi.Unwrap<ResourceServerSubjectTypeAuthorization> | undefined
  >;
  declare readonly authorizationPolicy: pulumi.Output<pulumi.Unwrap<ResourceServerAuthorizationPolicy> | undefined>;
  declare readonly accessToken: pulumi.Output<pulumi.Unwrap<ResourceServerAccessToken> | undefined>;
  /** Whether the API is one of the service's own. Absent for other APIs. */
  declare readonly isSystem: pulumi.Output<boolean | undefined>;
  /** The id of the client that is linked to the API, if there is one. */
  declare readonly clientId: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages an API.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, an identifier that is in use is an error.
   */
  constructor(name: string, args: ResourceServerArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(resourceServer, name, args, opts);
  }
}
