import { type Definition, defaultsTo, setting } from "../../schema/definition.ts";
import type { BooleanField, ObjectField, SetField, StringField } from "../../schema/schema.ts";

/** The scopes for settings of attack protection. They are the same for each of these types. */
const attackProtectionScopes = {
  create: ["read:attack_protection", "update:attack_protection"],
  read: ["read:attack_protection"],
  update: ["read:attack_protection", "update:attack_protection"],
  delete: ["read:attack_protection", "update:attack_protection"],
} as const satisfies Definition["scopes"];

/** The property with the IP addresses to which a protection does not apply. */
const exceptedAddresses = {
  kind: "set",
  max: 100,
  item: {
    kind: "string",
    pattern: {
      source: "^(\\d{1,3}(\\.\\d{1,3}){3}(/\\d{1,2})?|[\\da-fA-F:.]*:[\\da-fA-F:.]*(/\\d{1,3})?)$",
      says: "must be an IP address or a range of addresses such as 198.51.100.0/24",
    },
  },
  ...defaultsTo([]),
} as const satisfies SetField;

/**
 * The tenant's protection of accounts against attackers who try many passwords for an account.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay. Arrays are sets: the service changes their order with every write.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const bruteForceProtection = {
  type: "BruteForceProtection",
  schema: {
    noun: "brute-force protection",
    singleton: "brute-force-protection",
    fields: {
      /** Whether the protection is enabled. When cleared: true. */
      enabled: {
        kind: "boolean",
        clear: { how: "default", value: true },
        safeguard: "If false, passwords can be guessed without limit.",
        weaker: false,
      },
      /** The reactions to an attack: a set. When cleared: both. Empty: none. */
      shields: {
        kind: "set",
        item: { kind: "string", oneOf: ["block", "user_notification"] },
        clear: { how: "default", value: ["block", "user_notification"] },
        safeguard: "Without `block`, passwords can be guessed without limit.",
        weaker: "less",
      },
      /** The IP addresses and ranges (CIDR) that are never blocked: a set of at most 100. When cleared: none. */
      allowlist: {
        ...exceptedAddresses,
        safeguard: "From these addresses, passwords can be guessed without limit.",
        weaker: "more",
      },
      /**
       * Whether the wrong passwords for an account are counted separately for each IP address, or for all IP addresses together. When cleared:
       * `count_per_identifier_and_ip`.
       */
      mode: {
        kind: "string",
        oneOf: ["count_per_identifier_and_ip", "count_per_identifier"],
        clear: { how: "default", value: "count_per_identifier_and_ip" },
        safeguard: "With `count_per_identifier_and_ip`, an attacker with many addresses gets more attempts.",
      },
      /** The number of wrong passwords that triggers the reactions: {@bounds}. When cleared: 10. */
      maxAttempts: {
        kind: "integer",
        min: 1,
        max: 100,
        clear: { how: "default", value: 10 },
        safeguard: "The more attempts are allowed, the more passwords an attacker can try.",
        weaker: "more",
      },
    },
  },
  plural: "brute-force protection",
  route: "attack-protection/brute-force-protection",
  scopes: attackProtectionScopes,
  // The newest tenants answer both, and every PATCH with one of them is refused.
  setByService: ["form_submission_mode", "form_submission_behavior"],
  ...setting,
} as const satisfies Definition;

/** The bounds of numbers for which the service documents no bounds. It refuses numbers outside these bounds. */
const any = { min: 1, max: 2_147_483_647 } as const;

/**
 * The tenant's protection against attackers who try to log in to many accounts from one IP address.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay, including those in `stage`. Arrays are sets: the service changes their order
 * with every write.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const suspiciousIpThrottling = {
  type: "SuspiciousIpThrottling",
  schema: {
    noun: "suspicious IP throttling",
    singleton: "suspicious-ip-throttling",
    fields: {
      /** Whether the protection is enabled. When cleared: true. */
      enabled: {
        kind: "boolean",
        clear: { how: "default", value: true },
        safeguard: "If false, one address can try any number of accounts.",
        weaker: false,
      },
      /** The reactions to an attack: a set. When cleared: both. Empty: none. */
      shields: {
        kind: "set",
        item: { kind: "string", oneOf: ["admin_notification", "block"] },
        clear: { how: "default", value: ["admin_notification", "block"] },
        safeguard: "Without `block`, one address can try any number of accounts.",
        weaker: "less",
      },
      /** The IP addresses and ranges (CIDR) that are never limited: a set of at most 100. When cleared: none. */
      allowlist: {
        ...exceptedAddresses,
        safeguard: "These addresses can try any number of accounts.",
        weaker: "more",
      },
      /**
       * The limits for one address, by stage. Not available in the private cloud. An update sends only the properties that change.
       *
       * @interface SuspiciousIpThrottlingStage The limits for one address, by stage.
       */
      stage: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        safeguard: "The more attempts are allowed, the more accounts one address can try.",
        weaker: "more",
        fields: {
          /**
           * The limits of login attempts.
           *
           * @interface SuspiciousIpThrottlingPreLogin The limits of attempts to log in.
           */
          preLogin: {
            kind: "object",
            wire: "pre-login",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The number of attempts that are allowed without a wait: {@bounds}. When cleared: 100. */
              maxAttempts: { kind: "integer", min: 1, max: 2_500, clear: { how: "default", value: 100 } },
              /** The time until one more attempt is allowed, in milliseconds: {@bounds}. When cleared: 864,000. */
              rate: {
                kind: "integer",
                unit: "milliseconds",
                min: 34_560,
                max: 86_400_000,
                clear: { how: "default", value: 864_000 },
              },
            },
          },
          /**
           * The limits of sign-up attempts.
           *
           * @interface SuspiciousIpThrottlingPreUserRegistration The limits of attempts to sign up.
           */
          preUserRegistration: {
            kind: "object",
            wire: "pre-user-registration",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The number of attempts that are allowed without a wait: {@bounds}. When cleared: 50. */
              maxAttempts: { kind: "integer", min: 1, max: 72_000, clear: { how: "default", value: 50 } },
              /** The time until one more attempt is allowed, in milliseconds: {@bounds}. When cleared: 1,200. */
              rate: {
                kind: "integer",
                unit: "milliseconds",
                min: 1_200,
                max: 86_400_000,
                clear: { how: "default", value: 1_200 },
              },
            },
          },
          /**
           * The limits of custom token exchanges. Not available at older tenants.
           *
           * @interface SuspiciousIpThrottlingPreCustomTokenExchange The limits of custom token exchanges.
           */
          preCustomTokenExchange: {
            kind: "object",
            notSecret: true,
            wire: "pre-custom-token-exchange",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The number of attempts that are allowed without a wait. When cleared: 10. */
              maxAttempts: { kind: "integer", ...any, clear: { how: "default", value: 10 } },
              /** The time until one more attempt is allowed, in milliseconds. When cleared: 600,000. */
              rate: { kind: "integer", unit: "milliseconds", ...any, clear: { how: "default", value: 600_000 } },
            },
          },
        },
      },
    },
  },
  plural: "suspicious IP throttling",
  route: "attack-protection/suspicious-ip-throttling",
  scopes: attackProtectionScopes,
  ...setting,
} as const satisfies Definition;

const reactions = {
  kind: "set",
  item: { kind: "string", oneOf: ["block", "admin_notification"] },
  ...defaultsTo([]),
} as const;

/**
 * The tenant's protection against passwords that are known from breaches of other services.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay, including those in `stage`. Arrays are sets: the service changes their order
 * with every write.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const breachedPasswordDetection = {
  type: "BreachedPasswordDetection",
  schema: {
    noun: "breached password detection",
    singleton: "breached-password-detection",
    fields: {
      /** Whether the protection is on. When cleared: false. */
      enabled: {
        kind: "boolean",
        ...defaultsTo(false),
        safeguard: "If false, passwords that are known from breaches are accepted.",
        weaker: false,
      },
      /** The reactions to a login with a breached password: a set. When cleared: none. */
      shields: {
        kind: "set",
        item: { kind: "string", oneOf: ["block", "user_notification", "admin_notification"] },
        ...defaultsTo([]),
        safeguard: "Without `block`, passwords that are known from breaches are accepted.",
        weaker: "less",
      },
      /** How often the service sends e-mails to administrators: a set. When cleared: never. */
      adminNotificationFrequency: {
        kind: "set",
        item: { kind: "string", oneOf: ["immediately", "daily", "weekly", "monthly"] },
        safeguard: "Without a notice, administrators do not learn of an attack.",
        weaker: "less",
        ...defaultsTo([]),
      },
      /** The detection method. `enhanced` needs an add-on of the plan. When cleared: `standard`. */
      method: {
        kind: "string",
        oneOf: ["standard", "enhanced"],
        ...defaultsTo("standard"),
        safeguard: "With `enhanced`, breached passwords are recognized earlier.",
      },
      /**
       * The reactions at stages other than the login. An update sends only the properties that change.
       *
       * @interface BreachedPasswordDetectionStage The reactions at stages other than the login.
       */
      stage: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /**
           * The reactions when an account is created.
           *
           * @interface BreachedPasswordDetectionPreUserRegistration The reactions to a new account with a breached password.
           */
          preUserRegistration: {
            kind: "object",
            wire: "pre-user-registration",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The reactions: a set. When cleared: none. */
              shields: {
                ...reactions,
                safeguard: "Without `block`, a new account can have a password that is known from breaches.",
                weaker: "less",
              },
            },
          },
          /**
           * The reactions when a password is changed.
           *
           * @interface BreachedPasswordDetectionPreChangePassword The reactions to a new password that is known from breaches.
           */
          preChangePassword: {
            kind: "object",
            notSecret: true,
            wire: "pre-change-password",
            merges: true,
            clear: { how: "properties" },
            fields: {
              /** The reactions: a set. When cleared: none. */
              shields: {
                ...reactions,
                safeguard: "Without `block`, users can change their password to one that is known from breaches.",
                weaker: "less",
              },
            },
          },
        },
      },
    },
  },
  plural: "breached password detection",
  route: "attack-protection/breached-password-detection",
  scopes: attackProtectionScopes,
  ...setting,
} as const satisfies Definition;

const policy = {
  kind: "string",
  notSecret: true,
  oneOf: ["never", "when_risky", "always"],
  clear: { how: "default", value: "never" },
} as const satisfies StringField;

/**
 * The tenant's protection against logins by bots. It needs an add-on of the plan.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay. Arrays are sets: the service changes their order with every write.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const botDetection = {
  type: "BotDetection",
  schema: {
    noun: "bot detection",
    singleton: "bot-detection",
    fields: {
      /** The sensitivity of the detection. When cleared: `medium`. */
      botDetectionLevel: {
        kind: "string",
        oneOf: ["low", "medium", "high"],
        clear: { how: "default", value: "medium" },
        safeguard: "With `low`, fewer bots are challenged.",
      },
      /** When a login with a password needs a challenge. When cleared: `never`. */
      challengePasswordPolicy: {
        ...policy,
        safeguard: "With `never`, bots can try passwords without a challenge.",
      },
      /** When a passwordless login needs a challenge. When cleared: `never`. */
      challengePasswordlessPolicy: {
        ...policy,
        safeguard: "With `never`, bots can try codes without a challenge.",
      },
      /** When a password reset needs a challenge. When cleared: `never`. */
      challengePasswordResetPolicy: {
        ...policy,
        safeguard: "With `never`, bots can request password resets without a challenge.",
      },
      /** The IP addresses and ranges (CIDR) that are never challenged: a set of at most 100. When cleared: none. */
      allowlist: {
        ...exceptedAddresses,
        safeguard: "Bots at these addresses are never challenged.",
        weaker: "more",
      },
      /** Whether risky requests are only logged, without a challenge. When cleared: false. */
      monitoringModeEnabled: {
        kind: "boolean",
        ...defaultsTo(false),
        safeguard: "If true, risky requests are only logged, and bots are never challenged.",
        weaker: true,
      },
    },
  },
  plural: "bot detection",
  route: "attack-protection/bot-detection",
  scopes: attackProtectionScopes,
  ...setting,
} as const satisfies Definition;

const siteKey = {
  safeguard: "The owner of the account at the provider decides who passes the challenge.",
  kind: "string",
  notSecret: true,
  required: true,
  min: 1,
  max: 100,
  clear: { how: "release" },
} as const satisfies StringField;

/** A secret that the API never returns. It is sent if the program changes the secret or another property of the same captcha provider. */
const secret = {
  kind: "string",
  secret: true,
  sealed: true,
  required: true,
  reads: { how: "never" },
  min: 1,
  max: 100,
  clear: { how: "release" },
} as const satisfies StringField;

const failOpen = {
  kind: "boolean",
  ...defaultsTo(false),
  safeguard: "If true, bots can log in while the provider is unavailable.",
  weaker: true,
} as const satisfies BooleanField;

/** A provider of challenges that needs a key and a secret. */
const keyed = {
  kind: "object",
  merges: true,
  clear: { how: "properties" },
  fields: {
    /** The public key of the site, {@bounds}. It cannot be cleared. */
    siteKey,
    /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
    secret,
  },
} as const satisfies ObjectField;

/** The captcha providers whose settings the service accepts only together with the secret. */
export const withSecret: readonly string[] = [
  "arkose",
  "hcaptcha",
  "friendlyCaptcha",
  "recaptchaV2",
  "recaptchaEnterprise",
];

/**
 * The challenge for suspicious logins. It needs an add-on of the plan.
 *
 * {@example}
 *
 * **Secrets** are write-only: the API never returns them, and the state has a keyed hash of each. A secret is sent when it changes in the
 * program, and when another property of its provider changes, because the service requires the secret in each change. Changes of a secret
 * outside Pulumi are not detected.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay, including those of undeclared providers.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant. The keys of a provider cannot be cleared: they
 * stay at the tenant.
 */
export const captcha = {
  type: "Captcha",
  schema: {
    noun: "captcha",
    singleton: "captcha",
    secretsAtRest: [
      {
        secrets: ["/arkose", "/hcaptcha", "/friendlyCaptcha", "/recaptchaV2", "/recaptchaEnterprise"],
        why: "The service sends each only to servers of the captcha provider to which it belongs, and accepts a change of the provider only with it.",
      },
    ],
    fields: {
      /** The provider of challenges. When cleared: `auth_challenge`. */
      activeProviderId: {
        kind: "string",
        oneOf: [
          "arkose",
          "auth_challenge",
          "friendly_captcha",
          "hcaptcha",
          "recaptcha_v2",
          "recaptcha_enterprise",
          "simple_captcha",
        ],
        clear: { how: "default", value: "auth_challenge" },
        activates: [
          { on: "arkose", content: ["arkose"] },
          { on: "auth_challenge", content: ["authChallenge"] },
          { on: "friendly_captcha", content: ["friendlyCaptcha"] },
          { on: "hcaptcha", content: ["hcaptcha"] },
          { on: "recaptcha_v2", content: ["recaptchaV2"] },
          { on: "recaptcha_enterprise", content: ["recaptchaEnterprise"] },
        ],
        safeguard: "Software can solve the images of `simple_captcha`.",
      },
      /**
       * The service's own challenge.
       *
       * @interface CaptchaAuthChallenge The service's own challenge.
       */
      authChallenge: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /** Whether users can log in without a challenge while the provider is unavailable. When cleared: false. */
          failOpen,
        },
      },
      /**
       * Arkose Labs. If a property changes, all are sent, because the service refuses the key without the secret.
       *
       * @interface CaptchaArkose Arkose Labs.
       */
      arkose: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey,
          /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
          secret,
          /** The subdomain of scripts, {@bounds}. When cleared: `client-api`. */
          clientSubdomain: {
            kind: "string",
            max: 100,
            ...defaultsTo("client-api"),
            safeguard: "The scripts from there see what users do on the login page.",
          },
          /** The subdomain of verifications, {@bounds}. When cleared: `verify-api`. */
          verifySubdomain: {
            kind: "string",
            max: 100,
            ...defaultsTo("verify-api"),
            safeguard: "This server decides who passes the challenge.",
          },
          /** Whether users can log in without a challenge while the provider is unavailable. When cleared: false. */
          failOpen,
        },
      },
      /**
       * hCaptcha. If a property changes, all are sent, because the service refuses the key without the secret.
       *
       * @interface CaptchaHcaptcha hCaptcha.
       */
      hcaptcha: keyed,
      /**
       * Friendly Captcha. If a property changes, all are sent, because the service refuses the key without the secret.
       *
       * @interface CaptchaFriendlyCaptcha Friendly Captcha.
       */
      friendlyCaptcha: keyed,
      /**
       * reCAPTCHA v2. If a property changes, all are sent, because the service refuses the key without the secret.
       *
       * @interface CaptchaRecaptchaV2 reCAPTCHA v2.
       */
      recaptchaV2: keyed,
      /**
       * reCAPTCHA Enterprise. If a property changes, all are sent, because the service refuses the key without the secret.
       *
       * @interface CaptchaRecaptchaEnterprise reCAPTCHA Enterprise.
       */
      recaptchaEnterprise: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey,
          /** The API key, {@bounds}. Write-only: the state has a keyed hash of it. */
          apiKey: secret,
          /** The id of the project, {@bounds}. It cannot be cleared. */
          projectId: {
            kind: "string",
            required: true,
            min: 1,
            max: 100,
            clear: { how: "release" },
            safeguard: "The owner of the account at the provider decides who passes the challenge.",
          },
        },
      },
    },
  },
  plural: "captcha",
  route: "attack-protection/captcha",
  scopes: attackProtectionScopes,
  setByService: ["simple_captcha"],
  ...setting,
} as const satisfies Definition;
