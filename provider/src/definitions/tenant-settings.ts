import type { Definition } from "../schema/definition.ts";
import { type JsonObject, own } from "../schema/json.ts";
import type { PathRules } from "../schema/schema.ts";

/** Null takes it away. */
const none = { how: "null" } as const;
/** Nothing takes it away: it stays. */
const never = { how: "release" } as const;
/** An empty text takes it away. */
const emptied = { how: "default", value: "" } as const;
/** The largest whole number that the service takes. */
const most = 2_147_483_647;
const url = { pattern: { source: "^(|[A-Za-z][A-Za-z0-9+.-]*:.+)$", says: "must be a URL, or empty" } } as const;

/** The flags of a new tenant. All others appear once they are set. */
export const freshFlags: JsonObject = {
  allow_changing_enable_sso: false,
  disable_clickjack_protection_headers: false,
  disable_impersonation: true,
  enable_sso: true,
  revoke_refresh_token_grant: false,
  universal_login: true,
};

/** The flags that the service returns and refuses to set. */
export const shownFlags: readonly string[] = [
  "allow_other_legacy_grant_types",
  "cannot_change_enforce_client_authentication_on_passwordless_start",
  "dashboard_new_onboarding",
  "non_oidc_conformant_updated_at",
  "require_signed_request_object",
];

/** A flag without a known default stays: nobody knows what a new tenant has. */
function rulesOfFlag([flag = ""]: readonly string[]): PathRules {
  const fresh = own(freshFlags, flag);
  return { clear: fresh === undefined ? never : { how: "default", value: fresh } };
}

/** The lifetimes, in whole hours or in minutes: only one of the two may be sent. */
export const lifetimes = [
  "sessionLifetime",
  "idleSessionLifetime",
  "ephemeralSessionLifetime",
  "idleEphemeralSessionLifetime",
] as const;

/**
 * The tenant's settings: sessions, flags, languages, pages, and what applications can use.
 *
 * {@example}
 *
 * **Flags** are a moving list under the service's own names. An update sends only declared flags that differ, and never a flag that was
 * only read. The service refuses some flags for some tenants, by name. A flag that is removed from the program goes back to the value of a
 * new tenant if that is documented (`enable_sso`, `universal_login`, …), and stays otherwise.
 *
 * **Lifetimes** are declared in hours or in minutes, never in both. The service returns hours only, as a fraction; they are compared in
 * minutes.
 *
 * **Elsewhere**: the colors and the logo of the login pages are also shown as `universal_login.colors` and `picture_url` of these settings,
 * and `identifier_first` in the response to an update. They are no properties here: one value has one owner.
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send only what differs; all other values stay. The object is read again afterwards, as the response to an update is not the
 * object.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments A property that is removed from the program goes back to the value of a new tenant, where the table says which.
 */
export const tenantSettings = {
  type: "TenantSettings",
  schema: {
    noun: "tenant settings",
    singleton: "tenant-settings",
    fields: {
      /** The tenant's name for people. It cannot be cleared. */
      friendlyName: { kind: "string", min: 1, clear: never },
      /** The address of the support. Empty and cleared: none. */
      supportEmail: { kind: "string", absent: "", clear: emptied },
      /** The page of the support. Empty and cleared: none. */
      supportUrl: { kind: "string", absent: "", clear: emptied, ...url },
      /** The languages of the login pages, the default language first. At least one. Cleared: English. */
      enabledLocales: {
        kind: "list",
        item: { kind: "string", min: 1 },
        absent: ["en"],
        clear: { how: "default", value: ["en"] },
      },
      /** How long a session lasts, in hours, {@bounds}. Cleared: 168. */
      sessionLifetime: {
        kind: "integer",
        min: 1,
        max: 8_760,
        absent: 168,
        clear: { how: "default", value: 168 },
      },
      /** The same in minutes, {@bounds}, in place of the hours. Cleared: 10,080. */
      sessionLifetimeInMinutes: {
        kind: "integer",
        min: 1,
        max: 525_600,
        absent: 10080,
        clear: { how: "default", value: 10080 },
      },
      /** How long a session lasts without use, in hours, {@bounds}. Cleared: 72. */
      idleSessionLifetime: {
        kind: "integer",
        min: 1,
        max: 8_760,
        absent: 72,
        clear: { how: "default", value: 72 },
      },
      /** The same in minutes, {@bounds}, in place of the hours. Cleared: 4,320. */
      idleSessionLifetimeInMinutes: {
        kind: "integer",
        min: 1,
        max: 525_600,
        absent: 4320,
        clear: { how: "default", value: 4320 },
      },
      /** How long a session that ends with the browser lasts, in hours, {@bounds}. Cleared: 72. */
      ephemeralSessionLifetime: {
        kind: "integer",
        min: 1,
        max: 8_760,
        absent: 72,
        clear: { how: "default", value: 72 },
      },
      /** The same in minutes, {@bounds}, in place of the hours. Cleared: 4,320. */
      ephemeralSessionLifetimeInMinutes: {
        kind: "integer",
        min: 1,
        max: 525_600,
        absent: 4320,
        clear: { how: "default", value: 4320 },
      },
      /** How long such a session lasts without use, in hours, {@bounds}. Cleared: 24. */
      idleEphemeralSessionLifetime: {
        kind: "integer",
        min: 1,
        max: 8_760,
        absent: 24,
        clear: { how: "default", value: 24 },
      },
      /** The same in minutes, {@bounds}, in place of the hours. Cleared: 1,440. */
      idleEphemeralSessionLifetimeInMinutes: {
        kind: "integer",
        min: 1,
        max: 525_600,
        absent: 1440,
        clear: { how: "default", value: 1440 },
      },
      /**
       * The cookie of sessions. Cleared: the service's default.
       *
       * @interface TenantSettingsSessionCookie The cookie of sessions.
       */
      sessionCookie: {
        kind: "object",
        clear: none,
        fields: {
          /** Whether it outlives the browser. */
          mode: { kind: "string", required: true, oneOf: ["persistent", "non-persistent"] },
        },
      },
      /**
       * What happens to sessions. Cleared: the service's default.
       *
       * @interface TenantSettingsSessions What happens to sessions.
       */
      sessions: {
        kind: "object",
        clear: none,
        fields: {
          /** Whether users are asked before a logout. Cleared: the service's default. */
          oidcLogoutPromptEnabled: { kind: "boolean" },
        },
      },
      /**
       * The logout by OpenID Connect.
       *
       * @interface TenantSettingsOidcLogout The logout by OpenID Connect.
       */
      oidcLogout: {
        kind: "object",
        merges: true,
        clear: { how: "members" },
        fields: {
          /** Whether discovery names the address of the logout. Cleared: true. */
          rpLogoutEndSessionEndpointDiscovery: {
            kind: "boolean",
            absent: true,
            clear: { how: "default", value: true },
          },
        },
      },
      /** Where users may be sent after a logout: a set. Cleared: nowhere. */
      allowedLogoutUrls: {
        kind: "set",
        item: { kind: "string", min: 1 },
        absent: [],
        clear: { how: "default", value: [] },
      },
      /** The identifier of the API for which tokens are issued if a request names none. Empty and cleared: none. */
      defaultAudience: {
        kind: "string",
        absent: "",
        clear: emptied,
        refersTo: { kind: "resourceServer", property: "identifier" },
      },
      /** The name of the database for logins that name no connection. Empty and cleared: none. */
      defaultDirectory: {
        kind: "string",
        absent: "",
        clear: emptied,
        refersTo: { kind: "connection", property: "name" },
      },
      /** Where users are sent who come to a login page by a stale link, https. Empty and cleared: nowhere. */
      defaultRedirectionUri: { kind: "string", absent: "", clear: emptied, ...url },
      /**
       * The tenant's flags, under the service's own names: `{ enable_dynamic_client_registration: false }`. Only declared flags are managed.
       *
       * @output The declared flags.
       */
      flags: { kind: "document", notSecret: true, merges: true, values: { kind: "boolean" }, rulesAt: rulesOfFlag },
      /**
       * The page for a new password. Its members are managed one by one. Cleared: none.
       *
       * @interface TenantSettingsChangePassword The page for a new password.
       */
      changePassword: {
        kind: "object",
        notSecret: true,
        merges: true,
        clear: none,
        fields: {
          /** Whether the page is used. Cleared: false. */
          enabled: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
          /** The page's HTML. Cleared: empty. */
          html: { kind: "string", absent: "", clear: emptied, language: "html" },
        },
      },
      /**
       * The page for a second factor. Its members are managed one by one. Cleared: none.
       *
       * @interface TenantSettingsGuardianMfaPage The page for a second factor.
       */
      guardianMfaPage: {
        kind: "object",
        notSecret: true,
        merges: true,
        clear: none,
        fields: {
          /** Whether the page is used. Cleared: false. */
          enabled: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
          /** The page's HTML. Cleared: empty. */
          html: { kind: "string", absent: "", clear: emptied, language: "html" },
        },
      },
      /**
       * The page for errors. Cleared: the service's own.
       *
       * @interface TenantSettingsErrorPage The page for errors.
       */
      errorPage: {
        kind: "object",
        clear: none,
        fields: {
          /** The page's HTML. Cleared: empty. */
          html: { kind: "string", absent: "", clear: emptied, language: "html" },
          /** Whether the page has a link to the log. Cleared: false. */
          showLogLink: { kind: "boolean", absent: false, clear: { how: "default", value: false } },
          /** Another page in place of this one. Cleared: empty. */
          url: { kind: "string", absent: "", clear: emptied, ...url },
        },
      },
      /**
       * The codes that devices show. Cleared: the service's default.
       *
       * @interface TenantSettingsDeviceFlow The codes that devices show.
       */
      deviceFlow: {
        kind: "object",
        clear: none,
        fields: {
          /** The characters of a code. */
          charset: { kind: "string", oneOf: ["base20", "digits"] },
          /** The form of a code, such as `****-****`, {@bounds}. */
          mask: { kind: "string", max: 20 },
        },
      },
      /**
       * The security headers of the login pages, under the service's own names. Only declared members are managed. Cleared: the service's default.
       *
       * @output The declared members.
       */
      securityHeaders: { kind: "document", notSecret: true, clear: none },
      /**
       * The countries of phone numbers. Cleared: all. It needs a feature of the tenant.
       *
       * @interface TenantSettingsCountryCodes The countries of phone numbers.
       */
      countryCodes: {
        kind: "object",
        clear: none,
        fields: {
          /** The countries: a set of two letters each. */
          list: {
            kind: "set",
            required: true,
            item: { kind: "string", pattern: { source: "^[A-Z]{2}$", says: "must be two capital letters" } },
          },
          /** Whether only these countries are admitted, or all others. */
          mode: { kind: "string", required: true, oneOf: ["allow", "deny"] },
        },
      },
      /**
       * How many tokens applications can have for themselves. Early access. Cleared: no quota.
       *
       * @interface TenantSettingsDefaultTokenQuota How many tokens applications can have for themselves.
       */
      defaultTokenQuota: {
        kind: "object",
        notSecret: true,
        clear: none,
        fields: {
          /**
           * Applications.
           *
           * @inline
           */
          clients: {
            kind: "object",
            fields: {
              /**
               * For tokens by client credentials.
               *
               * @inline
               */
              clientCredentials: {
                kind: "object",
                required: true,
                notSecret: true,
                fields: {
                  /** Whether the quota is enforced, not only logged. */
                  enforce: { kind: "boolean" },
                  /** Tokens in a day, {@bounds}. */
                  perDay: { kind: "integer", min: 1, max: most },
                  /** Tokens in an hour, {@bounds}. */
                  perHour: { kind: "integer", min: 1, max: most },
                },
              },
            },
          },
          /**
           * The applications of an organization.
           *
           * @inline
           */
          organizations: {
            kind: "object",
            fields: {
              /**
               * For tokens by client credentials.
               *
               * @inline
               */
              clientCredentials: {
                kind: "object",
                required: true,
                notSecret: true,
                fields: {
                  /** Whether the quota is enforced, not only logged. */
                  enforce: { kind: "boolean" },
                  /** Tokens in a day, {@bounds}. */
                  perDay: { kind: "integer", min: 1, max: most },
                  /** Tokens in an hour, {@bounds}. */
                  perHour: { kind: "integer", min: 1, max: most },
                },
              },
            },
          },
        },
      },
      /**
       * Mutual TLS. Cleared: off.
       *
       * @interface TenantSettingsMtls Mutual TLS.
       */
      mtls: {
        kind: "object",
        clear: none,
        fields: {
          /** Whether endpoints have a second address for it. */
          enableEndpointAliases: { kind: "boolean" },
        },
      },
      /** The levels of authentication that discovery names: a set. Cleared: none. */
      acrValuesSupported: { kind: "set", item: { kind: "string", min: 1 }, absent: [], clear: none },
      /** Whether applications can push authorization requests. Cleared: the service's default. */
      pushedAuthorizationRequestsSupported: { kind: "boolean", clear: none },
      /** Whether authorization responses name the issuer. Cleared: the service's default. */
      authorizationResponseIssParameterSupported: { kind: "boolean", clear: none },
      /** Whether users are not asked before they are sent to an address that cannot be verified. Cleared: the service's default. */
      skipNonVerifiableCallbackUriConfirmationPrompt: { kind: "boolean", clear: none },
      /** Whether actions choose the second factor. Cleared: the service's default. */
      customizeMfaInPostloginAction: { kind: "boolean", clear: none },
      /** Whether requests can name an organization by its name. Cleared: the service's default. */
      allowOrganizationNameInAuthenticationApi: { kind: "boolean", clear: none },
      /** Whether applications can be known by a metadata document. Early access. It cannot be cleared. */
      clientIdMetadataDocumentSupported: { kind: "boolean", clear: never },
      /** Whether phone messages are settings of the branding, in place of the second factor. It cannot be cleared. */
      phoneConsolidatedExperience: { kind: "boolean", clear: never },
      /** Whether the dashboard has its guide. It cannot be cleared. */
      enableAiGuide: { kind: "boolean", clear: never },
      /** Whether logs have the metadata of sessions. Early access. It cannot be cleared. */
      includeSessionMetadataInTenantLogs: { kind: "boolean", clear: never },
      /** What the parameter `resource` of a request means. Cleared: `audience`. */
      resourceParameterProfile: {
        kind: "string",
        oneOf: ["audience", "compatibility"],
        absent: "audience",
        clear: { how: "default", value: "audience" },
      },
      /** How strictly applications that register themselves are treated. It cannot be cleared. */
      dynamicClientRegistrationSecurityMode: { kind: "string", oneOf: ["strict", "permissive"], clear: never },
      /** The version of Node for scripts, {@bounds}. It cannot be cleared. */
      sandboxVersion: { kind: "string", min: 1, max: 8, clear: never },
    },
  },
  plural: "tenant settings",
  route: "tenants/settings",
  calls: ["GET|PATCH /tenants/settings"],
  scopes: {
    create: ["read:tenant_settings", "update:tenant_settings"],
    read: ["read:tenant_settings"],
    update: ["read:tenant_settings", "update:tenant_settings"],
    delete: ["read:tenant_settings", "update:tenant_settings"],
  },
  uniqueBy: [],
  listing: undefined,
  events: undefined,
  imported: { noun: "tenant-settings", file: "tenant-settings", module: "tenantSettings" },
  affectsAll: true,
  foreignTypes: { auth0_tenant: { id: [] } },
} as const satisfies Definition;
