import type { Field, Fields } from "../schema/schema.ts";
import { tokenQuota } from "./organization.ts";

/** Cleared by null. */
const none = { how: "null" } as const;
/** Cannot be cleared: the value stays. */
const never = { how: "release" } as const;
/** Cleared by an empty text, which has the same meaning as no value. */
const emptied = { how: "default", value: "" } as const;
/** The largest integer that the service accepts. */
const most = 2_147_483_647;

/** A flag that cannot be cleared. */
const flag = { kind: "boolean", clear: never } as const;
/** A set of texts that is cleared by an empty set. */
const texts = {
  kind: "set",
  item: { kind: "string", min: 1 },
  absent: [],
  clear: { how: "default", value: [] },
} as const;

/** One of the given values, cleared by null. */
function oneOf<const Values extends readonly string[]>(...values: Values) {
  return { kind: "string", oneOf: values, clear: none } as const;
}

/** A URL, or an empty text, which has the same meaning as no value. */
const url = { pattern: { source: "^(|[A-Za-z][A-Za-z0-9+.-]*:.+)$", says: "must be a URL, or empty" } } as const;
/** An https URL without a fragment, or an empty text. */
const secureUrl = {
  pattern: { source: "^(|https://[^#\\s]+)$", says: "must be an https URL without a fragment, or empty" },
} as const;

/** The properties of tokens and of the flows in which an application gets them. */
export const tokenFields = {
  grantTypes: {
    kind: "set",
    item: {
      kind: "string",
      min: 1,
      oneOf: ["authorization_code", "implicit", "refresh_token", "client_credentials", "password"],
    },
    // A new application gets default grant types, so an empty set must be sent.
    absent: [],
    clear: { how: "default", value: [] },
    safeguard: "Each grant type is a further way to get tokens; with `password`, the application sees passwords.",
  },
  // The service accepts null only together with the credentials that replace the method.
  tokenEndpointAuthMethod: {
    kind: "string",
    notSecret: true,
    oneOf: ["none", "client_secret_post", "client_secret_basic"],
    clear: never,
    safeguard: "It determines how the application authenticates. With `none`, it does not authenticate.",
  },
  isTokenEndpointIpHeaderTrusted: { ...flag, notSecret: true },
  oidcConformant: { ...flag, safeguard: "Without it, older and weaker flows are allowed." },
  requirePushedAuthorizationRequests: flag,
  requireProofOfPossession: flag,
  parRequestExpiry: { kind: "integer", min: 10, max: 600, clear: none },
  complianceLevel: oneOf("none", "fapi1_adv_pkj_par", "fapi1_adv_mtls_par", "fapi2_sp_pkj_mtls", "fapi2_sp_mtls_mtls"),
  jwtConfiguration: {
    kind: "object",
    merges: true,
    notSecret: true,
    fields: {
      lifetimeInSeconds: { kind: "integer", min: 0, max: most, clear: never },
      secretEncoded: { kind: "boolean", notSecret: true, forceNewIfDeclared: true, clear: never },
      alg: {
        kind: "string",
        oneOf: ["HS256", "RS256", "RS512", "PS256"],
        clear: never,
        safeguard: "With HS256, the application's secret is enough to forge ID tokens.",
      },
      scopes: { kind: "document", notSecret: true, absent: {} },
    },
  },
  refreshToken: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      rotationType: {
        kind: "string",
        required: true,
        oneOf: ["rotating", "non-rotating"],
        safeguard: "Without rotation, the use of a stolen refresh token is not detected.",
      },
      expirationType: {
        kind: "string",
        required: true,
        oneOf: ["expiring", "non-expiring"],
        safeguard: "A stolen refresh token that does not expire can be used forever.",
      },
      // The cleared values of the next three properties are the defaults of a new application.
      leeway: { kind: "integer", min: 0, max: most, clear: { how: "default", value: 0 } },
      tokenLifetime: {
        kind: "integer",
        notSecret: true,
        min: 1,
        max: 157_788_000,
        clear: { how: "default", value: 2_592_000 },
      },
      idleTokenLifetime: {
        kind: "integer",
        notSecret: true,
        min: 1,
        max: most,
        clear: { how: "default", value: 1_296_000 },
      },
      infiniteTokenLifetime: { kind: "boolean", notSecret: true, clear: never },
      infiniteIdleTokenLifetime: { kind: "boolean", notSecret: true, clear: never },
      policies: {
        kind: "list",
        item: {
          kind: "object",
          fields: {
            audience: {
              kind: "string",
              required: true,
              min: 1,
              max: 600,
              refersTo: { type: "resourceServer", property: "identifier" },
            },
            scope: { kind: "set", required: true, item: { kind: "string", min: 1, max: 280 } },
          },
        },
        clear: none,
      },
    },
  },
  tokenExchange: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      allowAnyProfileOfType: {
        kind: "set",
        item: { kind: "string", oneOf: ["custom_authentication", "on_behalf_of_token_exchange"] },
      },
    },
  },
  tokenQuota,
  signedRequestObject: {
    kind: "object",
    merges: true,
    clear: none,
    fields: { required: { kind: "boolean", clear: never } },
  },
  encryptionKey: {
    kind: "object",
    clear: none,
    notSecret: true,
    reads: { how: "sometimes" },
    withheld: {
      scope: "read:client_keys",
      beside: ["client_secret", "client_authentication_methods", "signing_keys"],
    },
    fields: {
      pub: { kind: "string", reads: { how: "sometimes" } },
      cert: { kind: "string", reads: { how: "sometimes" } },
      subject: { kind: "string", reads: { how: "sometimes" } },
    },
  },
  // The API replaces this object as a whole, and never returns its keys.
  tokenVaultPrivilegedAccess: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      credentials: {
        kind: "list",
        required: true,
        max: 4,
        notSecret: true,
        reads: { how: "never", hint: "" },
        item: {
          kind: "object",
          notSecret: true,
          fields: {
            id: { kind: "string", computed: true },
            credentialType: { kind: "string", required: true, notSecret: true, oneOf: ["public_key"] },
            pem: { kind: "string", required: true, min: 1, notSecret: true },
            name: { kind: "string", max: 128 },
            algorithm: { kind: "string", wire: "alg", oneOf: ["RS256", "RS384", "PS256"] },
            kid: {
              kind: "string",
              pattern: { source: "^[0-9A-Za-z_-]{10,64}$", says: "must be 10 to 64 letters, digits, - and _" },
            },
          },
        },
      },
      ipAllowlist: {
        kind: "set",
        item: {
          kind: "string",
          pattern: {
            source: "^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$",
            says: "must be an IP address, or a range of addresses such as 192.0.2.0/24",
          },
        },
        absent: [],
        clear: { how: "default", value: [] },
      },
      grants: {
        kind: "list",
        item: {
          kind: "object",
          fields: {
            connection: { kind: "string", required: true, min: 1 },
            scopes: { kind: "set", item: { kind: "string", min: 1 } },
          },
        },
        absent: [],
        clear: { how: "default", value: [] },
      },
    },
  },
  identityAssertionAuthorizationGrant: { kind: "object", clear: none, fields: { active: { kind: "boolean" } } },
} as const satisfies Fields;

/** The general properties of an application, and its URLs. */
export const applicationFields = {
  name: {
    kind: "string",
    required: true,
    min: 1,
    pattern: { source: "^[^<>]+$", says: "must not contain < or >" },
  },
  // An empty text has the same meaning as no text, although the service stores it.
  description: { kind: "string", max: 140, absent: "", clear: emptied },
  logoUri: { kind: "string", ...url, absent: "", clear: emptied },
  appType: {
    kind: "string",
    oneOf: [
      ...(["native", "spa", "regular_web", "non_interactive", "resource_server", "express_configuration"] as const),
      ...([
        "rms",
        "box",
        "cloudbees",
        "concur",
        "dropbox",
        "mscrm",
        "echosign",
        "egnyte",
        "newrelic",
        "office365",
      ] as const),
      ...([
        "salesforce",
        "sentry",
        "sharepoint",
        "slack",
        "springcm",
        "zendesk",
        "zoom",
        "sso_integration",
        "oag",
      ] as const),
    ],
    clear: never,
    safeguard: "It determines whether the service trusts the application to keep a secret.",
  },
  isFirstParty: {
    ...flag,
    safeguard: "Third-party applications need the user's consent; first-party applications do not.",
  },
  callbacks: { ...texts, safeguard: "Codes and tokens are sent to these URLs." },
  allowedLogoutUrls: { ...texts, safeguard: "Users are redirected to these URLs after a logout." },
  allowedOrigins: { ...texts, safeguard: "Pages of these origins can log users in." },
  webOrigins: { ...texts, safeguard: "Pages of these origins can get tokens of logged-in users." },
  allowedClients: { ...texts, idOf: "client" },
  clientAliases: texts,
  initiateLoginUri: { kind: "string", ...secureUrl, absent: "", clear: emptied },
  redirectionPolicy: { kind: "string", oneOf: ["allow_always", "open_redirect_protection"], clear: never },
  skipNonVerifiableCallbackUriConfirmationPrompt: { kind: "boolean", clear: none },
  crossOriginAuthentication: {
    ...flag,
    safeguard: "With it, pages of other origins can log users in with their passwords.",
  },
  crossOriginLoc: { kind: "string", ...url, clear: none },
  customLoginPageOn: flag,
  customLoginPage: { kind: "string", absent: "", clear: emptied, language: "html" },
  customLoginPagePreview: { kind: "string", clear: never, language: "html" },
  formTemplate: { kind: "string", absent: "", clear: emptied, language: "html" },
  sso: flag,
  ssoDisabled: flag,
} as const satisfies Fields;

/** The properties for logins with organizations. */
export const organizationFields = {
  organizationUsage: {
    ...oneOf("deny", "allow", "require"),
    safeguard: "It determines whether users need an organization to log in.",
  },
  organizationRequireBehavior: oneOf("no_prompt", "pre_login_prompt", "post_login_prompt"),
  organizationDiscoveryMethods: {
    kind: "set",
    item: { kind: "string", oneOf: ["email", "organization_name"] },
    clear: none,
  },
  defaultOrganization: {
    kind: "object",
    clear: none,
    fields: {
      organizationId: { kind: "string", required: true, min: 1, idOf: "organization", idPrefix: "org_" },
      flows: { kind: "set", required: true, item: { kind: "string", oneOf: ["client_credentials"] } },
    },
  },
  myOrganizationConfiguration: {
    kind: "object",
    clear: none,
    fields: {
      connectionProfileId: { kind: "string" },
      userAttributeProfileId: { kind: "string" },
      allowedStrategies: {
        kind: "set",
        required: true,
        item: {
          kind: "string",
          oneOf: ["pingfederate", "adfs", "waad", "google-apps", "okta", "oidc", "samlp"],
        },
      },
      connectionDeletionBehavior: { kind: "string", required: true, oneOf: ["allow", "allow_if_empty"] },
      invitationLandingClientId: { kind: "string", idOf: "client" },
      thirdPartyClientAccess: {
        kind: "object",
        fields: {
          defaultValue: { kind: "string", required: true, oneOf: ["block"] },
          allowedValues: { kind: "set", required: true, item: { kind: "string", oneOf: ["block", "allow"] } },
        },
      },
    },
  },
  // The API's description allows no null for this object, so its members are cleared instead.
  b2bIntegrationConfiguration: {
    kind: "object",
    clear: { how: "properties" },
    fields: {
      integrationType: {
        kind: "string",
        oneOf: ["custom_auth_server", "third_party", "application"],
        clear: never,
      },
      ssoProfiles: {
        kind: "set",
        item: { kind: "string", min: 1 },
        max: 1,
        absent: [],
        clear: { how: "default", value: [] },
      },
    },
  },
  expressConfiguration: {
    kind: "object",
    clear: none,
    fields: {
      initiateLoginUriTemplate: { kind: "string", required: true },
      userAttributeProfileId: { kind: "string", required: true },
      connectionProfileId: { kind: "string", required: true },
      enableClient: { kind: "boolean", required: true },
      enableOrganization: { kind: "boolean", required: true },
      oktaOinClientId: { kind: "string", required: true, idOf: "client" },
      adminLoginDomain: { kind: "string", required: true, min: 1 },
      oinSubmissionId: { kind: "string", min: 1, max: 200 },
      linkedClients: {
        kind: "list",
        item: { kind: "object", fields: { clientId: { kind: "string", required: true, idOf: "client" } } },
      },
    },
  },
} as const satisfies Fields;

const login = { kind: "object", clear: none, fields: { enabled: { kind: "boolean" } } } as const satisfies Field;

/** The properties of logins, logouts and sessions. */
export const sessionFields = {
  oidcLogout: {
    kind: "object",
    clear: { how: "default", value: {} },
    absent: {},
    fields: {
      backchannelLogoutUrls: { kind: "set", item: { kind: "string", ...secureUrl } },
      backchannelLogoutInitiators: {
        kind: "object",
        fields: {
          mode: { kind: "string", oneOf: ["custom", "all"] },
          selectedInitiators: {
            kind: "set",
            item: {
              kind: "string",
              oneOf: [
                ...[
                  "rp-logout",
                  "idp-logout",
                  "password-changed",
                  "session-expired",
                  "session-revoked",
                  "account-deleted",
                ],
                ...["email-identifier-changed", "mfa-phone-unenrolled", "account-deactivated"],
              ],
            },
          },
        },
      },
      backchannelLogoutSessionMetadata: { kind: "object", fields: { include: { kind: "boolean" } } },
    },
  },
  sessionTransfer: {
    kind: "object",
    merges: true,
    clear: none,
    fields: {
      canCreateSessionTransferToken: {
        kind: "boolean",
        notSecret: true,
        absent: false,
        clear: { how: "default", value: false },
      },
      allowedAuthenticationMethods: {
        kind: "set",
        item: { kind: "string", oneOf: ["cookie", "query"] },
        absent: [],
        clear: { how: "default", value: [] },
      },
      enforceDeviceBinding: { kind: "string", oneOf: ["ip", "asn", "none"], clear: { how: "default", value: "ip" } },
      allowRefreshToken: { kind: "boolean", notSecret: true, absent: false, clear: { how: "default", value: false } },
      enforceOnlineRefreshTokens: { kind: "boolean", notSecret: true, clear: { how: "default", value: true } },
      enforceCascadeRevocation: { kind: "boolean", clear: { how: "default", value: true } },
      delegation: {
        kind: "object",
        clear: none,
        fields: {
          allowDelegatedAccess: { kind: "boolean" },
          enforceDeviceBinding: { kind: "string", oneOf: ["ip", "asn"] },
        },
      },
    },
  },
  anonymousSessions: { kind: "object", clear: none, fields: { active: { kind: "boolean", required: true } } },
  nativeSocialLogin: {
    kind: "object",
    merges: true,
    clear: none,
    fields: { apple: login, facebook: login, google: login },
  },
  fedcmLogin: {
    kind: "object",
    clear: none,
    fields: { google: { kind: "object", fields: { isEnabled: { kind: "boolean" } } } },
  },
  mobile: {
    kind: "object",
    merges: true,
    clear: never,
    fields: {
      android: {
        kind: "object",
        clear: never,
        fields: {
          appPackageName: { kind: "string" },
          sha256CertFingerprints: { kind: "set", wire: "sha256_cert_fingerprints", item: { kind: "string", min: 1 } },
        },
      },
      ios: {
        kind: "object",
        clear: never,
        fields: { teamId: { kind: "string" }, appBundleIdentifier: { kind: "string" } },
      },
    },
  },
  asyncApprovalNotificationChannels: {
    kind: "list",
    item: { kind: "string", oneOf: ["guardian-push", "email"] },
    clear: none,
  },
} as const satisfies Fields;
