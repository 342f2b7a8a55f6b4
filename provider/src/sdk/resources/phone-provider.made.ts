// Made of `types/phone/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { phoneProvider } from "../../types/phone/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** How a phone provider sends messages. */
export interface PhoneProviderConfiguration {
  /** The kinds of messages, in any order: at least 1 element. */
  deliveryMethods: pulumi.Input<pulumi.Input<"text" | "voice">[]>;
  /** The id of the account at Twilio. It cannot be cleared. */
  sid?: pulumi.Input<string | undefined>;
  /** The phone number from which messages are sent. It can be cleared only beside an `mssid`. */
  defaultFrom?: pulumi.Input<string | undefined>;
  /** The id of the messaging service at Twilio. It can be cleared only beside a `defaultFrom`. */
  mssid?: pulumi.Input<string | undefined>;
}

/** The credentials of a phone provider. */
export interface PhoneProviderCredentials {
  /** The auth token, 1 to 255 characters. Write-only: the state has a keyed hash of it. */
  authToken?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of a {@link PhoneProvider}.
 *
 * Only declared properties are managed. If you remove `disabled` from the program, the provider is enabled. The
 * credentials cannot be cleared: they stay at the tenant.
 */
export interface PhoneProviderArgs {
  /** The service that sends the messages. */
  name: pulumi.Input<"twilio" | "custom">;
  /**
   * Whether the tenant sends no messages through the provider. When cleared: false. A run that would put undeclared
   * values of another client in `name`, `configuration` and `credentials` into force is refused.
   */
  disabled?: pulumi.Input<boolean | undefined>;
  /** How messages are sent. For `twilio`, declare `sid`, and `defaultFrom` or `mssid`. */
  configuration: pulumi.Input<PhoneProviderConfiguration>;
  /** The credentials of the account at Twilio. */
  credentials?: pulumi.Input<PhoneProviderCredentials | undefined>;
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
 * The tenant's phone provider: it sends the codes and notices by SMS or voice call. A tenant has at most one. All new tenants have it in place of
 * `provider` and `twilio` of `MultiFactorPhone`.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const provider = new tenant.PhoneProvider("phone", {
 *   name: "twilio",
 *   configuration: { deliveryMethods: ["text"], sid: config.require("twilioSid"), defaultFrom: "+15550100" },
 *   credentials: { authToken: config.requireSecret("twilioAuthToken") },
 * });
 * export const phoneProviderName = provider.name;
 * ```
 *
 * **Credentials**: for `twilio`, declare `authToken`; `custom` has none, and the tenant needs a deployed action for the trigger
 * `custom-phone-provider`. Each update sends the declared credentials, because the service may remove them otherwise. If the tenant has an auth token
 * that the program does not declare, each update is refused and names it.
 *
 * **Secrets** are write-only: the API never returns them, and the state has a keyed hash of each. Changes of a secret outside Pulumi are not
 * detected. The service does not try out the credentials: with a wrong one, users get no messages.
 *
 * **Change of the name**: it makes the service replace the credentials and the configuration. So an update that changes `name` also sends both as
 * declared. If the new provider needs credentials and the program declares none, it is refused.
 *
 * **Creation** creates the provider if the tenant has none; otherwise it adopts the tenant's provider and sends only declared values that
 * differ. The preview lists them.
 *
 * **Destroy** sends nothing, so the tenant still sends messages through the provider. With `resetOnDestroy: true`, it deletes the provider, and the tenant
 * sends no messages. The provider is not deleted if it has values that the program does not declare, such as an auth token, or if a declared value was
 * changed outside Pulumi since the last run. A warning then names these values.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|POST /branding/phone/providers`, `PATCH|DELETE /branding/phone/providers/{id}`.
 * Scopes: `read|create|update|delete:phone_providers`.
 */
export class PhoneProvider extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(phoneProvider.type);

  declare readonly name: pulumi.Output<"twilio" | "custom">;
  declare readonly disabled: pulumi.Output<boolean | undefined>;
  declare readonly configuration: pulumi.Output<pulumi.Unwrap<PhoneProviderConfiguration>>;
  declare readonly credentials: pulumi.Output<pulumi.Unwrap<PhoneProviderCredentials> | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages phone provider.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: PhoneProviderArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(phoneProvider, name, args, opts);
  }
}

/**
 * The phone provider of a look-up, without `credentials`, which can contain secrets. A property that the service omits
 * is absent.
 */
export interface GetPhoneProviderResult {
  /** The id of the phone provider. */
  readonly id: string;
  /** The service that sends the messages. */
  readonly name?: "twilio" | "custom" | undefined;
  /** Whether the tenant sends no messages through the provider. */
  readonly disabled: boolean;
  /** How messages are sent. For `twilio`, declare `sid`, and `defaultFrom` or `mssid`. */
  readonly configuration?: pulumi.Unwrap<PhoneProviderConfiguration> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetPhoneProviderResult>(phoneProvider);

/**
 * The phone provider, managed or not, as a refresh reads it. Routes: `GET /branding/phone/providers`; scopes:
 * `read:phone_providers`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getPhoneProvider();
 * export const current = found.name;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the phone provider
 */
export const getPhoneProvider = lookUp.plain;

/** {@link getPhoneProvider} as an output; see {@link OutputLookUp}. */
export const getPhoneProviderOutput = lookUp.output;
