import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import type { Schema } from "../../schema/schema.ts";
import type { SystemObjects } from "../../schema/system-objects.ts";

/** Maximum lifetime of an access token in seconds: 30 days. */
const maxLifetime = 2_592_000;

/** A flag that is false in a new API. */
const switchedOff = { kind: "boolean", ...defaultsTo(false) } as const;

const lifetime = {
  kind: "integer",
  unit: "seconds",
  notSecret: true,
  min: 0,
  max: maxLifetime,
  safeguard: "A stolen token can be used until it expires.",
  weaker: "more",
} as const;

/** The properties that belong to the service in every system API that a tenant can activate. */
const ofService = { allBut: [["scopes"], ["signingSecret"], ["enforcePolicies"]] } as const;

/** The service's own APIs. */
const systemApis: SystemObjects = {
  key: "identifier",
  flag: "isSystem",
  named: "name",
  objects: [
    {
      name: "Auth0 Management API",
      key: "/api/v2/",
      isPermanent: true,
      // The service refuses a change of the policy for clients.
      settable: {
        only: [
          ["tokenLifetime"],
          ["tokenLifetimeForWeb"],
          ["skipConsentForVerifiableFirstPartyClients"],
          ["subjectTypeAuthorization", "user"],
        ],
      },
      initial: {},
    },
    {
      name: "Auth0 My Account API",
      key: "/me/",
      settable: ofService,
      initial: {
        tokenLifetime: 600,
        tokenLifetimeForWeb: 600,
        allowOfflineAccess: true,
        skipConsentForVerifiableFirstPartyClients: true,
        subjectTypeAuthorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } },
        proofOfPossession: { mechanism: "dpop", required: false },
      },
    },
    {
      name: "Auth0 My Organization API",
      key: "/my-org/",
      settable: ofService,
      initial: {
        subjectTypeAuthorization: { client: { policy: "deny_all" }, user: { policy: "require_client_grant" } },
      },
    },
    {
      name: "Okta OIN Express Configuration API",
      key: "urn:auth0:express-configure",
      settable: ofService,
      initial: {
        tokenLifetime: 300,
        subjectTypeAuthorization: { client: { policy: "deny_all" } },
      },
    },
  ],
};

/**
 * A resource server: an API for which the tenant issues tokens. Bounds follow the service's documentation, names follow its public
 * interface description.
 */
export const resourceServerSchema = {
  noun: "resource server",
  systemObjects: systemApis,
  secretsAtRest: [{ secrets: ["/signingSecret"], why: "The service signs tokens with it, and sends it nowhere." }],
  fields: {
    /** The audience of access tokens: 1 to 600 characters, unique within the tenant. A change replaces the API. */
    identifier: { kind: "string", forceNew: true, required: true, min: 1, max: 600 },
    /** The display name: at most 200 characters, without `<` and `>`. */
    name: {
      kind: "string",
      max: 200,
      pattern: { source: "^[^<>]+$", says: "must not be empty and must not contain < or >" },
      clear: { how: "release" },
    },
    /**
     * The permissions of the API: a map of at most 1000 names (1 to 280 characters) to descriptions (at most 500 characters). The service's
     * own form, an array of `{ value, description }`, is also accepted; the output is always the map. Unless `exclusiveScopes` is false, all
     * permissions are managed: a permission that is added at the tenant is drift.
     *
     * @interface ResourceServerScope A permission of an API, in the service's own form.
     *
     * @output The map, in whichever form the program declares the scopes.
     */
    scopes: {
      kind: "map",
      keyWire: "value",
      valueWire: "description",
      /** The name of the permission: 1 to 280 characters, unique within the API. Example: `read:orders`. */
      key: {
        kind: "string",
        min: 1,
        max: 280,
        pattern: { source: "^(?!__proto__$)", says: "must not be __proto__, because Pulumi loses a key of this name" },
      },
      /** The description, for consent screens: at most 500 characters. */
      value: { kind: "string", max: 500 },
      max: 1000,
      ...defaultsTo({}),
      exclusive: { argument: "exclusiveScopes", default: true },
      safeguard:
        "Roles and grants give these permissions, and an application with `allowAllScopes` gets each one that is added.",
      weaker: "more",
    },
    /** The algorithm that signs access tokens. Default: the tenant's default algorithm. */
    signingAlg: {
      kind: "string",
      chosen: true,
      safeguard: "With HS256, every API that can verify a token can also forge one.",
      oneOf: ["HS256", "RS256", "RS512", "PS256"],
      clear: { how: "release" },
    },
    /**
     * The secret for HS256: at least 16 characters. It is always encrypted in the state.
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
      safeguard: "Anyone who knows the secret can forge tokens.",
    },
    /** Whether refresh tokens can be issued. When cleared: false. */
    allowOfflineAccess: {
      ...switchedOff,
      safeguard: "If true, applications can get refresh tokens, which outlive the login.",
      weaker: true,
    },
    /** Whether online refresh tokens can be issued. When cleared: false. */
    allowOnlineAccess: {
      ...switchedOff,
      safeguard:
        "If true, applications can get refresh tokens, which renew access tokens as long as the session lasts.",
      weaker: true,
    },
    /** Whether online refresh tokens can be issued for ephemeral sessions. When cleared: false. */
    allowOnlineAccessWithEphemeralSessions: {
      ...switchedOff,
      safeguard:
        "If true, applications can get refresh tokens, which renew access tokens as long as the session lasts.",
      weaker: true,
    },
    /** The lifetime of access tokens from the token endpoint in seconds: 0 to 2592000 (30 days). When cleared: 86400. */
    tokenLifetime: { ...lifetime, clear: { how: "default", value: 86_400 } },
    /**
     * The lifetime of access tokens of implicit and hybrid flows in seconds: 0 to 2592000, at most `tokenLifetime`. When cleared: 7200. If you
     * declare only `tokenLifetime`, and lower it below this value, this value is lowered, too.
     */
    tokenLifetimeForWeb: { ...lifetime, clear: { how: "default", value: 7_200 } },
    /**
     * The lifetime of access tokens of anonymous sessions in seconds: 86400 to 2592000. Early access. When cleared: none.
     */
    tokenLifetimeForAnonymousAccessTokens: {
      ...lifetime,
      min: 86_400,
      clear: { how: "null" },
    },
    /** The format of access tokens. With the `_authz` formats, tokens contain the user's permissions. */
    tokenDialect: {
      kind: "string",
      notSecret: true,
      chosen: true,
      oneOf: ["access_token", "access_token_authz", "rfc9068_profile", "rfc9068_profile_authz"],
      safeguard: "The API can decide by the permissions in a token only if its format has them.",
      clear: { how: "release" },
    },
    /** Whether verifiable first-party applications skip the user's consent. When cleared: false. */
    skipConsentForVerifiableFirstPartyClients: {
      ...switchedOff,
      safeguard: "If true, users are not asked for consent.",
      weaker: true,
    },
    /** Whether authorization policies (role-based access) are enforced. */
    enforcePolicies: {
      kind: "boolean",
      absent: false,
      clear: { how: "release" },
      safeguard: "If false, the roles of users have no effect: users get every scope that an application requests.",
      weaker: false,
    },
    /**
     * Encryption of access tokens. When cleared: none.
     *
     * @interface ResourceServerTokenEncryption Encryption of the access tokens of an API.
     */
    tokenEncryption: {
      kind: "object",
      notSecret: true,
      clear: { how: "null" },
      safeguard: "Without encryption, anyone who gets hold of an access token can read it.",
      fields: {
        /** The format of the encrypted token. */
        format: { kind: "string", required: true, oneOf: ["compact-nested-jwe"] },
        /**
         * The public key with which tokens are encrypted.
         *
         * @interface ResourceServerEncryptionKey A public key with which access tokens are encrypted. An update replaces the whole key:
         * undeclared properties are dropped.
         */
        encryptionKey: {
          kind: "object",
          // The key is public, although its name looks secret.
          notSecret: true,
          required: true,
          // When `pem` changes, an undeclared name or kid of the previous key must not stay with the new key.
          replacedWith: "pem",
          fields: {
            /** The name of the key. */
            name: { kind: "string", clear: { how: "drop" } },
            /** The algorithm that encrypts the content key. */
            alg: { kind: "string", required: true, oneOf: ["RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512"] },
            /** The id of the key, for the header of tokens. */
            kid: { kind: "string", clear: { how: "drop" } },
            /** The public key in PEM form. The API never returns it; the thumbprint shows changes made outside Pulumi. */
            pem: {
              kind: "string",
              required: true,
              min: 1,
              max: 4096,
              reads: { how: "never", hint: "thumbprintSha256" },
            },
            /** The thumbprint of the key. */
            thumbprintSha256: { kind: "string", wire: "thumbprint_sha256", computed: true },
          },
        },
      },
    },
    /** The policy for the user's consent. When cleared: the service's standard policy. */
    consentPolicy: {
      kind: "string",
      oneOf: ["transactional-authorization-with-mfa"],
      clear: { how: "null" },
      safeguard: "Without the policy, users need no second factor to consent to a transaction.",
    },
    /**
     * The types of rich authorization requests that the API supports. When cleared: none.
     *
     * @interface ResourceServerAuthorizationDetail A type of rich authorization request that an API supports.
     */
    authorizationDetails: {
      kind: "list",
      safeguard: "Applications can ask users for permissions of these types.",
      weaker: "more",
      item: {
        kind: "object",
        fields: {
          /** The name of the type. */
          type: { kind: "string", required: true, min: 1 },
        },
      },
      absent: [],
      clear: { how: "null" },
    },
    /**
     * Proof of possession of access tokens. When cleared: none.
     *
     * @interface ResourceServerProofOfPossession Proof of possession: access tokens that only the client that got them can use.
     */
    proofOfPossession: {
      kind: "object",
      clear: { how: "null" },
      safeguard: "Without proof of possession, anyone can use a stolen access token.",
      fields: {
        /** The proof mechanism. */
        mechanism: { kind: "string", required: true, oneOf: ["mtls", "dpop"] },
        /** Whether access tokens without proof are refused. */
        required: { kind: "boolean", required: true },
        /** The applications that must prove possession. */
        requiredFor: { kind: "string", oneOf: ["public_clients", "all_clients"], clear: { how: "drop" } },
      },
    },
    /**
     * The applications that can get tokens for the API, by the subject type of the token.
     *
     * @interface ResourceServerSubjectTypeAuthorization The applications that can get tokens for an API, by the subject type of the token.
     */
    subjectTypeAuthorization: {
      kind: "object",
      clear: { how: "properties" },
      safeguard: "With `allow_all`, every application can get tokens for the API.",
      fields: {
        /**
         * The policy for applications that act for a user. When cleared: `allow_all`.
         *
         * @inline
         */
        user: {
          kind: "object",
          clear: { how: "properties" },
          fields: {
            policy: {
              kind: "string",
              oneOf: ["allow_all", "deny_all", "require_client_grant"],
              clear: { how: "default", value: "allow_all" },
            },
          },
        },
        /**
         * The policy for applications that act for themselves. When cleared: `require_client_grant`.
         *
         * @inline
         */
        client: {
          kind: "object",
          clear: { how: "properties" },
          fields: {
            policy: {
              kind: "string",
              oneOf: ["deny_all", "require_client_grant"],
              clear: { how: "default", value: "require_client_grant" },
            },
          },
        },
        /**
         * The policy for applications that act for anonymous sessions. Early access. When cleared: `deny_all`.
         *
         * @inline
         */
        anonymousUser: {
          kind: "object",
          clear: { how: "properties" },
          fields: {
            policy: { kind: "string", oneOf: ["deny_all", "require_client_grant"], ...defaultsTo("deny_all") },
          },
        },
      },
    },
    /**
     * The authorization policy. Early access. When cleared: none.
     *
     * @interface ResourceServerAuthorizationPolicy The authorization policy of an API.
     */
    authorizationPolicy: {
      kind: "object",
      safeguard: "The policy decides who gets tokens for the API.",
      clear: { how: "null" },
      fields: {
        /** The id of the policy: 1 to 1024 characters. */
        policyId: { kind: "string", required: true, min: 1, max: 1024 },
      },
    },
    /**
     * The content of access tokens. Early access. When cleared: the service's default.
     *
     * @interface ResourceServerAccessToken The content of the access tokens of an API.
     */
    accessToken: {
      kind: "object",
      notSecret: true,
      clear: { how: "null" },
      fields: {
        /**
         * The source of claims.
         *
         * @interface ResourceServerClaimsMapping The sources of claims in the access tokens of an API.
         */
        claimsMapping: {
          kind: "object",
          notSecret: true,
          fields: {
            /**
             * The custom claims: at most 20.
             *
             * @interface ResourceServerCustomClaim A custom claim in the access tokens of an API.
             */
            customClaims: {
              kind: "list",
              safeguard: "The API can decide by these claims.",
              notSecret: true,
              max: 20,
              item: {
                kind: "object",
                notSecret: true,
                fields: {
                  /** The name of the claim. Names of registered claims are not allowed. */
                  name: { kind: "string", notSecret: true, required: true, min: 1 },
                  /** The path of the value, such as `anonymous_session.metadata.country`. */
                  expression: { kind: "string", notSecret: true, required: true, min: 1 },
                },
              },
            },
          },
        },
      },
    },
    /** Whether the API is one of the service's own. Absent for other APIs. */
    // The service returns this property only for system APIs.
    isSystem: { kind: "boolean", computed: true, absent: false },
    /** The id of the client that is linked to the API, if there is one. */
    clientId: { kind: "string", computed: true },
  },
  metaArguments: {
    /**
     * Whether all undeclared scopes of the API are removed. With false, only the declared scopes are managed, so other stacks can add scopes
     * with {@link ResourceServerScopes}. A change of this option alone removes nothing. Default: true.
     */
    exclusiveScopes: { kind: "boolean" },
  },
} as const satisfies Schema;

/**
 * An API for which the tenant issues access tokens.
 *
 * {@example}
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
 *
 * @arguments A property that you remove from the program gets the service's default. `name`, `signingAlg`, `signingSecret`, `tokenDialect`
 * and `enforcePolicies` have no default: they stay as they are and are no longer managed.
 *
 * @adopt Whether an existing API with this identifier is adopted instead of causing an error. Only used at creation.
 *
 * @constructor Manages an API.
 *
 * All invalid arguments are reported at once, before anything is sent. Without `adopt`, an identifier that is in use is an error.
 */
export const resourceServer = {
  type: "ResourceServer",
  schema: resourceServerSchema,
  plural: "resource servers",
  route: "resource-servers",
  scopes: scopesFor("resource_servers"),
  uniqueBy: ["identifier"],
  listing: {
    paging: "offset",
    names: ["name", "identifier", "id"],
    filter: { parameter: "identifiers", property: "identifier", most: 10 },
  },
} as const satisfies Definition;

const { identifier, scopes: apiScopes } = resourceServerSchema.fields;

/** Scopes that this stack adds to an API which another team manages. */
export const resourceServerScopesSchema = {
  noun: "resource server",
  fields: {
    identifier: { ...identifier, refersTo: { type: "resourceServer", property: "identifier" }, affectsTarget: true },
    scopes: { ...apiScopes, required: true, exclusive: false },
  },
} as const satisfies Schema;

const { route, listing, scopes } = resourceServer;

/** Scopes that this stack adds to an API which another team manages. The route accepts the identifier in place of the id. */
export const resourceServerScopes = {
  type: "ResourceServerScopes",
  schema: resourceServerScopesSchema,
  plural: "scopes of resource servers",
  route,
  scopes: { create: scopes.update, read: scopes.read, update: scopes.update, delete: scopes.update },
  uniqueBy: ["identifier"],
  listing: undefined,
  elementsOf: {
    whole: resourceServer,
    property: "scopes",
    by: { argument: "identifier", property: listing.filter.property },
  },
} as const satisfies Definition;
