import { type Definition, settingOf } from "../schema/definition.ts";
import type { BooleanField, StringField } from "../schema/schema.ts";
import { attackProtectionScopes } from "./brute-force-protection.ts";

const siteKey = {
  kind: "string",
  notSecret: true,
  required: true,
  min: 1,
  max: 100,
  clear: { how: "release" },
} as const satisfies StringField;

/** A secret that the API never returns. It is sent if the program changes it or any other property of the same captcha provider. */
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
  absent: false,
  clear: { how: "default", value: false },
} as const satisfies BooleanField;

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
 * program, and with any other changed property of its provider, because the service requires it. Changes of a secret outside Pulumi are not
 * detected.
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
            absent: "client-api",
            clear: { how: "default", value: "client-api" },
          },
          /** The subdomain of verifications, {@bounds}. When cleared: `verify-api`. */
          verifySubdomain: {
            kind: "string",
            max: 100,
            absent: "verify-api",
            clear: { how: "default", value: "verify-api" },
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
      hcaptcha: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey,
          /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
          secret,
        },
      },
      /**
       * Friendly Captcha. If a property changes, all are sent, because the service refuses the key without the secret.
       *
       * @interface CaptchaFriendlyCaptcha Friendly Captcha.
       */
      friendlyCaptcha: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey,
          /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
          secret,
        },
      },
      /**
       * reCAPTCHA v2. If a property changes, all are sent, because the service refuses the key without the secret.
       *
       * @interface CaptchaRecaptchaV2 reCAPTCHA v2.
       */
      recaptchaV2: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey,
          /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
          secret,
        },
      },
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
          projectId: { kind: "string", required: true, min: 1, max: 100, clear: { how: "release" } },
        },
      },
    },
  },
  plural: "captcha",
  route: "attack-protection/captcha",
  scopes: attackProtectionScopes,
  setByService: ["simple_captcha"],
  ...settingOf("captcha"),
  foreignTypes: { auth0_attack_protection: { id: [], block: "captcha" } },
} as const satisfies Definition;
