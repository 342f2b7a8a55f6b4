// Made of `definitions/resource-server.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { resourceServer } from "../../definitions/resource-server.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/** A permission of an API, in the service's own form. */
export interface ResourceServerScope {
  /** The permission's name, 1 to 280 characters, unique within the API. Example: `read:orders`. */
  value: pulumi.Input<string>;
  /** What it allows, for consent screens; at most 500 characters. */
  description?: pulumi.Input<string | undefined>;
}

/**
 * A public key that access tokens are encrypted to. An update replaces the whole key: what is not declared is dropped.
 */
export interface ResourceServerEncryptionKey {
  /** A name for the key. */
  name?: pulumi.Input<string | undefined>;
  /** The algorithm that encrypts the content key. */
  alg: pulumi.Input<"RSA-OAEP-256" | "RSA-OAEP-384" | "RSA-OAEP-512">;
  /** The key's id, put into the token's header. */
  kid?: pulumi.Input<string | undefined>;
  /** The public key, PEM. The tenant never shows it again; its thumbprint shows that somebody else changed it. */
  pem: pulumi.Input<string>;
}

/** Encryption of the access tokens of an API. */
export interface ResourceServerTokenEncryption {
  /** The form of the encrypted token. */
  format: pulumi.Input<"compact-nested-jwe">;
  /** The key to encrypt to. */
  encryptionKey: pulumi.Input<ResourceServerEncryptionKey>;
}

/** A type of rich authorization request that an API understands. */
export interface ResourceServerAuthorizationDetail {
  /** The type's name. */
  type: pulumi.Input<string>;
}

/** Proof of possession: access tokens that only their owner can use. */
export interface ResourceServerProofOfPossession {
  /** How possession is proved. */
  mechanism: pulumi.Input<"mtls" | "dpop">;
  /** Whether a token without proof is refused. */
  required: pulumi.Input<boolean>;
  /** The applications that need it. */
  requiredFor?: pulumi.Input<"public_clients" | "all_clients" | undefined>;
}

/** Which applications may get tokens for an API, by what they act for. */
export interface ResourceServerSubjectTypeAuthorization {
  /** Applications that act for a user. Cleared: `allow_all`. */
  user?: pulumi.Input<
    { policy?: pulumi.Input<"allow_all" | "deny_all" | "require_client_grant" | undefined> } | undefined
  >;
  /** Applications that act for themselves. Cleared: `require_client_grant`. */
  client?: pulumi.Input<{ policy?: pulumi.Input<"deny_all" | "require_client_grant" | undefined> } | undefined>;
  /** Applications that act for anonymous sessions. Early access. Cleared: `deny_all`. */
  anonymousUser?: pulumi.Input<{ policy?: pulumi.Input<"deny_all" | "require_client_grant" | undefined> } | undefined>;
}

/** The policy that decides about authorization. */
export interface ResourceServerAuthorizationPolicy {
  /** The policy's id, 1 to 1024 characters. */
  policyId: pulumi.Input<string>;
}

/**
 * The arguments of a {@link ResourceServer}.
 *
 * Only what is declared is managed. A property that the program no longer declares goes back to the service's default.
 * `name`, `signingAlg`, `signingSecret`, `tokenDialect` and `enforcePolicies` have no default: they stay as they are
 * and are no longer managed.
 */
export interface ResourceServerArgs {
  /** The audience that tokens name; 1 to 600 characters, unique within the tenant. A change replaces the API. */
  identifier: pulumi.Input<string>;
  /** A name for people; at most 200 characters, without `<` and `>`. */
  name?: pulumi.Input<string | undefined>;
  /**
   * The API's permissions: names (1 to 280 characters) with descriptions (at most 500), at most 1000. The service's own
   * form, an array of `{ value, description }`, is accepted as well; the output is the map. All permissions are managed:
   * one that somebody adds at the tenant is drift.
   */
  scopes?: pulumi.Input<
    Readonly<Record<string, pulumi.Input<string>>> | pulumi.Input<ResourceServerScope>[] | undefined
  >;
  /**
   * Whether the declared scopes are all that the API may have. With false only they are managed, and other stacks can add
   * theirs with {@link ResourceServerScopes}. A switch takes nothing away by itself. Default: true.
   */
  exclusiveScopes?: pulumi.Input<boolean | undefined>;
  /** The algorithm that signs access tokens. Default: the tenant's. */
  signingAlg?: pulumi.Input<"HS256" | "RS256" | "RS512" | "PS256" | undefined>;
  /** The secret for HS256; at least 16 characters. Encrypted in the state, whether or not the program marks it. */
  signingSecret?: pulumi.Input<string | undefined>;
  /** Whether refresh tokens can be issued. Cleared: false. */
  allowOfflineAccess?: pulumi.Input<boolean | undefined>;
  /** Whether online refresh tokens can be issued. Cleared: false. */
  allowOnlineAccess?: pulumi.Input<boolean | undefined>;
  /** Whether online refresh tokens can be issued for ephemeral sessions. Cleared: false. */
  allowOnlineAccessWithEphemeralSessions?: pulumi.Input<boolean | undefined>;
  /** How long an access token from the token endpoint lives; seconds, 0 to 2592000 (30 days). Cleared: 86400. */
  tokenLifetime?: pulumi.Input<number | undefined>;
  /**
   * How long an access token of an implicit or hybrid flow lives; seconds, 0 to 2592000, not more than
   * `tokenLifetime`. Cleared: 7200. If it is not declared and `tokenLifetime` sinks below it, it is lowered as well.
   */
  tokenLifetimeForWeb?: pulumi.Input<number | undefined>;
  /**
   * The lifetime of access tokens of anonymous sessions in seconds: 86400 to 2592000. Early access. Cannot be cleared.
   */
  tokenLifetimeForAnonymousAccessTokens?: pulumi.Input<number | undefined>;
  /** The form of access tokens; the `_authz` variants carry the user's permissions. */
  tokenDialect?: pulumi.Input<
    "access_token" | "access_token_authz" | "rfc9068_profile" | "rfc9068_profile_authz" | undefined
  >;
  /** Whether verifiable first-party applications skip the user's consent. Cleared: false. */
  skipConsentForVerifiableFirstPartyClients?: pulumi.Input<boolean | undefined>;
  /** Whether authorization policies (role-based access) are enforced. */
  enforcePolicies?: pulumi.Input<boolean | undefined>;
  /** Encryption of access tokens. Cleared: none. */
  tokenEncryption?: pulumi.Input<ResourceServerTokenEncryption | undefined>;
  /** When the user's consent is asked for. Cleared: the service's ordinary way. */
  consentPolicy?: pulumi.Input<"transactional-authorization-with-mfa" | undefined>;
  /** The types of rich authorization requests that the API understands. Cleared: none. */
  authorizationDetails?: pulumi.Input<pulumi.Input<ResourceServerAuthorizationDetail>[] | undefined>;
  /** Proof of possession of access tokens. Cleared: none. */
  proofOfPossession?: pulumi.Input<ResourceServerProofOfPossession | undefined>;
  /** Which applications may get tokens for the API. */
  subjectTypeAuthorization?: pulumi.Input<ResourceServerSubjectTypeAuthorization | undefined>;
  /** The policy that decides about authorization (Early Access). Cleared: none. */
  authorizationPolicy?: pulumi.Input<ResourceServerAuthorizationPolicy | undefined>;
  /** Takes over an API with this identifier that exists already, instead of failing. Counts at creation only. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * An API that the tenant issues access tokens for.
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
 * **Updates** send the changed properties only, in one call. An update that changes a part of a nested object, or lowers
 * the lifetime without a declared one for web, reads first, so that the rest survives.
 *
 * **System APIs** (the management API itself is one) are refused; read them with {@link ResourceServer.get}, which takes the
 * id or the identifier.
 *
 * **Events**: the service sends none about APIs. Only a refresh finds somebody else's change.
 *
 * Routes: `POST /resource-servers`, `GET|PATCH|DELETE /resource-servers/{id}`; scopes
 * `create|read|update|delete:resource_servers`.
 */
export class ResourceServer extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(resourceServer.type);

  declare readonly identifier: pulumi.Output<string>;
  declare readonly name: pulumi.Output<string | undefined>;
  /** Always the map, whatever form the program uses. */
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
  /** True for an API of the service itself, which can only be read; absent for one that a program manages. */
  declare readonly isSystem: pulumi.Output<boolean | undefined>;
  /** The client that is linked to the API, if there is one. */
  declare readonly clientId: pulumi.Output<string | undefined>;

  /**
   * Manages an API.
   *
   * All wrong arguments are reported at once, before anything is sent. An identifier that is taken is an error without
   * `adopt`.
   */
  constructor(name: string, args: ResourceServerArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(resourceServer, name, args, opts);
  }
}
