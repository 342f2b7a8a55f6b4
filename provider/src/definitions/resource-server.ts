import { type Definition, scopesFor } from "../schema/definition.ts";
import type { Schema } from "../schema/schema.ts";

/** The largest lifetime of an access token, in seconds: 30 days. */
const maxLifetime = 2_592_000;

/** An on/off switch that a fresh API has off. */
const switchedOff = { kind: "boolean", absent: false, clear: { how: "default", value: false } } as const;

const lifetime = {
  kind: "integer",
  notSecret: true,
  min: 0,
  max: maxLifetime,
  safeguard: "A stolen token is good for as long.",
} as const;

/**
 * A resource server: an API that tokens are issued for. Bounds follow the service's documentation, names its public
 * interface description.
 */
export const resourceServerSchema = {
  noun: "resource server",
  fields: {
    /** The audience that tokens name; 1 to 600 characters, unique within the tenant. A change replaces the API. */
    identifier: { kind: "string", forceNew: true, required: true, min: 1, max: 600 },
    /** A name for people; at most 200 characters, without `<` and `>`. */
    name: {
      kind: "string",
      max: 200,
      pattern: { source: "^[^<>]+$", says: "must not be empty and must not contain < or >" },
      clear: { how: "release" },
    },
    /**
     * The API's permissions: names (1 to 280 characters) with descriptions (at most 500), at most 1000. The service's own
     * form, an array of `{ value, description }`, is accepted as well; the output is the map. All permissions are managed:
     * one that somebody adds at the tenant is drift.
     *
     * @interface ResourceServerScope A permission of an API, in the service's own form.
     *
     * @output Always the map, whatever form the program uses.
     */
    scopes: {
      kind: "map",
      keyWire: "value",
      valueWire: "description",
      /** The permission's name, 1 to 280 characters, unique within the API. Example: `read:orders`. */
      key: {
        kind: "string",
        min: 1,
        max: 280,
        pattern: { source: "^(?!__proto__$)", says: "must not be __proto__, as Pulumi loses a key of this name" },
      },
      /** What it allows, for consent screens; at most 500 characters. */
      value: { kind: "string", max: 500 },
      max: 1000,
      absent: {},
      clear: { how: "default", value: {} },
      exclusive: { argument: "exclusiveScopes", default: true },
    },
    /** The algorithm that signs access tokens. Default: the tenant's. */
    signingAlg: {
      kind: "string",
      chosen: true,
      safeguard: "With HS256, everybody who can check a token can also make one.",
      oneOf: ["HS256", "RS256", "RS512", "PS256"],
      clear: { how: "release" },
    },
    /**
     * The secret for HS256; at least 16 characters. Encrypted in the state, whether or not the program marks it.
     *
     * @output Secret.
     */
    signingSecret: {
      kind: "string",
      chosen: true,
      min: 16,
      secret: true,
      reads: { how: "sometimes" },
      clear: { how: "release" },
    },
    /** Whether refresh tokens can be issued. Cleared: false. */
    allowOfflineAccess: { ...switchedOff, safeguard: "A refresh token outlives the login that it comes from." },
    /** Whether online refresh tokens can be issued. Cleared: false. */
    allowOnlineAccess: switchedOff,
    /** Whether online refresh tokens can be issued for ephemeral sessions. Cleared: false. */
    allowOnlineAccessWithEphemeralSessions: switchedOff,
    /** How long an access token from the token endpoint lives; seconds, 0 to 2592000 (30 days). Cleared: 86400. */
    tokenLifetime: { ...lifetime, clear: { how: "default", value: 86_400 } },
    /**
     * How long an access token of an implicit or hybrid flow lives; seconds, 0 to 2592000, not more than
     * `tokenLifetime`. Cleared: 7200. If it is not declared and `tokenLifetime` sinks below it, it is lowered as well.
     */
    tokenLifetimeForWeb: { ...lifetime, clear: { how: "default", value: 7_200 } },
    /**
     * The lifetime of access tokens of anonymous sessions in seconds: 86400 to 2592000. Early access. Cannot be cleared.
     */
    // No recorded exchange shows how the API clears it. A new API does not have it, so an import cannot guard it.
    tokenLifetimeForAnonymousAccessTokens: {
      kind: "integer",
      notSecret: true,
      min: 86_400,
      max: maxLifetime,
      clear: { how: "release" },
    },
    /** The form of access tokens; the `_authz` variants carry the user's permissions. */
    tokenDialect: {
      kind: "string",
      notSecret: true,
      chosen: true,
      oneOf: ["access_token", "access_token_authz", "rfc9068_profile", "rfc9068_profile_authz"],
      clear: { how: "release" },
    },
    /** Whether verifiable first-party applications skip the user's consent. Cleared: false. */
    skipConsentForVerifiableFirstPartyClients: { ...switchedOff, safeguard: "With it, users are not asked." },
    /** Whether authorization policies (role-based access) are enforced. */
    enforcePolicies: { kind: "boolean", absent: false, clear: { how: "release" } },
    /**
     * Encryption of access tokens. Cleared: none.
     *
     * @interface ResourceServerTokenEncryption Encryption of the access tokens of an API.
     */
    tokenEncryption: {
      kind: "object",
      notSecret: true,
      clear: { how: "null" },
      fields: {
        /** The form of the encrypted token. */
        format: { kind: "string", required: true, oneOf: ["compact-nested-jwe"] },
        /**
         * The key to encrypt to.
         *
         * @interface ResourceServerEncryptionKey A public key that access tokens are encrypted to. An update replaces the whole key: what is not declared is dropped.
         */
        encryptionKey: {
          kind: "object",
          // The public one of two.
          notSecret: true,
          required: true,
          // An id that somebody gave to another key must not stick to this one.
          replacedWith: "pem",
          fields: {
            /** A name for the key. */
            name: { kind: "string", clear: { how: "drop" } },
            /** The algorithm that encrypts the content key. */
            alg: { kind: "string", required: true, oneOf: ["RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512"] },
            /** The key's id, put into the token's header. */
            kid: { kind: "string", clear: { how: "drop" } },
            /**
             * The public key, PEM. The tenant never shows it again; its thumbprint shows that somebody else changed it.
             */
            pem: { kind: "string", required: true, min: 1, reads: { how: "never", hint: "thumbprintSha256" } },
            /** The thumbprint of the key. */
            thumbprintSha256: { kind: "string", wire: "thumbprint_sha256", computed: true },
          },
        },
      },
    },
    /** When the user's consent is asked for. Cleared: the service's ordinary way. */
    consentPolicy: { kind: "string", oneOf: ["transactional-authorization-with-mfa"], clear: { how: "null" } },
    /**
     * The types of rich authorization requests that the API understands. Cleared: none.
     *
     * @interface ResourceServerAuthorizationDetail A type of rich authorization request that an API understands.
     */
    authorizationDetails: {
      kind: "list",
      item: {
        kind: "object",
        fields: {
          /** The type's name. */
          type: { kind: "string", required: true, min: 1 },
        },
      },
      absent: [],
      clear: { how: "null" },
    },
    /**
     * Proof of possession of access tokens. Cleared: none.
     *
     * @interface ResourceServerProofOfPossession Proof of possession: access tokens that only their owner can use.
     */
    proofOfPossession: {
      kind: "object",
      clear: { how: "null" },
      fields: {
        /** How possession is proved. */
        mechanism: { kind: "string", required: true, oneOf: ["mtls", "dpop"] },
        /** Whether a token without proof is refused. */
        required: { kind: "boolean", required: true },
        /** The applications that need it. */
        requiredFor: { kind: "string", oneOf: ["public_clients", "all_clients"], clear: { how: "drop" } },
      },
    },
    /**
     * Which applications may get tokens for the API.
     *
     * @interface ResourceServerSubjectTypeAuthorization Which applications may get tokens for an API, by what they act for.
     */
    subjectTypeAuthorization: {
      kind: "object",
      clear: { how: "members" },
      fields: {
        /**
         * Applications that act for a user. Cleared: `allow_all`.
         *
         * @inline
         */
        user: {
          kind: "object",
          clear: { how: "members" },
          fields: {
            policy: {
              kind: "string",
              oneOf: ["allow_all", "deny_all", "require_client_grant"],
              clear: { how: "default", value: "allow_all" },
            },
          },
        },
        /**
         * Applications that act for themselves. Cleared: `require_client_grant`.
         *
         * @inline
         */
        client: {
          kind: "object",
          clear: { how: "members" },
          fields: {
            policy: {
              kind: "string",
              oneOf: ["deny_all", "require_client_grant"],
              clear: { how: "default", value: "require_client_grant" },
            },
          },
        },
        /**
         * Applications that act for anonymous sessions. Early access. Cleared: `deny_all`.
         *
         * @inline
         */
        anonymousUser: {
          kind: "object",
          clear: { how: "members" },
          fields: {
            policy: {
              kind: "string",
              oneOf: ["deny_all", "require_client_grant"],
              absent: "deny_all",
              clear: { how: "default", value: "deny_all" },
            },
          },
        },
      },
    },
    /**
     * The policy that decides about authorization (Early Access). Cleared: none.
     *
     * @interface ResourceServerAuthorizationPolicy The policy that decides about authorization.
     */
    authorizationPolicy: {
      kind: "object",
      clear: { how: "null" },
      fields: {
        /** The policy's id, 1 to 1024 characters. */
        policyId: { kind: "string", required: true, min: 1, max: 1024 },
      },
    },
    /** True for an API of the service itself, which can only be read; absent for one that a program manages. */
    // The service answers it for system APIs only.
    isSystem: { kind: "boolean", computed: true, absent: false },
    /** The client that is linked to the API, if there is one. */
    clientId: { kind: "string", computed: true },
  },
  metaArguments: {
    /**
     * Whether the declared scopes are all that the API may have. With false only they are managed, and other stacks can add
     * theirs with {@link ResourceServerScopes}. A switch takes nothing away by itself. Default: true.
     */
    exclusiveScopes: { kind: "boolean" },
  },
} as const satisfies Schema;

/**
 * An API that the tenant issues access tokens for.
 *
 * {@example}
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
 *
 * @arguments A property that the program no longer declares goes back to the service's default. `name`, `signingAlg`, `signingSecret`, `tokenDialect` and `enforcePolicies` have no default: they stay as they are and are no longer managed.
 *
 * @adopt Takes over an API with this identifier that exists already, instead of failing. Counts at creation only.
 *
 * @constructor Manages an API.
 *
 * All wrong arguments are reported at once, before anything is sent. An identifier that is taken is an error without
 * `adopt`.
 */
export const resourceServer = {
  type: "ResourceServer",
  schema: resourceServerSchema,
  plural: "resource servers",
  route: "resource-servers",
  calls: ["POST /resource-servers", "GET|PATCH|DELETE /resource-servers/{id}"],
  scopes: scopesFor("resource_servers"),
  uniqueBy: ["identifier"],
  listing: {
    paging: "offset",
    names: ["name", "identifier", "id"],
    filter: { parameter: "identifiers", property: "identifier", most: 10 },
  },
  events: undefined,
  imported: { noun: "api", file: "resource-servers", module: "apis" },
  foreignTypes: { auth0_resource_server: { id: ["id"], alias: "identifier", members: "none" } },
} as const satisfies Definition;
