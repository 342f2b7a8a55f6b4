// Made of `types/phone/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { phoneTemplate } from "../../types/phone/definition.ts";
import { TenantResource } from "../base.ts";
import { type OutputArgs, settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link PhoneTemplate}.
 *
 * Only declared properties are managed. If you remove `disabled` from the program, the template is enabled. The texts
 * and the sender cannot be cleared: they stay at the tenant.
 */
export interface PhoneTemplateArgs {
  /** The message for which the text is. A change replaces the message. */
  type: pulumi.Input<"otp_verify" | "otp_enroll" | "change_password" | "blocked_account" | "password_breach">;
  /** The text of an SMS, with Liquid: 1 to 20000 characters. */
  text: pulumi.Input<string>;
  /** The text of a voice call, with Liquid: 1 to 20000 characters. */
  voice?: pulumi.Input<string | undefined>;
  /** The sender: 1 to 16 characters. */
  from?: pulumi.Input<string | undefined>;
  /**
   * Whether the tenant does not send this message. When cleared: false. A run that would put undeclared values of
   * another client in `text`, `voice` and `from` into force is refused.
   */
  disabled?: pulumi.Input<boolean | undefined>;
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
 * The tenant's own text for one of its messages by SMS or voice call, in place of the service's default text. All new tenants have it in place of
 * `templates` of `MultiFactorPhone`.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const codes = new tenant.PhoneTemplate("codes", {
 *   type: "otp_verify",
 *   text: "{{ code }} is your code for {{ friendly_name }}.",
 *   voice: "Your code is {{ pause }} {{ code }}.",
 * });
 * export const codeText = codes.text;
 * ```
 *
 * **Creation** creates the template if the tenant does not have its own one yet; otherwise it adopts the tenant's template and sends only
 * declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, so the text stays. With `resetOnDestroy: true`, it deletes the template, and the service sends its default text again. The
 * template is not deleted if it has values that the program does not declare, or if a declared value was changed outside Pulumi since the last run. A
 * warning then names these values.
 *
 * **Updates** send only the values that differ, except that the texts and the sender are sent together, with the tenant's values for those that the
 * program does not declare.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|POST /branding/phone/templates`, `PATCH|DELETE /branding/phone/templates/{id}`.
 * Scopes: `read|create|update|delete:phone_templates`.
 */
export class PhoneTemplate extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(phoneTemplate.type);

  declare readonly type: pulumi.Output<
    "otp_verify" | "otp_enroll" | "change_password" | "blocked_account" | "password_breach"
  >;
  declare readonly text: pulumi.Output<string>;
  declare readonly voice: pulumi.Output<string | undefined>;
  declare readonly from: pulumi.Output<string | undefined>;
  declare readonly disabled: pulumi.Output<boolean | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a phone template.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a type that is in use is an
   * error.
   */
  constructor(name: string, args: PhoneTemplateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(phoneTemplate, name, args, opts);
  }
}

/** The phone template of a look-up. A property that the service omits is absent. */
export interface GetPhoneTemplateResult {
  /** The type of the template: `otp_verify`. */
  readonly id: string;
  /** The message for which the text is. */
  readonly type: "otp_verify" | "otp_enroll" | "change_password" | "blocked_account" | "password_breach";
  /** The text of an SMS, with Liquid: 1 to 20000 characters. */
  readonly text?: string | undefined;
  /** The text of a voice call, with Liquid: 1 to 20000 characters. */
  readonly voice?: string | undefined;
  /** The sender: 1 to 16 characters. */
  readonly from?: string | undefined;
  /** Whether the tenant does not send this message. */
  readonly disabled: boolean;
}

/** The phone template to read. */
export interface GetPhoneTemplateArgs {
  /** The message for which the text is. */
  type: string;
}

/** {@link GetPhoneTemplateArgs} with values that may be outputs. */
export type GetPhoneTemplateOutputArgs = OutputArgs<GetPhoneTemplateArgs>;

const lookUp = settingLookUp<GetPhoneTemplateArgs, GetPhoneTemplateResult>(phoneTemplate);

/**
 * The phone template, managed or not, as a refresh reads it. Routes: `GET /branding/phone/templates`; scopes:
 * `read:phone_templates`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getPhoneTemplate({ type: "otp_verify" });
 * export const current = found.text;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the phone template
 */
export const getPhoneTemplate = lookUp.plain;

/** {@link getPhoneTemplate} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getPhoneTemplateOutput = lookUp.output;
