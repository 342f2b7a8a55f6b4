import { type Definition, settingOf } from "../schema/definition.ts";
import { guardianScopes } from "./multi-factor.ts";

const text = { kind: "string", notSecret: true, min: 1, max: 1_000, clear: { how: "release" } } as const;

/** The service never returns it, and a write of its neighbours could remove it: it is sent with each of them. */
const writeOnly = {
  kind: "string",
  secret: true,
  sealed: true,
  required: true,
  min: 1,
  reads: { how: "never" },
  clear: { how: "release" },
} as const;

/**
 * The settings of notifications as a second factor. `MultiFactor` turns the factor `pushNotification` on.
 *
 * {@example}
 *
 * **Secrets** are write-only: the service never returns them, and the state has a keyed hash in place of each. A secret is sent when it changes in the
 * program, or together with another member of its provider, as a write replaces the whole provider. Another tool's change of a secret is not seen.
 *
 * **Creation** takes the settings over, which every tenant has: it sends only the declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program says `resetOnDestroy: true`.
 *
 * **Updates** send a part whole, with the tenant's values of the members that the program does not declare. Other parts are not read or written.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
 *
 * @arguments The settings of providers cannot be cleared: a property that is removed from the program stays at the tenant.
 */
export const multiFactorPush = {
  type: "MultiFactorPush",
  schema: {
    noun: "push factor settings",
    singleton: "multi-factor-push",
    fields: {
      /** How notifications are sent: by the Guardian app's own service, by Amazon SNS, or directly. It cannot be cleared. */
      selectedProvider: {
        kind: "string",
        oneOf: ["guardian", "sns", "direct"],
        absent: "guardian",
        clear: { how: "release" },
      },
      /**
       * Apple's notifications.
       *
       * @interface MultiFactorPushApns Apple's notifications.
       */
      apns: {
        kind: "object",
        clear: { how: "members" },
        fields: {
          /** Whether Apple's sandbox is used. */
          sandbox: { kind: "boolean", clear: { how: "release" } },
          /** The id of the app, {@bounds}. */
          bundleId: text,
          /** The certificate with its key, in base64. Write-only: the state has a keyed hash of it. */
          p12: { ...writeOnly, max: 10_000 },
          /** Whether a certificate is there. */
          enabled: { kind: "boolean", computed: true },
        },
      },
      /**
       * Google's notifications by the retired API.
       *
       * @interface MultiFactorPushFcm Google's notifications by the retired API.
       */
      fcm: {
        kind: "object",
        clear: { how: "members" },
        fields: {
          /** The server key. Write-only: the state has a keyed hash of it. */
          serverKey: { ...writeOnly, max: 152 },
        },
      },
      /**
       * Google's notifications.
       *
       * @interface MultiFactorPushFcmv1 Google's notifications.
       */
      fcmv1: {
        kind: "object",
        clear: { how: "members" },
        fields: {
          /** The credentials of the service account, as JSON text. Write-only: the state has a keyed hash of them. */
          serverCredentials: { ...writeOnly, max: 10_000 },
        },
      },
      /**
       * Amazon SNS.
       *
       * @interface MultiFactorPushSns Amazon SNS.
       */
      sns: {
        kind: "object",
        clear: { how: "members" },
        fields: {
          /** The id of the access key, {@bounds}. */
          awsAccessKeyId: text,
          /** The secret access key. Write-only: the state has a keyed hash of it. */
          awsSecretAccessKey: { ...writeOnly, max: 1_000 },
          /** The region, {@bounds}. */
          awsRegion: text,
          /** The ARN of the platform application for Apple, {@bounds}. */
          snsApnsPlatformApplicationArn: text,
          /** The ARN of the platform application for Google, {@bounds}. */
          snsGcmPlatformApplicationArn: text,
        },
      },
    },
  },
  plural: "push factor settings",
  route: "guardian/factors/push-notification",
  parts: [
    { path: "guardian/factors/push-notification/providers/apns", properties: ["apns"] },
    { path: "guardian/factors/push-notification/providers/fcm", properties: ["fcm"], isHidden: true },
    { path: "guardian/factors/push-notification/providers/fcmv1", properties: ["fcmv1"], isHidden: true },
    { path: "guardian/factors/push-notification/providers/sns", properties: ["sns"] },
    {
      path: "guardian/factors/push-notification/selected-provider",
      properties: ["selectedProvider"],
      member: "provider",
    },
  ],
  scopes: guardianScopes,
  ...settingOf("multi-factor-push"),
  foreignTypes: { auth0_guardian: { id: [], block: "push" } },
} as const satisfies Definition;
