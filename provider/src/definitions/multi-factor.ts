import { type Definition, settingOf } from "../schema/definition.ts";

/** The scopes for settings of second factors. They are the same for each of these types. */
export const guardianScopes = {
  create: ["read:guardian_factors", "update:guardian_factors"],
  read: ["read:guardian_factors"],
  update: ["read:guardian_factors", "update:guardian_factors"],
  delete: ["read:guardian_factors", "update:guardian_factors"],
} as const satisfies Definition["scopes"];

const factor = { kind: "boolean", absent: false, clear: { how: "default", value: false } } as const;

/** The length and validity of one-time codes. */
export const codes = {
  otpLength: { kind: "integer", min: 4, max: 10, clear: { how: "default", value: 6 } },
  otpExpirationTime: { kind: "integer", min: 30, max: 3_600, clear: { how: "default", value: 300 } },
} as const;

/**
 * The second factors of the tenant, and when a login asks for one.
 *
 * {@example}
 *
 * **Factors** are managed one by one: a factor that the program does not declare stays as it is. Separate resources have the settings of
 * factors: `MultiFactorPhone`, `MultiFactorPush`, `MultiFactorDuo` and `MultiFactorWebAuthn`.
 *
 * **Lock-out**: if each login asks for a second factor and no factor is enabled, users are locked out. The preview warns of this. The preview of
 * the creation, and each run, also take into account the tenant's factors and policies that the program does not declare.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay. Factors are enabled first and disabled last, and policies change in between.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant. Remembered devices and codes by e-mail need
 * a newer tenant.
 */
export const multiFactor = {
  type: "MultiFactor",
  schema: {
    noun: "multi-factor authentication",
    singleton: "multi-factor",
    fields: {
      /**
       * When a login asks for a second factor: `all-applications` for each login, `confidence-score` for risky logins (depends on the plan). When cleared
       * or empty: never.
       */
      policies: {
        kind: "set",
        item: { kind: "string", oneOf: ["all-applications", "confidence-score"] },
        absent: [],
        clear: { how: "default", value: [] },
        safeguard: "Without `all-applications`, a password alone can be enough for a login.",
      },
      /**
       * The factors that users can enroll. An update sends only the properties that change.
       *
       * @interface MultiFactorFactors The factors that users can enroll.
       */
      factors: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /** Codes by SMS or voice call. When cleared: false. */
          sms: factor,
          /** Notifications to the Guardian app. When cleared: false. */
          pushNotification: { ...factor, wire: "push-notification" },
          /** Codes of an authenticator app. When cleared: false. */
          otp: factor,
          /** Codes by e-mail. When cleared: false. */
          email: factor,
          /** Duo. When cleared: false. */
          duo: factor,
          /** Security keys. When cleared: false. */
          webauthnRoaming: { ...factor, wire: "webauthn-roaming" },
          /** The biometrics of a device. When cleared: false. */
          webauthnPlatform: { ...factor, wire: "webauthn-platform" },
          /** Recovery codes. When cleared: false. */
          recoveryCode: { ...factor, wire: "recovery-code" },
        },
      },
      /** Whether users can choose that the service remembers their device. When cleared: true. */
      displayRememberMeCheckbox: { kind: "boolean", clear: { how: "default", value: true } },
      /** Whether the choice to remember the device is preselected. When cleared: false. */
      rememberMeDefaultValue: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
      /**
       * How long a device is remembered without a login, in seconds: {@bounds}, and at most `mfaSessionOverallTimeout`. When cleared: 604,800.
       */
      mfaSessionInactivityTimeout: {
        kind: "integer",
        min: 3_600,
        max: 2_592_000,
        clear: { how: "default", value: 604_800 },
      },
      /** How long a device is remembered at most, in seconds: {@bounds}. When cleared: 2,592,000. */
      mfaSessionOverallTimeout: {
        kind: "integer",
        min: 3_600,
        max: 7_776_000,
        clear: { how: "default", value: 2_592_000 },
      },
      /**
       * Codes by e-mail.
       *
       * @interface MultiFactorEmail Codes by e-mail.
       */
      email: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** The number of digits, {@bounds}. When cleared: 6. */
          otpLength: codes.otpLength,
          /** The seconds for which a code is valid, {@bounds}. When cleared: 300. */
          otpExpirationTime: codes.otpExpirationTime,
        },
      },
    },
  },
  plural: "multi-factor authentication",
  route: "guardian",
  // Policies come after the factors, because a policy without an enabled factor locks users out.
  parts: [
    { path: "guardian/factors", properties: ["factors"], body: "switches" },
    {
      path: "guardian/settings",
      properties: [
        "displayRememberMeCheckbox",
        "rememberMeDefaultValue",
        "mfaSessionInactivityTimeout",
        "mfaSessionOverallTimeout",
      ],
      body: "object",
    },
    { path: "guardian/factors/email/settings", properties: ["email"], body: "value" },
    { path: "guardian/policies", properties: ["policies"], body: "value" },
  ],
  scopes: {
    create: [...guardianScopes.create, "read:mfa_policies", "update:mfa_policies"],
    read: ["read:guardian_factors", "read:mfa_policies"],
    update: [...guardianScopes.update, "read:mfa_policies", "update:mfa_policies"],
    delete: [...guardianScopes.delete, "read:mfa_policies", "update:mfa_policies"],
  },
  ...settingOf("multi-factor"),
  foreignTypes: { auth0_guardian: { id: [] } },
} as const satisfies Definition;
