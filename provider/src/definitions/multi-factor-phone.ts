import { type Definition, settingOf } from "../schema/definition.ts";
import { codes, guardianScopes } from "./multi-factor.ts";

const text = { kind: "string", min: 1, max: 1_000, clear: { how: "null" } } as const;

/**
 * The settings of codes by SMS or voice call as a second factor. `MultiFactor` turns the factor `sms` on, before this resource: the service
 * refuses message types while the factor is off.
 *
 * {@example}
 *
 * **With the consolidated phone experience** of the tenant, the service refuses all but `otpLength` and `otpExpirationTime`: another route has the
 * provider and the texts then. `MultiFactor` is not affected.
 *
 * **Creation** takes the settings over, which every tenant has: it sends only the declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program says `resetOnDestroy: true`.
 *
 * **Updates** send a part whole, with the tenant's values of the members that the program does not declare. Other parts are not read or written.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
 *
 * @arguments A property that is removed from the program goes back to the value of a new tenant. The provider and the texts cannot be cleared, so they stay at the tenant.
 */
export const multiFactorPhone = {
  type: "MultiFactorPhone",
  schema: {
    noun: "phone factor settings",
    singleton: "multi-factor-phone",
    fields: {
      /** The service that sends the codes. `phone-message-hook` needs an action of the trigger `send-phone-message`. It cannot be cleared. */
      provider: {
        kind: "string",
        oneOf: ["auth0", "twilio", "phone-message-hook"],
        absent: "auth0",
        clear: { how: "release" },
      },
      /** The ways to get a code: a set. Cleared: none. */
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
        clear: { how: "members" },
        fields: {
          /** The text of the message that enrolls a phone. */
          enrollmentMessage: { kind: "string", required: true, clear: { how: "release" } },
          /** The text of the message of a login. */
          verificationMessage: { kind: "string", required: true, clear: { how: "release" } },
        },
      },
      /**
       * The account of Twilio. A change of one member sends all.
       *
       * @interface MultiFactorPhoneTwilio The account of Twilio.
       */
      twilio: {
        kind: "object",
        clear: { how: "members" },
        fields: {
          /** The sender, {@bounds}. Cleared with null. */
          from: { kind: "string", max: 64, clear: { how: "null" } },
          /** The id of the messaging service, {@bounds}. Cleared with null. */
          messagingServiceSid: text,
          /** The auth token, {@bounds}, which the service returns. Cleared with null. */
          authToken: { ...text, secret: true },
          /** The id of the account, {@bounds}. Cleared with null. */
          sid: text,
        },
      },
      /** The number of digits of a code, {@bounds}. Cleared: 6. */
      otpLength: codes.otpLength,
      /** The seconds for which a code is valid, {@bounds}. Cleared: 300. */
      otpExpirationTime: codes.otpExpirationTime,
    },
  },
  plural: "phone factor settings",
  route: "guardian/factors/phone",
  parts: [
    { path: "guardian/factors/sms/providers/twilio", properties: ["twilio"] },
    { path: "guardian/factors/phone/selected-provider", properties: ["provider"], member: "provider" },
    { path: "guardian/factors/phone/message-types", properties: ["messageTypes"], member: "message_types" },
    { path: "guardian/factors/sms/templates", properties: ["templates"] },
    { path: "guardian/factors/phone/settings", properties: ["otpLength", "otpExpirationTime"], isFlat: true },
  ],
  scopes: guardianScopes,
  ...settingOf("multi-factor-phone"),
  foreignTypes: { auth0_guardian: { id: [], block: "phone" } },
} as const satisfies Definition;
