// Made of `types/attack-protection/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { breachedPasswordDetection } from "../../types/attack-protection/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The reactions to a new account with a breached password. */
export interface BreachedPasswordDetectionPreUserRegistration {
  /** The reactions: a set. When cleared: none. */
  shields?: pulumi.Input<pulumi.Input<"block" | "admin_notification">[] | undefined>;
}

/** The reactions to a new password that is known from breaches. */
export interface BreachedPasswordDetectionPreChangePassword {
  /** The reactions: a set. When cleared: none. */
  shields?: pulumi.Input<pulumi.Input<"block" | "admin_notification">[] | undefined>;
}

/** The reactions at stages other than the login. */
export interface BreachedPasswordDetectionStage {
  /** The reactions when an account is created. */
  preUserRegistration?: pulumi.Input<BreachedPasswordDetectionPreUserRegistration | undefined>;
  /** The reactions when a password is changed. */
  preChangePassword?: pulumi.Input<BreachedPasswordDetectionPreChangePassword | undefined>;
}

/**
 * The arguments of a {@link BreachedPasswordDetection}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface BreachedPasswordDetectionArgs {
  /** Whether the protection is on. When cleared: false. */
  enabled?: pulumi.Input<boolean | undefined>;
  /** The reactions to a login with a breached password: a set. When cleared: none. */
  shields?: pulumi.Input<pulumi.Input<"block" | "user_notification" | "admin_notification">[] | undefined>;
  /** How often the service sends e-mails to administrators: a set. When cleared: never. */
  adminNotificationFrequency?: pulumi.Input<pulumi.Input<"immediately" | "daily" | "weekly" | "monthly">[] | undefined>;
  /** The detection method. `enhanced` needs an add-on of the plan. When cleared: `standard`. */
  method?: pulumi.Input<"standard" | "enhanced" | undefined>;
  /** The reactions at stages other than the login. An update sends only the properties that change. */
  stage?: pulumi.Input<BreachedPasswordDetectionStage | undefined>;
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
 * The tenant's protection against passwords that are known from breaches of other services.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const breached = new tenant.BreachedPasswordDetection("breached-password-detection", {
 *   enabled: true,
 *   shields: ["block", "admin_notification"],
 *   adminNotificationFrequency: ["daily"],
 *   stage: { preUserRegistration: { shields: ["block"] } },
 * });
 * export const breachedMethod = breached.method;
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
 * Routes: `GET|PATCH /attack-protection/breached-password-detection`.
 * Scopes: `read|update:attack_protection`.
 */
export class BreachedPasswordDetection extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(breachedPasswordDetection.type);

  declare readonly enabled: pulumi.Output<boolean | undefined>;
  declare readonly shields: pulumi.Output<("block" | "user_notification" | "admin_notification")[] | undefined>;
  declare readonly adminNotificationFrequency: pulumi.Output<
    ("immediately" | "daily" | "weekly" | "monthly")[] | undefined
  >;
  declare readonly method: pulumi.Output<"standard" | "enhanced" | undefined>;
  declare readonly stage: pulumi.Output<pulumi.Unwrap<BreachedPasswordDetectionStage> | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages breached password detection.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: BreachedPasswordDetectionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(breachedPasswordDetection, name, args, opts);
  }
}

/** The breached password detection of a look-up. A property that the service omits is absent. */
export interface GetBreachedPasswordDetectionResult {
  /** The id of the breached password detection. */
  readonly id: string;
  /** Whether the protection is on. */
  readonly enabled: boolean;
  /** The reactions to a login with a breached password: a set. */
  readonly shields: ("block" | "user_notification" | "admin_notification")[];
  /** How often the service sends e-mails to administrators: a set. */
  readonly adminNotificationFrequency: ("immediately" | "daily" | "weekly" | "monthly")[];
  /** The detection method. `enhanced` needs an add-on of the plan. */
  readonly method: "standard" | "enhanced";
  /** The reactions at stages other than the login. An update sends only the properties that change. */
  readonly stage?: pulumi.Unwrap<BreachedPasswordDetectionStage> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetBreachedPasswordDetectionResult>(
  breachedPasswordDetection,
);

/**
 * The breached password detection, managed or not, as a refresh reads it. Routes:
 * `GET /attack-protection/breached-password-detection`; scopes: `read:attack_protection`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getBreachedPasswordDetection();
 * export const current = found.enabled;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the breached password detection
 */
export const getBreachedPasswordDetection = lookUp.plain;

/** {@link getBreachedPasswordDetection} as an output; see {@link OutputLookUp}. */
export const getBreachedPasswordDetectionOutput = lookUp.output;
