import { type Definition, defaultsTo, setting } from "../../schema/definition.ts";
import { type JsonObject, own, type Path } from "../../schema/json.ts";
import type { StringField } from "../../schema/schema.ts";
import type { Credentials } from "../../schema/service.ts";

/** The credentials by the name of the provider. */
export const credentialsOf: Readonly<Record<string, Credentials>> = {
  mailgun: { needs: ["api_key", "domain"], may: ["region"] },
  mandrill: { needs: ["api_key"] },
  sendgrid: { needs: ["api_key"] },
  resend: { needs: ["api_key"] },
  sparkpost: { needs: ["api_key"], may: ["region"] },
  ses: { needs: ["accessKeyId", "secretAccessKey", "region"] },
  smtp: { needs: ["smtp_host", "smtp_port"], together: ["smtp_user", "smtp_pass"] },
  azure_cs: { needs: ["connectionString"] },
  ms365: { needs: ["tenantId", "clientId", "clientSecret"] },
  custom: { needs: [] },
};

/** The credentials that the API returns. */
const returned: readonly string[] = ["smtp_host", "smtp_port", "smtp_user", "region", "domain"];

/** The credentials that the tenant must have although the API does not return them: the required ones, and a password beside a user. */
function hiddenCredentials(live: JsonObject): readonly Path[] {
  const name = String(own(live, "name"));
  const { needs = [], together = [] } = (Object.hasOwn(credentialsOf, name) && credentialsOf[name]) || {};
  const isLogin = together.some((key) => own(own(live, "credentials"), key) !== undefined);
  const present = [...needs, ...(isLogin ? together : [])];
  return present.filter((key) => !returned.includes(key)).map((key) => ["credentials", key]);
}

/** A secret that the API never returns. It is sent only if the credentials or the name change. */
const secret = {
  kind: "string",
  secret: true,
  sealed: true,
  reads: { how: "never" },
  min: 1,
  clear: { how: "drop" },
} as const satisfies StringField;

/** A value that the API never returns, although it is not a secret. */
const unread = { kind: "string", notSecret: true, reads: { how: "never" }, min: 1 } as const satisfies StringField;

/**
 * The tenant's e-mail provider. A tenant has at most one. Without one, the service sends e-mails itself, which is meant for tests only.
 *
 * {@example}
 *
 * **Credentials**: declare all of them, under the service's own names, because an update with credentials replaces all of them. The `name`
 * determines the properties; those with a question mark are optional:
 * - `mailgun`: `api_key`, `domain`, `region`?
 * - `mandrill`, `sendgrid`, `resend`: `api_key`
 * - `sparkpost`: `api_key`, `region`?
 * - `ses`: `accessKeyId`, `secretAccessKey`, `region`
 * - `smtp`: `smtp_host`, `smtp_port`; `smtp_user` and `smtp_pass`, unless the server needs no login
 * - `azure_cs`: `connectionString`
 * - `ms365`: `tenantId`, `clientId`, `clientSecret`
 * - `custom`: none. The tenant needs a deployed action for the trigger `custom-email-provider`
 *
 * **Secrets** are write-only: the API never returns them, and the state has a keyed hash of each. All credentials are sent when the
 * `name` or one of them changes. Changes of a secret outside Pulumi are not detected.
 *
 * **Undeclared credentials** that the API never returns would be lost if one credential or the `name` changes. Such an update is refused and names them.
 *
 * **Change of the name**: it makes the service remove all credentials and settings. So an update that changes `name` also sends all credentials,
 * and the tenant's settings. Without declared `credentials`, it is refused.
 *
 * **Creation** creates the provider if the tenant has none; otherwise it adopts the tenant's provider and sends only declared values that
 * differ. The preview lists them.
 *
 * **Destroy** sends nothing, so the tenant still sends e-mails through the provider. With `resetOnDestroy: true`, it deletes the provider, and
 * the service sends e-mails itself. The provider is not deleted if it has values that the program does not declare, such as credentials, or if a
 * declared value was changed outside Pulumi since the last run. A warning then names these values.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new provider. The credentials cannot be cleared: they stay at
 * the tenant.
 */
export const emailProvider = {
  type: "EmailProvider",
  schema: {
    noun: "e-mail provider",
    singleton: "email-provider",
    destinations: [
      {
        addresses: ["/credentials/smtp_host", "/credentials/smtp_port", "/credentials/region"],
        secrets: ["/credentials", "/settings"],
      },
    ],
    hiddenIn: hiddenCredentials,
    fields: {
      /** The e-mail service. */
      name: {
        kind: "string",
        required: true,
        oneOf: ["mailgun", "mandrill", "sendgrid", "resend", "ses", "sparkpost", "smtp", "azure_cs", "ms365", "custom"],
        safeguard: "The provider sees all e-mails, with the links that set a new password.",
        clear: { how: "null" },
      },
      /** Whether the tenant sends its e-mails through this provider. When cleared: true. */
      enabled: {
        kind: "boolean",
        ...defaultsTo(true),
        activates: [{ on: true, content: ["defaultFromAddress", "credentials", "settings"] }],
        safeguard: "If false, the service's own sender is used, which is only for tests.",
        weaker: false,
      },
      /** The sender of e-mails whose template has no sender. When cleared: none. */
      defaultFromAddress: { kind: "string", ...defaultsTo(""), safeguard: "Users trust e-mails from this address." },
      /**
       * The credentials, under the service's own names. If a property changes, all are sent.
       *
       * @interface EmailProviderCredentials The credentials of an e-mail provider, under the service's own names.
       */
      credentials: {
        kind: "object",
        removedWith: "name",
        clear: { how: "release" },
        safeguard:
          "The server and the account of the provider see all e-mails, with the links that set a new password.",
        fields: {
          /** The API key. Write-only: the state has a keyed hash of it. */
          api_key: secret,
          /** The domain from which Mailgun sends. */
          domain: { kind: "string", min: 4 },
          /** The region. For Mailgun and SparkPost: `eu`, or none. */
          region: { kind: "string", min: 1 },
          /** The id of the AWS access key. Write-only: the state has a keyed hash of it. */
          accessKeyId: { ...secret, wire: "accessKeyId" },
          /** The AWS secret access key. Write-only: the state has a keyed hash of it. */
          secretAccessKey: { ...secret, wire: "secretAccessKey" },
          /** The host name of the SMTP server. */
          smtp_host: { kind: "string", min: 1 },
          /** The port of the SMTP server. */
          smtp_port: { kind: "integer", min: 1, max: 65_535 },
          /** The user name at the SMTP server. */
          smtp_user: { kind: "string", min: 1 },
          /** The password at the SMTP server. Write-only: the state has a keyed hash of it. */
          smtp_pass: secret,
          /** The connection string of Azure Communication Services. Write-only: the state has a keyed hash of it. */
          connectionString: { ...secret, wire: "connectionString" },
          /** The id of the Microsoft 365 tenant. The API never returns it. */
          tenantId: { ...unread, wire: "tenantId" },
          /** The id of the Microsoft 365 application. The API never returns it. */
          clientId: { ...unread, wire: "clientId" },
          /** The secret of the Microsoft 365 application. Write-only: the state has a keyed hash of it. */
          clientSecret: { ...secret, wire: "clientSecret" },
        },
      },
      /** Settings of the e-mail service, under the service's own names. Only declared properties are managed. When cleared: none. */
      settings: {
        kind: "document",
        ...defaultsTo({}),
        safeguard: "The settings can make the provider show e-mails, and record what users open.",
      },
    },
  },
  plural: "e-mail providers",
  route: "emails/provider",
  wholeReset: { property: "name" },
  scopes: {
    create: ["read:email_provider", "create:email_provider", "update:email_provider"],
    read: ["read:email_provider"],
    update: ["read:email_provider", "create:email_provider", "update:email_provider"],
    delete: ["read:email_provider", "delete:email_provider"],
  },
  rateGroups: [
    { route: "emails/provider", calls: "reads", refills: { 5: 25 / 60, 15: 150 / 60 } },
    { route: "emails/provider", calls: "writes", refills: { 5: 25 / 60, 10: 100 / 60 } },
  ],
  hasFixedBody: true,
  ...setting,
} as const satisfies Definition;

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
 * **Updates** send only the values that differ; all other values stay.
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
    refusedWhile: {
      ...{ type: "EmailProvider", singleton: "email-provider", property: "enabled", is: false },
      refused: ["from"],
      advice: "Enable the provider, or remove the sender.",
    },
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
      body: {
        kind: "string",
        required: true,
        language: "html",
        clear: { how: "release" },
        safeguard: "Users trust the e-mail, and follow its links.",
      },
      /** Whether the tenant sends this template instead of the service's default text. */
      enabled: {
        kind: "boolean",
        required: true,
        ...defaultsTo(false),
        activates: [
          {
            on: true,
            content: [
              ...["body", "from", "subject", "syntax", "resultUrl", "urlLifetimeInSeconds", "includeEmailInRedirect"],
            ],
          },
        ],
        safeguard: "If false, users do not get your e-mail, for example the warning of a blocked account.",
        weaker: false,
      },
      /** The sender. It needs an enabled e-mail provider. When cleared: the provider's default. */
      from: { kind: "string", ...defaultsTo(""), safeguard: "Users trust e-mails from this address." },
      /** The subject. When cleared: the service's default. */
      subject: { kind: "string", ...defaultsTo("") },
      /** The language of the body. When cleared: `liquid`. */
      syntax: { kind: "string", oneOf: ["liquid"], ...defaultsTo("liquid") },
      /** The URL to which users are redirected after the link in the e-mail has worked. When cleared: none. */
      resultUrl: {
        kind: "string",
        wire: "resultUrl",
        clear: { how: "null" },
        safeguard: "Users are redirected to this URL from the link in the e-mail.",
      },
      /** How long the link in the e-mail works, in seconds: {@bounds}. When cleared: the service's default, 432,000 (five days). */
      urlLifetimeInSeconds: {
        kind: "integer",
        unit: "seconds",
        wire: "urlLifetimeInSeconds",
        min: 0,
        max: 2_147_483_647,
        // Five days.
        initial: 432_000,
        clear: { how: "null" },
        safeguard: "A stolen link works until it expires.",
        weaker: "more",
      },
      /** Whether the e-mail address of the user is added to `resultUrl`. When cleared: false. */
      includeEmailInRedirect: {
        kind: "boolean",
        wire: "includeEmailInRedirect",
        ...defaultsTo(false),
        safeguard: "If true, the page behind `resultUrl` gets the addresses of users.",
        weaker: true,
      },
    },
  },
  plural: "e-mail templates",
  route: "email-templates/{template}",
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
} as const satisfies Definition;
