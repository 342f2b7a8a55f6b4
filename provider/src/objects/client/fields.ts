import type { Field, Fields } from "../../model/table.ts";
import { tokenQuota } from "../organization/table.ts";

const none = { how: "null" } as const;
const never = { how: "release" } as const;
/** It stays as an empty text, which the service takes for none. */
const emptied = { how: "default", value: "" } as const;
const most = 2_147_483_647;

/** A flag that the service cannot forget once it was said. */
const flag = { kind: "boolean", clear: never } as const;
/**
 * A member of an object that the service takes only whole: where a program declares it no more, an update sends it as it is, and null in
 * place of the object where nothing of that is declared.
 */
const kept = { clear: none } as const;

/** A set of texts that an empty one takes the place of. */
function texts<const Item extends object>(item: Item) {
  return {
    kind: "set",
    item: { kind: "string", min: 1, ...item },
    absent: [],
    clear: { how: "default", value: [] },
  } as const;
}

/** One of these, which null clears. */
function oneOf<const Values extends readonly string[]>(...values: Values) {
  return { kind: "string", oneOf: values, clear: none } as const;
}

const url = { pattern: { source: "^(|[A-Za-z][A-Za-z0-9+.-]*:.+)$", says: "must be a URL, or empty" } } as const;
const secureUrl = {
  pattern: { source: "^(|https://[^#\\s]+)$", says: "must be an https URL without a fragment, or empty" },
} as const;

/** What an application is, and where it may be reached. */
export const applicationFields = {
  name: {
    kind: "string",
    required: true,
    min: 1,
    pattern: { source: "^[^<>]+$", says: "must not have < or > in it" },
  },
  // No text and an empty one mean the same, though the service keeps the empty one.
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
  },
  isFirstParty: flag,
  callbacks: texts({}),
  allowedLogoutUrls: texts({}),
  allowedOrigins: texts({}),
  webOrigins: texts({}),
  allowedClients: { ...texts({}), idOf: "client" },
  clientAliases: texts({}),
  initiateLoginUri: { kind: "string", ...secureUrl, absent: "", clear: emptied },
  redirectionPolicy: { kind: "string", oneOf: ["allow_always", "open_redirect_protection"], clear: never },
  skipNonVerifiableCallbackUriConfirmationPrompt: { kind: "boolean", clear: none },
  crossOriginAuthentication: flag,
  crossOriginLoc: { kind: "string", ...url, clear: none },
  customLoginPageOn: flag,
  customLoginPage: { kind: "string", absent: "", clear: emptied, language: "html" },
  customLoginPagePreview: { kind: "string", clear: never, language: "html" },
  formTemplate: { kind: "string", absent: "", clear: emptied, language: "html" },
  sso: flag,
  ssoDisabled: flag,
} as const satisfies Fields;

/** How it gets tokens, and what they are like. */
export const tokenFields = {
  grantTypes: {
    kind: "set",
    item: {
      kind: "string",
      min: 1,
      pattern: {
        source: "^(authorization_code|implicit|refresh_token|client_credentials|password|(https?|urn):.+)$",
        says: "must be authorization_code, implicit, refresh_token, client_credentials, password, or a URL or URN of another one",
      },
    },
    // A new application has some, so none is said.
    absent: [],
    clear: { how: "default", value: [] },
  },
  // Null is only taken together with what takes its place.
  tokenEndpointAuthMethod: {
    kind: "string",
    notSecret: true,
    oneOf: ["none", "client_secret_post", "client_secret_basic"],
    clear: never,
  },
  isTokenEndpointIpHeaderTrusted: { ...flag, notSecret: true },
  oidcConformant: flag,
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
      secretEncoded: { kind: "boolean", notSecret: true, fixed: true, clear: never },
      alg: { kind: "string", oneOf: ["HS256", "RS256", "RS512", "PS256"], clear: never },
    },
  },
  refreshToken: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      rotationType: { kind: "string", required: true, oneOf: ["rotating", "non-rotating"], ...kept },
      expirationType: { kind: "string", required: true, oneOf: ["expiring", "non-expiring"], ...kept },
      leeway: { kind: "integer", min: 0, max: most, ...kept },
      tokenLifetime: { kind: "integer", notSecret: true, min: 1, max: 157_788_000, ...kept },
      idleTokenLifetime: { kind: "integer", notSecret: true, min: 1, max: most, ...kept },
      infiniteTokenLifetime: { kind: "boolean", notSecret: true, ...kept },
      infiniteIdleTokenLifetime: { kind: "boolean", notSecret: true, ...kept },
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
              refersTo: { kind: "resourceServer", property: "identifier" },
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
    // Only a token with read:client_keys or read:client_credentials shows it.
    reads: { how: "sometimes" },
    fields: {
      pub: { kind: "string", reads: { how: "sometimes" } },
      cert: { kind: "string", reads: { how: "sometimes" } },
      subject: { kind: "string", reads: { how: "sometimes" } },
    },
  },
  identityAssertionAuthorizationGrant: { kind: "object", clear: none, fields: { active: { kind: "boolean" } } },
} as const satisfies Fields;

const login = { kind: "object", clear: none, fields: { enabled: { kind: "boolean" } } } as const satisfies Field;

/** Logins, logouts and sessions. */
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
        fields: {
          appPackageName: { kind: "string" },
          sha256CertFingerprints: { kind: "set", wire: "sha256_cert_fingerprints", item: { kind: "string", min: 1 } },
        },
      },
      ios: { kind: "object", fields: { teamId: { kind: "string" }, appBundleIdentifier: { kind: "string" } } },
    },
  },
  asyncApprovalNotificationChannels: {
    kind: "list",
    item: { kind: "string", oneOf: ["guardian-push", "email"] },
    clear: none,
  },
} as const satisfies Fields;

/** What it has to do with organizations. */
export const organizationFields = {
  organizationUsage: oneOf("deny", "allow", "require"),
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
