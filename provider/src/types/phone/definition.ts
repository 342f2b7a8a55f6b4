import { type Definition, defaultsTo, setting } from "../../schema/definition.ts";
import { own } from "../../schema/json.ts";
import type { Credentials } from "../../schema/service.ts";

/** The credentials by the name of the provider. */
export const credentialsOf: Readonly<Record<string, Credentials>> = {
  twilio: { needs: ["authToken"] },
  custom: { needs: [] },
};

/** The properties of `configuration` that only Twilio has. */
export const onlyTwilio: readonly string[] = ["sid", "defaultFrom", "mssid"];

/** The scopes of a setting that a first write creates. */
function savedScopes(objects: string): Definition["scopes"] {
  const [read, create, update, remove] = ["read", "create", "update", "delete"].map((verb) => `${verb}:${objects}`) as [
    string,
    string,
    string,
    string,
  ];
  const written = [read, create, update];
  return { create: written, read: [read], update: written, delete: [read, remove] };
}

/**
 * The tenant's phone provider: it sends the codes and notices by SMS or voice call. A tenant has at most one. All new tenants have it in place of
 * `provider` and `twilio` of `MultiFactorPhone`.
 *
 * {@example}
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
 * @arguments If you remove `disabled` from the program, the provider is enabled. The credentials cannot be cleared: they stay at the tenant.
 */
export const phoneProvider = {
  type: "PhoneProvider",
  schema: {
    noun: "phone provider",
    singleton: "phone-provider",
    // The requests to Twilio contain the account's id in their address.
    destinations: [{ addresses: ["/configuration/sid"], secrets: ["/credentials"] }],
    hiddenIn: (live) => (own(live, "name") === "twilio" ? [["credentials", "authToken"]] : []),
    fields: {
      /** The service that sends the messages. */
      name: {
        kind: "string",
        required: true,
        oneOf: ["twilio", "custom"],
        clear: { how: "null" },
        safeguard: "The provider sees all codes.",
      },
      /** Whether the tenant sends no messages through the provider. When cleared: false. */
      disabled: {
        kind: "boolean",
        ...defaultsTo(false),
        activates: [{ on: false, content: ["name", "configuration", "credentials"] }],
        safeguard: "If true, users get neither codes nor notices by phone.",
        weaker: true,
      },
      /**
       * How messages are sent. For `twilio`, declare `sid`, and `defaultFrom` or `mssid`.
       *
       * @interface PhoneProviderConfiguration How a phone provider sends messages.
       */
      configuration: {
        kind: "object",
        required: true,
        removedWith: "name",
        clear: { how: "release" },
        safeguard: "The account of the provider sees all codes, and users trust messages from its sender.",
        fields: {
          /** The kinds of messages, in any order: {@bounds}. */
          deliveryMethods: { kind: "set", required: true, min: 1, item: { kind: "string", oneOf: ["text", "voice"] } },
          /** The id of the account at Twilio. It cannot be cleared. */
          sid: { kind: "string", min: 1 },
          /** The phone number from which messages are sent. It can be cleared only beside an `mssid`. */
          defaultFrom: { kind: "string", min: 1 },
          /** The id of the messaging service at Twilio. It can be cleared only beside a `defaultFrom`. */
          mssid: { kind: "string", min: 1 },
        },
      },
      /**
       * The credentials of the account at Twilio.
       *
       * @interface PhoneProviderCredentials The credentials of a phone provider.
       */
      credentials: {
        kind: "object",
        removedWith: "name",
        replacedAlways: true,
        clear: { how: "release" },
        fields: {
          /** The auth token, {@bounds}. Write-only: the state has a keyed hash of it. */
          authToken: {
            kind: "string",
            secret: true,
            sealed: true,
            reads: { how: "never" },
            min: 1,
            max: 255,
            clear: { how: "drop" },
          },
        },
      },
    },
  },
  plural: "phone providers",
  route: "branding/phone/providers",
  setByService: ["channel"],
  wholeReset: { property: "name" },
  scopes: savedScopes("phone_providers"),
  ...setting,
} as const satisfies Definition;

const content = { kind: "string", min: 1, max: 20_000, clear: { how: "release" } } as const;

/**
 * The tenant's own text for one of its messages by SMS or voice call, in place of the service's default text. All new tenants have it in place of
 * `templates` of `MultiFactorPhone`.
 *
 * {@example}
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
 * @arguments If you remove `disabled` from the program, the template is enabled. The texts and the sender cannot be cleared: they stay at the tenant.
 *
 * @id The type of the template: `otp_verify`.
 */
export const phoneTemplate = {
  type: "PhoneTemplate",
  schema: {
    noun: "phone template",
    singleton: true,
    fields: {
      /**
       * The message for which the text is.
       *
       * @example otp_verify
       */
      type: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: ["otp_verify", "otp_enroll", "change_password", "blocked_account", "password_breach"],
      },
      /** The text of an SMS, with Liquid: {@bounds}. */
      text: {
        ...content,
        required: true,
        clear: { how: "null" },
        safeguard: "Users trust the message, and do what it says.",
      },
      /** The text of a voice call, with Liquid: {@bounds}. */
      voice: { ...content, safeguard: "Users trust the message, and do what it says." },
      /** The sender: {@bounds}. */
      from: { ...content, max: 16, safeguard: "Users trust messages from this sender." },
      /** Whether the tenant does not send this message. When cleared: false. */
      disabled: {
        kind: "boolean",
        ...defaultsTo(false),
        activates: [{ on: false, content: ["text", "voice", "from"] }],
        safeguard: "If true, users do not get the message, for example the warning of a blocked account.",
        weaker: true,
      },
    },
  },
  plural: "phone templates",
  route: "branding/phone/templates/{type}",
  setByService: ["channel", "customizable"],
  wholeReset: { property: "text" },
  scopes: savedScopes("phone_templates"),
  uniqueBy: ["type"],
  listing: undefined,
} as const satisfies Definition;

/**
 * Protection against a phone provider that fails or is misused: how long the tenant waits between messages to the same user. It is in early access: a
 * tenant without it refuses the resource, with a message that names the cause.
 *
 * {@example}
 *
 * **Security**: unless `type` is `exponential`, an attacker can make the tenant send many messages to expensive numbers.
 *
 * **Creation** adopts the settings, which exist at every tenant with the feature: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 */
export const phoneProviderProtection = {
  type: "PhoneProviderProtection",
  schema: {
    noun: "phone provider protection",
    singleton: "phone-provider-protection",
    fields: {
      /**
       * The wait between messages: with `exponential`, it grows with each message. Earlier versions of the service have `none` in place of `default`. When
       * cleared: `default`.
       */
      type: {
        kind: "string",
        required: true,
        oneOf: ["default", "exponential", "none"],
        ...defaultsTo("default"),
        safeguard: "Unless the wait grows, an attacker can make the tenant send many messages to expensive numbers.",
      },
    },
  },
  plural: "phone provider protection",
  route: "attack-protection/phone-provider-protection",
  scopes: {
    create: ["read:attack_protection", "update:attack_protection"],
    read: ["read:attack_protection"],
    update: ["read:attack_protection", "update:attack_protection"],
    delete: ["read:attack_protection", "update:attack_protection"],
  },
  ...setting,
} as const satisfies Definition;
