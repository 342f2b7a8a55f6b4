import type { Definition } from "../schema/definition.ts";

/**
 * One of the tenant's e-mails: its own text in place of the service's.
 *
 * {@example}
 *
 * **Creation** creates the template if the tenant does not have its own one yet; otherwise it adopts the tenant's template and sends only
 * declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, because the service cannot delete a template. With `resetOnDestroy: true` a destroy turns it off, so that the
 * service sends its own text again.
 *
 * **Updates** send only what differs; all other values stay.
 *
 * **Sender**: the service refuses `from` while the tenant has no enabled e-mail provider. Declare the template with
 * `dependsOn: [provider]` then.
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
    singleton: "template",
    fields: {
      /**
       * The name of the template. The service still saves `change_password` and `password_reset`, and no longer sends them.
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
      /** Whether the tenant sends this text in place of the service's own. */
      enabled: { kind: "boolean", required: true, absent: false, clear: { how: "default", value: false } },
      /** The sender. It needs an enabled e-mail provider. Cleared: the provider's default. */
      from: { kind: "string", absent: "", clear: { how: "default", value: "" } },
      /** The subject. Cleared: the service's own. */
      subject: { kind: "string", absent: "", clear: { how: "default", value: "" } },
      /** The language of the body. Cleared: `liquid`. */
      syntax: { kind: "string", oneOf: ["liquid"], absent: "liquid", clear: { how: "default", value: "liquid" } },
      /** The address to which the link in the e-mail leads at last. Cleared: none. */
      resultUrl: { kind: "string", wire: "resultUrl", clear: { how: "null" } },
      /** How long the link in the e-mail works, in seconds: {@bounds}. Cleared: the service's own lifetime. */
      urlLifetimeInSeconds: {
        kind: "integer",
        wire: "urlLifetimeInSeconds",
        min: 0,
        max: 2_147_483_647,
        clear: { how: "null" },
      },
      /** Whether `resultUrl` gets the e-mail address of the user. Cleared: false. */
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
  events: undefined,
  imported: { noun: "email", file: "email-templates", module: "emailTemplates" },
  affectsAll: true,
  foreignTypes: { auth0_email_template: { id: ["template"] } },
} as const satisfies Definition;
