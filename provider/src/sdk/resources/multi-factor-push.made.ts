// Made of `definitions/multi-factor-push.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { multiFactorPush } from "../../definitions/multi-factor-push.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

/** Apple's notifications. */
export interface MultiFactorPushApns {
  /** Whether Apple's sandbox is used. */
  sandbox?: pulumi.Input<boolean | undefined>;
  /** The id of the app, 1 to 1000 characters. */
  bundleId?: pulumi.Input<string | undefined>;
  /** The certificate with its key, in base64. Write-only: the state has a keyed hash of it. */
  p12: pulumi.Input<string>;
}

/** Google's notifications by the retired API. */
export interface MultiFactorPushFcm {
  /** The server key. Write-only: the state has a keyed hash of it. */
  serverKey: pulumi.Input<string>;
}

/** Google's notifications. */
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

/**
 * The arguments of a {@link MultiFactorPush}.
 *
 * Only declared properties are managed. The settings of providers cannot be cleared: a property that is removed from
 * the program stays at the tenant.
 */
export interface MultiFactorPushArgs {
  /**
   * How notifications are sent: by the Guardian app's own service, by Amazon SNS, or directly. It cannot be cleared.
   */
  selectedProvider?: pulumi.Input<"guardian" | "sns" | "direct" | undefined>;
  /** Apple's notifications. */
  apns?: pulumi.Input<MultiFactorPushApns | undefined>;
  /** Google's notifications by the retired API. */
  fcm?: pulumi.Input<MultiFactorPushFcm | undefined>;
  /** Google's notifications. */
  fcmv1?: pulumi.Input<MultiFactorPushFcmv1 | undefined>;
  /** Amazon SNS. */
  sns?: pulumi.Input<MultiFactorPushSns | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The settings of notifications as a second factor. `MultiFactor` turns the factor `pushNotification` on.
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
 * Routes: `GET|PUT /guardian/factors/push-notification/providers/apns`,
 * `PUT /guardian/factors/push-notification/providers/fcm`, `PUT /guardian/factors/push-notification/providers/fcmv1`,
 * `GET|PUT /guardian/factors/push-notification/providers/sns`,
 * `GET|PUT /guardian/factors/push-notification/selected-provider`.
 * Scopes: `read|update:guardian_factors`.
 */
export class MultiFactorPush extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(multiFactorPush.type);

  declare readonly selectedProvider: pulumi.Output<"guardian" | "sns" | "direct" | undefined>;
  declare readonly apns: pulumi.Output<pulumi.Unwrap<MultiFactorPushApns> | undefined>;
  declare readonly fcm: pulumi.Output<pulumi.Unwrap<MultiFactorPushFcm> | undefined>;
  declare readonly fcmv1: pulumi.Output<pulumi.Unwrap<MultiFactorPushFcmv1> | undefined>;
  declare readonly sns: pulumi.Output<pulumi.Unwrap<MultiFactorPushSns> | undefined>;

  /**
   * Manages push factor settings.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: MultiFactorPushArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(multiFactorPush, name, args, opts);
  }
}
