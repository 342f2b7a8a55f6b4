// Made of `types/prompts/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { promptRendering } from "../../types/prompts/definition.ts";
import { TenantResource } from "../base.ts";
import { type OutputArgs, settingLookUp } from "../look-ups.ts";

/** A tag in the head of a page of universal login. */
export interface PromptRenderingHeadTag {
  /** The name of the tag. */
  tag: pulumi.Input<string>;
  /** The attributes of the tag: at most 10. The values of `integrity` are a list. */
  attributes?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** The content of the tag. */
  content?: pulumi.Input<string | undefined>;
}

/** The applications, organizations and domains to which a rendering applies. */
export interface PromptRenderingFilters {
  /** Whether the rendering applies to the listed objects only, or to all except them. */
  matchType?: pulumi.Input<"includes_any" | "excludes_any" | undefined>;
  /** Applications, as `{ id }` or `{ metadata: { key: value } }` with one key: at most 25. */
  clients?: pulumi.Input<pulumi.Input<Readonly<Record<string, unknown>>>[] | undefined>;
  /** Organizations, as `{ id }` or `{ metadata: { key: value } }` with one key: at most 25. */
  organizations?: pulumi.Input<pulumi.Input<Readonly<Record<string, unknown>>>[] | undefined>;
  /** Custom domains, as `{ id }` or `{ metadata: { key: value } }` with one key: at most 25. */
  domains?: pulumi.Input<pulumi.Input<Readonly<Record<string, unknown>>>[] | undefined>;
}

/**
 * The arguments of a {@link PromptRendering}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 */
export interface PromptRenderingArgs {
  /** The prompt to which the screen belongs. A change replaces the renderings. */
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
  /** The screen. A change replaces the renderings. */
  screen: pulumi.Input<
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless-email-code"
    | "login-passwordless-email-link"
    | "login-passwordless-sms-otp"
    | "login-email-verification"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "phone-identifier-enrollment"
    | "phone-identifier-challenge"
    | "email-identifier-challenge"
    | "reset-password-request"
    | "reset-password-email"
    | "reset-password"
    | "reset-password-success"
    | "reset-password-error"
    | "reset-password-mfa-email-challenge"
    | "reset-password-mfa-otp-challenge"
    | "reset-password-mfa-phone-challenge"
    | "reset-password-mfa-push-challenge-push"
    | "reset-password-mfa-recovery-code-challenge"
    | "reset-password-mfa-sms-challenge"
    | "reset-password-mfa-voice-challenge"
    | "reset-password-mfa-webauthn-platform-challenge"
    | "reset-password-mfa-webauthn-roaming-challenge"
    | "custom-form"
    | "consent"
    | "consent-tenant-scopes"
    | "customized-consent"
    | "logout"
    | "logout-complete"
    | "logout-aborted"
    | "mfa-push-welcome"
    | "mfa-push-enrollment-qr"
    | "mfa-push-enrollment-code"
    | "mfa-push-success"
    | "mfa-push-challenge-push"
    | "mfa-push-list"
    | "mfa-otp-enrollment-qr"
    | "mfa-otp-enrollment-code"
    | "mfa-otp-challenge"
    | "mfa-voice-enrollment"
    | "mfa-voice-challenge"
    | "mfa-phone-challenge"
    | "mfa-phone-enrollment"
    | "mfa-webauthn-platform-enrollment"
    | "mfa-webauthn-roaming-enrollment"
    | "mfa-webauthn-platform-challenge"
    | "mfa-webauthn-roaming-challenge"
    | "mfa-webauthn-change-key-nickname"
    | "mfa-webauthn-enrollment-success"
    | "mfa-webauthn-error"
    | "mfa-webauthn-not-available-error"
    | "mfa-country-codes"
    | "mfa-sms-enrollment"
    | "mfa-sms-challenge"
    | "mfa-sms-list"
    | "mfa-email-challenge"
    | "mfa-email-list"
    | "mfa-recovery-code-enrollment"
    | "mfa-recovery-code-challenge-new-code"
    | "mfa-recovery-code-challenge"
    | "mfa-detect-browser-capabilities"
    | "mfa-enroll-result"
    | "mfa-login-options"
    | "mfa-begin-enroll-options"
    | "status"
    | "device-code-activation"
    | "device-code-activation-allowed"
    | "device-code-activation-denied"
    | "device-code-confirmation"
    | "email-verification-result"
    | "email-otp-challenge"
    | "organization-selection"
    | "organization-picker"
    | "pre-login-organization-picker"
    | "accept-invitation"
    | "redeem-ticket"
    | "passkey-enrollment"
    | "passkey-enrollment-local"
    | "interstitial-captcha"
    | "brute-force-protection-unblock"
    | "brute-force-protection-unblock-success"
    | "brute-force-protection-unblock-failure"
    | "async-approval-error"
    | "async-approval-accepted"
    | "async-approval-denied"
    | "confirmation"
    | "async-approval-wrong-user"
  >;
  /**
   * Whether the service renders the screen (`standard`), or the scripts of `headTags` do (`advanced`). When cleared:
   * `standard`. A run that would put undeclared values of another client in `contextConfiguration`, `headTags`,
   * `defaultHeadTagsDisabled`, `usePageTemplate` and `filters` into force is refused.
   */
  renderingMode?: pulumi.Input<"standard" | "advanced" | undefined>;
  /**
   * The data that the scripts of the screen get, in any order: names such as `screen.texts`, `branding.settings` or `user.user_metadata.plan`.
   * When cleared: only the data that the service always provides.
   */
  contextConfiguration?: pulumi.Input<pulumi.Input<string>[] | undefined>;
  /** The tags that are added to the head of the page, in this order. When cleared: none. */
  headTags?: pulumi.Input<pulumi.Input<PromptRenderingHeadTag>[] | undefined>;
  /** Whether the service omits its default tags from the head of the page. When cleared: false. */
  defaultHeadTagsDisabled?: pulumi.Input<boolean | undefined>;
  /**
   * Whether the screen is embedded in the tenant's page template. Not available at older tenants. When cleared: false.
   */
  usePageTemplate?: pulumi.Input<boolean | undefined>;
  /** The applications, organizations and domains to which the rendering applies. When cleared: all. */
  filters?: pulumi.Input<PromptRenderingFilters | undefined>;
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
 * How one screen of universal login is rendered: by the service, or by your own JavaScript ("advanced customizations").
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const login = new tenant.PromptRendering("login", {
 *   prompt: "login-id",
 *   screen: "login-id",
 *   renderingMode: "advanced",
 *   contextConfiguration: ["branding.settings", "screen.texts"],
 *   headTags: [{ tag: "script", attributes: { src: "https://cdn.example.com/login.js", defer: true } }],
 * });
 * export const loginRendering = login.renderingMode;
 * ```
 *
 * **Requirements**: rendering by your own JavaScript needs a paid plan and a custom domain. At a tenant without them, this resource fails with a
 * message that names the cause; all other resources are not affected.
 *
 * **Security**: scripts of `headTags` run on the login page and see what users type. `pulumi-tenant review` shows each changed tag.
 *
 * **Creation** adopts the rendering, which every screen has: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`: the declared properties then get the values of a new tenant, and
 * the service renders the screen.
 *
 * **Updates** send only the values that differ; all other values stay, even with `renderingMode: "standard"`. In `filters`, only declared
 * properties are managed.
 *
 * **Refresh**: one listing reads the renderings of many screens.
 *
 * **Events**: the service sends no events about the rendering. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `GET|PATCH /prompts/{prompt}/screen/{screen}/rendering`, `GET /prompts/rendering`.
 * Scopes: `read|update:prompts`.
 */
export class PromptRendering extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(promptRendering.type);

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
  declare readonly screen: pulumi.Output<
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless-email-code"
    | "login-passwordless-email-link"
    | "login-passwordless-sms-otp"
    | "login-email-verification"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "phone-identifier-enrollment"
    | "phone-identifier-challenge"
    | "email-identifier-challenge"
    | "reset-password-request"
    | "reset-password-email"
    | "reset-password"
    | "reset-password-success"
    | "reset-password-error"
    | "reset-password-mfa-email-challenge"
    | "reset-password-mfa-otp-challenge"
    | "reset-password-mfa-phone-challenge"
    | "reset-password-mfa-push-challenge-push"
    | "reset-password-mfa-recovery-code-challenge"
    | "reset-password-mfa-sms-challenge"
    | "reset-password-mfa-voice-challenge"
    | "reset-password-mfa-webauthn-platform-challenge"
    | "reset-password-mfa-webauthn-roaming-challenge"
    | "custom-form"
    | "consent"
    | "consent-tenant-scopes"
    | "customized-consent"
    | "logout"
    | "logout-complete"
    | "logout-aborted"
    | "mfa-push-welcome"
    | "mfa-push-enrollment-qr"
    | "mfa-push-enrollment-code"
    | "mfa-push-success"
    | "mfa-push-challenge-push"
    | "mfa-push-list"
    | "mfa-otp-enrollment-qr"
    | "mfa-otp-enrollment-code"
    | "mfa-otp-challenge"
    | "mfa-voice-enrollment"
    | "mfa-voice-challenge"
    | "mfa-phone-challenge"
    | "mfa-phone-enrollment"
    | "mfa-webauthn-platform-enrollment"
    | "mfa-webauthn-roaming-enrollment"
    | "mfa-webauthn-platform-challenge"
    | "mfa-webauthn-roaming-challenge"
    | "mfa-webauthn-change-key-nickname"
    | "mfa-webauthn-enrollment-success"
    | "mfa-webauthn-error"
    | "mfa-webauthn-not-available-error"
    | "mfa-country-codes"
    | "mfa-sms-enrollment"
    | "mfa-sms-challenge"
    | "mfa-sms-list"
    | "mfa-email-challenge"
    | "mfa-email-list"
    | "mfa-recovery-code-enrollment"
    | "mfa-recovery-code-challenge-new-code"
    | "mfa-recovery-code-challenge"
    | "mfa-detect-browser-capabilities"
    | "mfa-enroll-result"
    | "mfa-login-options"
    | "mfa-begin-enroll-options"
    | "status"
    | "device-code-activation"
    | "device-code-activation-allowed"
    | "device-code-activation-denied"
    | "device-code-confirmation"
    | "email-verification-result"
    | "email-otp-challenge"
    | "organization-selection"
    | "organization-picker"
    | "pre-login-organization-picker"
    | "accept-invitation"
    | "redeem-ticket"
    | "passkey-enrollment"
    | "passkey-enrollment-local"
    | "interstitial-captcha"
    | "brute-force-protection-unblock"
    | "brute-force-protection-unblock-success"
    | "brute-force-protection-unblock-failure"
    | "async-approval-error"
    | "async-approval-accepted"
    | "async-approval-denied"
    | "confirmation"
    | "async-approval-wrong-user"
  >;
  declare readonly renderingMode: pulumi.Output<"standard" | "advanced" | undefined>;
  declare readonly contextConfiguration: pulumi.Output<string[] | undefined>;
  declare readonly headTags: pulumi.Output<
    | (pulumi.Unwrap<Omit<PromptRenderingHeadTag, "attributes">> & {
        attributes?: Readonly<Record<string, unknown>> | undefined;
      })[]
    | undefined
  >;
  declare readonly defaultHeadTagsDisabled: pulumi.Output<boolean | undefined>;
  declare readonly usePageTemplate: pulumi.Output<boolean | undefined>;
  declare readonly filters: pulumi.Output<pulumi.Unwrap<PromptRenderingFilters> | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a prompt rendering.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a prompt that is in use is an
   * error.
   */
  constructor(name: string, args: PromptRenderingArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(promptRendering, name, args, opts);
  }
}

/** The prompt rendering of a look-up. A property that the service omits is absent. */
export interface GetPromptRenderingResult {
  /** The prompt and the screen: `login-id::login-id`. */
  readonly id: string;
  /** The prompt to which the screen belongs. */
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
  /** The screen. */
  readonly screen:
    | "login"
    | "login-id"
    | "login-password"
    | "login-passwordless-email-code"
    | "login-passwordless-email-link"
    | "login-passwordless-sms-otp"
    | "login-email-verification"
    | "signup"
    | "signup-id"
    | "signup-password"
    | "phone-identifier-enrollment"
    | "phone-identifier-challenge"
    | "email-identifier-challenge"
    | "reset-password-request"
    | "reset-password-email"
    | "reset-password"
    | "reset-password-success"
    | "reset-password-error"
    | "reset-password-mfa-email-challenge"
    | "reset-password-mfa-otp-challenge"
    | "reset-password-mfa-phone-challenge"
    | "reset-password-mfa-push-challenge-push"
    | "reset-password-mfa-recovery-code-challenge"
    | "reset-password-mfa-sms-challenge"
    | "reset-password-mfa-voice-challenge"
    | "reset-password-mfa-webauthn-platform-challenge"
    | "reset-password-mfa-webauthn-roaming-challenge"
    | "custom-form"
    | "consent"
    | "consent-tenant-scopes"
    | "customized-consent"
    | "logout"
    | "logout-complete"
    | "logout-aborted"
    | "mfa-push-welcome"
    | "mfa-push-enrollment-qr"
    | "mfa-push-enrollment-code"
    | "mfa-push-success"
    | "mfa-push-challenge-push"
    | "mfa-push-list"
    | "mfa-otp-enrollment-qr"
    | "mfa-otp-enrollment-code"
    | "mfa-otp-challenge"
    | "mfa-voice-enrollment"
    | "mfa-voice-challenge"
    | "mfa-phone-challenge"
    | "mfa-phone-enrollment"
    | "mfa-webauthn-platform-enrollment"
    | "mfa-webauthn-roaming-enrollment"
    | "mfa-webauthn-platform-challenge"
    | "mfa-webauthn-roaming-challenge"
    | "mfa-webauthn-change-key-nickname"
    | "mfa-webauthn-enrollment-success"
    | "mfa-webauthn-error"
    | "mfa-webauthn-not-available-error"
    | "mfa-country-codes"
    | "mfa-sms-enrollment"
    | "mfa-sms-challenge"
    | "mfa-sms-list"
    | "mfa-email-challenge"
    | "mfa-email-list"
    | "mfa-recovery-code-enrollment"
    | "mfa-recovery-code-challenge-new-code"
    | "mfa-recovery-code-challenge"
    | "mfa-detect-browser-capabilities"
    | "mfa-enroll-result"
    | "mfa-login-options"
    | "mfa-begin-enroll-options"
    | "status"
    | "device-code-activation"
    | "device-code-activation-allowed"
    | "device-code-activation-denied"
    | "device-code-confirmation"
    | "email-verification-result"
    | "email-otp-challenge"
    | "organization-selection"
    | "organization-picker"
    | "pre-login-organization-picker"
    | "accept-invitation"
    | "redeem-ticket"
    | "passkey-enrollment"
    | "passkey-enrollment-local"
    | "interstitial-captcha"
    | "brute-force-protection-unblock"
    | "brute-force-protection-unblock-success"
    | "brute-force-protection-unblock-failure"
    | "async-approval-error"
    | "async-approval-accepted"
    | "async-approval-denied"
    | "confirmation"
    | "async-approval-wrong-user";
  /** Whether the service renders the screen (`standard`), or the scripts of `headTags` do (`advanced`). */
  readonly renderingMode: "standard" | "advanced";
  /**
   * The data that the scripts of the screen get, in any order: names such as `screen.texts`, `branding.settings` or
   * `user.user_metadata.plan`.
   */
  readonly contextConfiguration: string[];
  /** The tags that are added to the head of the page, in this order. */
  readonly headTags: (pulumi.Unwrap<Omit<PromptRenderingHeadTag, "attributes">> & {
    attributes?: Readonly<Record<string, unknown>> | undefined;
  })[];
  /** Whether the service omits its default tags from the head of the page. */
  readonly defaultHeadTagsDisabled: boolean;
  /** Whether the screen is embedded in the tenant's page template. Not available at older tenants. */
  readonly usePageTemplate: boolean;
  /** The applications, organizations and domains to which the rendering applies. */
  readonly filters?: pulumi.Unwrap<PromptRenderingFilters> | undefined;
}

/** The prompt rendering to read. */
export interface GetPromptRenderingArgs {
  /** The prompt to which the screen belongs. */
  prompt: string;
  /** The screen. */
  screen: string;
}

/** {@link GetPromptRenderingArgs} with values that may be outputs. */
export type GetPromptRenderingOutputArgs = OutputArgs<GetPromptRenderingArgs>;

const lookUp = settingLookUp<GetPromptRenderingArgs, GetPromptRenderingResult>(promptRendering);

/**
 * The prompt rendering, managed or not, as a refresh reads it. Routes:
 * `GET /prompts/{prompt}/screen/{screen}/rendering`, `GET /prompts/rendering`; scopes: `read:prompts`. {@link LookUp}
 * describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const found = await tenant.getPromptRendering({ prompt: "login-id", screen: "login-id" });
 * export const current = found.renderingMode;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if the tenant does not have the prompt rendering
 */
export const getPromptRendering = lookUp.plain;

/** {@link getPromptRendering} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getPromptRenderingOutput = lookUp.output;
