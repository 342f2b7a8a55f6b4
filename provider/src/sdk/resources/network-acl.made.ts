// Made of `types/network-acl/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { networkAcl } from "../../types/network-acl/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/** The signature of a request's HTTP message. */
export interface NetworkAclHttpMessageSignature {
  /** The ids of the keys whose signatures match, `key_…`: those of `NetworkAclKey` resources. */
  keys: pulumi.Input<pulumi.Input<string>[]>;
}

/** Signals of requests to which a network ACL applies. */
export interface NetworkAclMatch {
  /** Numbers of autonomous systems, in any order. */
  asns?: pulumi.Input<pulumi.Input<number>[] | undefined>;
  /** Countries, ISO 3166-1, two letters. */
  geoCountryCodes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Regions of countries, ISO 3166-2. */
  geoSubdivisionCodes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** IPv4 addresses and ranges. */
  ipv4Cidrs?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** IPv6 addresses and ranges. */
  ipv6Cidrs?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** JA3 fingerprints of TLS clients. */
  ja3Fingerprints?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** JA4 fingerprints of TLS clients. */
  ja4Fingerprints?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** User agents. */
  userAgents?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Hostnames of the tenant in the request, such as a custom domain. */
  hostnames?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** IPv4 addresses and ranges of the connecting proxy. */
  connectingIpv4Cidrs?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** IPv6 addresses and ranges of the connecting proxy. */
  connectingIpv6Cidrs?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Lists that the service maintains: `auth0.low_reputation`, `auth0.icloud_relay_proxy`. Only on one side of a rule.
   */
  auth0Managed?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The signature of the request's HTTP message. */
  httpMessageSignature?: pulumi.Input<NetworkAclHttpMessageSignature | undefined>;
}

/** Signals of requests to which a network ACL does not apply. */
export interface NetworkAclNotMatch {
  /** Numbers of autonomous systems, in any order. */
  asns?: pulumi.Input<pulumi.Input<number>[] | undefined>;
  /** Countries, ISO 3166-1, two letters. */
  geoCountryCodes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Regions of countries, ISO 3166-2. */
  geoSubdivisionCodes?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** IPv4 addresses and ranges. */
  ipv4Cidrs?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** IPv6 addresses and ranges. */
  ipv6Cidrs?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** JA3 fingerprints of TLS clients. */
  ja3Fingerprints?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** JA4 fingerprints of TLS clients. */
  ja4Fingerprints?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** User agents. */
  userAgents?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Hostnames of the tenant in the request, such as a custom domain. */
  hostnames?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** IPv4 addresses and ranges of the connecting proxy. */
  connectingIpv4Cidrs?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** IPv6 addresses and ranges of the connecting proxy. */
  connectingIpv6Cidrs?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Lists that the service maintains: `auth0.low_reputation`, `auth0.icloud_relay_proxy`. Only on one side of a rule.
   */
  auth0Managed?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The signature of the request's HTTP message. */
  httpMessageSignature?: pulumi.Input<NetworkAclHttpMessageSignature | undefined>;
}

/** The action of the rule and the requests to which it applies. */
export interface NetworkAclRule {
  /** The action for matching requests. `redirect` needs `redirectUri`. */
  action: pulumi.Input<"block" | "allow" | "log" | "redirect">;
  /** The address to which requests are redirected. 1 to 2000 characters. Only with the action `redirect`. */
  redirectUri?: pulumi.Input<string | undefined>;
  /**
   * The requests to which the rule applies: requests to the Management API, logins, client registrations, or all
   * requests.
   */
  scope: pulumi.Input<"management" | "authentication" | "tenant" | "dynamic_client_registration">;
  /** The signals of requests to which the rule applies. */
  match?: pulumi.Input<NetworkAclMatch | undefined>;
  /** The signals of requests to which the rule does not apply. */
  notMatch?: pulumi.Input<NetworkAclNotMatch | undefined>;
  /**
   * Whether the rule applies to all requests of the scope. Not together with `match` and `notMatch`. Default: false.
   */
  matchAll?: pulumi.Input<boolean | undefined>;
}

/**
 * The arguments of a {@link NetworkAcl}.
 *
 * Only declared properties are managed. Signals that you remove from the program are removed at the tenant.
 */
export interface NetworkAclArgs {
  /** The description of the rule. 1 to 255 characters. */
  description: pulumi.Input<string>;
  /**
   * Whether the rule is in force. A run that would put undeclared values of another client in `priority` and `rule`
   * into force is refused.
   */
  active: pulumi.Input<boolean>;
  /**
   * The rank of the rule: of the matching rules, the one with the lowest number is applied. 1 to 100, unique within the
   * tenant.
   */
  priority: pulumi.Input<number>;
  /** The action of the rule and the requests to which it applies. */
  rule: pulumi.Input<NetworkAclRule>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing rule with this `priority` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A rule of the tenant's network access control, which blocks, allows, logs or redirects requests.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const proxies = new tenant.NetworkAcl("proxies", {
 *   description: "Block anonymizing proxies",
 *   active: true,
 *   priority: 10,
 *   rule: {
 *     action: "block",
 *     scope: "authentication",
 *     match: { auth0Managed: ["auth0.low_reputation"] },
 *     notMatch: { ipv4Cidrs: ["198.51.100.0/24"] },
 *   },
 * });
 * export const proxiesId = proxies.id;
 * ```
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
 * **Events**: the service sends no events about rules. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /network-acls`, `GET|PUT|DELETE /network-acls/{id}`; to find a rule by its `priority`,
 * `GET /network-acls`.
 * Scopes: `create|read|update|delete:network_acls`.
 */
export class NetworkAcl extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(networkAcl.type);

  declare readonly description: pulumi.Output<string>;
  declare readonly active: pulumi.Output<boolean>;
  declare readonly priority: pulumi.Output<number>;
  declare readonly rule: pulumi.Output<pulumi.Unwrap<NetworkAclRule>>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a network ACL.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a priority that is in use is
   * an error.
   */
  constructor(name: string, args: NetworkAclArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(networkAcl, name, args, opts);
  }
}

/** A network ACL as look-ups return it. A property that the service omits is absent. */
export interface GetNetworkAclResult {
  /** The id of the rule: `acl_…`. */
  readonly id: string;
  /** The description of the rule. */
  readonly description: string;
  /** Whether the rule is in force. */
  readonly active: boolean;
  /**
   * The rank of the rule: of the matching rules, the one with the lowest number is applied. 1 to 100, unique within the
   * tenant.
   */
  readonly priority: number;
  /** The action of the rule and the requests to which it applies. */
  readonly rule: pulumi.Unwrap<NetworkAclRule>;
}

/** The requested network ACL: exactly one of priority and id. */
export type GetNetworkAclArgs = { priority: string; id?: undefined } | { id: string; priority?: undefined };

/** {@link GetNetworkAclArgs} with values that may be outputs. */
export type GetNetworkAclOutputArgs = OutputArgs<GetNetworkAclArgs>;

/** The filter for network ACLs. Texts are compared exactly, including letter case. Default: all network ACLs. */
export interface GetNetworkAclsArgs {
  /** The description of the rule. */
  description?: string | undefined;
  /** Whether the rule is in force. */
  active?: string | undefined;
}

/** {@link GetNetworkAclsArgs} with values that may be outputs. */
export type GetNetworkAclsOutputArgs = OutputArgs<GetNetworkAclsArgs>;

/** The result of {@link getNetworkAcls}. */
export interface GetNetworkAclsResult {
  /** The objects, in the service's order. */
  readonly networkAcls: GetNetworkAclResult[];
}

const { one, all } = commonLookUps<GetNetworkAclArgs, GetNetworkAclResult, GetNetworkAclsArgs, GetNetworkAclsResult>(
  networkAcl,
);

/**
 * One network ACL, managed or not. Routes: `GET /network-acls`, `GET /network-acls/{id}`; scope: `read:network_acls`.
 * {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const rule = await tenant.getNetworkAcl({ description: "Block anonymizing proxies" });
 * export const ruleId = rule.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such object
 */
export const getNetworkAcl = one.plain;

/** {@link getNetworkAcl} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getNetworkAclOutput = one.output;

/**
 * The tenant's network ACLs. Route: `GET /network-acls`; scope: `read:network_acls`. The function reads all network
 * ACLs and then applies the filters. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { networkAcls } = await tenant.getNetworkAcls();
 * export const networkAclNames = networkAcls.map(({ description }) => description);
 * ```
 */
export const getNetworkAcls = all.plain;

/** {@link getNetworkAcls} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getNetworkAclsOutput = all.output;
