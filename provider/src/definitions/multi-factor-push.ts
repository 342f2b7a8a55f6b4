import { type Definition, settingOf } from "../schema/definition.ts";
import { guardianScopes } from "./multi-factor.ts";

const shown = { kind: "string", clear: { how: "release" } } as const;
const text = { kind: "string", notSecret: true, min: 1, max: 1_000, clear: { how: "release" } } as const;

/** A secret that the API never returns. It is sent with every change of the object that contains it: a write without it could remove it. */
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
 * The settings of push notifications as a second factor. To enable the factor `pushNotification`, use `MultiFactor`.
 *
 * {@example}
 *
 * **Secrets** are write-only: the API never returns them, and the state has a keyed hash of each. A secret is sent when it changes in the program,
 * and with any other changed property of its provider, because a write replaces the whole provider. Changes of a secret outside Pulumi are not
 * detected.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates**: `selectedProvider`, `customApp` and each provider have separate routes. An update sends all properties of a changed provider, with the tenant's
 * values for those that the program does not declare. It neither reads nor sends other providers.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments The settings of providers and of your own app cannot be cleared: a property that you remove from the program keeps its value at the tenant.
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
        wire: "provider",
        oneOf: ["guardian", "sns", "direct"],
        absent: "guardian",
        clear: { how: "release" },
      },
      /**
       * The Apple Push Notification service (APNs).
       *
       * @interface MultiFactorPushApns The Apple Push Notification service (APNs).
       */
      apns: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** Whether Apple's sandbox is used. */
          sandbox: { kind: "boolean", clear: { how: "release" } },
          /** The id of the app, {@bounds}. */
          bundleId: text,
          /** The certificate with its key, in base64. Write-only: the state has a keyed hash of it. */
          p12: { ...writeOnly, max: 10_000 },
          /** Whether the tenant has a certificate. */
          enabled: { kind: "boolean", computed: true },
        },
      },
      /**
       * Firebase Cloud Messaging (FCM) through Google's retired API.
       *
       * @interface MultiFactorPushFcm Firebase Cloud Messaging (FCM) through Google's retired API.
       */
      fcm: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** The server key. Write-only: the state has a keyed hash of it. */
          serverKey: { ...writeOnly, max: 152 },
        },
      },
      /**
       * Firebase Cloud Messaging (FCM) through Google's API v1.
       *
       * @interface MultiFactorPushFcmv1 Firebase Cloud Messaging (FCM) through Google's API v1.
       */
      fcmv1: {
        kind: "object",
        clear: { how: "properties" },
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
        clear: { how: "properties" },
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
      /**
       * Your own app, which shows the notifications in place of the Guardian app. It needs the scopes `read:prompts` and `update:prompts`.
       *
       * @interface MultiFactorPushCustomApp Your own app, as the login pages name it to users who enroll.
       */
      customApp: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** The name of the app. */
          appName: shown,
          /** The address of the app in Apple's store. */
          appleAppLink: shown,
          /** The address of the app in Google's store. */
          googleAppLink: shown,
        },
      },
    },
  },
  plural: "push factor settings",
  route: "guardian/factors/push-notification",
  parts: [
    { path: "guardian/factors/push-notification/providers/apns", properties: ["apns"], body: "value" },
    { path: "guardian/factors/push-notification/providers/fcm", properties: ["fcm"], body: "value", isHidden: true },
    {
      path: "guardian/factors/push-notification/providers/fcmv1",
      properties: ["fcmv1"],
      body: "value",
      isHidden: true,
    },
    { path: "guardian/factors/push-notification/providers/sns", properties: ["sns"], body: "value" },
    {
      path: "guardian/factors/push-notification/selected-provider",
      properties: ["selectedProvider"],
      body: "object",
    },
    { path: "prompts/mfa-push", properties: ["customApp"], body: "value", writtenBy: "PATCH" },
  ],
  scopes: {
    create: [...guardianScopes.create, "read:prompts", "update:prompts"],
    read: [...guardianScopes.read, "read:prompts"],
    update: [...guardianScopes.update, "read:prompts", "update:prompts"],
    delete: [...guardianScopes.delete, "read:prompts", "update:prompts"],
  },
  ...settingOf("multi-factor-push"),
  foreignTypes: { auth0_guardian: { id: [], block: "push" } },
} as const satisfies Definition;
