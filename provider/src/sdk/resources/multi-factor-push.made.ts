// Made of `types/multi-factor/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { multiFactorPush } from "../../types/multi-factor/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The Apple Push Notification service (APNs). */
export interface MultiFactorPushApns {
  /** Whether Apple's sandbox is used. */
  sandbox?: pulumi.Input<boolean | undefined>;
  /** The id of the app, 1 to 1000 characters. */
  bundleId?: pulumi.Input<string | undefined>;
  /** The certificate with its key, in base64. Write-only: the state has a keyed hash of it. */
  p12: pulumi.Input<string>;
}

/** Firebase Cloud Messaging (FCM) through Google's retired API. */
export interface MultiFactorPushFcm {
  /** The server key. Write-only: the state has a keyed hash of it. */
  serverKey: pulumi.Input<string>;
}

/** Firebase Cloud Messaging (FCM) through Google's API v1. */
export interface MultiFactorPushFcmv1 {
  /** The credentials of the service account, as JSON text. Write-only: the state has a keyed hash of them. */
  serverCredentials: pulumi.Input<string>;
}

/** Amazon SNS. */
export interface MultiFactorPushSns {
  /** The id of the access key, 1 to 1000 characters. */
  awsAccessKeyId?: pulumi.Input<string | undefined>;
  /** The secret access key. Write-only: the state has a keyed hash of it. */
  awsSecretAccessKey: pulumi.Input<string>;
  /** The region, 1 to 1000 characters. */
  awsRegion?: pulumi.Input<string | undefined>;
  /** The ARN of the platform application for Apple, 1 to 1000 characters. */
  snsApnsPlatformApplicationArn?: pulumi.Input<string | undefined>;
  /** The ARN of the platform application for Google, 1 to 1000 characters. */
  snsGcmPlatformApplicationArn?: pulumi.Input<string | undefined>;
}

/** Your own app, as the login pages name it to users who enroll. */
export interface MultiFactorPushCustomApp {
  /** The name of the app. */
  appName?: pulumi.Input<string | undefined>;
  /** The address of the app in Apple's store. */
  appleAppLink?: pulumi.Input<string | undefined>;
  /** The address of the app in Google's store. */
  googleAppLink?: pulumi.Input<string | undefined>;
}

/**
 * The arguments of a {@link MultiFactorPush}.
 *
 * Only declared properties are managed. The settings of providers and of your own app cannot be cleared: a property
 * that you remove from the program keeps its value at the tenant.
 */
export interface MultiFactorPushArgs {
  /**
   * How notifications are sent: by the Guardian app's own service, by Amazon SNS, or directly. It cannot be cleared. A
   * run that would put undeclared values of another client in `sns`, `apns`, `fcm` and `fcmv1` into force is refused.
   */
  selectedProvider?: pulumi.Input<"guardian" | "sns" | "direct" | undefined>;
  /** The Apple Push Notification service (APNs). */
  apns?: pulumi.Input<MultiFactorPushApns | undefined>;
  /** Firebase Cloud Messaging (FCM) through Google's retired API. */
  fcm?: pulumi.Input<MultiFactorPushFcm | undefined>;
  /** Firebase Cloud Messaging (FCM) through Google's API v1. */
  fcmv1?: pulumi.Input<MultiFactorPushFcmv1 | undefined>;
  /** Amazon SNS. */
  sns?: pulumi.Input<MultiFactorPushSns | undefined>;
  /**
   * Your own app, which shows the notifications in place of the Guardian app. It needs the scopes `read:prompts` and
   * `update:prompts`.
   */
  customApp?: pulumi.Input<MultiFactorPushCustomApp | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The settings of push notifications as a second factor. To enable the factor `pushNotification`, use `MultiFactor`.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const push = new tenant.MultiFactorPush("push", {
 *   selectedProvider: "direct",
 *   fcmv1: { serverCredentials: config.requireSecret("fcmCredentials") },
 * });
 * export const pushProvider = push.selectedProvider;
 * ```
 *
 * **Secrets** are write-only: the API never returns them, and the state has a keyed hash of each. A secret is sent when it changes in the program,
 * and when another property of its provider changes, because a write replaces all settings of the provider. Changes of a secret outside Pulumi are
 * not detected.
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
 * Routes: `GET|PUT /guardian/factors/push-notification/providers/apns`,
 * `PUT /guardian/factors/push-notification/providers/fcm`, `PUT /guardian/factors/push-notification/providers/fcmv1`,
 * `GET|PUT /guardian/factors/push-notification/providers/sns`,
 * `GET|PUT /guardian/factors/push-notification/selected-provider`, `GET|PATCH /prompts/mfa-push`.
 * Scopes: `read|update:guardian_factors`, `read|update:prompts`.
 */
export class MultiFactorPush extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(multiFactorPush.type);

  declare readonly selectedProvider: pulumi.Output<"guardian" | "sns" | "direct" | undefined>;
  declare readonly apns: pulumi.Output<pulumi.Unwrap<MultiFactorPushApns> | undefined>;
  declare readonly fcm: pulumi.Output<pulumi.Unwrap<MultiFactorPushFcm> | undefined>;
  declare readonly fcmv1: pulumi.Output<pulumi.Unwrap<MultiFactorPushFcmv1> | undefined>;
  declare readonly sns: pulumi.Output<pulumi.Unwrap<MultiFactorPushSns> | undefined>;
  declare readonly customApp: pulumi.Output<pulumi.Unwrap<MultiFactorPushCustomApp> | undefined>;

  /**
   * Manages push factor settings.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: MultiFactorPushArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(multiFactorPush, name, args, opts);
  }
}

/**
 * The push factor settings of a look-up, without `apns`, `fcm`, `fcmv1` and `sns`, which can contain secrets. A
 * property that the service omits is absent.
 */
export interface GetMultiFactorPushResult {
  /** The id of the push factor settings. */
  readonly id: string;
  /**
   * How notifications are sent: by the Guardian app's own service, by Amazon SNS, or directly. It cannot be cleared.
   */
  readonly selectedProvider: "guardian" | "sns" | "direct";
  /**
   * Your own app, which shows the notifications in place of the Guardian app. It needs the scopes `read:prompts` and
   * `update:prompts`.
   */
  readonly customApp?: pulumi.Unwrap<MultiFactorPushCustomApp> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetMultiFactorPushResult>(multiFactorPush);

/**
 * The push factor settings, managed or not, as a refresh reads them. Routes:
 * `GET /guardian/factors/push-notification/providers/apns`, `GET /guardian/factors/push-notification/providers/sns`,
 * `GET /guardian/factors/push-notification/selected-provider`, `GET /prompts/mfa-push`; scopes:
 * `read:guardian_factors`, `read:prompts`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getMultiFactorPush();
 * export const current = found.selectedProvider;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the push factor settings
 */
export const getMultiFactorPush = lookUp.plain;

/** {@link getMultiFactorPush} as an output; see {@link OutputLookUp}. */
export const getMultiFactorPushOutput = lookUp.output;
