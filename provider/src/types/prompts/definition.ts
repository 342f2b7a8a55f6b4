import { type Definition, defaultsTo, setting } from "../../schema/definition.ts";
import type { ListField } from "../../schema/schema.ts";
import { customDomain } from "../custom-domain/definition.ts";
import { tenantSettings } from "../tenant-settings/definition.ts";

/** The prompts of universal login. */
export const prompts = [
  "login",
  "login-id",
  "login-password",
  "login-passwordless",
  "login-email-verification",
  "signup",
  "signup-id",
  "signup-password",
  "phone-identifier-enrollment",
  "phone-identifier-challenge",
  "email-identifier-challenge",
  "reset-password",
  "custom-form",
  "consent",
  "customized-consent",
  "logout",
  "mfa-push",
  "mfa-otp",
  "mfa-voice",
  "mfa-phone",
  "mfa-webauthn",
  "mfa-sms",
  "mfa-email",
  "mfa-recovery-code",
  "mfa",
  "status",
  "device-flow",
  "email-verification",
  "email-otp-challenge",
  "organizations",
  "invitation",
  "common",
  "passkeys",
  "captcha",
  "brute-force-protection",
  "async-approval-flow",
  "confirmation",
] as const;

/** The scopes of the settings of single prompts. */
const promptScopes = {
  create: ["read:prompts", "update:prompts"],
  read: ["read:prompts"],
  update: ["read:prompts", "update:prompts"],
  delete: ["read:prompts", "update:prompts"],
} as const satisfies Definition["scopes"];

/**
 * The settings of the tenant's login pages: the login experience, whether the identifier comes first, and the first factor.
 *
 * {@example}
 *
 * **Owner**: declare the two values `universalLoginExperience` and `identifierFirst` only in this resource. The API also returns them with the
 * tenant settings (`flags.new_universal_login_experience_enabled`, `universal_login.identifier_first`), but `TenantSettings` does not manage
 * them.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant.
 */
export const promptSettings = {
  type: "PromptSettings",
  schema: {
    noun: "prompt configuration",
    singleton: "prompts",
    fields: {
      /** The login experience: universal login or the classic pages. When cleared: `new`. */
      universalLoginExperience: {
        kind: "string",
        oneOf: ["new", "classic"],
        clear: { how: "default", value: "new" },
        safeguard: "You must keep the code of classic pages secure yourself, and new protections do not apply to them.",
      },
      /** Whether a login asks for the identifier first, and for the password on a second page. When cleared: false. */
      identifierFirst: { kind: "boolean", absent: false, clear: { how: "null" } },
      /** Whether a login that asks for the identifier first offers WebAuthn with the device's biometrics. When cleared: false. */
      webauthnPlatformFirstFactor: {
        kind: "boolean",
        absent: false,
        clear: { how: "null" },
        safeguard: "If true, whoever can unlock the device can log in without the password.",
        weaker: true,
      },
    },
  },
  plural: "prompt settings",
  route: "prompts",
  scopes: {
    create: ["read:prompts", "update:prompts"],
    read: ["read:prompts"],
    update: ["read:prompts", "update:prompts"],
    delete: ["read:prompts", "update:prompts"],
  },
  ...setting,
} as const satisfies Definition;

/**
 * Your own texts of one prompt of universal login, in one language.
 *
 * {@example}
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
 * @arguments Only declared texts are managed. A text that you remove from the program is reset to the service's own text.
 *
 * @id The prompt and the language: `login::en`.
 */
export const promptTexts = {
  type: "PromptTexts",
  schema: {
    noun: "prompt texts",
    singleton: true,
    fields: {
      /**
       * The prompt.
       *
       * @example login
       */
      prompt: { kind: "string", required: true, forceNew: true, oneOf: prompts },
      /**
       * The language, one of those that the service supports: `en` or `pt-BR`, for example.
       *
       * @example en
       */
      language: {
        kind: "string",
        required: true,
        forceNew: true,
        pattern: { source: "^[a-z]{2,3}(-[A-Z0-9]{2,3})?$", says: 'must be a language such as "en" or "pt-BR"' },
      },
      /** The texts by screen and key, under the service's own names: `{ login: { title: "Welcome" } }`. */
      texts: { kind: "document", required: true, notSecret: true, absent: {} },
    },
  },
  plural: "prompt texts",
  route: "prompts/{prompt}/custom-text/{language}",
  parts: [{ path: "prompts/{prompt}/custom-text/{language}", properties: ["texts"], body: "value" }],
  scopes: promptScopes,
  uniqueBy: ["prompt", "language"],
  listing: undefined,
  // The service uses only the texts of enabled languages.
  identities: { listedIn: { language: { definition: tenantSettings, property: "enabledLocales" } } },
} as const satisfies Definition;

/** The maximum length of a partial, in characters. */
export const maxPartial = 10_000;

/**
 * Your own HTML at the insertion points of one prompt of universal login.
 *
 * {@example}
 *
 * **Requirements**: partials need a paid plan, a custom domain and a page template (`LoginPageTemplate`).
 *
 * **Length**: at most 10,000 characters at each insertion point.
 *
 * **Rate limit**: the service accepts five reads and five writes of partials per minute. The provider limits the rate of these requests
 * separately, so they do not slow down other requests. A refresh of six prompts takes at least 12 seconds, and a refresh of all ten prompts 60
 * seconds. While requests wait, a message says how long the wait will take.
 *
 * **Creation** adopts the partials: it sends nothing if the tenant has them already. The preview lists the partials that change.
 *
 * **Updates** replace all partials of the prompt, because the service has no request for a single partial. So an update reads the partials first,
 * and sends undeclared partials unchanged.
 *
 * **Shared** with `exclusive: false`: several stacks can declare partials of one prompt, each its own. The service has no locks, so a client that has
 * read the partials before an update can send the old ones after it. An update therefore reads the partials again about a second after its write. If a
 * partial that it has sent differs, it writes once more, and then fails and names it. A partial that another stack writes between the read and the write of
 * an update is lost until that stack verifies its own write. In one program, declare all screens of a prompt in one resource.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`: the declared partials are then removed.
 *
 * **Events**: the service sends no events about partials. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments Only declared partials are managed. A partial that you remove from the program is removed at the tenant.
 *
 * @id The prompt: `login`.
 */
export const promptPartials = {
  type: "PromptPartials",
  schema: {
    noun: "prompt partials",
    singleton: true,
    fields: {
      /**
       * The prompt.
       *
       * @example login
       */
      prompt: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: [
          "login",
          "login-id",
          "login-password",
          "login-passwordless",
          "signup",
          "signup-id",
          "signup-password",
          "customized-consent",
          "passkeys",
          "confirmation",
        ],
      },
      /**
       * The HTML by screen and insertion point, under the service's own names. The insertion points are `form-content`, `form-content-start`,
       * `form-content-end`, `form-footer-start`, `form-footer-end`, `secondary-actions-start` and `secondary-actions-end`.
       */
      partials: {
        kind: "document",
        required: true,
        notSecret: true,
        absent: {},
        exclusive: { argument: "exclusive", default: true },
        safeguard: "Scripts on the login page see what users type.",
      },
    },
    metaArguments: {
      /**
       * Whether this stack alone writes partials of the prompt. With false, other stacks can declare other partials of it, also of the same screen: each
       * write is then verified. Undeclared partials stay in both cases, so a change of this option alone sends nothing. Default: true.
       */
      exclusive: { kind: "boolean" },
    },
  },
  plural: "prompt partials",
  route: "prompts/{prompt}/partials",
  parts: [{ path: "prompts/{prompt}/partials", properties: ["partials"], body: "value" }],
  scopes: promptScopes,
  rateGroups: [
    { route: "prompts/*/partials", calls: "reads", refills: { 5: 5 / 60 } },
    { route: "prompts/*/partials", calls: "writes", refills: { 5: 5 / 60 } },
  ],
  uniqueBy: ["prompt"],
  listing: undefined,
  identities: { needs: customDomain },
} as const satisfies Definition;

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
  ...["custom-form", "consent", "consent-tenant-scopes", "customized-consent"],
  ...["logout", "logout-complete", "logout-aborted"],
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
        safeguard: "With `advanced`, your own scripts are the page, and see what users type.",
        ...defaultsTo("standard"),
        activates: [
          {
            on: "advanced",
            content: ["contextConfiguration", "headTags", "defaultHeadTagsDisabled", "usePageTemplate", "filters"],
          },
        ],
      },
      /**
       * The data that the scripts of the screen get, in any order: names such as `screen.texts`, `branding.settings` or `user.user_metadata.plan`.
       * When cleared: only the data that the service always provides.
       *
       * @example client.logo_uri
       */
      contextConfiguration: { kind: "set", item: { kind: "string" }, ...defaultsTo([]) },
      /**
       * The tags that are added to the head of the page, in this order. When cleared: none.
       *
       * @interface PromptRenderingHeadTag A tag in the head of a page of universal login.
       */
      headTags: {
        kind: "list",
        ...defaultsTo([]),
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
      defaultHeadTagsDisabled: { kind: "boolean", ...defaultsTo(false) },
      /** Whether the screen is embedded in the tenant's page template. Not available at older tenants. When cleared: false. */
      usePageTemplate: { kind: "boolean", ...defaultsTo(false) },
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
} as const satisfies Definition;
