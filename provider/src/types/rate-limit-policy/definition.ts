import { type Definition, scopesFor } from "../../schema/definition.ts";

/** By action: the further properties that it needs. */
export const partsOfAction: Readonly<Record<string, readonly string[]>> = {
  allow: [],
  block: ["limit"],
  log: ["limit"],
  redirect: ["limit", "redirectUri"],
};

/**
 * A limit for the requests of applications to the authentication API. Early access, public cloud only: a tenant without it refuses the resource, with a
 * message that names the cause.
 *
 * {@example}
 *
 * **Security**: a `limit` of 0 with the action `block` or `redirect` refuses all requests of the applications: their users cannot log in. The preview
 * warns of it. For the selector `default`, and for the application whose credentials the run uses, such a policy is refused, unless
 * `TENANT_ALLOW_LOCKOUT=true` is set for the run. A policy for the application of the run is neither changed nor deleted, unless
 * `TENANT_ALLOW_OWN_CLIENT=true` is set.
 *
 * **Updates** read the policy first, and send its action with all that belongs to it: the service replaces the whole configuration.
 *
 * **Events**: the service sends no events about these policies. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments Declare `limit` for all actions but `allow`, and `redirectUri` only for `redirect`. Both go with an action that does not use them, and stay if
 * you only remove them from the program.
 *
 * @id The id of the policy: `rlp_…`.
 */
export const rateLimitPolicy = {
  type: "RateLimitPolicy",
  schema: {
    noun: "rate limit policy",
    fields: {
      /**
       * The applications: `client_id:<client id>`, `client_id:<URL of a metadata document>`, `cimd_clients`, `third_party_clients` or `default`, up to
       * 255 characters. A change replaces the policy.
       *
       * @example default
       */
      selector: {
        kind: "string",
        wire: "consumer_selector",
        required: true,
        forceNew: true,
        max: 255,
        pattern: {
          source: "^(client_id:.+|cimd_clients|third_party_clients|default)$",
          says: 'must be "client_id:" and the id of an application, "cimd_clients", "third_party_clients" or "default"',
        },
      },
      /** What happens to requests above the limit. With `allow`, there is no limit. */
      action: {
        kind: "string",
        required: true,
        oneOf: ["allow", "block", "log", "redirect"],
        activates: [
          { on: "block", content: ["limit"] },
          { on: "redirect", content: ["limit", "redirectUri"] },
        ],
        safeguard: "Unless it is `block` or `redirect`, one application can use up the limits of all.",
      },
      /** The number of requests per second: {@bounds}. */
      limit: {
        kind: "integer",
        min: 0,
        max: 10_000,
        clear: { how: "release" },
        safeguard: "A high limit protects nothing, and 0 refuses all requests.",
      },
      /** The address to which requests above the limit are redirected, with https. Only with the action `redirect`. */
      redirectUri: {
        kind: "string",
        clear: { how: "release" },
        pattern: { source: "^https://[^\\s]+$", says: "must be a URL that begins with https://" },
        safeguard: "Users are redirected to this address.",
      },
    },
  },
  plural: "rate limit policies",
  route: "rate-limit-policies",
  scopes: {
    ...scopesFor("rate_limit_policies"),
    update: ["read:rate_limit_policies", "update:rate_limit_policies"],
    delete: ["read:rate_limit_policies", "delete:rate_limit_policies"],
  },
  // The package knows one resource and one kind of consumer. In the API, the other properties are in the configuration.
  setByService: ["resource", "consumer", "configuration"],
  uniqueBy: ["selector"],
  listing: { paging: "checkpoint", names: ["consumer_selector", "id"] },
} as const satisfies Definition;
