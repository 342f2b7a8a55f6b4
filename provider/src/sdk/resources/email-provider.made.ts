// Made of `types/email/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { emailProvider } from "../../types/email/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The credentials of an e-mail provider, under the service's own names. */
export interface EmailProviderCredentials {
  /** The API key. Write-only: the state has a keyed hash of it. */
  api_key?: pulumi.Input<string | undefined>;
  /** The domain from which Mailgun sends. */
  domain?: pulumi.Input<string | undefined>;
  /** The region. For Mailgun and SparkPost: `eu`, or none. */
  region?: pulumi.Input<string | undefined>;
  /** The id of the AWS access key. Write-only: the state has a keyed hash of it. */
  accessKeyId?: pulumi.Input<string | undefined>;
  /** The AWS secret access key. Write-only: the state has a keyed hash of it. */
  secretAccessKey?: pulumi.Input<string | undefined>;
  /** The host name of the SMTP server. */
  smtp_host?: pulumi.Input<string | undefined>;
  /** The port of the SMTP server. */
  smtp_port?: pulumi.Input<number | undefined>;
  /** The user name at the SMTP server. */
  smtp_user?: pulumi.Input<string | undefined>;
  /** The password at the SMTP server. Write-only: the state has a keyed hash of it. */
  smtp_pass?: pulumi.Input<string | undefined>;
  /** The connection string of Azure Communication Services. Write-only: the state has a keyed hash of it. */
  connectionString?: pulumi.Input<string | undefined>;
  /** The id of the Microsoft 365 tenant. The API never returns it. */
  tenantId?: pulumi.Input<string | undefined>;
  /** The id of the Microsoft 365 application. The API never returns it. */
  clientId?: pulumi.Input<string | undefined>;
  /** The secret of the Microsoft 365 application. Write-only: the state has a keyed hash of it. */
  clientSecret?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of an {@link EmailProvider}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new provider.
 * The credentials cannot be cleared: they stay at the tenant.
 */
export interface EmailProviderArgs {
  /** The e-mail service. */
  name: pulumi.Input<
    "mailgun" | "mandrill" | "sendgrid" | "resend" | "ses" | "sparkpost" | "smtp" | "azure_cs" | "ms365" | "custom"
  >;
  /**
   * Whether the tenant sends its e-mails through this provider. When cleared: true. A run that would put undeclared
   * values of another client in `defaultFromAddress`, `credentials` and `settings` into force is refused.
   */
  enabled?: pulumi.Input<boolean | undefined>;
  /** The sender of e-mails whose template has no sender. When cleared: none. */
  defaultFromAddress?: pulumi.Input<string | undefined>;
  /** The credentials, under the service's own names. If a property changes, all are sent. */
  credentials?: pulumi.Input<EmailProviderCredentials | undefined>;
  /**
   * Settings of the e-mail service, under the service's own names. Only declared properties are managed. When cleared:
   * none.
   */
  settings?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The tenant's e-mail provider. A tenant has at most one. Without one, the service sends e-mails itself, which is meant for tests only.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const mails = new tenant.EmailProvider("mails", {
 *   name: "sendgrid",
 *   defaultFromAddress: "login@example.com",
 *   credentials: { api_key: config.requireSecret("mailKey") },
 * });
 * export const mailSender = mails.defaultFromAddress;
 * ```
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
 * Routes: `GET|POST|PATCH|DELETE /emails/provider`.
 * Scopes: `read|create|update|delete:email_provider`.
 */
export class EmailProvider extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(emailProvider.type);

  declare readonly name: pulumi.Output<
    "mailgun" | "mandrill" | "sendgrid" | "resend" | "ses" | "sparkpost" | "smtp" | "azure_cs" | "ms365" | "custom"
  >;
  declare readonly enabled: pulumi.Output<boolean | undefined>;
  declare readonly defaultFromAddress: pulumi.Output<string | undefined>;
  declare readonly credentials: pulumi.Output<pulumi.Unwrap<EmailProviderCredentials> | undefined>;
  declare readonly settings: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages e-mail provider.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: EmailProviderArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(emailProvider, name, args, opts);
  }
}

/**
 * The e-mail provider of a look-up, without `credentials` and `settings`, which can contain secrets. A property that
 * the service omits is absent.
 */
export interface GetEmailProviderResult {
  /** The id of the e-mail provider. */
  readonly id: string;
  /** The e-mail service. */
  readonly name?:
    | "mailgun"
    | "mandrill"
    | "sendgrid"
    | "resend"
    | "ses"
    | "sparkpost"
    | "smtp"
    | "azure_cs"
    | "ms365"
    | "custom"
    | undefined;
  /** Whether the tenant sends its e-mails through this provider. */
  readonly enabled: boolean;
  /** The sender of e-mails whose template has no sender. */
  readonly defaultFromAddress: string;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetEmailProviderResult>(emailProvider);

/**
 * The e-mail provider, managed or not, as a refresh reads it. Routes: `GET /emails/provider`; scopes:
 * `read:email_provider`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getEmailProvider();
 * export const current = found.name;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the e-mail provider
 */
export const getEmailProvider = lookUp.plain;

/** {@link getEmailProvider} as an output; see {@link OutputLookUp}. */
export const getEmailProviderOutput = lookUp.output;
