// Made of `types/attack-protection/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { botDetection } from "../../types/attack-protection/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link BotDetection}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface BotDetectionArgs {
  /** The sensitivity of the detection. When cleared: `medium`. */
  botDetectionLevel?: pulumi.Input<"low" | "medium" | "high" | undefined>;
  /** When a login with a password needs a challenge. When cleared: `never`. */
  challengePasswordPolicy?: pulumi.Input<"never" | "when_risky" | "always" | undefined>;
  /** When a passwordless login needs a challenge. When cleared: `never`. */
  challengePasswordlessPolicy?: pulumi.Input<"never" | "when_risky" | "always" | undefined>;
  /** When a password reset needs a challenge. When cleared: `never`. */
  challengePasswordResetPolicy?: pulumi.Input<"never" | "when_risky" | "always" | undefined>;
  /** The IP addresses and ranges (CIDR) that are never challenged: a set of at most 100. When cleared: none. */
  allowlist?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** Whether risky requests are only logged, without a challenge. When cleared: false. */
  monitoringModeEnabled?: pulumi.Input<boolean | undefined>;
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
 * The tenant's protection against logins by bots. It needs an add-on of the plan.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const bots = new tenant.BotDetection("bot-detection", {
 *   challengePasswordPolicy: "when_risky",
 *   challengePasswordResetPolicy: "always",
 * });
 * export const botLevel = bots.botDetectionLevel;
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
 * Routes: `GET|PATCH /attack-protection/bot-detection`.
 * Scopes: `read|update:attack_protection`.
 */
export class BotDetection extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(botDetection.type);

  declare readonly botDetectionLevel: pulumi.Output<"low" | "medium" | "high" | undefined>;
  declare readonly challengePasswordPolicy: pulumi.Output<"never" | "when_risky" | "always" | undefined>;
  declare readonly challengePasswordlessPolicy: pulumi.Output<"never" | "when_risky" | "always" | undefined>;
  declare readonly challengePasswordResetPolicy: pulumi.Output<"never" | "when_risky" | "always" | undefined>;
  declare readonly allowlist: pulumi.Output<string[] | undefined>;
  declare readonly monitoringModeEnabled: pulumi.Output<boolean | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages bot detection.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: BotDetectionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(botDetection, name, args, opts);
  }
}

/** The bot detection of a look-up. A property that the service omits is absent. */
export interface GetBotDetectionResult {
  /** The id of the bot detection. */
  readonly id: string;
  /** The sensitivity of the detection. */
  readonly botDetectionLevel?: "low" | "medium" | "high" | undefined;
  /** When a login with a password needs a challenge. */
  readonly challengePasswordPolicy?: "never" | "when_risky" | "always" | undefined;
  /** When a passwordless login needs a challenge. */
  readonly challengePasswordlessPolicy?: "never" | "when_risky" | "always" | undefined;
  /** When a password reset needs a challenge. */
  readonly challengePasswordResetPolicy?: "never" | "when_risky" | "always" | undefined;
  /** The IP addresses and ranges (CIDR) that are never challenged: a set of at most 100. */
  readonly allowlist: string[];
  /** Whether risky requests are only logged, without a challenge. */
  readonly monitoringModeEnabled: boolean;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetBotDetectionResult>(botDetection);

/**
 * The bot detection, managed or not, as a refresh reads it. Routes: `GET /attack-protection/bot-detection`; scopes:
 * `read:attack_protection`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getBotDetection();
 * export const current = found.botDetectionLevel;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the bot detection
 */
export const getBotDetection = lookUp.plain;

/** {@link getBotDetection} as an output; see {@link OutputLookUp}. */
export const getBotDetectionOutput = lookUp.output;
