// Made of `types/attack-protection/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { suspiciousIpThrottling } from "../../types/attack-protection/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The limits of attempts to log in. */
export interface SuspiciousIpThrottlingPreLogin {
  /** The number of attempts that are allowed without a wait: 1 to 2,500. When cleared: 100. */
  maxAttempts?: pulumi.Input<number | undefined>;
  /** The time until one more attempt is allowed, in milliseconds: 34,560 to 86,400,000. When cleared: 864,000. */
  rate?: pulumi.Input<number | undefined>;
}

/** The limits of attempts to sign up. */
export interface SuspiciousIpThrottlingPreUserRegistration {
  /** The number of attempts that are allowed without a wait: 1 to 72,000. When cleared: 50. */
  maxAttempts?: pulumi.Input<number | undefined>;
  /** The time until one more attempt is allowed, in milliseconds: 1,200 to 86,400,000. When cleared: 1,200. */
  rate?: pulumi.Input<number | undefined>;
}

/** The limits of custom token exchanges. */
export interface SuspiciousIpThrottlingPreCustomTokenExchange {
  /** The number of attempts that are allowed without a wait. When cleared: 10. */
  maxAttempts?: pulumi.Input<number | undefined>;
  /** The time until one more attempt is allowed, in milliseconds. When cleared: 600,000. */
  rate?: pulumi.Input<number | undefined>;
}

/** The limits for one address, by stage. */
export interface SuspiciousIpThrottlingStage {
  /** The limits of login attempts. */
  preLogin?: pulumi.Input<SuspiciousIpThrottlingPreLogin | undefined>;
  /** The limits of sign-up attempts. */
  preUserRegistration?: pulumi.Input<SuspiciousIpThrottlingPreUserRegistration | undefined>;
  /** The limits of custom token exchanges. Not available at older tenants. */
  preCustomTokenExchange?: pulumi.Input<SuspiciousIpThrottlingPreCustomTokenExchange | undefined>;
}

/**
 * The arguments of a {@link SuspiciousIpThrottling}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface SuspiciousIpThrottlingArgs {
  /** Whether the protection is enabled. When cleared: true. */
  enabled?: pulumi.Input<boolean | undefined>;
  /** The reactions to an attack: a set. When cleared: both. Empty: none. */
  shields?: pulumi.Input<pulumi.Input<"admin_notification" | "block">[] | undefined>;
  /** The IP addresses and ranges (CIDR) that are never limited: a set of at most 100. When cleared: none. */
  allowlist?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * The limits for one address, by stage. Not available in the private cloud. An update sends only the properties that
   * change.
   */
  stage?: pulumi.Input<SuspiciousIpThrottlingStage | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The tenant's protection against attackers who try to log in to many accounts from one IP address.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const throttling = new tenant.SuspiciousIpThrottling("suspicious-ip-throttling", {
 *   shields: ["admin_notification", "block"],
 *   allowlist: ["192.0.2.0/24"],
 *   stage: { preLogin: { maxAttempts: 50 } },
 * });
 * export const throttled = throttling.stage;
 * ```
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay, including those in `stage`. Arrays are sets: the service changes their order
 * with every write.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /attack-protection/suspicious-ip-throttling`.
 * Scopes: `read|update:attack_protection`.
 */
export class SuspiciousIpThrottling extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(suspiciousIpThrottling.type);

  declare readonly enabled: pulumi.Output<boolean | undefined>;
  declare readonly shields: pulumi.Output<("admin_notification" | "block")[] | undefined>;
  declare readonly allowlist: pulumi.Output<string[] | undefined>;
  declare readonly stage: pulumi.Output<pulumi.Unwrap<SuspiciousIpThrottlingStage> | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages suspicious IP throttling.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: SuspiciousIpThrottlingArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(suspiciousIpThrottling, name, args, opts);
  }
}

/** The suspicious IP throttling of a look-up. A property that the service omits is absent. */
export interface GetSuspiciousIpThrottlingResult {
  /** The id of the suspicious IP throttling. */
  readonly id: string;
  /** Whether the protection is enabled. */
  readonly enabled?: boolean | undefined;
  /** The reactions to an attack: a set. Empty: none. */
  readonly shields?: ("admin_notification" | "block")[] | undefined;
  /** The IP addresses and ranges (CIDR) that are never limited: a set of at most 100. */
  readonly allowlist: string[];
  /**
   * The limits for one address, by stage. Not available in the private cloud. An update sends only the properties that
   * change.
   */
  readonly stage?: pulumi.Unwrap<SuspiciousIpThrottlingStage> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetSuspiciousIpThrottlingResult>(
  suspiciousIpThrottling,
);

/**
 * The suspicious IP throttling, managed or not, as a refresh reads it. Routes:
 * `GET /attack-protection/suspicious-ip-throttling`; scopes: `read:attack_protection`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getSuspiciousIpThrottling();
 * export const current = found.enabled;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the suspicious IP throttling
 */
export const getSuspiciousIpThrottling = lookUp.plain;

/** {@link getSuspiciousIpThrottling} as an output; see {@link OutputLookUp}. */
export const getSuspiciousIpThrottlingOutput = lookUp.output;
