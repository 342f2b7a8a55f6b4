import { type Definition, scopesFor } from "../schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../schema/json.ts";
import type { Fields } from "../schema/schema.ts";

/** The signals of a request. Their values are alternatives; several signals must all match. */
const signals = {
  /**
   * Numbers of autonomous systems, in any order.
   *
   * @example 64496
   */
  asns: { kind: "list", max: 20, item: { kind: "integer", min: 0, max: 4_294_967_295 } },
  /**
   * Countries, ISO 3166-1, two letters.
   *
   * @example CA
   */
  geoCountryCodes: { kind: "set", max: 20, item: { kind: "string" } },
  /**
   * Regions of countries, ISO 3166-2.
   *
   * @example CA-ON
   */
  geoSubdivisionCodes: { kind: "set", max: 20, item: { kind: "string" } },
  /**
   * IPv4 addresses and ranges.
   *
   * @example 198.51.100.0/24
   */
  ipv4Cidrs: { kind: "set", max: 20, item: { kind: "string" } },
  /**
   * IPv6 addresses and ranges.
   *
   * @example 2001:db8::/32
   */
  ipv6Cidrs: { kind: "set", max: 20, item: { kind: "string" } },
  /** JA3 fingerprints of TLS clients. */
  ja3Fingerprints: { kind: "set", max: 20, item: { kind: "string" } },
  /** JA4 fingerprints of TLS clients. */
  ja4Fingerprints: { kind: "set", max: 20, item: { kind: "string" } },
  /** User agents. */
  userAgents: { kind: "set", max: 20, item: { kind: "string" } },
  /** Hostnames of the tenant that a request is for, such as a custom domain. */
  hostnames: { kind: "set", max: 20, item: { kind: "string" } },
  /** IPv4 addresses and ranges of the connecting proxy. */
  connectingIpv4Cidrs: { kind: "set", max: 20, item: { kind: "string" } },
  /** IPv6 addresses and ranges of the connecting proxy. */
  connectingIpv6Cidrs: { kind: "set", max: 20, item: { kind: "string" } },
  /**
   * Lists that the service curates: `auth0.low_reputation`, `auth0.icloud_relay_proxy`.
   *
   * @example auth0.low_reputation
   */
  auth0Managed: { kind: "set", max: 20, item: { kind: "string" } },
} as const satisfies Fields;

/** The API has the action as the only key of an object, with the address of a redirection beside it: `{ redirect: true, redirect_uri: "…" }`. */
const ruleOnWire = {
  toWire({ action, redirect_uri, ...rule }: JsonObject): JsonObject {
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
 * A rule of the tenant's network access control: which requests are blocked, allowed, logged or redirected.
 *
 * {@example}
 *
 * **Order**: the rule with the lowest `priority` that matches a request decides. No two rules have the same priority. To swap the priorities of
 * two rules, give one of them a third number in a run of its own.
 *
 * **Danger**: a rule with the scope `management` that blocks also blocks this provider, and one with the scope `tenant` everything. A wrong
 * `match` then locks out the tenant's operators, and only the dashboard can help, if at all. The preview warns of such a rule by name. Create it
 * with `active: false`, check it, and activate it afterwards.
 *
 * **Signals**: the values of one signal are alternatives, a request must match all signals of `match`, and must not match those of `notMatch`. At
 * least one of the two is required. Only declared signals are managed: a signal that somebody else has added to the same `match` stays.
 *
 * **Plans**: the service offers network rules to enterprise customers only, and limits their number.
 *
 * **Updates** read the rule first and send it as a whole.
 *
 * @arguments Signals that the program no longer declares are removed.
 *
 * @id The rule's id: `acl_…`.
 */
export const networkAcl = {
  type: "NetworkAcl",
  schema: {
    noun: "network ACL",
    fields: {
      /**
       * The purpose of the rule, for people. {@bounds}.
       *
       * @answers The purpose of the rule, for people.
       * @example Block anonymizing proxies
       */
      description: { kind: "string", required: true, min: 1, max: 255 },
      /** Whether the rule is in force. */
      active: { kind: "boolean", required: true },
      /** The position of the rule: lower ones come first. {@bounds}, unique within the tenant. */
      priority: { kind: "integer", required: true, min: 1, max: 100 },
      /**
       * What happens to which requests.
       *
       * @interface NetworkAclRule What happens to which requests.
       */
      rule: {
        kind: "object",
        required: true,
        onWire: ruleOnWire,
        fields: {
          /** What happens to matching requests. A redirection needs `redirectUri`. */
          action: { kind: "string", required: true, oneOf: ["block", "allow", "log", "redirect"] },
          /** The address to which requests are redirected. {@bounds}. Only with the action `redirect`. */
          redirectUri: { kind: "string", min: 1, max: 2000 },
          /** The requests to which the rule applies: to the Management API, of logins, of client registrations, or all. */
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
        },
      },
    },
  },
  plural: "network ACLs",
  route: "network-acls",
  calls: ["POST /network-acls", "GET|PUT|DELETE /network-acls/{id}"],
  // An update sends what it has read.
  scopes: { ...scopesFor("network_acls"), update: ["read:network_acls", "update:network_acls"] },
  uniqueBy: ["priority"],
  listing: { paging: "offset", names: ["description", "id"] },
  lookUps: { by: "priority", filters: ["description", "active"] },
  events: undefined,
  affectsAll: true,
  imported: { noun: "rule", file: "network-acls", module: "networkAcls" },
  foreignTypes: { auth0_network_acl: { id: ["id"] } },
} as const satisfies Definition;
