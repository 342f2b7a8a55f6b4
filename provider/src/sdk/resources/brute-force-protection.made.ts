// Made of `types/attack-protection/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { bruteForceProtection } from "../../types/attack-protection/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link BruteForceProtection}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface BruteForceProtectionArgs {
  /** Whether the protection is enabled. When cleared: true. */
  enabled?: pulumi.Input<boolean | undefined>;
  /** The reactions to an attack: a set. When cleared: both. Empty: none. */
  shields?: pulumi.Input<pulumi.Input<"block" | "user_notification">[] | undefined>;
  /** The IP addresses and ranges (CIDR) that are never blocked: a set of at most 100. When cleared: none. */
  allowlist?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /**
   * Whether the wrong passwords for an account are counted separately for each IP address, or for all IP addresses together. When cleared:
   * `count_per_identifier_and_ip`.
   */
  mode?: pulumi.Input<"count_per_identifier_and_ip" | "count_per_identifier" | undefined>;
  /** The number of wrong passwords that triggers the reactions: 1 to 100. When cleared: 10. */
  maxAttempts?: pulumi.Input<number | undefined>;
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
 * The tenant's protection of accounts against attackers who try many passwords for an account.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * // Only `maxAttempts` and `shields` are managed. All else stays as it is at the tenant.
 * const bruteForce = new tenant.BruteForceProtection("brute-force", {
 *   maxAttempts: 5,
 *   shields: ["block", "user_notification"],
 * });
 * export const bruteForceMode = bruteForce.mode;
 * ```
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay. Arrays are sets: the service changes their order with every write.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /attack-protection/brute-force-protection`.
 * Scopes: `read|update:attack_protection`.
 */
export class BruteForceProtection extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(bruteForceProtection.type);

  declare readonly enabled: pulumi.Output<boolean | undefined>;
  declare readonly shields: pulumi.Output<("block" | "user_notification")[] | undefined>;
  declare readonly allowlist: pulumi.Output<string[] | undefined>;
  declare readonly mode: pulumi.Output<"count_per_identifier_and_ip" | "count_per_identifier" | undefined>;
  declare readonly maxAttempts: pulumi.Output<number | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages brute-force protection.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: BruteForceProtectionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(bruteForceProtection, name, args, opts);
  }
}

/** The brute-force protection of a look-up. A property that the service omits is absent. */
export interface GetBruteForceProtectionResult {
  /** The id of the brute-force protection. */
  readonly id: string;
  /** Whether the protection is enabled. */
  readonly enabled?: boolean | undefined;
  /** The reactions to an attack: a set. Empty: none. */
  readonly shields?: ("block" | "user_notification")[] | undefined;
  /** The IP addresses and ranges (CIDR) that are never blocked: a set of at most 100. */
  readonly allowlist: string[];
  /**
   * Whether the wrong passwords for an account are counted separately for each IP address, or for all IP addresses
   * together.
   */
  readonly mode?: "count_per_identifier_and_ip" | "count_per_identifier" | undefined;
  /** The number of wrong passwords that triggers the reactions: 1 to 100. */
  readonly maxAttempts?: number | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetBruteForceProtectionResult>(bruteForceProtection);

/**
 * The brute-force protection, managed or not, as a refresh reads it. Routes:
 * `GET /attack-protection/brute-force-protection`; scopes: `read:attack_protection`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getBruteForceProtection();
 * export const current = found.enabled;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the brute-force protection
 */
export const getBruteForceProtection = lookUp.plain;

/** {@link getBruteForceProtection} as an output; see {@link OutputLookUp}. */
export const getBruteForceProtectionOutput = lookUp.output;
