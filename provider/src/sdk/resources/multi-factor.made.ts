// Made of `types/multi-factor/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { multiFactor } from "../../types/multi-factor/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The factors that users can enroll. */
export interface MultiFactorFactors {
  /** Codes by SMS or voice call. When cleared: false. */
  sms?: pulumi.Input<boolean | undefined>;
  /** Notifications to the Guardian app. When cleared: false. */
  pushNotification?: pulumi.Input<boolean | undefined>;
  /** Codes of an authenticator app. When cleared: false. */
  otp?: pulumi.Input<boolean | undefined>;
  /** Codes by e-mail. When cleared: false. */
  email?: pulumi.Input<boolean | undefined>;
  /** Duo. When cleared: false. */
  duo?: pulumi.Input<boolean | undefined>;
  /** Security keys. When cleared: false. */
  webauthnRoaming?: pulumi.Input<boolean | undefined>;
  /** The biometrics of a device. When cleared: false. */
  webauthnPlatform?: pulumi.Input<boolean | undefined>;
  /** Recovery codes. When cleared: false. */
  recoveryCode?: pulumi.Input<boolean | undefined>;
}

/** Codes by e-mail. */
export interface MultiFactorEmail {
  /** The number of digits, 4 to 10. When cleared: 6. */
  otpLength?: pulumi.Input<number | undefined>;
  /** The seconds for which a code is valid, 30 to 3,600. When cleared: 300. */
  otpExpirationTime?: pulumi.Input<number | undefined>;
}

/**
 * The arguments of a {@link MultiFactor}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 * Older tenants lack the settings of remembered devices and of codes by e-mail.
 */
export interface MultiFactorArgs {
  /**
   * When a login asks for a second factor: `all-applications` for each login, `confidence-score` for risky logins (depends on the plan). When cleared
   * or empty: never.
   */
  policies?: pulumi.Input<pulumi.Input<"all-applications" | "confidence-score">[] | undefined>;
  /** The factors that users can enroll. An update sends only the properties that change. */
  factors?: pulumi.Input<MultiFactorFactors | undefined>;
  /** Whether users can choose that the service remembers their device. When cleared: true. */
  displayRememberMeCheckbox?: pulumi.Input<boolean | undefined>;
  /** Whether the choice to remember the device is preselected. When cleared: false. */
  rememberMeDefaultValue?: pulumi.Input<boolean | undefined>;
  /**
   * How long a device is remembered without a login, in seconds: 3,600 to 2,592,000, and at most
   * `mfaSessionOverallTimeout`. When cleared: 604,800.
   */
  mfaSessionInactivityTimeout?: pulumi.Input<number | undefined>;
  /** How long a device is remembered at most, in seconds: 3,600 to 7,776,000. When cleared: 2,592,000. */
  mfaSessionOverallTimeout?: pulumi.Input<number | undefined>;
  /** Codes by e-mail. */
  email?: pulumi.Input<MultiFactorEmail | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The second factors of the tenant, and when a login asks for one.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * // Only these factors are managed. All others stay as they are at the tenant.
 * const secondFactors = new tenant.MultiFactor("second-factors", {
 *   policies: ["all-applications"],
 *   factors: { otp: true, webauthnRoaming: true, recoveryCode: true, sms: false },
 * });
 * export const asksFor = secondFactors.policies;
 * ```
 *
 * **Factors** are managed one by one: a factor that the program does not declare stays as it is. Separate resources manage the settings of
 * factors: `MultiFactorPhone`, `MultiFactorPush`, `MultiFactorDuo` and `MultiFactorWebAuthn`.
 *
 * **Security**: if `policies` ask for a second factor at each login and none of the `factors` is enabled, users are locked out. A run refuses a change
 * that would cause this, also a destroy with `resetOnDestroy`, whichever programs declare the factors and the policies. `recoveryCode` and
 * `webauthnPlatform` do not count, because users can enroll them only in addition to another factor. `email` counts only for users with a verified
 * address, because users cannot enroll it at all: a run refuses a change after which it is the only factor, unless `TENANT_ALLOW_LOCKOUT=true` is set for
 * the run. The preview warns; a preview considers only the declared factors and policies, except that the preview of the creation also considers those of
 * the tenant.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay. Factors are enabled first and disabled last, and policies change in between.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET /guardian/factors`, `PUT /guardian/factors/{name}`, `GET|PUT /guardian/settings`,
 * `GET|PUT /guardian/factors/email/settings`, `GET|PUT /guardian/policies`.
 * Scopes: `read|update:guardian_factors`, `read|update:mfa_policies`.
 */
export class MultiFactor extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(multiFactor.type);

  declare readonly policies: pulumi.Output<("all-applications" | "confidence-score")[] | undefined>;
  declare readonly factors: pulumi.Output<pulumi.Unwrap<MultiFactorFactors> | undefined>;
  declare readonly displayRememberMeCheckbox: pulumi.Output<boolean | undefined>;
  declare readonly rememberMeDefaultValue: pulumi.Output<boolean | undefined>;
  declare readonly mfaSessionInactivityTimeout: pulumi.Output<number | undefined>;
  declare readonly mfaSessionOverallTimeout: pulumi.Output<number | undefined>;
  declare readonly email: pulumi.Output<pulumi.Unwrap<MultiFactorEmail> | undefined>;

  /**
   * Manages multi-factor authentication.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: MultiFactorArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(multiFactor, name, args, opts);
  }
}

/** The multi-factor authentication of a look-up. A property that the service omits is absent. */
export interface GetMultiFactorResult {
  /** The id of the multi-factor authentication. */
  readonly id: string;
  /**
   * When a login asks for a second factor: `all-applications` for each login, `confidence-score` for risky logins
   * (depends on the plan).
   */
  readonly policies: ("all-applications" | "confidence-score")[];
  /** The factors that users can enroll. An update sends only the properties that change. */
  readonly factors?: pulumi.Unwrap<MultiFactorFactors> | undefined;
  /** Whether users can choose that the service remembers their device. */
  readonly displayRememberMeCheckbox?: boolean | undefined;
  /** Whether the choice to remember the device is preselected. */
  readonly rememberMeDefaultValue: boolean;
  /**
   * How long a device is remembered without a login, in seconds: 3,600 to 2,592,000, and at most
   * `mfaSessionOverallTimeout`.
   */
  readonly mfaSessionInactivityTimeout?: number | undefined;
  /** How long a device is remembered at most, in seconds: 3,600 to 7,776,000. */
  readonly mfaSessionOverallTimeout?: number | undefined;
  /** Codes by e-mail. */
  readonly email?: pulumi.Unwrap<MultiFactorEmail> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetMultiFactorResult>(multiFactor);

/**
 * The multi-factor authentication, managed or not, as a refresh reads it. Routes: `GET /guardian/factors`,
 * `GET /guardian/settings`, `GET /guardian/factors/email/settings`, `GET /guardian/policies`; scopes:
 * `read:guardian_factors`, `read:mfa_policies`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getMultiFactor();
 * export const current = found.policies;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the multi-factor authentication
 */
export const getMultiFactor = lookUp.plain;

/** {@link getMultiFactor} as an output; see {@link OutputLookUp}. */
export const getMultiFactorOutput = lookUp.output;
