import { type Definition, scopesFor } from "../../schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../schema/json.ts";
import type { Fields } from "../../schema/schema.ts";

/** The signals of a request. The values of one signal are alternatives; several signals must all match. */
const signals = {
  /**
   * Numbers of autonomous systems, in any order.
   *
   * @example 64496
   */
  asns: { kind: "list", min: 1, max: 20, item: { kind: "integer", min: 0, max: 4_294_967_295 } },
  /**
   * Countries, ISO 3166-1, two letters.
   *
   * @example CA
   */
  geoCountryCodes: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /**
   * Regions of countries, ISO 3166-2.
   *
   * @example CA-ON
   */
  geoSubdivisionCodes: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /**
   * IPv4 addresses and ranges.
   *
   * @example 198.51.100.0/24
   */
  ipv4Cidrs: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /**
   * IPv6 addresses and ranges.
   *
   * @example 2001:db8::/32
   */
  ipv6Cidrs: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /** JA3 fingerprints of TLS clients. */
  ja3Fingerprints: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /** JA4 fingerprints of TLS clients. */
  ja4Fingerprints: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /** User agents. */
  userAgents: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /** Hostnames of the tenant in the request, such as a custom domain. */
  hostnames: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /** IPv4 addresses and ranges of the connecting proxy. */
  connectingIpv4Cidrs: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /** IPv6 addresses and ranges of the connecting proxy. */
  connectingIpv6Cidrs: { kind: "set", min: 1, max: 20, item: { kind: "string", min: 1 } },
  /**
   * Lists that the service maintains: `auth0.low_reputation`, `auth0.icloud_relay_proxy`. Only on one side of a rule.
   *
   * @example auth0.low_reputation
   */
  auth0Managed: {
    kind: "set",
    min: 1,
    max: 20,
    item: {
      kind: "string",
      pattern: { source: "^auth0\\.[^.\\s]+$", says: "must begin with auth0., as auth0.low_reputation does" },
    },
  },
  /**
   * The signature of the request's HTTP message.
   *
   * @interface NetworkAclHttpMessageSignature The signature of a request's HTTP message.
   */
  httpMessageSignature: {
    kind: "object",
    fields: {
      /** The ids of the keys whose signatures match, `key_…`: those of `NetworkAclKey` resources. */
      keys: {
        kind: "set",
        min: 1,
        required: true,
        notSecret: true,
        idOf: "networkAclKey",
        item: { kind: "string", notSecret: true, min: 1, idPrefix: "key_" },
        onWire: { key: "id", constants: {} },
      },
    },
  },
} as const satisfies Fields;

/**
 * In the API, the action is an object whose key is the name of the action. A redirect also has an address: `{ redirect: true, redirect_uri: "…" }`.
 * `match_all` is either true or absent, never false.
 */
const ruleOnWire = {
  toWire({ action, redirect_uri, match_all, ...others }: JsonObject): JsonObject {
    const rule = { ...others, ...(match_all === true && { match_all }) };
    if (typeof action !== "string") return rule;
    const isRedirect = action === "redirect" && redirect_uri !== undefined;
    return { ...rule, action: { [action]: true, ...(isRedirect && { redirect_uri }) } };
  },
  fromWire(rule: JsonObject): JsonObject {
    const given: Json = own(rule, "action") ?? null;
    if (!isObject(given)) return rule;
    const [action] = Object.keys(given).filter((name) => given[name] === true);
    const uri = own(given, "redirect_uri");
    const { action: _, ...others } = rule;
    return { ...others, ...(action !== undefined && { action }), ...(uri !== undefined && { redirect_uri: uri }) };
  },
};

/**
 * A rule of the tenant's network access control, which blocks, allows, logs or redirects requests.
 *
 * {@example}
 *
 * **Order**: of the rules that match a request, the one with the lowest `priority` is applied. Priorities are unique. To swap the
 * priorities of two network ACLs, first give one of them an unused priority in a separate run.
 *
 * **Security**: a blocking rule with the scope `management` also blocks this provider, and one with the scope `tenant` blocks all requests. A
 * wrong `match` then locks out the tenant's operators, and only the dashboard can help, if at all. The preview warns of each such rule. Create
 * such a rule with `active: false`, check it, and activate it afterwards.
 *
 * **Security**: a run activates a rule with the action `block` or `redirect` and the scope `management` or `tenant` only if the tenant has an
 * active rule with the action `allow`, the same scope or `tenant`, and a lower `priority`. Whether the allow rule matches your requests cannot be
 * checked. While the blocking rule is active, a run neither deletes nor weakens the allow rule on which it depends, whichever program manages the two.
 * If one program manages both, declare `dependsOn: [allow]` in the blocking rule: Pulumi then creates the allow rule first and deletes it last. It
 * also changes the allow rule first. So if both rules move to higher numbers or to another scope, first move or deactivate only the blocking rule, and
 * make the other changes in a second run.
 * `TENANT_ALLOW_LOCKOUT=true` permits the lock-out for one run. A rule that was active without an allow rule before the run can still be changed.
 *
 * **Signals**: the values of one signal are alternatives, a request must match all signals of `match`, and must not match those of
 * `notMatch`. At least one of the two is required, unless `matchAll` is true. Only declared signals are managed: undeclared signals in the
 * same `match` stay.
 *
 * **Adoption**: a priority says nothing about a rule. So `TENANT_ADOPT` adopts only a rule that has all declared values; `adopt: true` adopts any rule
 * with the declared priority.
 *
 * **Plans**: network rules need an enterprise plan, and their number is limited.
 *
 * **Updates** read the rule first and send it as a whole.
 *
 * @arguments Signals that you remove from the program are removed at the tenant.
 *
 * @id The id of the rule: `acl_…`.
 */
export const networkAcl = {
  type: "NetworkAcl",
  schema: {
    noun: "network ACL",
    fields: {
      /**
       * The description of the rule. {@bounds}.
       *
       * @answers The description of the rule.
       * @example Block anonymizing proxies
       */
      description: { kind: "string", required: true, min: 1, max: 255 },
      /** Whether the rule is in force. */
      active: {
        kind: "boolean",
        required: true,
        activates: [{ on: true, content: ["priority", "rule"] }],
        safeguard: "If false, the rule has no effect.",
        weaker: false,
      },
      /** The rank of the rule: of the matching rules, the one with the lowest number is applied. {@bounds}, unique within the tenant. */
      priority: {
        kind: "integer",
        required: true,
        min: 1,
        max: 100,
        safeguard: "Only the first rule that matches a request is applied.",
      },
      /**
       * The action of the rule and the requests to which it applies.
       *
       * @interface NetworkAclRule The action of the rule and the requests to which it applies.
       */
      rule: {
        kind: "object",
        required: true,
        onWire: ruleOnWire,
        safeguard: "The rule determines who can reach the tenant.",
        fields: {
          /** The action for matching requests. `redirect` needs `redirectUri`. */
          action: { kind: "string", required: true, oneOf: ["block", "allow", "log", "redirect"] },
          /** The address to which requests are redirected. {@bounds}. Only with the action `redirect`. */
          redirectUri: { kind: "string", min: 1, max: 2000 },
          /**
           * The requests to which the rule applies: requests to the Management API, logins, client registrations, or all requests.
           */
          scope: {
            kind: "string",
            required: true,
            oneOf: ["management", "authentication", "tenant", "dynamic_client_registration"],
          },
          /**
           * The signals of requests to which the rule applies.
           *
           * @interface NetworkAclMatch Signals of requests to which a network ACL applies.
           */
          match: { kind: "object", fields: signals },
          /**
           * The signals of requests to which the rule does not apply.
           *
           * @interface NetworkAclNotMatch Signals of requests to which a network ACL does not apply.
           */
          notMatch: { kind: "object", fields: signals },
          /** Whether the rule applies to all requests of the scope. Not together with `match` and `notMatch`. Default: false. */
          matchAll: { kind: "boolean", absent: false },
        },
      },
    },
  },
  plural: "network ACLs",
  route: "network-acls",
  // An update sends back values that it has read, and a deletion reads the other rules, so both also need the scope for reading.
  scopes: {
    ...scopesFor("network_acls"),
    update: ["read:network_acls", "update:network_acls"],
    delete: ["read:network_acls", "delete:network_acls"],
  },
  setByService: ["tenant_id", "deleted_at"],
  uniqueBy: ["priority"],
  hasArbitraryKey: true,
  replacedInPlace: true,
  listing: { paging: "offset", names: ["description", "id"] },
  lookUps: { by: "priority", filters: ["description", "active"] },
} as const satisfies Definition;

/**
 * A key with which the service verifies the signatures of HTTP messages (RFC 9421) for network ACLs. Early access: a tenant without it refuses the
 * resource.
 *
 * {@example}
 *
 * The client that signs its requests needs the same key. A network ACL refers to the key by its id: `rule.match.httpMessageSignature.keys`.
 *
 * **Replacement**: the service cannot change a key, so a change of `name` or `value` replaces it. The service refuses the deletion of a key to which a
 * network ACL refers, and two keys with one name. So change `name` together with `value`: the new key is created first, then the network ACLs are
 * updated, then the old key is deleted. From then on, requests with a signature of the old key no longer match.
 *
 * **Rotation** without a gap: declare a second key, add its id to the network ACLs, give its value to the client, then remove the first key.
 *
 * **Adoption** only of a key with the declared value: the service returns the SHA-256 hash of each key, with which the run compares the value. The run
 * does the same when you add the value to an imported program, because an import cannot read it.
 *
 * A tenant can have 10 keys.
 *
 * **Events**: the service sends no events about keys. Only a refresh finds a key that was deleted outside Pulumi.
 *
 * @arguments A change of any argument replaces the key.
 *
 * @id The id of the key: `key_…`.
 */
export const networkAclKey = {
  type: "NetworkAclKey",
  schema: {
    noun: "network ACL key",
    secretsAtRest: [{ secrets: ["/value"], why: "The service verifies signatures with it, and sends it nowhere." }],
    fields: {
      /**
       * The name: {@bounds}, unique within the tenant. A change replaces the key.
       *
       * @example gateway-2031
       */
      name: { kind: "string", required: true, forceNew: true, min: 1, max: 255 },
      /**
       * The key for HMAC-SHA256: 32 to 512 random bytes in base64, required for a new key. Secret and write-only: the state contains a keyed hash in its
       * place. A change replaces the key. A program without it manages a key that exists, such as an imported one, and leaves its value alone.
       */
      value: {
        kind: "string",
        secret: true,
        sealed: true,
        pattern: { source: "^[A-Za-z0-9+/]{43,683}={0,2}$", says: "must be 32 to 512 bytes in base64" },
        forceNewIfDeclared: true,
        reads: { how: "never" },
        clear: { how: "release" },
      },
      /** The SHA-256 hash of the key's bytes, in hexadecimal digits. */
      fingerprint: { kind: "string", required: true, computed: true },
    },
  },
  plural: "network ACL keys",
  route: "keys/network-acls",
  // Instead of an update, the declared value is compared with the tenant's fingerprint.
  scopes: { ...scopesFor("network_acl_keys"), update: ["read:network_acl_keys"] },
  setByService: ["alg", "created_at", "updated_at"],
  uniqueBy: ["name"],
  hasFixedBody: true,
  listing: { collection: "keys", paging: "whole", names: ["name", "id"] },
} as const satisfies Definition;
