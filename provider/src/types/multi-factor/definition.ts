import { type Definition, defaultsTo, setting } from "../../schema/definition.ts";

/** The scopes for settings of second factors. They are the same for each of these types. */
const guardianScopes = {
  create: ["read:guardian_factors", "update:guardian_factors"],
  read: ["read:guardian_factors"],
  update: ["read:guardian_factors", "update:guardian_factors"],
  delete: ["read:guardian_factors", "update:guardian_factors"],
} as const satisfies Definition["scopes"];

const factor = { kind: "boolean", ...defaultsTo(false) } as const;

/** Factors that a user can enroll only in addition to another factor. */
export const additionalFactors: readonly string[] = ["recoveryCode", "webauthnPlatform"];

/** The factor that users cannot enroll, and that each user with a verified e-mail address has. */
export const factorOfVerified = "email";

/** The length and validity of one-time codes. */
const codes = {
  otpLength: {
    kind: "integer",
    min: 4,
    max: 10,
    clear: { how: "default", value: 6 },
    safeguard: "The shorter a code is, the more easily it is guessed.",
    weaker: "less",
  },
  otpExpirationTime: {
    kind: "integer",
    unit: "seconds",
    min: 30,
    max: 3_600,
    clear: { how: "default", value: 300 },
    safeguard: "The longer a code is valid, the more often an attacker can guess.",
    weaker: "more",
  },
} as const;

/**
 * The second factors of the tenant, and when a login asks for one.
 *
 * {@example}
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
 * @arguments A property that you remove from the program gets the value of a new tenant. Older tenants lack the settings of remembered
 * devices and of codes by e-mail.
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
        ...defaultsTo([]),
        safeguard: "Without `all-applications`, a password alone can be enough for a login.",
        weaker: "less",
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
        safeguard:
          "Without a factor that they can enroll, users have only their passwords; codes by SMS and e-mail can be intercepted.",
        weaker: false,
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
      displayRememberMeCheckbox: {
        kind: "boolean",
        clear: { how: "default", value: true },
        safeguard: "On a remembered device, a password alone is enough for a login.",
      },
      /** Whether the choice to remember the device is preselected. When cleared: false. */
      rememberMeDefaultValue: {
        kind: "boolean",
        ...defaultsTo(false),
        safeguard: "On a remembered device, a password alone is enough for a login.",
      },
      /**
       * How long a device is remembered without a login, in seconds: {@bounds}, and at most `mfaSessionOverallTimeout`. When cleared: 604,800.
       */
      mfaSessionInactivityTimeout: {
        kind: "integer",
        unit: "seconds",
        min: 3_600,
        max: 2_592_000,
        clear: { how: "default", value: 604_800 },
        safeguard: "As long as a device is remembered, a password alone is enough for a login.",
        weaker: "more",
      },
      /** How long a device is remembered at most, in seconds: {@bounds}. When cleared: 2,592,000. */
      mfaSessionOverallTimeout: {
        kind: "integer",
        unit: "seconds",
        min: 3_600,
        max: 7_776_000,
        clear: { how: "default", value: 2_592_000 },
        safeguard: "As long as a device is remembered, a password alone is enough for a login.",
        weaker: "more",
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
  ...setting,
} as const satisfies Definition;

const asProvider = {
  ifUnavailable: "Declare a PhoneProvider instead, and remove provider, messageTypes and twilio from the program.",
} as const;
const asTemplates = {
  ifUnavailable: "Declare a PhoneTemplate for each text instead, and remove templates from the program.",
} as const;

const phoneText = { kind: "string", min: 1, max: 1_000, clear: { how: "null" } } as const;

/**
 * The settings of codes by SMS or voice call as a second factor. Enable the factor `sms` with `MultiFactor` first: the service refuses message
 * types while the factor is disabled.
 *
 * {@example}
 *
 * **Consolidated phone experience**: all new tenants have it. The service then accepts only `otpLength` and `otpExpirationTime`, and refuses all others:
 * declare the provider as `PhoneProvider` and the texts as `PhoneTemplate`. `MultiFactor` is not affected.
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
    refusedWhile: {
      ...{ type: "TenantSettings", singleton: "tenant-settings", property: "phoneConsolidatedExperience", is: true },
      refused: ["provider", "messageTypes", "templates", "twilio"],
      advice:
        "Remove them from MultiFactorPhone, and declare the provider as PhoneProvider and the texts as PhoneTemplate. If this program also turns the " +
        "setting on, declare the new resources in a second run: the service accepts them only once the setting is on.",
    },
    // The requests to Twilio contain the account's id in their address.
    destinations: [{ addresses: ["/twilio/sid"], secrets: ["/twilio"] }],
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
        activates: [{ on: "twilio", content: ["twilio"] }],
        safeguard: "The provider sees all codes.",
      },
      /** The ways to get a code: a set. When cleared: none. */
      messageTypes: {
        kind: "set",
        item: { kind: "string", oneOf: ["sms", "voice"] },
        ...defaultsTo([]),
        safeguard: "Each way is a further one to intercept a code.",
        weaker: "more",
      },
      /**
       * The texts of messages. They cannot be cleared.
       *
       * @interface MultiFactorPhoneTemplates The texts of messages.
       */
      templates: {
        kind: "object",
        safeguard: "Users trust the message, and do what it says.",
        clear: { how: "properties" },
        fields: {
          /** The text of the message when a user enrolls a phone. */
          enrollmentMessage: { kind: "string", required: true, clear: { how: "release" } },
          /** The text of the message at a login. */
          verificationMessage: { kind: "string", required: true, clear: { how: "release" } },
        },
      },
      /**
       * The account at Twilio. If a property changes, all properties are sent.
       *
       * @interface MultiFactorPhoneTwilio The account at Twilio.
       */
      twilio: {
        kind: "object",
        safeguard: "The account sees all codes, and users trust messages from its sender.",
        clear: { how: "properties" },
        fields: {
          /** The sender, {@bounds}. Cleared by null. */
          from: { kind: "string", max: 64, clear: { how: "null" } },
          /** The id of the messaging service, {@bounds}. Cleared by null. */
          messagingServiceSid: phoneText,
          /** The auth token, {@bounds}. The API returns it. Cleared by null. */
          authToken: { ...phoneText, secret: true },
          /** The id of the account, {@bounds}. Cleared by null. */
          sid: phoneText,
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
    { path: "guardian/factors/sms/providers/twilio", properties: ["twilio"], body: "value", ...asProvider },
    { path: "guardian/factors/phone/selected-provider", properties: ["provider"], body: "object", ...asProvider },
    { path: "guardian/factors/phone/message-types", properties: ["messageTypes"], body: "object", ...asProvider },
    { path: "guardian/factors/sms/templates", properties: ["templates"], body: "value", ...asTemplates },
    { path: "guardian/factors/phone/settings", properties: ["otpLength", "otpExpirationTime"], body: "object" },
  ],
  scopes: guardianScopes,
  ...setting,
} as const satisfies Definition;

const shown = { kind: "string", clear: { how: "release" } } as const;
const pushText = { kind: "string", notSecret: true, min: 1, max: 1_000, clear: { how: "release" } } as const;

/** A secret that the API never returns. It is sent with every change of the object that contains it, because a write without it could remove it. */
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
 * @arguments The settings of providers and of your own app cannot be cleared: a property that you remove from the program keeps its value at the tenant.
 */
export const multiFactorPush = {
  type: "MultiFactorPush",
  schema: {
    noun: "push factor settings",
    singleton: "multi-factor-push",
    destinations: [{ addresses: ["/sns/awsRegion"], secrets: ["/sns"] }],
    secretsAtRest: [
      {
        secrets: ["/apns", "/fcm", "/fcmv1"],
        why: "The service uses them only at servers of Apple and Google, which no property changes.",
      },
    ],
    fields: {
      /** How notifications are sent: by the Guardian app's own service, by Amazon SNS, or directly. It cannot be cleared. */
      selectedProvider: {
        kind: "string",
        wire: "provider",
        oneOf: ["guardian", "sns", "direct"],
        safeguard: "The provider delivers the requests by which users confirm a login.",
        absent: "guardian",
        clear: { how: "release" },
        activates: [
          { on: "sns", content: ["sns"] },
          { on: "direct", content: ["apns", "fcm", "fcmv1"] },
        ],
      },
      /**
       * The Apple Push Notification service (APNs).
       *
       * @interface MultiFactorPushApns The Apple Push Notification service (APNs).
       */
      apns: {
        kind: "object",
        safeguard: "The app with this id gets the requests by which users confirm a login.",
        clear: { how: "properties" },
        fields: {
          /** Whether Apple's sandbox is used. */
          sandbox: { kind: "boolean", clear: { how: "release" } },
          /** The id of the app, {@bounds}. */
          bundleId: pushText,
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
        safeguard: "The account at AWS gets the requests by which users confirm a login.",
        clear: { how: "properties" },
        fields: {
          /** The id of the access key, {@bounds}. */
          awsAccessKeyId: pushText,
          /** The secret access key. Write-only: the state has a keyed hash of it. */
          awsSecretAccessKey: { ...writeOnly, max: 1_000 },
          /** The region, {@bounds}. */
          awsRegion: pushText,
          /** The ARN of the platform application for Apple, {@bounds}. */
          snsApnsPlatformApplicationArn: pushText,
          /** The ARN of the platform application for Google, {@bounds}. */
          snsGcmPlatformApplicationArn: pushText,
        },
      },
      /**
       * Your own app, which shows the notifications in place of the Guardian app. It needs the scopes `read:prompts` and `update:prompts`.
       *
       * @interface MultiFactorPushCustomApp Your own app, as the login pages name it to users who enroll.
       */
      customApp: {
        kind: "object",
        safeguard: "Users install the app from these addresses, and confirm logins with it.",
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
  ...setting,
} as const satisfies Definition;

const duoText = { kind: "string", max: 10_000, clear: { how: "release" } } as const;

/**
 * The account at Duo for the second factor `duo`. To enable the factor, use `MultiFactor`.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send all three properties, with the tenant's values for those that the program does not declare. A new `host` is refused while the
 * program does not declare the tenant's `skey`, because the service would send it there.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments The settings of Duo cannot be cleared: a property that you remove from the program keeps its value at the tenant.
 */
export const multiFactorDuo = {
  type: "MultiFactorDuo",
  schema: {
    noun: "Duo settings",
    singleton: "multi-factor-duo",
    destinations: [{ addresses: ["/host"], secrets: ["/skey"] }],
    fields: {
      /** The integration key. It cannot be cleared. */
      ikey: {
        ...duoText,
        notSecret: true,
        safeguard: "The owner of the account at Duo decides who passes the second factor.",
      },
      /** The secret key. The API returns it. It cannot be cleared. */
      skey: { ...duoText, secret: true },
      /** The host name of the API. It cannot be cleared. */
      host: { ...duoText, safeguard: "This host decides who passes the second factor." },
    },
  },
  plural: "Duo settings",
  route: "guardian/factors/duo",
  parts: [{ path: "guardian/factors/duo/settings", properties: ["ikey", "skey", "host"], body: "object" }],
  scopes: guardianScopes,
  ...setting,
} as const satisfies Definition;

const relyingParty = {
  /** Whether `relyingPartyIdentifier` is used. When cleared: false. */
  overrideRelyingParty: {
    kind: "boolean",
    wire: "overrideRelyingParty",
    ...defaultsTo(false),
    activates: [{ on: true, content: ["relyingPartyIdentifier"] }],
    safeguard: "If true, pages of another domain than that of the login can ask for the keys of users.",
    weaker: true,
  },
} as const;

/**
 * The settings of security keys and of device biometrics as second factors. To enable the factors, use `MultiFactor`.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates**: `roaming` and `platform` have separate routes. An update sends all properties of the changed object, with the tenant's values for those
 * that the program does not declare. It neither reads nor sends the unchanged object.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const multiFactorWebAuthn = {
  type: "MultiFactorWebAuthn",
  schema: {
    noun: "WebAuthn settings",
    singleton: "multi-factor-web-authn",
    fields: {
      /**
       * Security keys.
       *
       * @interface MultiFactorWebAuthnRoaming The settings of security keys.
       */
      roaming: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** Whether the security key has to verify the user, for example by a PIN. */
          userVerification: {
            kind: "string",
            wire: "userVerification",
            oneOf: ["required", "preferred", "discouraged"],
            clear: { how: "drop" },
            safeguard: "With `discouraged`, anyone who finds a security key can use it.",
          },
          /** Whether `relyingPartyIdentifier` is used. When cleared: false. */
          overrideRelyingParty: relyingParty.overrideRelyingParty,
          /** The domain for which keys are enrolled. After a change, users have to enroll their keys again. */
          relyingPartyIdentifier: {
            kind: "string",
            wire: "relyingPartyIdentifier",
            min: 1,
            clear: { how: "drop" },
            safeguard: "Other pages of this domain can ask for the keys of users.",
          },
        },
      },
      /**
       * Device biometrics.
       *
       * @interface MultiFactorWebAuthnPlatform The settings of device biometrics.
       */
      platform: {
        kind: "object",
        clear: { how: "properties" },
        fields: {
          /** Whether `relyingPartyIdentifier` is used. When cleared: false. */
          overrideRelyingParty: relyingParty.overrideRelyingParty,
          /** The domain for which devices are enrolled. After a change, users have to enroll their devices again. */
          relyingPartyIdentifier: {
            kind: "string",
            wire: "relyingPartyIdentifier",
            min: 1,
            clear: { how: "drop" },
            safeguard: "Other pages of this domain can ask for the keys of users.",
          },
        },
      },
    },
  },
  plural: "WebAuthn settings",
  route: "guardian/factors/webauthn",
  parts: [
    { path: "guardian/factors/webauthn-roaming/settings", properties: ["roaming"], body: "value" },
    { path: "guardian/factors/webauthn-platform/settings", properties: ["platform"], body: "value" },
  ],
  scopes: guardianScopes,
  ...setting,
} as const satisfies Definition;
