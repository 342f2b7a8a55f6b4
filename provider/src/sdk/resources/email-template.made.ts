// Made of `types/email/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { emailTemplate } from "../../types/email/definition.ts";
import { TenantResource } from "../base.ts";
import { type OutputArgs, settingLookUp } from "../look-ups.ts";

/**
 * The arguments of an {@link EmailTemplate}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new template.
 */
export interface EmailTemplateArgs {
  /**
   * The name of the template. The service still stores `change_password` and `password_reset`, but no longer sends
   * them. A change replaces the email.
   */
  template: pulumi.Input<
    | "verify_email"
    | "verify_email_by_code"
    | "auth_email_by_code"
    | "reset_email"
    | "reset_email_by_code"
    | "welcome_email"
    | "blocked_account"
    | "stolen_credentials"
    | "enrollment_email"
    | "mfa_oob_code"
    | "user_invitation"
    | "async_approval"
    | "change_password"
    | "password_reset"
  >;
  /** The body of the e-mail: HTML with Liquid. It cannot be cleared. */
  body: pulumi.Input<string>;
  /**
   * Whether the tenant sends this template instead of the service's default text. A run that would put undeclared
   * values of another client in `body`, `from`, `subject`, `syntax`, `resultUrl`, `urlLifetimeInSeconds` and
   * `includeEmailInRedirect` into force is refused.
   */
  enabled: pulumi.Input<boolean>;
  /** The sender. It needs an enabled e-mail provider. When cleared: the provider's default. */
  from?: pulumi.Input<string | undefined>;
  /** The subject. When cleared: the service's default. */
  subject?: pulumi.Input<string | undefined>;
  /** The language of the body. When cleared: `liquid`. */
  syntax?: pulumi.Input<"liquid" | undefined>;
  /** The URL to which users are redirected after the link in the e-mail has worked. When cleared: none. */
  resultUrl?: pulumi.Input<string | undefined>;
  /**
   * How long the link in the e-mail works, in seconds: 0 to 2,147,483,647. When cleared: the service's default, 432,000
   * (five days).
   */
  urlLifetimeInSeconds?: pulumi.Input<number | undefined>;
  /** Whether the e-mail address of the user is added to `resultUrl`. When cleared: false. */
  includeEmailInRedirect?: pulumi.Input<boolean | undefined>;
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
 * The tenant's own template for one of its e-mails, in place of the service's default text.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const welcome = new tenant.EmailTemplate("welcome", {
 *   template: "welcome_email",
 *   enabled: true,
 *   subject: "Welcome",
 *   body: "<html><body>Hello {{ user.name }}.</body></html>",
 * });
 * export const welcomeSubject = welcome.subject;
 * ```
 *
 * **Creation** creates the template if the tenant does not have its own one yet; otherwise it adopts the tenant's template and sends only
 * declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, because the service cannot delete a template. With `resetOnDestroy: true`, it disables the template, so that the
 * service sends its default text again.
 *
 * **Updates** send only the values that differ; all other values stay.
 *
 * **Sender**: the service refuses `from` while the tenant has no enabled e-mail provider. If the program also declares the provider, list it in
 * the `dependsOn` option of the template, as an import does.
 *
 * **Events**: the service sends no events about e-mails. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /email-templates`, `GET|PATCH /email-templates/{template}`.
 * Scopes: `read|create|update:email_templates`.
 */
export class EmailTemplate extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(emailTemplate.type);

  declare readonly template: pulumi.Output<
    | "verify_email"
    | "verify_email_by_code"
    | "auth_email_by_code"
    | "reset_email"
    | "reset_email_by_code"
    | "welcome_email"
    | "blocked_account"
    | "stolen_credentials"
    | "enrollment_email"
    | "mfa_oob_code"
    | "user_invitation"
    | "async_approval"
    | "change_password"
    | "password_reset"
  >;
  declare readonly body: pulumi.Output<string>;
  declare readonly enabled: pulumi.Output<boolean>;
  declare readonly from: pulumi.Output<string | undefined>;
  declare readonly subject: pulumi.Output<string | undefined>;
  declare readonly syntax: pulumi.Output<"liquid" | undefined>;
  declare readonly resultUrl: pulumi.Output<string | undefined>;
  declare readonly urlLifetimeInSeconds: pulumi.Output<number | undefined>;
  declare readonly includeEmailInRedirect: pulumi.Output<boolean | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages an e-mail template.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a template that is in use is
   * an error.
   */
  constructor(name: string, args: EmailTemplateArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(emailTemplate, name, args, opts);
  }
}

/** The e-mail template of a look-up. A property that the service omits is absent. */
export interface GetEmailTemplateResult {
  /** The name of the template: `welcome_email`. */
  readonly id: string;
  /**
   * The name of the template. The service still stores `change_password` and `password_reset`, but no longer sends
   * them.
   */
  readonly template:
    | "verify_email"
    | "verify_email_by_code"
    | "auth_email_by_code"
    | "reset_email"
    | "reset_email_by_code"
    | "welcome_email"
    | "blocked_account"
    | "stolen_credentials"
    | "enrollment_email"
    | "mfa_oob_code"
    | "user_invitation"
    | "async_approval"
    | "change_password"
    | "password_reset";
  /** The body of the e-mail: HTML with Liquid. It cannot be cleared. */
  readonly body?: string | undefined;
  /** Whether the tenant sends this template instead of the service's default text. */
  readonly enabled: boolean;
  /** The sender. It needs an enabled e-mail provider. */
  readonly from: string;
  /** The subject. */
  readonly subject: string;
  /** The language of the body. */
  readonly syntax: "liquid";
  /** The URL to which users are redirected after the link in the e-mail has worked. */
  readonly resultUrl?: string | undefined;
  /** How long the link in the e-mail works, in seconds: 0 to 2,147,483,647. */
  readonly urlLifetimeInSeconds?: number | undefined;
  /** Whether the e-mail address of the user is added to `resultUrl`. */
  readonly includeEmailInRedirect: boolean;
}

/** The e-mail template to read. */
export interface GetEmailTemplateArgs {
  /**
   * The name of the template. The service still stores `change_password` and `password_reset`, but no longer sends
   * them.
   */
  template: string;
}

/** {@link GetEmailTemplateArgs} with values that may be outputs. */
export type GetEmailTemplateOutputArgs = OutputArgs<GetEmailTemplateArgs>;

const lookUp = settingLookUp<GetEmailTemplateArgs, GetEmailTemplateResult>(emailTemplate);

/**
 * The e-mail template, managed or not, as a refresh reads it. Routes: `GET /email-templates/{template}`; scopes:
 * `read:email_templates`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getEmailTemplate({ template: "welcome_email" });
 * export const current = found.body;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the e-mail template
 */
export const getEmailTemplate = lookUp.plain;

/** {@link getEmailTemplate} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getEmailTemplateOutput = lookUp.output;
