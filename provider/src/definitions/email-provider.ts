import { type Definition, settingOf } from "../schema/definition.ts";
import type { StringField } from "../schema/schema.ts";
import { runningAt } from "./trigger-actions.ts";

/** By the name of the provider: the required (`needs`) and the optional (`may`) properties of its credentials. */
export const credentialsOf: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly may?: readonly string[] }>
> = {
  mailgun: { needs: ["api_key", "domain"], may: ["region"] },
  mandrill: { needs: ["api_key"] },
  sendgrid: { needs: ["api_key"] },
  resend: { needs: ["api_key"] },
  sparkpost: { needs: ["api_key"], may: ["region"] },
  ses: { needs: ["accessKeyId", "secretAccessKey", "region"] },
  smtp: { needs: ["smtp_host", "smtp_port", "smtp_user", "smtp_pass"] },
  azure_cs: { needs: ["connectionString"] },
  ms365: { needs: ["tenantId", "clientId", "clientSecret"] },
  custom: { needs: [] },
};

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
 * - `smtp`: `smtp_host`, `smtp_port`, `smtp_user`, `smtp_pass`
 * - `azure_cs`: `connectionString`
 * - `ms365`: `tenantId`, `clientId`, `clientSecret`
 * - `custom`: none. The tenant needs a deployed action for the trigger `custom-email-provider`
 *
 * **Secrets** are write-only: the API never returns them, and the state has a keyed hash of each. All credentials are sent when the
 * `name` or one of them changes. Changes of a secret outside Pulumi are not detected.
 *
 * **Change of the name**: it makes the service remove all credentials and settings. So an update that changes `name` also sends all credentials,
 * and the tenant's settings. Without declared `credentials`, it is refused.
 *
 * **Creation** creates the provider if the tenant has none; otherwise it adopts the tenant's provider and sends only declared values that
 * differ. The preview lists them.
 *
 * **Destroy** sends nothing, so the tenant still sends e-mails through the provider. With `resetOnDestroy: true`, it deletes the provider, and
 * the service sends e-mails itself. A provider of which another client has changed a declared value since stays.
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
    fields: {
      /** The e-mail service. */
      name: {
        kind: "string",
        required: true,
        oneOf: ["mailgun", "mandrill", "sendgrid", "resend", "ses", "sparkpost", "smtp", "azure_cs", "ms365", "custom"],
        clear: { how: "null" },
      },
      /** Whether the tenant sends its e-mails through this provider. When cleared: true. */
      enabled: { kind: "boolean", absent: true, clear: { how: "default", value: true } },
      /** The sender of e-mails whose template has no sender. When cleared: none. */
      defaultFromAddress: { kind: "string", absent: "", clear: { how: "default", value: "" } },
      /**
       * The credentials, under the service's own names. If a property changes, all are sent.
       *
       * @interface EmailProviderCredentials The credentials of an e-mail provider, under the service's own names.
       */
      credentials: {
        kind: "object",
        clear: { how: "release" },
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
      settings: { kind: "document", absent: {}, clear: { how: "default", value: {} } },
    },
  },
  plural: "e-mail providers",
  route: "emails/provider",
  calls: ["GET|POST|PATCH|DELETE /emails/provider"],
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
  requires: runningAt("custom-email-provider").map((one) => ({ ...one, property: "name", value: "custom" })),
  ...settingOf("email-provider"),
  foreignTypes: { auth0_email_provider: { id: [] } },
} as const satisfies Definition;
