import type { Fields } from "../../../model/table.ts";
import { tokenQuota } from "../../organization/table.ts";
import { flag, most, never, none, oneOf } from "./shapes.ts";

/** How it gets tokens, and what they are like. */
export const tokenFields = {
  grantTypes: {
    kind: "set",
    item: {
      kind: "string",
      min: 1,
      pattern: {
        source: "^(authorization_code|implicit|refresh_token|client_credentials|password|(https?|urn):.+)$",
        says: "must be authorization_code, implicit, refresh_token, client_credentials, password, or a URL or URN of another one",
      },
    },
    // A new application has some, so none is said.
    absent: [],
    clear: { how: "default", value: [] },
    safeguard: "Each is one more way to a token; with `password`, the application sees passwords.",
  },
  // Null is only taken together with what takes its place.
  tokenEndpointAuthMethod: {
    kind: "string",
    notSecret: true,
    oneOf: ["none", "client_secret_post", "client_secret_basic"],
    clear: never,
    safeguard: "It is how the application proves who it is; with `none`, not at all.",
  },
  isTokenEndpointIpHeaderTrusted: { ...flag, notSecret: true },
  oidcConformant: { ...flag, safeguard: "Without it, older and weaker flows are open." },
  requirePushedAuthorizationRequests: flag,
  requireProofOfPossession: flag,
  parRequestExpiry: { kind: "integer", min: 10, max: 600, clear: none },
  complianceLevel: oneOf("none", "fapi1_adv_pkj_par", "fapi1_adv_mtls_par", "fapi2_sp_pkj_mtls", "fapi2_sp_mtls_mtls"),
  jwtConfiguration: {
    kind: "object",
    merges: true,
    notSecret: true,
    fields: {
      lifetimeInSeconds: { kind: "integer", min: 0, max: most, clear: never },
      secretEncoded: { kind: "boolean", notSecret: true, fixed: true, clear: never },
      alg: {
        kind: "string",
        oneOf: ["HS256", "RS256", "RS512", "PS256"],
        clear: never,
        safeguard: "With HS256, whoever has the application's secret can make an ID token.",
      },
    },
  },
  refreshToken: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      rotationType: {
        kind: "string",
        required: true,
        oneOf: ["rotating", "non-rotating"],
        safeguard: "Without rotation, nobody notices a stolen refresh token that is in use.",
      },
      expirationType: {
        kind: "string",
        required: true,
        oneOf: ["expiring", "non-expiring"],
        safeguard: "A stolen refresh token that does not expire is good for ever.",
      },
      // What a creation makes of an object without them.
      leeway: { kind: "integer", min: 0, max: most, clear: { how: "default", value: 0 } },
      tokenLifetime: {
        kind: "integer",
        notSecret: true,
        min: 1,
        max: 157_788_000,
        clear: { how: "default", value: 2_592_000 },
      },
      idleTokenLifetime: {
        kind: "integer",
        notSecret: true,
        min: 1,
        max: most,
        clear: { how: "default", value: 1_296_000 },
      },
      infiniteTokenLifetime: { kind: "boolean", notSecret: true, clear: never },
      infiniteIdleTokenLifetime: { kind: "boolean", notSecret: true, clear: never },
      policies: {
        kind: "list",
        item: {
          kind: "object",
          fields: {
            audience: {
              kind: "string",
              required: true,
              min: 1,
              max: 600,
              refersTo: { kind: "resourceServer", property: "identifier" },
            },
            scope: { kind: "set", required: true, item: { kind: "string", min: 1, max: 280 } },
          },
        },
        clear: none,
      },
    },
  },
  tokenExchange: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      allowAnyProfileOfType: {
        kind: "set",
        item: { kind: "string", oneOf: ["custom_authentication", "on_behalf_of_token_exchange"] },
      },
    },
  },
  tokenQuota,
  signedRequestObject: {
    kind: "object",
    merges: true,
    clear: none,
    fields: { required: { kind: "boolean", clear: never } },
  },
  encryptionKey: {
    kind: "object",
    clear: none,
    notSecret: true,
    reads: { how: "sometimes" },
    withheld: {
      scope: "read:client_keys",
      beside: ["client_secret", "client_authentication_methods", "signing_keys"],
    },
    fields: {
      pub: { kind: "string", reads: { how: "sometimes" } },
      cert: { kind: "string", reads: { how: "sometimes" } },
      subject: { kind: "string", reads: { how: "sometimes" } },
    },
  },
  identityAssertionAuthorizationGrant: { kind: "object", clear: none, fields: { active: { kind: "boolean" } } },
} as const satisfies Fields;
