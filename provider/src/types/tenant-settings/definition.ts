import { type Definition, defaultsTo, setting } from "../../schema/definition.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import type { Field, ObjectField, PathRules } from "../../schema/schema.ts";

/** Cleared by null. */
const none = { how: "null" } as const;
/** Cannot be cleared: the value stays. */
const never = { how: "release" } as const;
/** The largest integer that the service accepts. */
const most = 2_147_483_647;
const url = { pattern: { source: "^(|[A-Za-z][A-Za-z0-9+.-]*:.+)$", says: "must be a URL, or empty" } } as const;

/** An https URL, or empty. The service refuses http there, for localhost, too. */
const httpsUrl = { pattern: { source: "^(|https://.+)$", says: "must be an https URL, or empty" } } as const;

/** Quotas of tokens, by flow. */
const quota = {
  kind: "object",
  fields: {
    /**
     * The quota of the client credentials flow.
     *
     * @interface TenantSettingsClientCredentialsQuota The quota of tokens from the client credentials flow.
     */
    clientCredentials: {
      kind: "object",
      required: true,
      notSecret: true,
      fields: {
        /** Whether the quota is enforced. Otherwise, exceeding it is only logged. */
        enforce: { kind: "boolean", activates: [{ on: true, content: ["perDay", "perHour"] }] },
        /** The number of tokens in a day: {@bounds}. */
        perDay: { kind: "integer", min: 1, max: most },
        /** The number of tokens in an hour: {@bounds}. */
        perHour: { kind: "integer", min: 1, max: most },
      },
    },
  },
} as const satisfies ObjectField;

/** A page that can replace one of the service. */
const page = {
  kind: "object",
  notSecret: true,
  merges: true,
  clear: none,
  fields: {
    /** Whether the page is used. When cleared: false. */
    enabled: {
      kind: "boolean",
      ...defaultsTo(false),
      activates: [{ on: true, content: ["html"] }],
      safeguard: "If true, users type passwords and codes into your own page, which you must keep secure yourself.",
      weaker: true,
    },
    /** The page's HTML. When cleared: empty. */
    html: {
      kind: "string",
      ...defaultsTo(""),
      language: "html",
      safeguard: "Users type passwords and codes into this page, and its scripts see what they type.",
    },
  },
} as const satisfies ObjectField;

/** The flags of a new tenant. Other flags exist only after they were set. */
export const freshFlags: JsonObject = {
  allow_changing_enable_sso: false,
  disable_clickjack_protection_headers: false,
  disable_impersonation: true,
  enable_sso: true,
  revoke_refresh_token_grant: false,
  universal_login: true,
};

/** The flags that the service returns but refuses to set. */
export const shownFlags: readonly string[] = [
  "allow_other_legacy_grant_types",
  "cannot_change_enforce_client_authentication_on_passwordless_start",
  "dashboard_new_onboarding",
  "non_oidc_conformant_updated_at",
  "require_signed_request_object",
];

/** The flag for the login experience. `PromptSettings` manages this value. */
export const experienceFlag = "new_universal_login_experience_enabled";

/** A removed flag gets the value of a new tenant. If that value is not documented, the flag stays. */
function rulesOfFlag([flag = ""]: readonly string[]): PathRules {
  const fresh = own(freshFlags, flag);
  return { clear: fresh === undefined ? never : { how: "default", value: fresh } };
}

/** The lifetime of a session. */
const lifetime = {
  kind: "integer",
  min: 1,
  safeguard: "Anyone with access to a user's device can use an open session without the password.",
  weaker: "more",
} as const;

/** A lifetime in minutes. A request can contain it either in minutes or in hours. */
const minutesOf = <Hours extends string>(hours: Hours) =>
  ({ ...lifetime, unit: "minutes", max: 525_600, sameAs: { property: hours, times: 60 } }) as const;

/**
 * The tenant's settings: sessions, flags, languages, pages, and features of applications.
 *
 * {@example}
 *
 * **Flags** are an open list under the service's own names. An update sends only declared flags that differ, never undeclared flags. The
 * service refuses some flags at some tenants; the error names the flag. A flag that you remove from the program gets the value of a new
 * tenant if that value is documented (`enable_sso`, `universal_login`, …), and stays otherwise.
 *
 * **Lifetimes** are declared in hours or in minutes, never in both. The service returns hours only, if necessary as a fraction; the provider
 * compares minutes.
 *
 * **Managed by other resources**: the API also returns the colors and the logo of the login pages with these settings (`universal_login.colors`,
 * `picture_url`), and `identifier_first` in the response to an update. Declare them in `Branding` and `PromptSettings`.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only the values that differ; all other values stay. The provider reads the settings again afterwards, because the
 * response to an update is not the whole object.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that you remove from the program gets the value of a new tenant, if its description names that value ("When cleared").
 */
export const tenantSettings = {
  type: "TenantSettings",
  schema: {
    noun: "tenant settings",
    singleton: "tenant-settings",
    fields: {
      /** The display name of the tenant. It cannot be cleared. */
      friendlyName: { kind: "string", min: 1, clear: never },
      /** The e-mail address of the support. Empty or cleared: none. */
      supportEmail: { kind: "string", ...defaultsTo(""), safeguard: "Users who cannot log in turn to this address." },
      /** The URL of the support page. Empty or cleared: none. */
      supportUrl: {
        kind: "string",
        ...defaultsTo(""),
        ...url,
        safeguard: "Users who cannot log in turn to this page.",
      },
      /** The languages of the login pages, the default language first: {@bounds}. When cleared: English. */
      enabledLocales: { kind: "list", min: 1, item: { kind: "string", min: 2 }, ...defaultsTo(["en"]) },
      /** The lifetime of a session in hours: {@bounds}. When cleared: 168. */
      sessionLifetime: { ...lifetime, unit: "hours", max: 8_760, ...defaultsTo(168) },
      /** The lifetime of a session in minutes: {@bounds}. Declare either this or `sessionLifetime`. When cleared: 10,080. */
      sessionLifetimeInMinutes: { ...minutesOf("sessionLifetime"), ...defaultsTo(10080) },
      /** The lifetime of an unused session in hours: {@bounds}. When cleared: 72. */
      idleSessionLifetime: { ...lifetime, unit: "hours", max: 8_760, ...defaultsTo(72) },
      /** The lifetime of an unused session in minutes: {@bounds}. Declare either this or `idleSessionLifetime`. When cleared: 4,320. */
      idleSessionLifetimeInMinutes: { ...minutesOf("idleSessionLifetime"), ...defaultsTo(4320) },
      /** The lifetime of a session that ends with the browser, in hours: {@bounds}. When cleared: 72. */
      ephemeralSessionLifetime: { ...lifetime, unit: "hours", max: 8_760, ...defaultsTo(72) },
      /** The lifetime of a session that ends with the browser, in minutes: {@bounds}. Declare either this or `ephemeralSessionLifetime`. When cleared: 4,320. */
      ephemeralSessionLifetimeInMinutes: { ...minutesOf("ephemeralSessionLifetime"), ...defaultsTo(4320) },
      /** The lifetime of an unused session that ends with the browser, in hours: {@bounds}. When cleared: 24. */
      idleEphemeralSessionLifetime: { ...lifetime, unit: "hours", max: 8_760, ...defaultsTo(24) },
      /** The lifetime of an unused session that ends with the browser, in minutes: {@bounds}. Declare either this or `idleEphemeralSessionLifetime`. When cleared: 1,440. */
      idleEphemeralSessionLifetimeInMinutes: { ...minutesOf("idleEphemeralSessionLifetime"), ...defaultsTo(1440) },
      /**
       * The cookie of sessions. When cleared: the service's default.
       *
       * @interface TenantSettingsSessionCookie The cookie of sessions.
       */
      sessionCookie: {
        kind: "object",
        clear: none,
        safeguard: "A cookie that outlives the browser keeps the session open on a shared device.",
        fields: {
          /** Whether the cookie outlives the browser. */
          mode: { kind: "string", required: true, oneOf: ["persistent", "non-persistent"] },
        },
      },
      /**
       * The handling of sessions. When cleared: the service's default.
       *
       * @interface TenantSettingsSessions The handling of sessions.
       */
      sessions: {
        kind: "object",
        clear: none,
        fields: {
          /** Whether users are asked before a logout. When cleared: the service's default. */
          oidcLogoutPromptEnabled: {
            kind: "boolean",
            safeguard: "If false, another page can log users out unnoticed.",
            weaker: false,
          },
          /**
           * Anonymous sessions, for users who have not logged in. Early access. When cleared: the service's defaults.
           *
           * @interface TenantSettingsAnonymousSessions Anonymous sessions, for users who have not logged in.
           */
          anonymous: {
            kind: "object",
            clear: none,
            fields: {
              /** The lifetime in minutes: {@bounds}. When cleared: the service's default. */
              lifetimeInMinutes: {
                kind: "integer",
                unit: "minutes",
                min: 1,
                max: 525_600,
                safeguard: "A stolen token of an anonymous session can be used until it ends.",
                weaker: "more",
              },
              /** Whether the service sets a cookie for the session. When cleared: the service's default. */
              activateCookie: {
                kind: "boolean",
                safeguard: "If true, everybody who uses the browser continues the anonymous session.",
                weaker: true,
              },
            },
          },
        },
      },
      /**
       * The logout with OpenID Connect.
       *
       * @interface TenantSettingsOidcLogout The logout with OpenID Connect.
       */
      oidcLogout: {
        kind: "object",
        merges: true,
        clear: { how: "properties" },
        fields: {
          /** Whether discovery returns the logout endpoint. When cleared: true. */
          rpLogoutEndSessionEndpointDiscovery: { kind: "boolean", ...defaultsTo(true) },
        },
      },
      /** The allowed URLs after a logout, in any order. When cleared: none. */
      allowedLogoutUrls: {
        kind: "set",
        item: { kind: "string", min: 1 },
        ...defaultsTo([]),
        safeguard: "Users of all applications are redirected to these URLs after a logout.",
        weaker: "more",
      },
      /** The identifier of the API for which tokens are issued if a request names none. Empty or cleared: none. */
      defaultAudience: {
        kind: "string",
        ...defaultsTo(""),
        refersTo: { type: "resourceServer", property: "identifier" },
        safeguard: "Each login returns a token for this API, even if the application asks for none.",
      },
      /** The name of the database for logins that name no connection. Empty or cleared: none. */
      defaultDirectory: {
        kind: "string",
        ...defaultsTo(""),
        refersTo: { type: "connection", property: "name" },
        safeguard: "Users of this database can log in wherever a request names no connection.",
      },
      /** The https URL to which users with a stale link to a login page are redirected. Empty or cleared: none. */
      defaultRedirectionUri: {
        kind: "string",
        ...defaultsTo(""),
        ...httpsUrl,
        safeguard: "Users with a stale link are redirected to this URL.",
      },
      /**
       * The tenant's flags, under the service's own names: `{ enable_dynamic_client_registration: false }`. Only declared flags are managed.
       *
       * @output The declared flags.
       */
      flags: {
        kind: "document",
        notSecret: true,
        merges: true,
        absent: {},
        values: { kind: "boolean" },
        rulesAt: rulesOfFlag,
        safeguard: "Some flags switch on older endpoints and registrations, or switch off checks.",
      },
      /**
       * The page on which users set a new password. Its properties are managed one by one. When cleared: none.
       *
       * @interface TenantSettingsChangePassword The page on which users set a new password.
       */
      changePassword: page,
      /**
       * The page for a second factor. Its properties are managed one by one. When cleared: none.
       *
       * @interface TenantSettingsGuardianMfaPage The page for a second factor.
       */
      guardianMfaPage: page,
      /**
       * The page for errors. When cleared: the service's own.
       *
       * @interface TenantSettingsErrorPage The page for errors.
       */
      errorPage: {
        kind: "object",
        clear: none,
        fields: {
          /** The page's HTML. When cleared: empty. */
          html: {
            kind: "string",
            ...defaultsTo(""),
            language: "html",
            safeguard: "A variable that the page does not escape lets attackers run scripts on the login domain.",
          },
          /** Whether the page has a link to the log. When cleared: false. */
          showLogLink: { kind: "boolean", ...defaultsTo(false) },
          /** The URL of your own error page, which is used instead of `html`. When cleared: empty. */
          url: {
            kind: "string",
            ...defaultsTo(""),
            ...url,
            safeguard: "Users are redirected to this URL after an error.",
          },
        },
      },
      /**
       * The user codes that devices show in the device flow. When cleared: the service's default.
       *
       * @interface TenantSettingsDeviceFlow The user codes that devices show in the device flow.
       */
      deviceFlow: {
        kind: "object",
        safeguard: "The shorter a code is, and the fewer characters it can have, the more easily it is guessed.",
        clear: none,
        fields: {
          /** The characters of a code. */
          charset: { kind: "string", oneOf: ["base20", "digits"] },
          /** The form of a code, such as `****-****`, {@bounds}. */
          mask: { kind: "string", max: 20 },
        },
      },
      /**
       * The security headers of the login pages, under the service's own names. Only declared properties are managed. When cleared: the service's default.
       *
       * @output The declared properties.
       */
      securityHeaders: {
        kind: "document",
        notSecret: true,
        clear: none,
        safeguard: "The headers protect the login pages from other pages and scripts.",
      },
      /**
       * The countries of phone numbers. When cleared: all. Not every tenant has this feature.
       *
       * @interface TenantSettingsCountryCodes The countries of phone numbers.
       */
      countryCodes: {
        kind: "object",
        safeguard: "Attackers can make the tenant send many messages to expensive numbers of the allowed countries.",
        clear: none,
        fields: {
          /** The codes of the countries, two letters each: a set. */
          list: {
            kind: "set",
            required: true,
            item: { kind: "string", pattern: { source: "^[A-Z]{2}$", says: "must be two capital letters" } },
          },
          /** Whether only the listed countries are allowed (`allow`), or all except them (`deny`). */
          mode: { kind: "string", required: true, oneOf: ["allow", "deny"] },
        },
      },
      /**
       * The quota of tokens from the client credentials flow. Early access. When cleared: no quota.
       *
       * @interface TenantSettingsDefaultTokenQuota The quota of tokens from the client credentials flow.
       */
      defaultTokenQuota: {
        kind: "object",
        notSecret: true,
        clear: none,
        fields: {
          /**
           * The quota of an application.
           *
           * @interface TenantSettingsTokenQuota The quota of tokens.
           */
          clients: quota,
          /**
           * The quota of the applications of an organization.
           *
           * @interface TenantSettingsTokenQuota The quota of tokens.
           */
          organizations: quota,
        },
      },
      /**
       * Mutual TLS. When cleared: disabled.
       *
       * @interface TenantSettingsMtls Mutual TLS.
       */
      mtls: {
        kind: "object",
        clear: none,
        fields: {
          /** Whether discovery returns aliases of the endpoints for mutual TLS. */
          enableEndpointAliases: { kind: "boolean" },
        },
      },
      /** The levels of authentication (ACR values) that discovery lists: a set. When cleared: none. */
      acrValuesSupported: {
        kind: "set",
        item: { kind: "string", min: 1 },
        absent: [],
        clear: none,
        safeguard: "With a level that is not listed, an application cannot demand a stronger login.",
        weaker: "less",
      },
      /** Whether applications can push authorization requests. When cleared: the service's default. */
      pushedAuthorizationRequestsSupported: {
        kind: "boolean",
        clear: none,
        safeguard: "If false, applications cannot hide authorization requests from an attacker in the browser.",
        weaker: false,
      },
      /** Whether authorization responses name the issuer. When cleared: the service's default. */
      authorizationResponseIssParameterSupported: {
        kind: "boolean",
        clear: none,
        safeguard:
          "If false, an application with several authorization servers cannot verify which one has sent a response.",
        weaker: false,
      },
      /** Whether the confirmation prompt for unverifiable callbacks is skipped. When cleared: the service's default. */
      skipNonVerifiableCallbackUriConfirmationPrompt: {
        kind: "boolean",
        clear: none,
        safeguard: "If true, another program on the user's device can get the user's codes unnoticed.",
        weaker: true,
      },
      /** Whether actions choose the second factor. When cleared: the service's default. */
      customizeMfaInPostloginAction: {
        kind: "boolean",
        clear: none,
        safeguard: "The value determines whether the code of actions chooses the second factor of users.",
      },
      /** Whether requests can contain the name of an organization instead of its id. When cleared: the service's default. */
      allowOrganizationNameInAuthenticationApi: {
        kind: "boolean",
        clear: none,
        safeguard: "If true, tokens name organizations by names, which another organization can get later.",
        weaker: true,
      },
      /** Whether applications can be registered by a metadata document. Early access. It cannot be cleared. */
      clientIdMetadataDocumentSupported: {
        kind: "boolean",
        clear: never,
        safeguard: "If true, whoever publishes a metadata document can have an application registered.",
        weaker: true,
      },
      /** Whether phone messages are configured with the branding, instead of with the second factor. It cannot be cleared. */
      phoneConsolidatedExperience: {
        kind: "boolean",
        clear: never,
        safeguard: "The value determines which provider sends the codes, and so sees them.",
      },
      /** Whether the dashboard has its AI guide. It cannot be cleared. */
      enableAiGuide: { kind: "boolean", clear: never },
      /** Whether logs have the metadata of sessions. Early access. It cannot be cleared. */
      includeSessionMetadataInTenantLogs: {
        kind: "boolean",
        clear: never,
        safeguard:
          "If true, the metadata of sessions, which can have personal data, gets into logs and to their receivers.",
        weaker: true,
      },
      /** The meaning of the parameter `resource` in a request. When cleared: `audience`. */
      resourceParameterProfile: {
        kind: "string",
        oneOf: ["audience", "compatibility"],
        ...defaultsTo("audience"),
        safeguard: "The value determines for which API a request gets a token.",
      },
      /** The security mode of self-registered applications. It cannot be cleared. */
      dynamicClientRegistrationSecurityMode: {
        kind: "string",
        oneOf: ["strict", "permissive"],
        clear: never,
        safeguard:
          "With `permissive`, applications that register themselves may use grants, algorithms and APIs that `strict` refuses.",
      },
      /** The version of Node for scripts, {@bounds}. It cannot be cleared. */
      sandboxVersion: {
        kind: "string",
        min: 1,
        max: 8,
        clear: never,
        safeguard: "An old runtime, in which scripts process passwords, has vulnerabilities that are not fixed.",
      },
    },
  },
  plural: "tenant settings",
  route: "tenants/settings",
  scopes: {
    create: ["read:tenant_settings", "update:tenant_settings"],
    read: ["read:tenant_settings"],
    update: ["read:tenant_settings", "update:tenant_settings"],
    delete: ["read:tenant_settings", "update:tenant_settings"],
  },
  // `Branding` and `PromptSettings` manage `picture_url` and `universal_login`.
  setByService: ["sandbox_versions_available", "picture_url", "universal_login"],
  ...setting,
} as const satisfies Definition;

/** The lifetimes that have a property in hours and one in minutes. */
export const lifetimePairs = Object.entries<Field>(tenantSettings.schema.fields).flatMap(([minutes, { sameAs }]) =>
  sameAs ? [{ hours: sameAs.property, minutes, times: sameAs.times ?? 1 }] : [],
);
