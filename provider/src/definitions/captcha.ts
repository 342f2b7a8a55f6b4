import type { Definition } from "../schema/definition.ts";
import { attackProtectionScopes } from "./brute-force-protection.ts";

/** The service never returns it, so only a change of the program sends it. */
const writeOnly = {
  secret: true,
  sealed: true,
  required: true,
  reads: { how: "never" },
  clear: { how: "release" },
} as const;

/** The providers that need a secret with each write. */
export const withSecret: readonly string[] = [
  "arkose",
  "hcaptcha",
  "friendlyCaptcha",
  "recaptchaV2",
  "recaptchaEnterprise",
];

/**
 * The challenge that a suspicious login has to pass. It needs an add-on of the plan.
 *
 * {@example}
 *
 * **Secrets** are write-only: the service never returns them, and the state has a keyed hash in place of each. A secret is sent when it changes in the
 * program, or together with another member of its provider, which the service refuses without it. Another tool's change of a secret is not seen.
 *
 * **Creation** takes the settings over, which every tenant has: it sends only the declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program says `resetOnDestroy: true`.
 *
 * **Updates** send only what differs; all other values stay. Naming one provider keeps the others.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
 *
 * @arguments A property that is removed from the program goes back to the value of a new tenant. The keys of a provider cannot be cleared, so they stay at the tenant.
 */
export const captcha = {
  type: "Captcha",
  schema: {
    noun: "captcha",
    singleton: "captcha",
    fields: {
      /** The provider of challenges. Cleared: `auth_challenge`. */
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
        clear: { how: "members" },
        fields: {
          /** Whether users log in without a challenge while it is out of order. Cleared: false. */
          failOpen: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
        },
      },
      /**
       * Arkose Labs. Sent whole whenever a member changes, as the service refuses the key without the secret.
       *
       * @interface CaptchaArkose Arkose Labs.
       */
      arkose: {
        kind: "object",
        merges: true,
        clear: { how: "members" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey: { kind: "string", notSecret: true, required: true, min: 1, max: 100, clear: { how: "release" } },
          /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
          secret: { kind: "string", ...writeOnly, min: 1, max: 100 },
          /** The subdomain of scripts, {@bounds}. Cleared: `client-api`. */
          clientSubdomain: {
            kind: "string",
            max: 100,
            absent: "client-api",
            clear: { how: "default", value: "client-api" },
          },
          /** The subdomain of verifications, {@bounds}. Cleared: `verify-api`. */
          verifySubdomain: {
            kind: "string",
            max: 100,
            absent: "verify-api",
            clear: { how: "default", value: "verify-api" },
          },
          /** Whether users log in without a challenge while it is out of order. Cleared: false. */
          failOpen: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
        },
      },
      /**
       * hCaptcha. Sent whole whenever a member changes, as the service refuses the key without the secret.
       *
       * @interface CaptchaHcaptcha hCaptcha.
       */
      hcaptcha: {
        kind: "object",
        merges: true,
        clear: { how: "members" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey: { kind: "string", notSecret: true, required: true, min: 1, max: 100, clear: { how: "release" } },
          /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
          secret: { kind: "string", ...writeOnly, min: 1, max: 100 },
        },
      },
      /**
       * Friendly Captcha. Sent whole whenever a member changes, as the service refuses the key without the secret.
       *
       * @interface CaptchaFriendlyCaptcha Friendly Captcha.
       */
      friendlyCaptcha: {
        kind: "object",
        merges: true,
        clear: { how: "members" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey: { kind: "string", notSecret: true, required: true, min: 1, max: 100, clear: { how: "release" } },
          /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
          secret: { kind: "string", ...writeOnly, min: 1, max: 100 },
        },
      },
      /**
       * reCAPTCHA v2. Sent whole whenever a member changes, as the service refuses the key without the secret.
       *
       * @interface CaptchaRecaptchaV2 reCAPTCHA v2.
       */
      recaptchaV2: {
        kind: "object",
        merges: true,
        clear: { how: "members" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey: { kind: "string", notSecret: true, required: true, min: 1, max: 100, clear: { how: "release" } },
          /** The secret, {@bounds}. Write-only: the state has a keyed hash of it. */
          secret: { kind: "string", ...writeOnly, min: 1, max: 100 },
        },
      },
      /**
       * reCAPTCHA Enterprise. Sent whole whenever a member changes, as the service refuses the key without the secret.
       *
       * @interface CaptchaRecaptchaEnterprise reCAPTCHA Enterprise.
       */
      recaptchaEnterprise: {
        kind: "object",
        merges: true,
        clear: { how: "members" },
        fields: {
          /** The public key of the site, {@bounds}. It cannot be cleared. */
          siteKey: { kind: "string", notSecret: true, required: true, min: 1, max: 100, clear: { how: "release" } },
          /** The API key, {@bounds}. Write-only: the state has a keyed hash of it. */
          apiKey: { kind: "string", ...writeOnly, min: 1, max: 100 },
          /** The id of the project, {@bounds}. It cannot be cleared. */
          projectId: { kind: "string", required: true, min: 1, max: 100, clear: { how: "release" } },
        },
      },
    },
  },
  plural: "captcha",
  route: "attack-protection/captcha",
  calls: ["GET|PATCH /attack-protection/captcha"],
  scopes: attackProtectionScopes,
  uniqueBy: [],
  listing: undefined,
  events: undefined,
  imported: { noun: "captcha", file: "captcha", module: "captcha" },
  affectsAll: true,
  foreignTypes: { auth0_attack_protection: { id: [], block: "captcha" } },
} as const satisfies Definition;
