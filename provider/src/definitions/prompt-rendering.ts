import type { Definition } from "../schema/definition.ts";
import type { ListField } from "../schema/schema.ts";
import { customDomain } from "./custom-domain.ts";
import { promptScopes, prompts } from "./prompts.ts";

/** The screens of universal login. */
const screens = [
  ...["login", "login-id", "login-password", "login-passwordless-email-code"],
  ...["login-passwordless-email-link", "login-passwordless-sms-otp", "login-email-verification", "signup"],
  ...["signup-id", "signup-password", "phone-identifier-enrollment", "phone-identifier-challenge"],
  ...["email-identifier-challenge", "reset-password-request", "reset-password-email", "reset-password"],
  ...["reset-password-success", "reset-password-error", "reset-password-mfa-email-challenge"],
  ...["reset-password-mfa-otp-challenge", "reset-password-mfa-phone-challenge"],
  ...["reset-password-mfa-push-challenge-push", "reset-password-mfa-recovery-code-challenge"],
  ...["reset-password-mfa-sms-challenge", "reset-password-mfa-voice-challenge"],
  ...["reset-password-mfa-webauthn-platform-challenge", "reset-password-mfa-webauthn-roaming-challenge"],
  ...["custom-form", "consent", "customized-consent", "logout", "logout-complete", "logout-aborted"],
  ...["mfa-push-welcome", "mfa-push-enrollment-qr", "mfa-push-enrollment-code", "mfa-push-success"],
  ...["mfa-push-challenge-push", "mfa-push-list", "mfa-otp-enrollment-qr", "mfa-otp-enrollment-code"],
  ...["mfa-otp-challenge", "mfa-voice-enrollment", "mfa-voice-challenge", "mfa-phone-challenge"],
  ...["mfa-phone-enrollment", "mfa-webauthn-platform-enrollment", "mfa-webauthn-roaming-enrollment"],
  ...["mfa-webauthn-platform-challenge", "mfa-webauthn-roaming-challenge"],
  ...["mfa-webauthn-change-key-nickname", "mfa-webauthn-enrollment-success", "mfa-webauthn-error"],
  ...["mfa-webauthn-not-available-error", "mfa-country-codes", "mfa-sms-enrollment", "mfa-sms-challenge"],
  ...["mfa-sms-list", "mfa-email-challenge", "mfa-email-list", "mfa-recovery-code-enrollment"],
  ...["mfa-recovery-code-challenge-new-code", "mfa-recovery-code-challenge"],
  ...["mfa-detect-browser-capabilities", "mfa-enroll-result", "mfa-login-options"],
  ...["mfa-begin-enroll-options", "status", "device-code-activation", "device-code-activation-allowed"],
  ...["device-code-activation-denied", "device-code-confirmation", "email-verification-result"],
  ...["email-otp-challenge", "organization-selection", "organization-picker"],
  ...["pre-login-organization-picker", "accept-invitation", "redeem-ticket", "passkey-enrollment"],
  ...["passkey-enrollment-local", "interstitial-captcha", "brute-force-protection-unblock"],
  ...["brute-force-protection-unblock-success", "brute-force-protection-unblock-failure"],
  ...["async-approval-error", "async-approval-accepted", "async-approval-denied", "confirmation"],
  ...["async-approval-wrong-user"],
] as const;

/** A list of objects of one type to which a rendering applies or does not apply, according to `matchType`. */
const filtered = {
  kind: "list",
  max: 25,
  item: { kind: "document", notSecret: true },
} as const satisfies ListField;

/**
 * How one screen of universal login is rendered: by the service, or by your own JavaScript ("advanced customizations").
 *
 * {@example}
 *
 * **Requirements**: rendering by your own JavaScript needs a paid plan and a custom domain. At other tenants, only this resource fails, with a
 * message that names the cause.
 *
 * **Security**: scripts of `headTags` run on the login page and see what users type. `pulumi-tenant review` shows each changed tag.
 *
 * **Creation** adopts the rendering, which every screen has: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`: the declared properties then get the values of a new tenant, and
 * the service renders the screen.
 *
 * **Updates** send only the values that differ; all other values stay, even in standard mode. In `filters`, only declared properties are managed.
 *
 * **Refresh**: one listing reads the renderings of many screens.
 *
 * **Events**: the service sends no events about the rendering. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments Only declared properties are managed. A property that you remove from the program gets the value of a new tenant.
 *
 * @id The prompt and the screen: `login-id::login-id`.
 */
export const promptRendering = {
  type: "PromptRendering",
  schema: {
    noun: "prompt rendering",
    singleton: true,
    fields: {
      /**
       * The prompt to which the screen belongs.
       *
       * @example login-id
       */
      prompt: { kind: "string", required: true, forceNew: true, oneOf: prompts },
      /**
       * The screen.
       *
       * @example login-id
       */
      screen: { kind: "string", required: true, forceNew: true, oneOf: screens },
      /** Whether the service renders the screen (`standard`), or the scripts of `headTags` do (`advanced`). When cleared: `standard`. */
      renderingMode: {
        kind: "string",
        oneOf: ["standard", "advanced"],
        absent: "standard",
        clear: { how: "default", value: "standard" },
      },
      /**
       * The data that the scripts of the screen get, in any order: names such as `screen.texts`, `branding.settings` or `user.user_metadata.plan`.
       * When cleared: only the data that the service always provides.
       *
       * @example client.logo_uri
       */
      contextConfiguration: { kind: "set", item: { kind: "string" }, absent: [], clear: { how: "default", value: [] } },
      /**
       * The tags that are added to the head of the page, in this order. When cleared: none.
       *
       * @interface PromptRenderingHeadTag A tag in the head of a page of universal login.
       */
      headTags: {
        kind: "list",
        absent: [],
        clear: { how: "default", value: [] },
        safeguard: "Scripts on the login page see what users type.",
        item: {
          kind: "object",
          fields: {
            /**
             * The name of the tag.
             *
             * @example script
             */
            tag: { kind: "string", required: true },
            /** The attributes of the tag: at most 10. The values of `integrity` are a list. */
            attributes: { kind: "document", notSecret: true, max: 10 },
            /** The content of the tag. */
            content: { kind: "string" },
          },
        },
      },
      /** Whether the service omits its default tags from the head of the page. When cleared: false. */
      defaultHeadTagsDisabled: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
      /** Whether the screen is embedded in the tenant's page template. Not available at older tenants. When cleared: false. */
      usePageTemplate: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
      /**
       * The applications, organizations and domains to which the rendering applies. When cleared: all.
       *
       * @interface PromptRenderingFilters The applications, organizations and domains to which a rendering applies.
       */
      filters: {
        kind: "object",
        clear: { how: "null" },
        fields: {
          /** Whether the rendering applies to the listed objects only, or to all except them. */
          matchType: { kind: "string", oneOf: ["includes_any", "excludes_any"] },
          /** Applications, as `{ id }` or `{ metadata: { key: value } }` with one key: at most 25. */
          clients: filtered,
          /** Organizations, as `{ id }` or `{ metadata: { key: value } }` with one key: at most 25. */
          organizations: filtered,
          /** Custom domains, as `{ id }` or `{ metadata: { key: value } }` with one key: at most 25. */
          domains: filtered,
        },
      },
    },
  },
  plural: "prompt renderings",
  route: "prompts/{prompt}/screen/{screen}/rendering",
  scopes: promptScopes,
  uniqueBy: ["prompt", "screen"],
  listing: undefined,
  identities: {
    listing: { path: "prompts/rendering", collection: "configs", paging: "offset" },
    needs: customDomain,
  },
  events: undefined,
  imported: { noun: "renderings", file: "prompt-renderings", module: "promptRenderings" },
  affectsAll: true,
  foreignTypes: {
    auth0_prompt_screen_renderer: { id: ["prompt_type", "screen_name"] },
    auth0_prompt_screen_renderers: { each: "renderings", id: ["prompt", "screen"] },
  },
} as const satisfies Definition;
