// Made of `types/attack-protection/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { captcha } from "../../types/attack-protection/definition.ts";
import { TenantResource } from "../base.ts";
import { settingLookUp } from "../look-ups.ts";

/** The service's own challenge. */
export interface CaptchaAuthChallenge {
  /** Whether users can log in without a challenge while the provider is unavailable. When cleared: false. */
  failOpen?: pulumi.Input<boolean | undefined>;
}

/** Arkose Labs. */
export interface CaptchaArkose {
  /** The public key of the site, 1 to 100 characters. It cannot be cleared. */
  siteKey: pulumi.Input<string>;
  /** The secret, 1 to 100 characters. Write-only: the state has a keyed hash of it. */
  secret: pulumi.Input<string>;
  /** The subdomain of scripts, at most 100 characters. When cleared: `client-api`. */
  clientSubdomain?: pulumi.Input<string | undefined>;
  /** The subdomain of verifications, at most 100 characters. When cleared: `verify-api`. */
  verifySubdomain?: pulumi.Input<string | undefined>;
  /** Whether users can log in without a challenge while the provider is unavailable. When cleared: false. */
  failOpen?: pulumi.Input<boolean | undefined>;
}

/** hCaptcha. */
export interface CaptchaHcaptcha {
  /** The public key of the site, 1 to 100 characters. It cannot be cleared. */
  siteKey: pulumi.Input<string>;
  /** The secret, 1 to 100 characters. Write-only: the state has a keyed hash of it. */
  secret: pulumi.Input<string>;
}

/** Friendly Captcha. */
export interface CaptchaFriendlyCaptcha {
  /** The public key of the site, 1 to 100 characters. It cannot be cleared. */
  siteKey: pulumi.Input<string>;
  /** The secret, 1 to 100 characters. Write-only: the state has a keyed hash of it. */
  secret: pulumi.Input<string>;
}

/** reCAPTCHA v2. */
export interface CaptchaRecaptchaV2 {
  /** The public key of the site, 1 to 100 characters. It cannot be cleared. */
  siteKey: pulumi.Input<string>;
  /** The secret, 1 to 100 characters. Write-only: the state has a keyed hash of it. */
  secret: pulumi.Input<string>;
}

/** reCAPTCHA Enterprise. */
export interface CaptchaRecaptchaEnterprise {
  /** The public key of the site, 1 to 100 characters. It cannot be cleared. */
  siteKey: pulumi.Input<string>;
  /** The API key, 1 to 100 characters. Write-only: the state has a keyed hash of it. */
  apiKey: pulumi.Input<string>;
  /** The id of the project, 1 to 100 characters. It cannot be cleared. */
  projectId: pulumi.Input<string>;
}

/**
 * The arguments of a {@link Captcha}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant. The
 * keys of a provider cannot be cleared: they stay at the tenant.
 */
export interface CaptchaArgs {
  /**
   * The provider of challenges. When cleared: `auth_challenge`. A run that would put undeclared values of another
   * client in `arkose`, `authChallenge`, `friendlyCaptcha`, `hcaptcha`, `recaptchaV2` and `recaptchaEnterprise` into
   * force is refused.
   */
  activeProviderId?: pulumi.Input<
    | "arkose"
    | "auth_challenge"
    | "friendly_captcha"
    | "hcaptcha"
    | "recaptcha_v2"
    | "recaptcha_enterprise"
    | "simple_captcha"
    | undefined
  >;
  /** The service's own challenge. */
  authChallenge?: pulumi.Input<CaptchaAuthChallenge | undefined>;
  /** Arkose Labs. If a property changes, all are sent, because the service refuses the key without the secret. */
  arkose?: pulumi.Input<CaptchaArkose | undefined>;
  /** hCaptcha. If a property changes, all are sent, because the service refuses the key without the secret. */
  hcaptcha?: pulumi.Input<CaptchaHcaptcha | undefined>;
  /** Friendly Captcha. If a property changes, all are sent, because the service refuses the key without the secret. */
  friendlyCaptcha?: pulumi.Input<CaptchaFriendlyCaptcha | undefined>;
  /** reCAPTCHA v2. If a property changes, all are sent, because the service refuses the key without the secret. */
  recaptchaV2?: pulumi.Input<CaptchaRecaptchaV2 | undefined>;
  /**
   * reCAPTCHA Enterprise. If a property changes, all are sent, because the service refuses the key without the secret.
   */
  recaptchaEnterprise?: pulumi.Input<CaptchaRecaptchaEnterprise | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * The challenge for suspicious logins. It needs an add-on of the plan.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const challenge = new tenant.Captcha("challenge", {
 *   activeProviderId: "hcaptcha",
 *   hcaptcha: { siteKey: config.require("hcaptchaSiteKey"), secret: config.requireSecret("hcaptchaSecret") },
 * });
 * export const challengeProvider = challenge.activeProviderId;
 * ```
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
 * Routes: `GET|PATCH /attack-protection/captcha`.
 * Scopes: `read|update:attack_protection`.
 */
export class Captcha extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(captcha.type);

  declare readonly activeProviderId: pulumi.Output<
    | "arkose"
    | "auth_challenge"
    | "friendly_captcha"
    | "hcaptcha"
    | "recaptcha_v2"
    | "recaptcha_enterprise"
    | "simple_captcha"
    | undefined
  >;
  declare readonly authChallenge: pulumi.Output<pulumi.Unwrap<CaptchaAuthChallenge> | undefined>;
  declare readonly arkose: pulumi.Output<pulumi.Unwrap<CaptchaArkose> | undefined>;
  declare readonly hcaptcha: pulumi.Output<pulumi.Unwrap<CaptchaHcaptcha> | undefined>;
  declare readonly friendlyCaptcha: pulumi.Output<pulumi.Unwrap<CaptchaFriendlyCaptcha> | undefined>;
  declare readonly recaptchaV2: pulumi.Output<pulumi.Unwrap<CaptchaRecaptchaV2> | undefined>;
  declare readonly recaptchaEnterprise: pulumi.Output<pulumi.Unwrap<CaptchaRecaptchaEnterprise> | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages captcha.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: CaptchaArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(captcha, name, args, opts);
  }
}

/**
 * The captcha of a look-up, without `arkose`, `hcaptcha`, `friendlyCaptcha`, `recaptchaV2` and `recaptchaEnterprise`,
 * which can contain secrets. A property that the service omits is absent.
 */
export interface GetCaptchaResult {
  /** The id of the captcha. */
  readonly id: string;
  /** The provider of challenges. */
  readonly activeProviderId?:
    | "arkose"
    | "auth_challenge"
    | "friendly_captcha"
    | "hcaptcha"
    | "recaptcha_v2"
    | "recaptcha_enterprise"
    | "simple_captcha"
    | undefined;
  /** The service's own challenge. */
  readonly authChallenge?: pulumi.Unwrap<CaptchaAuthChallenge> | undefined;
}

const lookUp = settingLookUp<Readonly<Record<string, undefined>>, GetCaptchaResult>(captcha);

/**
 * The captcha, managed or not, as a refresh reads it. Routes: `GET /attack-protection/captcha`; scopes:
 * `read:attack_protection`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getCaptcha();
 * export const current = found.activeProviderId;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the captcha
 */
export const getCaptcha = lookUp.plain;

/** {@link getCaptcha} as an output; see {@link OutputLookUp}. */
export const getCaptchaOutput = lookUp.output;
