// Made of `types/phone/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { phoneProviderProtection } from "../../types/phone/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The arguments of a {@link PhoneProviderProtection}. */
export interface PhoneProviderProtectionArgs {
  /**
   * The wait between messages: with `exponential`, it grows with each message. Earlier versions of the service have `none` in place of `default`. When
   * cleared: `default`.
   */
  type: pulumi.Input<"default" | "exponential" | "none">;
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
 * Protection against a phone provider that fails or is misused: how long the tenant waits between messages to the same user. It is in early access: a
 * tenant without it refuses the resource, with a message that names the cause.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const protection = new tenant.PhoneProviderProtection("phone-protection", { type: "exponential" });
 * export const wait = protection.type;
 * ```
 *
 * **Security**: unless `type` is `exponential`, an attacker can make the tenant send many messages to expensive numbers.
 *
 * **Creation** adopts the settings, which exist at every tenant with the feature: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /attack-protection/phone-provider-protection`.
 * Scopes: `read|update:attack_protection`.
 */
export class PhoneProviderProtection extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(phoneProviderProtection.type);

  declare readonly type: pulumi.Output<"default" | "exponential" | "none">;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages phone provider protection.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: PhoneProviderProtectionArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(phoneProviderProtection, name, args, opts);
  }
}

/** The phone provider protection of a look-up. A property that the service omits is absent. */
export interface GetPhoneProviderProtectionResult {
  /** The id of the phone provider protection. */
  readonly id: string;
  /**
   * The wait between messages: with `exponential`, it grows with each message. Earlier versions of the service have `none` in place of `default`. When
   * cleared: `default`.
   */
  readonly type: "default" | "exponential" | "none";
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetPhoneProviderProtectionResult>(
  phoneProviderProtection,
);

/**
 * The phone provider protection, managed or not, as a refresh reads it. Routes:
 * `GET /attack-protection/phone-provider-protection`; scopes: `read:attack_protection`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getPhoneProviderProtection();
 * export const current = found.type;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the phone provider protection
 */
export const getPhoneProviderProtection = lookUp.plain;

/** {@link getPhoneProviderProtection} as an output; see {@link OutputLookUp}. */
export const getPhoneProviderProtectionOutput = lookUp.output;
