import { defaultsTo } from "../../schema/definition.ts";
import type { Field, Fields } from "../../schema/schema.ts";
import { tokenQuotaFields } from "../organization/definition.ts";

/** Cleared by null. */
const none = { how: "null" } as const;
/** Cannot be cleared: the value stays. */
const never = { how: "release" } as const;
/** The largest integer that the service accepts. */
const most = 2_147_483_647;

/** A flag that cannot be cleared. */
const flag = { kind: "boolean", clear: never } as const;
/** A set of texts that is cleared by an empty set. */
const texts = { kind: "set", item: { kind: "string", min: 1 }, ...defaultsTo([]) } as const;

/** One of the given values, cleared by null. */
function oneOf<const Values extends readonly string[]>(...values: Values) {
  return { kind: "string", oneOf: values, clear: none } as const;
}

/** A URL, or an empty text, which has the same meaning as no value. */
const url = { pattern: { source: "^(|[A-Za-z][A-Za-z0-9+.-]*:.+)$", says: "must be a URL, or empty" } } as const;
/** An https URL, or an empty text. */
const secureUrl = { pattern: { source: "^(|https://\\S+)$", says: "must be an https URL, or empty" } } as const;

/** A public key of an application, as a program declares it. */
const keyFields = {
  /** The id of the credential. */
  id: { kind: "string", computed: true },
  /** The type of the credential. */
  credentialType: { kind: "string", required: true, notSecret: true, oneOf: ["public_key"] },
  /** The public key or its certificate, in PEM form. */
  pem: { kind: "string", required: true, min: 1, notSecret: true },
  /** The name of the credential: {@bounds}. A key keeps it from its creation. */
  name: { kind: "string", max: 128, createOnly: true },
  /** The signing algorithm. Default: RS256. A key keeps it from its creation. */
  algorithm: { kind: "string", wire: "alg", oneOf: ["RS256", "RS384", "PS256"], absent: "RS256", createOnly: true },
  /** The id of the key: 10 to 64 letters, digits, `-` and `_`. Default: the thumbprint of the key. A new key needs a new id. */
  kid: {
    kind: "string",
    pattern: { source: "^[0-9A-Za-z_-]{10,64}$", says: "must be 10 to 64 letters, digits, - and _" },
  },
} as const satisfies Fields;

/** The properties of an application that configure its tokens and the flows in which it gets them. */
export const tokenFields = {
  /**
   * The grant types, in any order: `authorization_code`, `implicit`, `refresh_token`, `client_credentials`, `password`, or the URL or URN of
   * another grant type. When cleared: none.
   *
   * @alias GrantType A grant type. For a variable of type string, write `value as tenant.GrantType`.
   */
  grantTypes: {
    kind: "set",
    item: {
      kind: "string",
      min: 1,
      oneOf: ["authorization_code", "implicit", "refresh_token", "client_credentials", "password"],
      orUri: true,
    },
    // Without grant types, the service would give a new application its default ones. So a declared empty set must be sent.
    ...defaultsTo([]),
    safeguard: "Each grant type is a further way to get tokens; with `password`, the application sees passwords.",
    weaker: "more",
  },
  /** The authentication method at the token endpoint. Not together with a `ClientAuthentication` of the same application. Cannot be cleared. */
  // The service accepts null only together with the credentials that replace the method.
  tokenEndpointAuthMethod: {
    kind: "string",
    notSecret: true,
    oneOf: ["none", "client_secret_post", "client_secret_basic"],
    clear: never,
    safeguard:
      "The method determines how the application authenticates; with `none`, anyone who knows the client id can act as the application.",
  },
  /**
   * Whether the token endpoint trusts the user's IP address that the application sends in the header `auth0-forwarded-for`. The application needs a
   * secret. Cannot be cleared.
   */
  isTokenEndpointIpHeaderTrusted: {
    ...flag,
    notSecret: true,
    safeguard:
      "If true, anyone with the application's secret can send a false IP address, and so bypass the throttling of addresses.",
    weaker: true,
  },
  /** Whether the application strictly conforms to OIDC. Cannot be cleared. */
  oidcConformant: { ...flag, safeguard: "If false, older and weaker flows are allowed.", weaker: false },
  /** Whether pushed authorization requests are required. Cannot be cleared. */
  requirePushedAuthorizationRequests: {
    ...flag,
    safeguard: "If false, an attacker in the browser can read and change authorization requests.",
    weaker: false,
  },
  /** Whether proof of possession is required for the application's tokens. Cannot be cleared. */
  requireProofOfPossession: {
    ...flag,
    safeguard: "If false, anyone can use a stolen token of the application.",
    weaker: false,
  },
  /** The lifetime of pushed authorization requests in seconds: {@bounds}. Cleared by null. */
  parRequestExpiry: { kind: "integer", unit: "seconds", min: 10, max: 600, clear: none },
  /** The security profile (FAPI) with which the application complies. Cleared by null. */
  complianceLevel: {
    ...oneOf("none", "fapi1_adv_pkj_par", "fapi1_adv_mtls_par", "fapi2_sp_pkj_mtls", "fapi2_sp_mtls_mtls"),
    safeguard: "The profile demands how the application authenticates and how its requests are protected.",
  },
  /**
   * Settings of ID tokens. Undeclared properties stay. Cannot be cleared.
   *
   * @interface ClientJwtConfiguration Settings of the ID tokens of an application. Merged: undeclared properties stay.
   */
  jwtConfiguration: {
    kind: "object",
    merges: true,
    notSecret: true,
    fields: {
      /** The lifetime of an ID token in seconds. */
      lifetimeInSeconds: {
        kind: "integer",
        unit: "seconds",
        min: 0,
        max: most,
        clear: never,
        safeguard: "An ID token proves a login until it expires.",
        weaker: "more",
      },
      /** Whether the secret is base64-encoded. A change replaces the application. */
      secretEncoded: { kind: "boolean", notSecret: true, forceNewIfDeclared: true, clear: never },
      /** The signing algorithm. */
      alg: {
        kind: "string",
        oneOf: ["HS256", "RS256", "RS512", "PS256"],
        clear: never,
        safeguard: "With HS256, the application's secret is enough to forge ID tokens.",
      },
      /** Scopes, under the service's own names. Only declared keys are managed, at any depth. */
      scopes: {
        kind: "document",
        notSecret: true,
        absent: {},
        safeguard: "Applications and APIs can decide by the scopes and claims of a token.",
      },
    },
  },
  /**
   * Settings of refresh tokens. Cleared by null.
   *
   * @interface ClientRefreshToken Settings of refresh tokens. An update sends all properties, the undeclared ones with the tenant's values.
   */
  refreshToken: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      /** Whether each use of a refresh token returns a new refresh token, which replaces the used one. */
      rotationType: {
        kind: "string",
        required: true,
        oneOf: ["rotating", "non-rotating"],
        safeguard: "Without rotation, the use of a stolen refresh token is not detected.",
      },
      /** Whether refresh tokens expire. */
      expirationType: {
        kind: "string",
        required: true,
        oneOf: ["expiring", "non-expiring"],
        safeguard: "A stolen refresh token that does not expire can be used forever.",
      },
      /** How long a rotated refresh token is still accepted after its first use, in seconds. */
      // The cleared values of the next three properties are the defaults of a new application.
      leeway: {
        kind: "integer",
        unit: "seconds",
        min: 0,
        max: most,
        clear: { how: "default", value: 0 },
        safeguard: "During this time, the use of a stolen refresh token is not detected.",
        weaker: "more",
      },
      /** The lifetime of a refresh token in seconds: {@bounds}. */
      tokenLifetime: {
        kind: "integer",
        unit: "seconds",
        notSecret: true,
        min: 1,
        max: 157_788_000,
        clear: { how: "default", value: 2_592_000 },
        safeguard: "A stolen refresh token can be used until it expires.",
        weaker: "more",
      },
      /** The lifetime of an unused refresh token in seconds. */
      idleTokenLifetime: {
        kind: "integer",
        unit: "seconds",
        notSecret: true,
        min: 1,
        max: most,
        clear: { how: "default", value: 1_296_000 },
        safeguard: "A stolen refresh token can be used until it expires.",
        weaker: "more",
      },
      /** Whether a refresh token never expires. */
      infiniteTokenLifetime: {
        kind: "boolean",
        notSecret: true,
        clear: never,
        safeguard: "A stolen refresh token that does not expire can be used forever.",
      },
      /** Whether an unused refresh token never expires. */
      infiniteIdleTokenLifetime: {
        kind: "boolean",
        notSecret: true,
        clear: never,
        safeguard: "A stolen refresh token that does not expire can be used forever.",
      },
      /**
       * Further APIs for which the refresh tokens can be exchanged: {@bounds}.
       *
       * @interface ClientRefreshTokenPolicy An API for which a refresh token can be exchanged.
       */
      policies: {
        kind: "list",
        safeguard: "A refresh token of one login is enough to get tokens for these APIs.",
        weaker: "more",
        min: 1,
        item: {
          kind: "object",
          fields: {
            /** The identifier of the API. */
            audience: {
              kind: "string",
              required: true,
              min: 1,
              max: 600,
              refersTo: { type: "resourceServer", property: "identifier" },
            },
            /** The scopes of the API. */
            scope: { kind: "set", required: true, item: { kind: "string", min: 1, max: 280 } },
          },
        },
        clear: none,
      },
    },
  },
  /**
   * The token exchanges that the application can use. Cleared by null.
   *
   * @interface ClientTokenExchange The token exchanges that an application can use.
   */
  tokenExchange: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      /** The types of profiles that the application can use: `custom_authentication`, `on_behalf_of_token_exchange`. */
      allowAnyProfileOfType: {
        kind: "set",
        safeguard: "With an exchange, an application gets tokens for a user without a login of this user.",
        item: { kind: "string", oneOf: ["custom_authentication", "on_behalf_of_token_exchange"] },
      },
    },
  },
  /**
   * The token quotas of the application. Cleared by null.
   *
   * @interface ClientTokenQuota Token quotas.
   */
  tokenQuota: {
    kind: "object",
    notSecret: true,
    clear: none,
    fields: {
      /**
       * The quota of the client credentials flow.
       *
       * @interface ClientTokenQuotaOfCredentials The quota of tokens that the application gets for itself. At least one of its properties must be
       * set.
       */
      clientCredentials: { kind: "object", required: true, notSecret: true, fields: tokenQuotaFields },
    },
  },
  /**
   * Settings of signed requests. Cleared by null.
   *
   * @interface ClientSignedRequestObject Settings of signed requests. An application can have at most 4 credentials in total, other credentials
   * included.
   */
  signedRequestObject: {
    kind: "object",
    merges: true,
    clear: none,
    fields: {
      /** Whether signed requests are required. Not together with an empty list of keys, with which no request could be verified. When cleared: false. */
      // The keys leave together with it: an application that requires signatures and has no keys could not be used any more.
      required: {
        kind: "boolean",
        ...defaultsTo(false),
        safeguard: "If false, an attacker in the browser can change authorization requests.",
        weaker: false,
      },
      /**
       * The keys that verify the signatures. The API never returns a key: a change outside Pulumi appears as changed keys. A key that you remove from the
       * program is deleted. Undeclared keys stay if the program declares no list. Look-ups do not return this property. When cleared: none.
       *
       * @interface ClientSignedRequestKey A public key that verifies signed requests.
       */
      credentials: {
        kind: "list",
        notSecret: true,
        ...defaultsTo([]),
        safeguard: "Anyone with one of the private keys can sign requests in the name of the application.",
        // The API returns ids in place of the keys.
        reads: { how: "never", hint: "", isSentBack: true },
        item: { kind: "object", notSecret: true, fields: keyFields },
      },
    },
  },
  /**
   * The key with which WS-Federation responses to the application are encrypted. Only a token with `read:client_keys` can read it. Cleared by null.
   *
   * @interface ClientEncryptionKey The key with which WS-Federation responses to an application are encrypted.
   */
  encryptionKey: {
    kind: "object",
    safeguard: "Anyone with the private key can read the responses, which have the data of users.",
    clear: none,
    notSecret: true,
    reads: { how: "sometimes" },
    withheld: {
      scope: "read:client_keys",
      others: ["client_secret", "client_authentication_methods", "signing_keys"],
    },
    fields: {
      /** The public key. */
      pub: { kind: "string", reads: { how: "sometimes" } },
      /** The certificate. */
      cert: { kind: "string", reads: { how: "sometimes" } },
      /** The subject of the certificate. */
      subject: { kind: "string", reads: { how: "sometimes" } },
    },
  },
  /**
   * The keys for access to the token vault, which stores users' tokens for other providers. Early access. The API never returns a key: a change
   * outside Pulumi appears as changed keys. A key that you remove from the program is deleted. Look-ups do not return this property. Cleared by
   * null.
   *
   * @interface ClientTokenVaultPrivilegedAccess The keys for access to the token vault. An application can have at most 4 credentials in total, other
   * credentials included.
   */
  // The API replaces this object as a whole, and never returns its keys.
  tokenVaultPrivilegedAccess: {
    kind: "object",
    clear: none,
    notSecret: true,
    fields: {
      /**
       * The keys.
       *
       * @interface ClientTokenVaultCredential A public key for access to the token vault.
       */
      credentials: {
        kind: "list",
        required: true,
        max: 4,
        safeguard: "Anyone with one of the private keys can read the tokens of users for other providers.",
        notSecret: true,
        // The API returns ids in place of the keys.
        reads: { how: "never", hint: "", isSentBack: true },
        item: {
          kind: "object",
          notSecret: true,
          fields: keyFields,
        },
      },
      /** The IP addresses and ranges (`192.0.2.0/24`) from which the keys can be used. When cleared: none, which allows every address. */
      ipAllowlist: {
        kind: "set",
        safeguard: "From these addresses, the keys of the token vault can be used; an empty list allows every address.",
        item: {
          kind: "string",
          pattern: {
            source: "^([0-9]{1,3}([.][0-9]{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)(/[0-9]{1,3})?$",
            says: "must be an IP address, or a range of addresses such as 192.0.2.0/24",
          },
        },
        ...defaultsTo([]),
      },
      /**
       * The connections whose tokens can be read with these keys, each with the scopes of these tokens. When cleared: none.
       *
       * @interface ClientTokenVaultGrant A connection whose tokens can be read with the keys of the token vault.
       */
      grants: {
        kind: "list",
        safeguard: "The keys of the token vault can read the tokens of users for these connections.",
        weaker: "more",
        item: {
          kind: "object",
          fields: {
            /** The name of the connection. Each connection can occur once. */
            connection: { kind: "string", required: true, min: 1 },
            /** The scopes: at most 20 in all grants together. */
            scopes: { kind: "set", item: { kind: "string", min: 1 } },
          },
        },
        ...defaultsTo([]),
      },
    },
  },
  /**
   * The exchange of identity assertions for access tokens, for cross-app access. Cleared by null.
   *
   * @interface ClientIdentityAssertionAuthorizationGrant The exchange of identity assertions for access tokens, for cross-app access.
   */
  identityAssertionAuthorizationGrant: {
    kind: "object",
    clear: none,
    fields: {
      /** Whether the application can exchange identity assertions for access tokens. */
      active: {
        kind: "boolean",
        safeguard: "If true, the application gets access tokens of users for assertions of another identity provider.",
        weaker: true,
      },
    },
  },
} as const satisfies Fields;

/** The general properties of an application, and its URLs. */
export const applicationFields = {
  /** The display name: {@bounds}, without `<` and `>`. **Names are not unique**. Required, except with `externalClientId`. */
  name: {
    kind: "string",
    clear: never,
    min: 1,
    pattern: { source: "^[^<>]*$", says: "must not contain < or >" },
  },
  /** The description: {@bounds}. When cleared: empty. */
  // An empty text has the same meaning as no text, although the service stores it.
  description: { kind: "string", max: 140, ...defaultsTo("") },
  /** The URL of the logo, or empty. When cleared: empty. */
  logoUri: { kind: "string", ...url, ...defaultsTo("") },
  /**
   * The type of the application. For security, `tokenEndpointAuthMethod` matters more than the type. Cannot be cleared.
   *
   * @alias ClientAppType The type of an application.
   */
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
    safeguard: "The type determines whether the service trusts the application to keep a secret.",
  },
  /** Whether the application is a first-party application. Cannot be cleared. */
  isFirstParty: {
    ...flag,
    safeguard: "Third-party applications need the user's consent; first-party applications do not.",
  },
  /** The allowed callback URLs, in any order; custom schemes are allowed. When cleared: none. */
  callbacks: { ...texts, safeguard: "Codes and tokens are sent to these URLs.", weaker: "more" },
  /** The allowed URLs after a logout. When cleared: none. */
  allowedLogoutUrls: { ...texts, safeguard: "Users are redirected to these URLs after a logout.", weaker: "more" },
  /** The allowed origins of cross-origin requests. When cleared: none. */
  allowedOrigins: { ...texts, safeguard: "Pages of these origins can log users in.", weaker: "more" },
  /** The allowed origins of silent authentication. When cleared: none. */
  webOrigins: { ...texts, safeguard: "Pages of these origins can get tokens of logged-in users.", weaker: "more" },
  /** The ids of applications that can delegate to this application. When cleared: none. */
  allowedClients: {
    ...texts,
    safeguard: "These applications can get tokens for this application in the name of its users.",
    weaker: "more",
    idOf: "client",
  },
  /** Aliases of the application: audiences (realms) for SAML and WS-Federation. Each is unique within the tenant. When cleared: none. */
  clientAliases: texts,
  /** The https URL that starts a login, with placeholders, or empty. When cleared: empty. */
  initiateLoginUri: {
    kind: "string",
    ...secureUrl,
    ...defaultsTo(""),
    safeguard: "Users are redirected to this URL to start a login.",
  },
  /** The policy for redirects of third-party applications. Cannot be cleared. */
  redirectionPolicy: {
    kind: "string",
    oneOf: ["allow_always", "open_redirect_protection"],
    clear: never,
    safeguard: "With `allow_always`, users are redirected to URLs of third parties after an error.",
  },
  /** Whether the confirmation prompt for unverifiable callbacks is skipped. True, false and no value have different meanings. Cleared by null. */
  skipNonVerifiableCallbackUriConfirmationPrompt: {
    kind: "boolean",
    clear: none,
    safeguard: "If true, another program on the user's device can get the user's codes unnoticed.",
    weaker: true,
  },
  /** Whether the application can use cross-origin authentication. Cannot be cleared. */
  crossOriginAuthentication: {
    ...flag,
    safeguard: "If true, pages of other origins can log users in with their passwords.",
    weaker: true,
  },
  /** The URL of the page at which cross-origin authentication is verified in browsers without third-party cookies. Cleared by null. */
  crossOriginLoc: {
    kind: "string",
    ...url,
    clear: none,
    safeguard: "The page takes part in logins with passwords from other origins.",
  },
  /** Whether the application has a custom login page. Cannot be cleared. */
  customLoginPageOn: {
    ...flag,
    activates: [{ on: true, content: ["customLoginPage"] }],
    safeguard: "If true, users type their passwords into the page of the application.",
    weaker: true,
  },
  /** The custom login page (HTML). When cleared: empty. */
  customLoginPage: {
    kind: "string",
    ...defaultsTo(""),
    language: "html",
    safeguard: "Users type their passwords into this page, and its scripts see what they type.",
  },
  /** A preview of the custom login page (HTML). Cannot be cleared. */
  customLoginPagePreview: { kind: "string", clear: never, language: "html" },
  /** The form for WS-Federation (HTML). When cleared: empty. */
  formTemplate: {
    kind: "string",
    ...defaultsTo(""),
    language: "html",
    safeguard: "The form passes the tokens of users on, and its scripts see them.",
  },
  /** Whether single sign-on is enabled, for application types that support it. Cannot be cleared. */
  sso: flag,
  /** Whether single sign-on is disabled. Cannot be cleared. */
  ssoDisabled: flag,
} as const satisfies Fields;

/** The properties for logins with organizations. */
export const organizationFields = {
  /** Whether users log in with an organization. Only for first-party applications. Cleared by null. */
  organizationUsage: {
    ...oneOf("deny", "allow", "require"),
    safeguard: "The value determines whether users need an organization to log in.",
  },
  /** When users are asked for their organization. Only for first-party applications. Cleared by null. */
  organizationRequireBehavior: {
    ...oneOf("no_prompt", "pre_login_prompt", "post_login_prompt"),
    safeguard:
      "The value determines whether and when users have to choose the organization to which their login applies.",
  },
  /** The methods to find the organization, `email` and `organization_name`: {@bounds}. Cleared by null. */
  organizationDiscoveryMethods: {
    kind: "set",
    safeguard: "The methods determine to which organization, and so to which identity provider, users are sent.",
    min: 1,
    item: { kind: "string", oneOf: ["email", "organization_name"] },
    clear: none,
  },
  /**
   * The default organization of tokens that the application gets for itself. Cleared by null.
   *
   * @interface ClientDefaultOrganization The default organization of tokens that the application gets for itself.
   */
  defaultOrganization: {
    kind: "object",
    safeguard: "Tokens that the application gets for itself apply to this organization.",
    clear: none,
    fields: {
      /** The id of the organization: `org_…`. */
      organizationId: { kind: "string", required: true, min: 1, idOf: "organization", idPrefix: "org_" },
      /** The flows that use the default organization: `client_credentials`. */
      flows: { kind: "set", required: true, item: { kind: "string", oneOf: ["client_credentials"] } },
    },
  },
  /**
   * The settings that organizations can change themselves. Cleared by null.
   *
   * @interface ClientMyOrganizationConfiguration The settings that organizations can change themselves.
   */
  myOrganizationConfiguration: {
    kind: "object",
    safeguard: "It determines what the administrators of organizations can change about logins.",
    clear: none,
    fields: {
      /** The id of the connection profile against which settings are validated. */
      connectionProfileId: { kind: "string", min: 1, idOf: "connectionProfile", idPrefix: "cop_" },
      /** The id of the user attribute profile against which settings are validated. */
      userAttributeProfileId: { kind: "string", min: 1, idOf: "userAttributeProfile", idPrefix: "uap_" },
      /** The strategies that organizations can choose. */
      allowedStrategies: {
        kind: "set",
        required: true,
        item: {
          kind: "string",
          oneOf: ["pingfederate", "adfs", "waad", "google-apps", "okta", "oidc", "samlp"],
        },
      },
      /** Whether organizations can delete all of their connections, or only empty ones. */
      connectionDeletionBehavior: { kind: "string", required: true, oneOf: ["allow", "allow_if_empty"] },
      /** The id of the application to which invitations lead. */
      invitationLandingClientId: { kind: "string", min: 1, idOf: "client" },
      /**
       * Whether organizations grant third-party applications access.
       *
       * @interface ClientMyOrganizationThirdPartyClientAccess The access of third-party applications to an organization.
       */
      thirdPartyClientAccess: {
        kind: "object",
        fields: {
          /** The default value of an organization. */
          defaultValue: { kind: "string", required: true, oneOf: ["block"] },
          /** The values that administrators of an organization can choose. */
          allowedValues: { kind: "set", required: true, item: { kind: "string", oneOf: ["block", "allow"] } },
        },
      },
    },
  },
  /**
   * The integration of customers that bring their own identity provider. Early access. When cleared: no profile; `integrationType` cannot be
   * cleared.
   *
   * @interface ClientB2bIntegrationConfiguration The integration of customers that bring their own identity provider.
   */
  // According to the API's description, this object cannot be null, so its properties are cleared one by one.
  b2bIntegrationConfiguration: {
    kind: "object",
    safeguard: "It determines how customers connect their own identity provider.",
    clear: { how: "properties" },
    fields: {
      /** The type of the integration. */
      integrationType: {
        kind: "string",
        oneOf: ["custom_auth_server", "third_party", "application"],
        clear: never,
      },
      /** The id of the single sign-on profile: at most 1. */
      ssoProfiles: { kind: "set", item: { kind: "string", min: 1 }, max: 1, ...defaultsTo([]) },
    },
  },
  /**
   * The Express Configuration for the Okta Integration Network (OIN). Cleared by null.
   *
   * @interface ClientExpressConfiguration The Express Configuration of an application for the Okta Integration Network (OIN).
   */
  expressConfiguration: {
    kind: "object",
    safeguard: "It determines how companies connect their own identity provider, and for which applications.",
    clear: none,
    fields: {
      /** The template of the URI that starts a login. */
      initiateLoginUriTemplate: { kind: "string", required: true, min: 1 },
      /** The id of the user attribute profile for the application. */
      userAttributeProfileId: {
        kind: "string",
        required: true,
        min: 1,
        idOf: "userAttributeProfile",
        idPrefix: "uap_",
      },
      /** The id of the connection profile for the application. */
      connectionProfileId: { kind: "string", required: true, min: 1, idOf: "connectionProfile", idPrefix: "cop_" },
      /** Whether connections that Express Configuration creates are enabled for the application. */
      enableClient: { kind: "boolean", required: true },
      /** Whether connections that Express Configuration creates are enabled for the associated organization. */
      enableOrganization: { kind: "boolean", required: true },
      /** The id of the application that the Okta Integration Network uses. */
      oktaOinClientId: { kind: "string", required: true, min: 1, idOf: "client" },
      /** The domain at which administrators log in for Express Configuration: the tenant's own domain or a custom domain. */
      adminLoginDomain: { kind: "string", required: true, min: 1 },
      /** The id of the published application in the Okta Integration Network: {@bounds}. */
      oinSubmissionId: { kind: "string", min: 1, max: 200 },
      /**
       * The applications that are linked to the Express Configuration, such as web or mobile clients.
       *
       * @interface ClientLinkedClient An application that is linked to an Express Configuration.
       */
      linkedClients: {
        kind: "list",
        item: {
          kind: "object",
          fields: {
            /** The id of the application. */
            clientId: { kind: "string", required: true, min: 1, idOf: "client" },
          },
        },
      },
    },
  },
} as const satisfies Fields;

const login = {
  kind: "object",
  clear: none,
  fields: {
    /** Whether the login is enabled. */
    enabled: {
      kind: "boolean",
      safeguard: "If true, the tokens of an app of the provider are a further way to log in.",
      weaker: true,
    },
  },
} as const satisfies Field;

/** The properties of logins, logouts and sessions. */
export const sessionFields = {
  /**
   * Settings of back-channel logout. When cleared: none; this also removes settings in the API's older form.
   *
   * @interface ClientOidcLogout Settings of back-channel logout. An update replaces all of them.
   */
  oidcLogout: {
    kind: "object",
    clear: { how: "default", value: {} },
    absent: {},
    fields: {
      /** The https URLs to which a logout is reported. */
      backchannelLogoutUrls: {
        kind: "set",
        item: { kind: "string", min: 1, ...secureUrl },
        safeguard: "Without these URLs, the application does not learn that a session was ended or revoked.",
        weaker: "less",
      },
      /**
       * The events that start a logout.
       *
       * @interface ClientBackchannelLogoutInitiators The events that start a back-channel logout.
       */
      backchannelLogoutInitiators: {
        kind: "object",
        fields: {
          /** Whether all events start a logout, or only the selected ones. */
          mode: {
            kind: "string",
            oneOf: ["custom", "all"],
            safeguard: "With `custom`, events that are not selected leave users logged in at the application.",
          },
          /** The selected events, such as `rp-logout`, `idp-logout`, `password-changed`, `session-expired`. */
          selectedInitiators: {
            kind: "set",
            safeguard: "Other events leave users logged in at the application.",
            weaker: "less",
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
      /**
       * The session metadata in the logout requests to the application.
       *
       * @interface ClientBackchannelLogoutSessionMetadata The session metadata in a back-channel logout.
       */
      backchannelLogoutSessionMetadata: {
        kind: "object",
        fields: {
          /** Whether the metadata is included. */
          include: { kind: "boolean" },
        },
      },
    },
  },
  /**
   * The transfer of sessions from a native application to the web. Cleared by null.
   *
   * @interface ClientSessionTransfer The transfer of sessions from a native application to the web. Merged: undeclared properties stay.
   */
  sessionTransfer: {
    kind: "object",
    merges: true,
    clear: none,
    fields: {
      /** Whether the application can start a session transfer. */
      canCreateSessionTransferToken: {
        kind: "boolean",
        notSecret: true,
        ...defaultsTo(false),
        safeguard: "If true, the application's refresh tokens can open sessions in browsers.",
        weaker: true,
      },
      /** The ways to pass the session: `cookie`, `query`. */
      allowedAuthenticationMethods: {
        kind: "set",
        safeguard: "Each method is a further way to open a session; with `query`, the transfer token is in the URL.",
        weaker: "more",
        item: { kind: "string", oneOf: ["cookie", "query"] },
        ...defaultsTo([]),
      },
      /** The property of the device to which the session is bound: its IP address or its autonomous system. */
      enforceDeviceBinding: {
        kind: "string",
        oneOf: ["ip", "asn", "none"],
        clear: { how: "default", value: "ip" },
        safeguard: "With `none`, a stolen transfer token opens a session on any device.",
      },
      /** Whether refresh tokens are issued. */
      allowRefreshToken: {
        kind: "boolean",
        notSecret: true,
        ...defaultsTo(false),
        safeguard: "If true, a transferred session gives refresh tokens, which can outlive it.",
        weaker: true,
      },
      /** Whether refresh tokens end with the session. */
      enforceOnlineRefreshTokens: {
        kind: "boolean",
        notSecret: true,
        clear: { how: "default", value: true },
        safeguard: "If false, refresh tokens of a transferred session outlive it.",
        weaker: false,
      },
      /** Whether a revocation also ends the dependent sessions and refresh tokens. */
      enforceCascadeRevocation: {
        kind: "boolean",
        clear: { how: "default", value: true },
        safeguard: "If false, transferred sessions continue after a revocation.",
        weaker: false,
      },
      /**
       * Delegated access (impersonation). Cleared by null.
       *
       * @interface ClientSessionTransferDelegation Delegated access (impersonation) in a session transfer.
       */
      delegation: {
        kind: "object",
        clear: none,
        fields: {
          /** Whether delegated access is allowed. */
          allowDelegatedAccess: {
            kind: "boolean",
            safeguard: "If true, the application can open sessions in the name of other users.",
            weaker: true,
          },
          /** The property of the device to which the delegated session is bound: its IP address or its autonomous system. */
          enforceDeviceBinding: {
            kind: "string",
            oneOf: ["ip", "asn"],
            safeguard:
              "With `asn`, a stolen transfer token opens a session in the name of another user from the whole network.",
          },
        },
      },
    },
  },
  /**
   * Anonymous sessions. Early access. Cleared by null.
   *
   * @interface ClientAnonymousSessions Anonymous sessions: tokens for users who have not logged in.
   */
  anonymousSessions: {
    kind: "object",
    clear: none,
    fields: {
      /** Whether the application can create anonymous sessions. */
      active: {
        kind: "boolean",
        required: true,
        safeguard: "If true, anyone can get tokens without a login.",
        weaker: true,
      },
    },
  },
  /**
   * Native social logins. Cleared by null.
   *
   * @interface ClientNativeSocialLogin Native social logins. Merged: undeclared properties stay.
   */
  nativeSocialLogin: {
    kind: "object",
    merges: true,
    clear: none,
    fields: {
      /**
       * Sign in with Apple.
       *
       * @interface ClientNativeLogin A native social login.
       */
      apple: login,
      /**
       * Facebook.
       *
       * @interface ClientNativeLogin A native social login.
       */
      facebook: login,
      /**
       * Google.
       *
       * @interface ClientNativeLogin A native social login.
       */
      google: login,
    },
  },
  /**
   * Logins through the browser (FedCM). Cleared by null.
   *
   * @interface ClientFedcmLogin Logins through the browser (FedCM).
   */
  fedcmLogin: {
    kind: "object",
    clear: none,
    fields: {
      /**
       * Google.
       *
       * @interface ClientFedcmProvider A login through the browser.
       */
      google: {
        kind: "object",
        fields: {
          /** Whether the login is enabled. */
          isEnabled: {
            kind: "boolean",
            safeguard: "If true, the account of the browser is a further way to log in.",
            weaker: true,
          },
        },
      },
    },
  },
  /**
   * Settings of mobile applications. Cannot be cleared.
   *
   * @interface ClientMobile Settings of mobile applications. Merged by platform: undeclared platforms stay.
   */
  mobile: {
    kind: "object",
    merges: true,
    clear: never,
    fields: {
      /**
       * Android.
       *
       * @interface ClientMobileAndroid An Android application.
       */
      android: {
        kind: "object",
        clear: never,
        fields: {
          /** The package name. */
          appPackageName: {
            kind: "string",
            safeguard: "The app with this name and certificate gets the codes of users.",
          },
          /** The fingerprints of the app's certificates: {@bounds}. */
          sha256CertFingerprints: {
            kind: "set",
            safeguard: "Apps with one of these certificates get the codes of users.",
            weaker: "more",
            min: 1,
            wire: "sha256_cert_fingerprints",
            item: { kind: "string", min: 1 },
          },
        },
      },
      /**
       * iOS.
       *
       * @interface ClientMobileIos An iOS application.
       */
      ios: {
        kind: "object",
        clear: never,
        fields: {
          /** The team id. */
          teamId: { kind: "string", safeguard: "The app of this team gets the codes of users." },
          /** The bundle id. */
          appBundleIdentifier: { kind: "string", safeguard: "The app with this id gets the codes of users." },
        },
      },
    },
  },
  /** The channels for approval requests, in order of preference: {@bounds}. Cleared by null. */
  asyncApprovalNotificationChannels: {
    kind: "list",
    safeguard: "Users approve requests through these channels; whoever reads their e-mails can do so, too.",
    min: 1,
    distinct: true,
    item: { kind: "string", oneOf: ["guardian-push", "email"] },
    clear: none,
  },
} as const satisfies Fields;
