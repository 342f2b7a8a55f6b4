import { type Definition, settingOf } from "../schema/definition.ts";
import { codes, guardianScopes, multiFactor } from "./multi-factor.ts";
import { runningAt } from "./trigger-actions.ts";

const text = { kind: "string", min: 1, max: 1_000, clear: { how: "null" } } as const;

/**
 * The settings of codes by SMS or voice call as a second factor. Enable the factor `sms` with `MultiFactor` first: the service refuses message
 * types while the factor is disabled.
 *
 * {@example}
 *
 * **Consolidated phone experience**: if it is enabled for the tenant, the service accepts only `otpLength` and `otpExpirationTime`, because
 * another route has the provider and the texts. `MultiFactor` is not affected.
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
 * @arguments A property that you remove from the program gets the value of a new tenant. The provider and the texts cannot be
 * cleared: they stay at the tenant.
 */
export const multiFactorPhone = {
  type: "MultiFactorPhone",
  schema: {
    noun: "phone factor settings",
    singleton: "multi-factor-phone",
    fields: {
      /**
       * The service that sends the codes. `phone-message-hook` needs an action that is bound to the trigger `send-phone-message`. It cannot be
       * cleared.
       */
      provider: {
        kind: "string",
        oneOf: ["auth0", "twilio", "phone-message-hook"],
        absent: "auth0",
        clear: { how: "release" },
      },
      /** The ways to get a code: a set. When cleared: none. */
      messageTypes: {
        kind: "set",
        item: { kind: "string", oneOf: ["sms", "voice"] },
        absent: [],
        clear: { how: "default", value: [] },
      },
      /**
       * The texts of messages. They cannot be cleared.
       *
       * @interface MultiFactorPhoneTemplates The texts of messages.
       */
      templates: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** The text of the message when a user enrolls a phone. */
          enrollmentMessage: { kind: "string", required: true, clear: { how: "release" } },
          /** The text of the message at a login. */
          verificationMessage: { kind: "string", required: true, clear: { how: "release" } },
        },
      },
      /**
       * The account of Twilio. If a property changes, all properties are sent.
       *
       * @interface MultiFactorPhoneTwilio The account of Twilio.
       */
      twilio: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** The sender, {@bounds}. Cleared by null. */
          from: { kind: "string", max: 64, clear: { how: "null" } },
          /** The id of the messaging service, {@bounds}. Cleared by null. */
          messagingServiceSid: text,
          /** The auth token, {@bounds}. The API returns it. Cleared by null. */
          authToken: { ...text, secret: true },
          /** The id of the account, {@bounds}. Cleared by null. */
          sid: text,
        },
      },
      /** The number of digits of a code, {@bounds}. When cleared: 6. */
      otpLength: codes.otpLength,
      /** The seconds for which a code is valid, {@bounds}. When cleared: 300. */
      otpExpirationTime: codes.otpExpirationTime,
    },
  },
  plural: "phone factor settings",
  route: "guardian/factors/phone",
  parts: [
    { path: "guardian/factors/sms/providers/twilio", properties: ["twilio"], body: "value" },
    { path: "guardian/factors/phone/selected-provider", properties: ["provider"], body: "object" },
    { path: "guardian/factors/phone/message-types", properties: ["messageTypes"], body: "object" },
    { path: "guardian/factors/sms/templates", properties: ["templates"], body: "value" },
    { path: "guardian/factors/phone/settings", properties: ["otpLength", "otpExpirationTime"], body: "object" },
  ],
  scopes: guardianScopes,
  requires: [
    { definition: multiFactor, property: "messageTypes" },
    ...runningAt("send-phone-message").map((one) => ({ ...one, property: "provider", value: "phone-message-hook" })),
  ],
  ...settingOf("multi-factor-phone"),
  foreignTypes: { auth0_guardian: { id: [], block: "phone" } },
} as const satisfies Definition;
