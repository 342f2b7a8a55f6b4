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
    identifier: { kind: "string", forceNew: true, required: true, min: 1, max: 600 },
    name: {
      kind: "string",
      max: 200,
      pattern: { source: "^[^<>]+$", says: "must not be empty and must not contain < or >" },
      clear: { how: "release" },
    },
    scopes: {
      kind: "map",
      keyWire: "value",
      valueWire: "description",
      key: {
        kind: "string",
        min: 1,
        max: 280,
        pattern: { source: "^(?!__proto__$)", says: "must not be __proto__, as Pulumi loses a key of this name" },
      },
      value: { kind: "string", max: 500 },
      max: 1000,
      absent: {},
      clear: { how: "default", value: {} },
      exclusive: { argument: "exclusiveScopes", default: true },
    },
    signingAlg: {
      kind: "string",
      chosen: true,
      safeguard: "With HS256, everybody who can check a token can also make one.",
      oneOf: ["HS256", "RS256", "RS512", "PS256"],
      clear: { how: "release" },
    },
    signingSecret: {
      kind: "string",
      chosen: true,
      min: 16,
      secret: true,
      reads: { how: "sometimes" },
      clear: { how: "release" },
    },
    allowOfflineAccess: { ...switchedOff, safeguard: "A refresh token outlives the login that it comes from." },
    allowOnlineAccess: switchedOff,
    allowOnlineAccessWithEphemeralSessions: switchedOff,
    tokenLifetime: { ...lifetime, clear: { how: "default", value: 86_400 } },
    tokenLifetimeForWeb: { ...lifetime, clear: { how: "default", value: 7_200 } },
    // Early access. Nothing tells how the service clears it.
    tokenLifetimeForAnonymousAccessTokens: { ...lifetime, min: 86_400, clear: { how: "release" } },
    tokenDialect: {
      kind: "string",
      notSecret: true,
      chosen: true,
      oneOf: ["access_token", "access_token_authz", "rfc9068_profile", "rfc9068_profile_authz"],
      clear: { how: "release" },
    },
    skipConsentForVerifiableFirstPartyClients: { ...switchedOff, safeguard: "With it, users are not asked." },
    enforcePolicies: { kind: "boolean", absent: false, clear: { how: "release" } },
    tokenEncryption: {
      kind: "object",
      notSecret: true,
      clear: { how: "null" },
      fields: {
        format: { kind: "string", required: true, oneOf: ["compact-nested-jwe"] },
        encryptionKey: {
          kind: "object",
          // The public one of two.
          notSecret: true,
          required: true,
          // An id that somebody gave to another key must not stick to this one.
          replacedWith: "pem",
          fields: {
            name: { kind: "string", clear: { how: "drop" } },
            alg: { kind: "string", required: true, oneOf: ["RSA-OAEP-256", "RSA-OAEP-384", "RSA-OAEP-512"] },
            kid: { kind: "string", clear: { how: "drop" } },
            pem: { kind: "string", required: true, min: 1, reads: { how: "never", hint: "thumbprintSha256" } },
            thumbprintSha256: { kind: "string", wire: "thumbprint_sha256", computed: true },
          },
        },
      },
    },
    consentPolicy: { kind: "string", oneOf: ["transactional-authorization-with-mfa"], clear: { how: "null" } },
    authorizationDetails: {
      kind: "list",
      item: { kind: "object", fields: { type: { kind: "string", required: true, min: 1 } } },
      absent: [],
      clear: { how: "null" },
    },
    proofOfPossession: {
      kind: "object",
      clear: { how: "null" },
      fields: {
        mechanism: { kind: "string", required: true, oneOf: ["mtls", "dpop"] },
        required: { kind: "boolean", required: true },
        requiredFor: { kind: "string", oneOf: ["public_clients", "all_clients"], clear: { how: "drop" } },
      },
    },
    subjectTypeAuthorization: {
      kind: "object",
      clear: { how: "members" },
      fields: {
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
      },
    },
    authorizationPolicy: {
      kind: "object",
      clear: { how: "null" },
      fields: { policyId: { kind: "string", required: true, min: 1, max: 1024 } },
    },
    // The service answers it for system APIs only.
    isSystem: { kind: "boolean", computed: true, absent: false },
    clientId: { kind: "string", computed: true },
  },
  metaArguments: { exclusiveScopes: { kind: "boolean" } },
} as const satisfies Schema;

/** Resource servers, which people call APIs. */
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
