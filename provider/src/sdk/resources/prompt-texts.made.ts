// Made of `types/prompts/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { promptTexts } from "../../types/prompts/definition.ts";
import { TenantResource } from "../base.ts";
import { type OutputArgs, settingLookUp } from "../look-ups.ts";

/**
 * The arguments of a {@link PromptTexts}.
 *
 * Only declared texts are managed. A text that you remove from the program is reset to the service's own text.
 */
export interface PromptTextsArgs {
  /** The prompt. A change replaces the texts. */
  prompt: pulumi.Input<
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless"
    | "login-email-verification"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "phone-identifier-enrollment"
    | "phone-identifier-challenge"
    | "email-identifier-challenge"
    | "reset-password"
    | "custom-form"
    | "consent"
    | "customized-consent"
    | "logout"
    | "mfa-push"
    | "mfa-otp"
    | "mfa-voice"
    | "mfa-phone"
    | "mfa-webauthn"
    | "mfa-sms"
    | "mfa-email"
    | "mfa-recovery-code"
    | "mfa"
    | "status"
    | "device-flow"
    | "email-verification"
    | "email-otp-challenge"
    | "organizations"
    | "invitation"
    | "common"
    | "passkeys"
    | "captcha"
    | "brute-force-protection"
    | "async-approval-flow"
    | "confirmation"
  >;
  /**
   * The language, one of those that the service supports: `en` or `pt-BR`, for example. A change replaces the texts.
   */
  language: pulumi.Input<string>;
  /** The texts by screen and key, under the service's own names: `{ login: { title: "Welcome" } }`. */
  texts: pulumi.Input<Readonly<Record<string, unknown>>>;
  /**
   * Whether a destroy resets the declared properties to the values of a new tenant, as their removal from the program
   * would. Default: false: a destroy sends nothing.
   */
  resetOnDestroy?: pulumi.Input<boolean | undefined>;
}

/**
 * Your own texts of one prompt of universal login, in one language.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const login = new tenant.PromptTexts("login-texts", {
 *   prompt: "login",
 *   language: "en",
 *   texts: { login: { title: "Welcome", description: "Log in to your orders." } },
 * });
 * export const loginTexts = login.texts;
 * ```
 *
 * **Files**: `readPromptTexts(folder)` reads JSON files `<language>/<prompt>.json`, and returns the arguments of one resource for each file.
 *
 * **Creation** adopts the texts: it sends nothing if the tenant has them already. The preview lists the texts that change.
 *
 * **Updates** replace all texts of the prompt in that language, because the service has no request for a single text. So an update reads the texts
 * first, and sends undeclared texts unchanged.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`: this resets the declared texts to the service's own.
 *
 * **Events**: the service sends no events about texts. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PUT /prompts/{prompt}/custom-text/{language}`.
 * Scopes: `read|update:prompts`.
 */
export class PromptTexts extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(promptTexts.type);

  declare readonly prompt: pulumi.Output<
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless"
    | "login-email-verification"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "phone-identifier-enrollment"
    | "phone-identifier-challenge"
    | "email-identifier-challenge"
    | "reset-password"
    | "custom-form"
    | "consent"
    | "customized-consent"
    | "logout"
    | "mfa-push"
    | "mfa-otp"
    | "mfa-voice"
    | "mfa-phone"
    | "mfa-webauthn"
    | "mfa-sms"
    | "mfa-email"
    | "mfa-recovery-code"
    | "mfa"
    | "status"
    | "device-flow"
    | "email-verification"
    | "email-otp-challenge"
    | "organizations"
    | "invitation"
    | "common"
    | "passkeys"
    | "captcha"
    | "brute-force-protection"
    | "async-approval-flow"
    | "confirmation"
  >;
  declare readonly language: pulumi.Output<string>;
  declare readonly texts: pulumi.Output<Readonly<Record<string, unknown>>>;

  /**
   * Manages a prompt texts.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a prompt that is in use is an
   * error.
   */
  constructor(name: string, args: PromptTextsArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(promptTexts, name, args, opts);
  }
}

/** The prompt texts of a look-up. A property that the service omits is absent. */
export interface GetPromptTextsResult {
  /** The prompt and the language: `login::en`. */
  readonly id: string;
  /** The prompt. */
  readonly prompt:
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless"
    | "login-email-verification"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "phone-identifier-enrollment"
    | "phone-identifier-challenge"
    | "email-identifier-challenge"
    | "reset-password"
    | "custom-form"
    | "consent"
    | "customized-consent"
    | "logout"
    | "mfa-push"
    | "mfa-otp"
    | "mfa-voice"
    | "mfa-phone"
    | "mfa-webauthn"
    | "mfa-sms"
    | "mfa-email"
    | "mfa-recovery-code"
    | "mfa"
    | "status"
    | "device-flow"
    | "email-verification"
    | "email-otp-challenge"
    | "organizations"
    | "invitation"
    | "common"
    | "passkeys"
    | "captcha"
    | "brute-force-protection"
    | "async-approval-flow"
    | "confirmation";
  /** The language, one of those that the service supports: `en` or `pt-BR`, for example. */
  readonly language: string;
  /** The texts by screen and key, under the service's own names: `{ login: { title: "Welcome" } }`. */
  readonly texts: Readonly<Record<string, unknown>>;
}

/** The prompt texts to read. */
export interface GetPromptTextsArgs {
  /** The prompt. */
  prompt: string;
  /** The language, one of those that the service supports: `en` or `pt-BR`, for example. */
  language: string;
}

/** {@link GetPromptTextsArgs} with values that may be outputs. */
export type GetPromptTextsOutputArgs = OutputArgs<GetPromptTextsArgs>;

const lookUp = settingLookUp<GetPromptTextsArgs, GetPromptTextsResult>(promptTexts);

/**
 * The prompt texts, managed or not, as a refresh reads them. Routes: `GET /prompts/{prompt}/custom-text/{language}`;
 * scopes: `read:prompts`. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getPromptTexts({ prompt: "login", language: "en" });
 * export const current = found.texts;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the prompt texts
 */
export const getPromptTexts = lookUp.plain;

/** {@link getPromptTexts} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getPromptTextsOutput = lookUp.output;
