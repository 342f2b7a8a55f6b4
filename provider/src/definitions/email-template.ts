import type { Definition } from "../schema/definition.ts";
import { emailProvider } from "./email-provider.ts";

/**
 * The tenant's own template for one of its e-mails, in place of the service's default text.
 *
 * {@example}
 *
 * **Creation** creates the template if the tenant does not have its own one yet; otherwise it adopts the tenant's template and sends only
 * declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, because the service cannot delete a template. With `resetOnDestroy: true`, it disables the template, so that the
 * service sends its default text again.
 *
 * **Updates** send only what differs; all other values stay.
 *
 * **Sender**: the service refuses `from` while the tenant has no enabled e-mail provider. If the program also declares the provider, list it in
 * the `dependsOn` option of the template, as an import does.
 *
 * **Events**: the service sends no events about e-mails. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new template.
 *
 * @id The name of the template: `welcome_email`.
 */
export const emailTemplate = {
  type: "EmailTemplate",
  schema: {
    noun: "e-mail template",
    singleton: true,
    fields: {
      /**
       * The name of the template. The service still stores `change_password` and `password_reset`, but no longer sends them.
       *
       * @example welcome_email
       */
      template: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: [
          "verify_email",
          "verify_email_by_code",
          "auth_email_by_code",
          "reset_email",
          "reset_email_by_code",
          "welcome_email",
          "blocked_account",
          "stolen_credentials",
          "enrollment_email",
          "mfa_oob_code",
          "user_invitation",
          "async_approval",
          "change_password",
          "password_reset",
        ],
      },
      /** The body of the e-mail: HTML with Liquid. It cannot be cleared. */
      body: { kind: "string", required: true, language: "html", clear: { how: "release" } },
      /** Whether the tenant sends this template instead of the service's default text. */
      enabled: { kind: "boolean", required: true, absent: false, clear: { how: "default", value: false } },
      /** The sender. It needs an enabled e-mail provider. When cleared: the provider's default. */
      from: { kind: "string", absent: "", clear: { how: "default", value: "" } },
      /** The subject. When cleared: the service's default. */
      subject: { kind: "string", absent: "", clear: { how: "default", value: "" } },
      /** The language of the body. When cleared: `liquid`. */
      syntax: { kind: "string", oneOf: ["liquid"], absent: "liquid", clear: { how: "default", value: "liquid" } },
      /** The URL to which users are redirected after the link in the e-mail has worked. When cleared: none. */
      resultUrl: { kind: "string", wire: "resultUrl", clear: { how: "null" } },
      /** How long the link in the e-mail works, in seconds: {@bounds}. When cleared: the service's default. */
      urlLifetimeInSeconds: {
        kind: "integer",
        wire: "urlLifetimeInSeconds",
        min: 0,
        max: 2_147_483_647,
        clear: { how: "null" },
      },
      /** Whether the e-mail address of the user is added to `resultUrl`. When cleared: false. */
      includeEmailInRedirect: {
        kind: "boolean",
        wire: "includeEmailInRedirect",
        absent: false,
        clear: { how: "default", value: false },
      },
    },
  },
  plural: "e-mail templates",
  route: "email-templates/{template}",
  calls: ["POST /email-templates", "GET|PATCH /email-templates/{template}"],
  scopes: {
    create: ["read:email_templates", "create:email_templates", "update:email_templates"],
    read: ["read:email_templates"],
    update: ["read:email_templates", "create:email_templates", "update:email_templates"],
    delete: ["read:email_templates", "update:email_templates"],
  },
  rateGroups: [
    { route: "email-templates", calls: "reads", refills: { 10: 50 / 60, 15: 150 / 60 } },
    { route: "email-templates", calls: "writes", refills: { 5: 25 / 60, 10: 100 / 60 } },
  ],
  uniqueBy: ["template"],
  listing: undefined,
  requires: [{ definition: emailProvider, property: "from" }],
  events: undefined,
  imported: { noun: "email", file: "email-templates", module: "emailTemplates" },
  affectsAll: true,
  foreignTypes: { auth0_email_template: { id: ["template"] } },
} as const satisfies Definition;
