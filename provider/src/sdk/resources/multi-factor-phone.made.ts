// Made of `types/multi-factor/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { multiFactorPhone } from "../../types/multi-factor/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The texts of messages. */
export interface MultiFactorPhoneTemplates {
  /** The text of the message when a user enrolls a phone. */
  enrollmentMessage: pulumi.Input<string>;
  /** The text of the message at a login. */
  verificationMessage: pulumi.Input<string>;
}

/** The account at Twilio. */
export interface MultiFactorPhoneTwilio {
  /** The sender, at most 64 characters. Cleared by null. */
  from?: pulumi.Input<string | undefined>;
  /** The id of the messaging service, 1 to 1000 characters. Cleared by null. */
  messagingServiceSid?: pulumi.Input<string | undefined>;
  /** The auth token, 1 to 1000 characters. The API returns it. Cleared by null. */
  authToken?: pulumi.Input<string | undefined>;
  /** The id of the account, 1 to 1000 characters. Cleared by null. */
  sid?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of a {@link MultiFactorPhone}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant. The
 * provider and the texts cannot be cleared: they stay at the tenant.
 */
export interface MultiFactorPhoneArgs {
  /**
   * The service that sends the codes. `phone-message-hook` needs an action that is bound to the trigger
   * `send-phone-message`. It cannot be cleared. A run that would put undeclared values of another client in `twilio`
   * into force is refused.
   */
  provider?: pulumi.Input<"auth0" | "twilio" | "phone-message-hook" | undefined>;
  /** The ways to get a code: a set. When cleared: none. */
  messageTypes?: pulumi.Input<pulumi.Input<"sms" | "voice">[] | undefined>;
  /** The texts of messages. They cannot be cleared. */
  templates?: pulumi.Input<MultiFactorPhoneTemplates | undefined>;
  /** The account at Twilio. If a property changes, all properties are sent. */
  twilio?: pulumi.Input<MultiFactorPhoneTwilio | undefined>;
  /** The number of digits of a code, 4 to 10. When cleared: 6. */
  otpLength?: pulumi.Input<number | undefined>;
  /** The seconds for which a code is valid, 30 to 3,600. When cleared: 300. */
  otpExpirationTime?: pulumi.Input<number | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The settings of codes by SMS or voice call as a second factor. Enable the factor `sms` with `MultiFactor` first: the service refuses message
 * types while the factor is disabled.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * // The service refuses message types while the factor is off.
 * const factors = new tenant.MultiFactor("factors", { factors: { sms: true } });
 * const phone = new tenant.MultiFactorPhone(
 *   "phone",
 *   { provider: "auth0", messageTypes: ["sms"], otpLength: 6 },
 *   { dependsOn: factors },
 * );
 * export const phoneProvider = phone.provider;
 * ```
 *
 * **Consolidated phone experience**: all new tenants have it. The service then accepts only `otpLength` and `otpExpirationTime`, and refuses all others:
 * declare the provider as `PhoneProvider` and the texts as `PhoneTemplate`. `MultiFactor` is not affected.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates**: `provider`, `messageTypes`, `templates`, `twilio` and the settings of codes have separate routes. An update sends all properties of a
 * changed part, with the tenant's values for those that the program does not declare. It neither reads nor sends other parts.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PUT /guardian/factors/sms/providers/twilio`, `GET|PUT /guardian/factors/phone/selected-provider`,
 * `GET|PUT /guardian/factors/phone/message-types`, `GET|PUT /guardian/factors/sms/templates`,
 * `GET|PUT /guardian/factors/phone/settings`.
 * Scopes: `read|update:guardian_factors`.
 */
export class MultiFactorPhone extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(multiFactorPhone.type);

  declare readonly provider: pulumi.Output<"auth0" | "twilio" | "phone-message-hook" | undefined>;
  declare readonly messageTypes: pulumi.Output<("sms" | "voice")[] | undefined>;
  declare readonly templates: pulumi.Output<pulumi.Unwrap<MultiFactorPhoneTemplates> | undefined>;
  declare readonly twilio: pulumi.Output<pulumi.Unwrap<MultiFactorPhoneTwilio> | undefined>;
  declare readonly otpLength: pulumi.Output<number | undefined>;
  declare readonly otpExpirationTime: pulumi.Output<number | undefined>;

  /**
   * Manages phone factor settings.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: MultiFactorPhoneArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(multiFactorPhone, name, args, opts);
  }
}

/**
 * The phone factor settings of a look-up, without `twilio`, which can contain secrets. A property that the service
 * omits is absent.
 */
export interface GetMultiFactorPhoneResult {
  /** The id of the phone factor settings. */
  readonly id: string;
  /**
   * The service that sends the codes. `phone-message-hook` needs an action that is bound to the trigger `send-phone-message`. It cannot be
   * cleared.
   */
  readonly provider: "auth0" | "twilio" | "phone-message-hook";
  /** The ways to get a code: a set. */
  readonly messageTypes: ("sms" | "voice")[];
  /** The texts of messages. They cannot be cleared. */
  readonly templates?: pulumi.Unwrap<MultiFactorPhoneTemplates> | undefined;
  /** The number of digits of a code, 4 to 10. */
  readonly otpLength?: number | undefined;
  /** The seconds for which a code is valid, 30 to 3,600. */
  readonly otpExpirationTime?: number | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetMultiFactorPhoneResult>(multiFactorPhone);

/**
 * The phone factor settings, managed or not, as a refresh reads them. Routes:
 * `GET /guardian/factors/sms/providers/twilio`, `GET /guardian/factors/phone/selected-provider`,
 * `GET /guardian/factors/phone/message-types`, `GET /guardian/factors/sms/templates`,
 * `GET /guardian/factors/phone/settings`; scopes: `read:guardian_factors`. {@link LookUp} describes the common
 * properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getMultiFactorPhone();
 * export const current = found.provider;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the phone factor settings
 */
export const getMultiFactorPhone = lookUp.plain;

/** {@link getMultiFactorPhone} as an output; see {@link OutputLookUp}. */
export const getMultiFactorPhoneOutput = lookUp.output;
