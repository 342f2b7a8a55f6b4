import { type JsonObject, unknownValue } from "../../../provider/src/schema/json.ts";
import type { Cases } from "./cases.ts";

const webLogin = { appType: "regular_web", grantTypes: ["authorization_code"] };

const exchanging = { tokenExchange: { allowAnyProfileOfType: ["custom_authentication"] } };

const keyed = (credential: JsonObject) => ({
  properties: { method: "private_key_jwt", credentials: [{ kid: "orders-2031", ...credential }] },
});

const nonRotating = {
  appType: "spa",
  grantTypes: ["refresh_token"],
  refreshToken: { rotationType: "non-rotating", expirationType: "expiring" },
};

/** The cases of the rules in `baseline/rules/client.ts`, by the rules' ids. */
const expiring = { rotationType: "rotating", expirationType: "expiring" };

export const clientCases: Readonly<Record<string, Cases>> = {
  "client-no-implicit-grant": {
    passes: [
      { properties: { grantTypes: ["authorization_code", "refresh_token"] } },
      { properties: { grantTypes: [] } },
    ],
    fails: [{ properties: { grantTypes: ["authorization_code", "implicit"] } }],
    doesNotApply: [{ properties: { appType: "resource_server", grantTypes: ["implicit"] } }],
    unknown: [{ properties: {} }],
  },
  "client-no-password-grant": {
    passes: [{ properties: { grantTypes: ["http://auth0.com/oauth/grant-type/mfa-otp", "authorization_code"] } }],
    fails: ["password", "http://auth0.com/oauth/grant-type/password-realm"].map((grant) => ({
      properties: { grantTypes: [grant] },
    })),
    unknown: [{ properties: {} }],
  },
  "client-no-legacy-grant": {
    passes: [{ properties: { grantTypes: ["http://auth0.com/oauth/grant-type/mfa-oob"] } }],
    fails: [{ properties: { grantTypes: ["authorization_code", "http://auth0.com/oauth/legacy/grant-type/ro"] } }],
    unknown: [{ properties: {} }],
  },
  "client-grants-fit-app-type": {
    passes: [
      { properties: { appType: "non_interactive", grantTypes: ["client_credentials"] } },
      {
        properties: {
          appType: "native",
          grantTypes: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
        },
      },
    ],
    fails: [
      { properties: { appType: "spa", grantTypes: ["authorization_code", "client_credentials"] } },
      { properties: { appType: "non_interactive", grantTypes: ["client_credentials", "authorization_code"] } },
    ],
    doesNotApply: [{ properties: { appType: "sso_integration", grantTypes: ["client_credentials"] } }],
    unknown: [{ properties: { grantTypes: ["client_credentials"] } }],
  },
  "client-callbacks-no-wildcard": {
    passes: [
      { properties: { callbacks: ["https://app.example.com/cb"] } },
      { properties: { callbacks: ["https://{organization_name}.example.com/cb"] } },
    ],
    fails: [
      { properties: { callbacks: ["https://app.example.com/cb", "https://*.example.com/cb"] } },
      { properties: { callbacks: ["https://%2A.example.com/cb"] } },
    ],
    unknown: [{ properties: {} }],
  },
  "client-callbacks-https": {
    passes: [
      { properties: { callbacks: ["http://127.0.0.1:4000/cb", "com.example.app://cb"] } },
      { properties: { callbacks: ["https://localhost-tools.example.com/cb"] } },
      { properties: { callbacks: ["http://[0:0:0:0:0:0:0:1]:3000/cb", "http://{organization_name}.localhost/cb"] } },
    ],
    fails: [
      { properties: { callbacks: ["https://app.example.com/cb", "http://app.example.com/cb"] } },
      { properties: { callbacks: ["http://localhost.example.com/cb"] } },
      { properties: { callbacks: ["HTTP:\\\\app.example.com\\cb"] } },
      { properties: { callbacks: ["http://localhost@app.example.com/cb"] } },
      { properties: { callbacks: [unknownValue, "http://app.example.com/cb"] } },
      { properties: { callbacks: ["ht\ttp://{organization_name}.example.com:{port}/cb", "https://["] } },
    ],
    unknown: [
      { properties: {} },
      { properties: { callbacks: ["https://["] } },
      { properties: { callbacks: [unknownValue, "https://app.example.com/cb"] } },
    ],
  },
  "client-callbacks-no-loopback": {
    passes: [
      { properties: { appType: "native", callbacks: ["http://127.0.0.1:51004/cb"] } },
      { properties: { appType: "spa", callbacks: ["https://localhost.example.com/"] } },
    ],
    fails: [
      { properties: { appType: "spa", callbacks: ["https://app.example.com/cb", "http://localhost:3000/cb"] } },
      { properties: { callbacks: ["http://[::1]/"] } },
      ...[
        ...["http://LocalHost./", "https://app.localhost/cb", "http:\\\\localhost\\cb", "http://user@localhost:*/cb"],
        ...[
          "https://0x7f.1/",
          "http://2130706433/",
          "http://0.0.0.0:3000",
          "https://[::ffff:127.0.0.1]/",
          "http:127.1",
        ],
      ].map((url) => ({ properties: { appType: "spa", callbacks: [url] } })),
    ],
    unknown: [{ properties: { appType: "spa" } }],
  },
  "client-urls-no-secrets": {
    passes: [
      { properties: { callbacks: ["https://app.example.com/cb?tenant=eu"] }, isLive: true },
      { properties: { callbacks: ["https://app.example.com/cb?token={organization.metadata.t}"] }, isLive: true },
      { properties: {}, isLive: true },
      {
        properties: {
          ...{ callbacks: ["https://app.example.com/cb"], allowedLogoutUrls: [], webOrigins: [], allowedOrigins: [] },
          initiateLoginUri: "",
        },
      },
    ],
    fails: [
      { properties: { callbacks: ["https://app.example.com/cb", "https://user:pw@app.example.com/cb"] } },
      { properties: { initiateLoginUri: "https://app.example.com/login?api_key=0123456789abcdef" } },
      { properties: { initiateLoginUri: "https://app.example.com/login?api%5Fkey=0123456789abcdef" } },
      { properties: { callbacks: ["https:\\\\user:pw@app.example.com/cb"] } },
    ],
    unknown: [{ properties: {} }, { properties: { callbacks: ["https://app.example.com/cb"] } }],
  },
  "client-logout-urls-safe": {
    passes: [
      { properties: { allowedLogoutUrls: ["https://app.example.com/bye"] } },
      { properties: { appType: "native", allowedLogoutUrls: ["http://localhost:3000"] } },
    ],
    fails: [
      { properties: { allowedLogoutUrls: ["https://*.example.com"] } },
      { properties: { allowedLogoutUrls: ["http://app.example.com"] } },
      { properties: { appType: "spa", allowedLogoutUrls: ["http://localhost:3000"] } },
    ],
    unknown: [{ properties: {} }],
  },
  "client-origins-safe": {
    passes: [
      { properties: { webOrigins: ["https://app.example.com"], allowedOrigins: [] } },
      { properties: {}, isLive: true },
    ],
    fails: [
      { properties: { webOrigins: ["https://*.example.com"] } },
      { properties: { allowedOrigins: ["http://localhost:3000"] } },
    ],
    unknown: [{ properties: {} }, { properties: { webOrigins: ["https://app.example.com"] } }],
  },
  "client-confirm-unverifiable-callbacks": {
    passes: [
      {
        properties: {
          skipNonVerifiableCallbackUriConfirmationPrompt: true,
          callbacks: ["https://app.example.com/cb"],
        },
      },
      { properties: { skipNonVerifiableCallbackUriConfirmationPrompt: false } },
    ],
    fails: [
      {
        properties: {
          skipNonVerifiableCallbackUriConfirmationPrompt: true,
          callbacks: ["https://app.example.com/cb", "com.example.app://cb"],
        },
      },
    ],
    unknown: [{ properties: { callbacks: ["com.example.app://cb"] } }],
  },
  "client-public-no-secret-method": {
    passes: [{ properties: { appType: "spa", tokenEndpointAuthMethod: "none" } }],
    fails: [
      { properties: { appType: "spa", tokenEndpointAuthMethod: "client_secret_post" } },
      {
        properties: { appType: "native" },
        others: [{ type: "clientAuthentication", properties: { clientId: "judged" } }],
      },
    ],
    doesNotApply: [{ properties: { appType: "regular_web", tokenEndpointAuthMethod: "client_secret_post" } }],
    unknown: [{ properties: { appType: "spa" } }],
  },
  "client-confidential-authenticates": {
    passes: [
      { properties: { appType: "regular_web", tokenEndpointAuthMethod: "client_secret_post" } },
      {
        properties: { appType: "regular_web" },
        others: [{ type: "clientAuthentication", properties: { clientId: "judged" } }],
      },
    ],
    fails: [{ properties: { appType: "non_interactive", tokenEndpointAuthMethod: "none" } }],
    doesNotApply: [{ properties: { appType: "spa", tokenEndpointAuthMethod: "none" } }],
    unknown: [{ properties: { appType: "regular_web" } }],
  },
  "client-id-token-asymmetric": {
    passes: [
      { properties: { jwtConfiguration: { alg: "RS256" } } },
      { properties: { jwtConfiguration: { alg: "PS256" } } },
    ],
    fails: [{ properties: { jwtConfiguration: { alg: "HS256" } } }],
    doesNotApply: [{ properties: { jwtConfiguration: { alg: "HS256" }, grantTypes: ["client_credentials"] } }],
    unknown: [{ properties: {} }],
  },
  "client-oidc-conformant": {
    passes: [{ properties: { oidcConformant: true, grantTypes: ["authorization_code"] } }],
    fails: [{ properties: { oidcConformant: false, grantTypes: ["authorization_code"] } }],
    doesNotApply: [{ properties: { oidcConformant: false, grantTypes: ["client_credentials"] } }],
    unknown: [{ properties: { oidcConformant: false } }],
  },
  "client-refresh-rotation-public": {
    passes: [
      {
        properties: {
          appType: "spa",
          grantTypes: ["refresh_token"],
          refreshToken: { rotationType: "rotating", expirationType: "expiring" },
        },
      },
      {
        properties: {
          appType: "native",
          grantTypes: ["refresh_token"],
          refreshToken: { rotationType: "non-rotating", expirationType: "expiring" },
          requireProofOfPossession: true,
        },
      },
      {
        properties: {
          appType: "regular_web",
          grantTypes: ["refresh_token"],
          tokenEndpointAuthMethod: "client_secret_post",
        },
      },
      {
        properties: { appType: "native", grantTypes: ["refresh_token"] },
        others: [{ type: "clientAuthentication", properties: { clientId: "judged" } }],
      },
    ],
    fails: [
      {
        properties: {
          appType: "spa",
          grantTypes: ["refresh_token"],
          tokenEndpointAuthMethod: "none",
          requireProofOfPossession: false,
          refreshToken: { rotationType: "non-rotating", expirationType: "expiring" },
        },
      },
      { properties: nonRotating, isNew: true },
      { properties: { appType: "spa", grantTypes: ["refresh_token"] }, isLive: true },
    ],
    doesNotApply: [{ properties: { appType: "spa", grantTypes: ["authorization_code"] } }],
    unknown: [
      // Another stack can have keys of the application.
      { properties: { ...nonRotating, requireProofOfPossession: false } },
      { properties: { ...nonRotating, tokenEndpointAuthMethod: "none" } },
      { properties: { appType: "spa", grantTypes: ["refresh_token"] } },
      { properties: { appType: "spa", grantTypes: ["refresh_token"], isFirstParty: false }, isLive: true },
    ],
  },
  "client-refresh-expires": {
    passes: [
      {
        properties: {
          grantTypes: ["refresh_token"],
          refreshToken: { ...expiring, infiniteTokenLifetime: false, infiniteIdleTokenLifetime: false },
        },
      },
      { properties: { grantTypes: ["refresh_token"], refreshToken: expiring }, isLive: true },
    ],
    fails: [
      {
        properties: {
          grantTypes: ["refresh_token"],
          refreshToken: { rotationType: "rotating", expirationType: "non-expiring" },
        },
      },
      {
        properties: {
          grantTypes: ["refresh_token"],
          refreshToken: { rotationType: "rotating", infiniteTokenLifetime: true },
        },
      },
      { properties: { grantTypes: ["refresh_token"] }, isLive: true },
    ],
    doesNotApply: [{ properties: { grantTypes: ["authorization_code"] } }],
    unknown: [
      { properties: { grantTypes: ["refresh_token"] } },
      { properties: { grantTypes: ["refresh_token"], refreshToken: expiring } },
      { properties: { grantTypes: ["refresh_token"], refreshToken: { ...expiring, infiniteTokenLifetime: false } } },
    ],
  },
  "client-refresh-lifetime-bounded": {
    passes: [
      {
        properties: {
          refreshToken: {
            rotationType: "rotating",
            expirationType: "expiring",
            tokenLifetime: 2_592_000,
            idleTokenLifetime: 1_296_000,
          },
        },
      },
    ],
    fails: [
      {
        properties: {
          refreshToken: { rotationType: "rotating", expirationType: "expiring", tokenLifetime: 2_592_001 },
        },
      },
      {
        properties: {
          refreshToken: { rotationType: "rotating", expirationType: "expiring", idleTokenLifetime: 1_296_001 },
        },
      },
    ],
    doesNotApply: [{ properties: { refreshToken: { rotationType: "rotating", expirationType: "non-expiring" } } }],
    unknown: [
      { properties: { refreshToken: { rotationType: "rotating", expirationType: "expiring" } } },
      { properties: { refreshToken: { rotationType: "rotating", expirationType: "expiring", tokenLifetime: 60 } } },
    ],
  },
  "client-no-cross-origin-auth": {
    passes: [{ properties: { crossOriginAuthentication: false } }],
    fails: [{ properties: { crossOriginAuthentication: true } }],
    unknown: [{ properties: {} }],
  },
  "client-ip-header-untrusted": {
    passes: [
      { properties: { isTokenEndpointIpHeaderTrusted: false } },
      { properties: { isTokenEndpointIpHeaderTrusted: true, grantTypes: ["password"] } },
    ],
    fails: [{ properties: { isTokenEndpointIpHeaderTrusted: true, grantTypes: ["authorization_code"] } }],
    unknown: [{ properties: { isTokenEndpointIpHeaderTrusted: true } }],
  },
  "client-third-party-strict": {
    passes: [{ properties: { isFirstParty: false, thirdPartySecurityMode: "strict" } }],
    fails: [{ properties: { isFirstParty: false, thirdPartySecurityMode: "permissive" } }],
    doesNotApply: [{ properties: { isFirstParty: true } }],
    unknown: [{ properties: { isFirstParty: false } }],
  },
  "client-third-party-redirects": {
    passes: [{ properties: { isFirstParty: false, redirectionPolicy: "open_redirect_protection" } }],
    fails: [{ properties: { isFirstParty: false, redirectionPolicy: "allow_always" } }],
    doesNotApply: [{ properties: { isFirstParty: true, redirectionPolicy: "allow_always" } }],
    unknown: [{ properties: { isFirstParty: false } }],
  },
  "client-token-exchange-public": {
    passes: [
      { properties: { isFirstParty: true, tokenEndpointAuthMethod: "client_secret_post", ...exchanging } },
      { properties: { isFirstParty: true, appType: "regular_web", ...exchanging }, isNew: true },
      { properties: { appType: "spa", tokenExchange: { allowAnyProfileOfType: [] } } },
      {
        properties: { isFirstParty: true, appType: "native", ...exchanging },
        others: [{ type: "clientAuthentication", properties: { clientId: "judged" } }],
      },
    ],
    fails: [
      { properties: { tokenEndpointAuthMethod: "none", ...exchanging } },
      { properties: { appType: "spa", ...exchanging }, isNew: true },
      { properties: { isFirstParty: false, appType: "regular_web", ...exchanging } },
    ],
    unknown: [
      { properties: { appType: "spa" } },
      { properties: { appType: "regular_web", ...exchanging } },
      { properties: { isFirstParty: true, appType: "spa", ...exchanging } },
    ],
  },
  "client-session-transfer-bound": {
    passes: [{ properties: { sessionTransfer: { canCreateSessionTransferToken: true, enforceDeviceBinding: "asn" } } }],
    fails: [
      { properties: { sessionTransfer: { canCreateSessionTransferToken: true, enforceDeviceBinding: "none" } } },
      {
        properties: {
          sessionTransfer: {
            canCreateSessionTransferToken: true,
            enforceDeviceBinding: "ip",
            enforceCascadeRevocation: false,
          },
        },
      },
    ],
    doesNotApply: [{ properties: { sessionTransfer: { canCreateSessionTransferToken: false } } }],
    unknown: [{ properties: { sessionTransfer: { canCreateSessionTransferToken: true } } }],
  },
  "client-secret-not-in-state": {
    passes: [{ properties: {} }, { properties: { readClientSecret: false } }],
    fails: [{ properties: { readClientSecret: true } }],
    unknown: [{ properties: { readClientSecret: "yes" } }],
  },
  "client-strong-authentication": {
    passes: [
      {
        properties: { appType: "non_interactive" },
        others: [{ type: "clientAuthentication", properties: { clientId: "judged" } }],
      },
      { properties: { appType: "non_interactive", tokenEndpointAuthMethod: "none" } },
    ],
    fails: [
      { properties: { appType: "non_interactive", tokenEndpointAuthMethod: "client_secret_post" } },
      {
        properties: {
          ...{ appType: "regular_web", grantTypes: ["client_credentials"] },
          tokenEndpointAuthMethod: "client_secret_basic",
        },
      },
    ],
    doesNotApply: [
      {
        properties: {
          ...{ appType: "regular_web", grantTypes: ["authorization_code"] },
          tokenEndpointAuthMethod: "client_secret_post",
        },
      },
    ],
    unknown: [{ properties: { appType: "non_interactive" } }, { properties: {} }],
  },
  "client-backchannel-logout": {
    passes: [{ properties: { ...webLogin, oidcLogout: { backchannelLogoutUrls: ["https://app.example.com/bcl"] } } }],
    fails: [
      { properties: { ...webLogin, oidcLogout: { backchannelLogoutUrls: [] } } },
      { properties: { ...webLogin, oidcLogout: { backchannelLogoutUrls: ["http://localhost:3000/bcl"] } } },
    ],
    doesNotApply: [
      { properties: { appType: "spa" } },
      { properties: { appType: "regular_web", grantTypes: ["client_credentials"] } },
    ],
    unknown: [{ properties: webLogin }, { properties: {} }],
  },
  "client-credential-expiry": {
    passes: [
      keyed({ expiresAt: "2999-01-31T00:00:00.000Z" }),
      keyed({ parseExpiryFromCert: true }),
      { properties: { method: "private_key_jwt", credentials: [] } },
    ],
    fails: [keyed({}), keyed({ expiresAt: "2020-01-31T00:00:00.000Z" })],
    doesNotApply: [{ properties: { method: "tls_client_auth", credentials: [{ name: "key" }] } }],
    unknown: [{ properties: { method: "private_key_jwt" } }, { properties: {} }],
  },
  "client-hardened": {
    passes: [
      {
        properties: {
          requirePushedAuthorizationRequests: true,
          signedRequestObject: { required: true },
          requireProofOfPossession: true,
        },
      },
    ],
    fails: [
      {
        properties: {
          requirePushedAuthorizationRequests: true,
          signedRequestObject: { required: true },
          requireProofOfPossession: false,
        },
      },
    ],
    unknown: [{ properties: { requirePushedAuthorizationRequests: true } }],
  },
};
